"""Random changes of routes, rules and next hop objects."""
import ipaddress

from words import Words


class RouteChanges(Words):
    """Draws changes of what leads where, each a list of shell lines."""

    def route(self, six, destination, table=""):
        verb = self.verb()
        family = "ip -6" if six else "ip"
        if verb == "del" and self.chance(0.5):
            return [f"{family} route del {destination}{table}"]
        return [f"{family} route {verb} {destination} {self.way(six)}{self.metric(six)}{table}"]

    def default(self):
        return self.route(False, "default")

    def default6(self):
        return self.route(True, self.r.choice(["default"] * 9 + ["default from 2001:db8:1::/64"]))

    def halves(self):
        six = self.chance(0.4)
        both = self.r.choice([["::/1", "8000::/1"], ["2000::/3"], ["2000::/4", "3000::/4"]]) if six else [
            "0.0.0.0/1", "128.0.0.0/1"]
        way, verb = self.way(six), self.r.choice(["add", "add", "replace", "del"])
        return [f"{'ip -6' if six else 'ip'} route {verb} {d} {way if self.chance(0.85) else self.way(six)}"
                for d in both if self.chance(0.85)]

    def specific(self):
        six = self.chance(0.35)
        destination = self.r.choice(
            ["2620:fe::/48", "2a00::/12", "2001:500:2::c/128", "2c0f:fb50::1/128", "2000::/16", "2a00:1450::/32"] if six
            else ["52.64.0.0/10", "17.253.144.10/32", "52.94.236.248/32", "63.245.208.7/32", "142.250.72.14/32",
                  "198.41.0.4/32", "213.133.98.1/32", "17.128.0.0/9", "52.0.0.0/8", "128.0.0.0/9", "0.0.0.0/9",
                  "198.0.0.0/8", "10.77.0.0/16"])
        if self.host and self.chance(0.7):
            six = ":" in self.host
            length = self.r.choice([128, 128, 64, 32] if six else [32, 32, 24, 12])
            destination = str(ipaddress.ip_network(f"{self.host}/{length}", False))
        if self.chance(0.3 if self.host else 0.4):
            kind = self.r.choice(self.REJECTS)
            return [f"{'ip -6' if six else 'ip'} route {self.r.choice(['add', 'add', 'del'])} {kind} {destination}"]
        return self.route(six, destination)

    def reject(self):
        six = self.chance(0.4)
        table = self.r.choice(["", "", " table 300"])
        if self.chance(0.1):
            return [f"{'ip -6' if six else 'ip'} route {self.r.choice(['add', 'del'])} local default dev lo table 300"]
        return [f"{'ip -6' if six else 'ip'} route {self.r.choice(['add', 'del', 'del'])} {self.r.choice(self.REJECTS)}"
                f" default{self.metric(six)}{table}"]

    def multipath(self):
        six = self.chance(0.4)
        if len(self.links) < 2:
            return self.uplink()
        return [f"{'ip -6' if six else 'ip'} route {self.r.choice(['add', 'replace', 'append', 'del'])} default"
                f"{self.metric(six)}{self.r.choice(['', '', '', ' table 300'])} {self.legs(six)}"]

    def expiring(self):
        verb = self.r.choice(["add", "replace"])
        return [f"ip -6 route {verb} default {self.way6(self.slot())}{self.metric(True)} expires 1"]

    def undo(self):
        """Takes back an earlier addition: what two things share must outlive one of them."""
        if not self.added:
            return self.uplink()
        return [self.added.pop(self.r.randrange(len(self.added))).replace(" add ", " del ", 1)]

    def other_table(self):
        return self.route(self.chance(0.4), "default", f" table {self.table()}")

    def rule(self):
        if self.rules and self.chance(0.5):
            rule = self.rules.pop(self.r.randrange(len(self.rules)))
            return [rule.replace(" rule add ", " rule del ", 1)]
        family = self.r.choice(["ip", "ip", "ip -6"])
        slot = self.slot()
        selector = self.r.choice([
            "", "", "fwmark 7", "not fwmark 7", "not fwmark 7", "iif lo", f"iif {self.name(slot)}",
            f"oif {self.name(slot)}", f"oif {self.name(slot)}", f"not oif {self.name(slot)}",
            f"from {'2001:db8:%d::2' % slot if family == 'ip -6' else '10.%d.0.2' % slot}",
            f"to {'2000::/3' if family == 'ip -6' else '0.0.0.0/1'}", "uidrange 0-0", "uidrange 1-2000", "ipproto tcp",
            "dport 443", "tos 0x10"])
        action = self.r.choice(["lookup 300"] * 3 + ["lookup 301", "lookup main suppress_prefixlength 0",
                                "lookup main suppress_prefixlength 0", "unreachable", "prohibit", "lookup main",
                                "lookup 300 suppress_prefixlength 8", "goto 40", "nop"])
        rule = f"{family} rule add pref {self.r.choice([10, 20, 30, 40, 33000])} {selector} {action}".replace("  ", " ")
        self.rules.append(rule)
        return [rule]

    def main_rule(self):
        family = self.r.choice(["ip", "ip -6"])
        if self.chance(0.4):
            return [f"{family} rule del pref 32766"]
        return [f"{family} rule add pref 32766 lookup main"]

    def nexthop(self):
        verb, number = self.r.choice(["add", "replace", "replace", "del", "del"]), self.r.randint(1, 6)
        if verb == "del":
            return [f"ip nexthop del id {self.r.choice(self.used[-3:] or [number, 11, 12])}"]
        if self.chance(0.25):
            members = "/".join(str(m) for m in self.r.sample(range(1, 7), 2))
            return [f"ip nexthop {verb} id {self.r.choice([11, 12])} group {members}"
                    f"{self.r.choice(['', '', '', ' type resilient buckets 4'])}"]
        if self.chance(0.12):
            return [f"ip {self.r.choice(['', '-6 '])}nexthop {verb} id {number} blackhole"]
        slot = self.slot()
        six = number > 3  # 1 to 3 are IPv4's
        gateway = self.gateway6(slot) if six else self.gateway4(slot)
        way = self.r.choice([f"via {gateway} ", "via fe80::1 " if six else ""])
        return [f"ip {'-6 ' if six else ''}nexthop {verb} id {number} {way}dev {self.name(slot)}"]

    def by_nexthop(self):
        six, slot = self.chance(0.45), self.slot()
        number = self.r.choice([4, 5, 6, 11, 12] if six else [1, 2, 3, 4, 11, 12])
        self.used.append(number)
        # An object that is there, mostly: what no route uses tells nothing.
        made = [] if number > 10 or self.chance(0.3) else [
            f"ip {'-6 ' if number > 3 else ''}nexthop replace id {number} "
            f"via {'fe80::1' if number > 3 else self.gateway4(slot)} dev {self.name(slot)}"]
        verb = self.r.choice(["add", "replace", "replace", "replace", "del"])
        return made + [f"{'ip -6' if six else 'ip'} route {verb} default{self.metric(six)}"
                       f"{self.r.choice(['', '', '', ' table 300'])} nhid {number}"]

    def flush(self):
        name = self.name(self.slot())
        return [self.r.choice([
            f"ip route flush dev {name}", f"ip -6 route flush dev {name}", "ip route flush table 300",
            "ip route flush default", "ip -6 route flush default", f"ip addr flush dev {name}",
            f"ip -6 addr flush dev {name} scope global", "ip nexthop flush", "ip route flush cache"])]

    def irrelevant(self):
        """Much that touches no path: the monitor reads beside it."""
        name, first = self.name(self.slot()), self.r.randrange(200)
        count = self.r.randint(2, 8)
        return [f"ip route {verb} 10.200.{first + n}.0/24 dev {name}" for verb in ("add", "del") for n in range(count)]
