"""The parts of the changes: links, gateways, ways out, metrics."""


class Words:
    """Draws the parts of commands from a generator, for the links that it remembers."""

    METRICS_4 = ["", "", " metric 5", " metric 10", " metric 20", " metric 100"]
    METRICS_6 = ["", "", " metric 1024", " metric 5", " metric 10", " metric 100"]
    REJECTS = ["unreachable", "blackhole", "prohibit", "throw"]

    def __init__(self, generator):
        self.r = generator
        self.links = {}  # slot -> name; slots 0-3 are veths, 5 is a bridge, 6 a macvlan, 7 a tun, 8 another
        self.rules, self.added, self.away, self.used = [], [], [], []

    def chance(self, share):
        return self.r.random() < share

    def slot(self):
        return self.r.choice(sorted(self.links)) if self.links else 0

    def name(self, slot):
        return self.links.get(slot, f"u{slot}")

    def verb(self, *more):
        return self.r.choice(["add"] * 6 + ["replace", "replace", "append", "append", "prepend", "change"] + ["del"] * 4
                             + [*more])

    def gateway4(self, slot):
        return f"10.{slot}.0.{self.r.choice([1, 1, 1, 254])}"

    def gateway6(self, slot):
        return self.r.choice([f"2001:db8:{slot}::1", "fe80::1", "fe80::1", f"2001:db8:{slot}::fe"])

    def way4(self, slot):
        name = self.name(slot)
        return self.r.choice([f"via {self.gateway4(slot)} dev {name}"] * 4 + [
            f"dev {name}", f"via {self.gateway4(slot)} dev {name} onlink",
            f"via inet6 fe80::1 dev {name}", f"via {self.gateway4(slot)} dev {name} src 10.{slot}.0.2",
            f"dev {name} src {self.r.choice([f'10.{slot}.0.3', '192.0.2.9', f'10.{slot}.0.2'])}"])

    def way6(self, slot):
        name = self.name(slot)
        return self.r.choice([f"via {self.gateway6(slot)} dev {name}"] * 5 + [
            f"dev {name}", f"via {self.gateway6(slot)} dev {name} src 2001:db8:{slot}::2",
            f"via {self.gateway6(slot)} dev {name} pref {self.r.choice(['low', 'high'])}",
            f"via {self.gateway6(slot)} dev {name} mtu 1300"])

    def way(self, six):
        return self.way6(self.slot()) if six else self.way4(self.slot())

    def legs(self, six):
        slots = self.r.sample(sorted(self.links), min(len(self.links), self.r.choice([2, 2, 3])))
        return " ".join(
            "nexthop " + (f"via {self.gateway6(s)} dev {self.name(s)}" if six else self.r.choice(
                [f"via {self.gateway4(s)} dev {self.name(s)}", f"dev {self.name(s)}"]))
            + self.r.choice(["", "", " weight 3"]) for s in slots)

    def metric(self, six):
        return self.r.choice(self.METRICS_6 if six else self.METRICS_4)

    def table(self):
        return self.r.choice([300, 300, 301])
