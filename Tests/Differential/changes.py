"""Random changes of a network, as lines for the shell of a room."""
import re

from link_changes import LinkChanges
from route_changes import RouteChanges


class Changes(LinkChanges, RouteChanges):
    """Draws changes, each a list of shell lines. It remembers the links it made, and looks at nothing else, so that
    the same seed draws the same changes whatever the machine does."""

    UNDOABLE = "ip (-6 )?(addr|route|nexthop) add "

    def __init__(self, generator, without=(), host=None):
        """`host` is the address that the monitors of the round are asked about, if it is one."""
        super().__init__(generator)
        self.host = host
        # Each round has a taste of its own: what all are given a little of is never done much of, and some kinds
        # hide what others do.
        self.weights = {name: weight * (1 if name in self.ALWAYS else generator.choice([0, 0, 0, 0.5, 1, 1, 4, 8]))
                        for name, weight in self.WEIGHTS.items()}
        for one, other in self.TOGETHER:
            self.weights[other] = self.weights[one] * self.WEIGHTS[other] / self.WEIGHTS[one]
        if host:
            self.weights["specific"] = 40
        self.weights |= {name: 0 for name in without}

    def start(self):
        """A network to begin with, mostly."""
        lines = []
        for _ in range(self.r.choice([0, 1, 2, 2, 3])):
            lines += self.uplink()
        if self.chance(0.7):
            lines += self.mended()
        return self.remember(lines)

    def mended(self):
        """One way out is whole again: without that most of what is drawn meets a network that leads nowhere."""
        slot = self.r.randrange(4)
        name = self.links.setdefault(slot, f"u{slot}")
        lines = [f"ip link add {name} type veth peer name p{slot}", f"ip link set p{slot} up", f"ip link set {name} up"]
        if self.chance(0.75):
            lines += [f"ip addr replace 10.{slot}.0.2/24 dev {name}",
                      f"ip route replace default via 10.{slot}.0.1 dev {name}{self.metric(False)}"]
        if self.chance(0.5):
            lines += [f"echo 0 >/proc/sys/net/ipv6/conf/{name}/disable_ipv6",
                      *self.r.choice([[f"ip addr replace 2001:db8:{slot}::2/64 dev {name} nodad"]] * 3
                                     + [self.optimistic(slot)]),
                      f"ip -6 route replace default via fe80::1 dev {name}{self.metric(True)}"]
        return lines

    def clear(self):
        """Takes away what leads nowhere, whatever else there is."""
        lines = [f"{family} route flush type {kind}" for family in ("ip", "ip -6") for kind in self.REJECTS[:3]]
        lines += [rule.replace(" rule add ", " rule del ", 1) for rule in self.rules]
        self.rules = []
        return lines

    def draw(self):
        return self.remember(getattr(self, self.r.choices(list(self.weights), list(self.weights.values()))[0])())

    def remember(self, lines):
        self.added += [line for line in lines if re.match(self.UNDOABLE, line)]
        return lines

    def sysctl(self):
        name, value = self.name(self.slot()), self.r.choice([0, 1])
        node = self.r.choice([
            "ipv4/conf/all/ignore_routes_with_linkdown", f"ipv4/conf/{name}/ignore_routes_with_linkdown",
            "ipv6/conf/all/ignore_routes_with_linkdown", f"ipv6/conf/{name}/ignore_routes_with_linkdown",
            f"ipv6/conf/{name}/disable_ipv6", "ipv6/conf/all/disable_ipv6", "ipv4/nexthop_compat_mode",
            "ipv6/route/skip_notify_on_dev_down", f"ipv6/conf/{name}/keep_addr_on_down",
            f"ipv6/conf/{name}/optimistic_dad", f"ipv6/conf/{name}/use_optimistic",
            "ipv4/conf/all/promote_secondaries", "ipv6/conf/all/forwarding", "ipv4/ip_forward",
            f"ipv6/conf/{name}/addr_gen_mode", f"ipv6/conf/{name}/use_oif_addrs_only"])
        if node == "ipv6/conf/all/disable_ipv6" and self.chance(0.6):
            value = 0
        lines = [f"echo {value} >/proc/sys/net/{node}"]
        if node.endswith(("use_oif_addrs_only", "use_optimistic")):
            # The kernel tells nobody; something that it does tell has monitors look.
            lines += ["ip -6 rule add pref 39999 lookup main", "ip -6 rule del pref 39999"]
        return lines

    def resolver(self):
        text = self.r.choice(["", r"nameserver 192.0.2.53\n", r"nameserver 2001:db8::53\n", r"search example.org\n",
                              r"# nothing\n", r"search example.org\nnameserver 192.0.2.53\noptions edns0\n"])
        file = "/etc/resolv.conf"
        return self.r.choice([
            [f"printf '{text}' >{file}"], [f"printf '{text}' >{file}"],
            [f"printf '{text}' >/etc/new && mv /etc/new {file}"],
            [f"rm -f {file}"],
            [f"printf '{text}' >/etc/net/resolv.conf"],
            [f"ln -sfn {self.r.choice(['net', '/etc/net'])}/resolv.conf {file}"],
            [f"rm -f {file}", f"printf '{text}' >{file}"],
            [f"printf '{text}' >/etc/net/new && mv /etc/net/new /etc/net/resolv.conf"]])

    ALWAYS = ("uplink", "up", "plug", "default", "default6", "mended", "clear")
    # What makes a difference where the other is done, too.
    TOGETHER = (("nexthop", "by_nexthop"), ("other_table", "rule"))
    WEIGHTS = {"mended": 25, "clear": 4, "uplink": 6, "unlink": 2, "down": 3, "up": 6, "unplug": 3, "plug": 5,
               "rename": 2, "address4": 8, "address6": 8, "loopback": 2, "default": 10, "default6": 9,
               "halves": 4, "specific": 6, "reject": 4, "multipath": 5, "expiring": 1, "undo": 12,
               "other_table": 5, "rule": 7, "main_rule": 1, "nexthop": 7, "by_nexthop": 6, "sysctl": 5,
               "bridge": 3, "macvlan": 2, "resolver": 2, "flush": 2, "mode": 1, "tun": 3, "elsewhere": 2,
               "irrelevant": 2, "swap": 2, "touch": 3, "other_link": 2, "router": 3}
