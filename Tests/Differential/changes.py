"""Random changes of a network, as lines for the shell of a room."""
import re

from words import Words


class Changes(Words):
    """Draws changes, each a list of shell lines. It remembers the links it made, and looks at nothing else, so that
    the same seed draws the same changes whatever the machine does."""

    UNDOABLE = "ip (-6 )?(addr|route|nexthop) add "

    def __init__(self, generator, without=()):
        super().__init__(generator)
        # Each round has a taste of its own: what all are given a little of is never done much of.
        self.weights = {name: weight * (1 if name in self.ALWAYS else generator.choice([0, 1, 1, 1, 4]))
                        for name, weight in self.WEIGHTS.items()}
        self.weights |= {name: 0 for name in without}

    def start(self):
        """A network to begin with, mostly."""
        lines = []
        for _ in range(self.r.choice([0, 1, 2, 2, 3])):
            lines += self.uplink()
        return self.remember(lines)

    def draw(self):
        return self.remember(getattr(self, self.r.choices(list(self.weights), list(self.weights.values()))[0])())

    def remember(self, lines):
        self.added += [line for line in lines if re.match(self.UNDOABLE, line)]
        return lines

    def uplink(self):
        free = [s for s in range(4) if s not in self.links]
        if not free:
            return self.default()
        slot = self.r.choice(free)
        name = self.links[slot] = f"u{slot}"
        lines = [f"ip link add {name} type veth peer name p{slot}", f"ip link set p{slot} up"]
        if self.chance(0.9):
            lines.append(f"ip link set {name} up")
        if self.chance(0.8):
            lines.append(f"ip addr add 10.{slot}.0.2/24 dev {name}")
            if self.chance(0.8):
                lines.append(f"ip route add default via 10.{slot}.0.1 dev {name}{self.metric(False)}")
        if self.chance(0.6):
            lines.append(f"ip addr add 2001:db8:{slot}::2/64 dev {name}{self.r.choice([' nodad', ' nodad', ''])}")
            if self.chance(0.8):
                lines.append(f"ip -6 route add default {self.way6(slot)}{self.metric(True)}")
        return lines

    def unlink(self):
        slot = self.slot()
        return [f"ip link del {self.links.pop(slot, f'u{slot}')}"]

    def down(self):
        return [f"ip link set {self.name(self.slot())} down"]

    def up(self):
        return [f"ip link set {self.name(self.slot())} up"]

    def unplug(self):
        return [f"ip link set p{self.slot()} down"]

    def plug(self):
        return [f"ip link set p{self.slot()} up"]

    def rename(self):
        slot = self.slot()
        old, new = self.name(slot), f"{self.r.choice(['u', 'a', 'z'])}{slot}"
        if slot not in self.links or old == new:
            return []
        self.links[slot] = new
        return [f"ip link set {old} name {new}"]

    def address4(self):
        slot = self.slot()
        name, verb = self.name(slot), self.r.choice(["add", "add", "del"])
        address = self.r.choice([f"10.{slot}.0.2/24"] * 4 + [f"10.{slot}.0.3/24", f"169.254.{slot}.2/16",
                                 f"10.{slot}.0.2 peer 10.{slot}.0.1", f"10.{slot}.0.2 peer 10.{slot}.0.9",
                                 f"10.{slot}.0.2 peer 10.77.0.9/24", f"192.0.2.{slot}/32"])
        tail = self.r.choice([""] * 6 + [" preferred_lft 0", " scope link", " noprefixroute"]) if verb == "add" else ""
        return [f"ip addr {verb} {address} dev {name}{tail}"]

    def address6(self):
        slot = self.slot()
        name, verb = self.name(slot), self.r.choice(["add", "add", "add", "change", "del"])
        address = self.r.choice([f"2001:db8:{slot}::2/64"] * 4 + [f"fd00:{slot}::2/64", f"fe80::{slot + 2}/64",
                                 "2001:db8:77::7/64", f"2001:db8:{slot}::2/128"])
        tail = "" if verb == "del" else self.r.choice(
            [" nodad"] * 5 + ["", "", " nodad preferred_lft 0", " nodad preferred_lft forever valid_lft forever",
                              " nodad noprefixroute", " optimistic"])
        return [f"ip addr {verb} {address} dev {name}{tail}"]

    def loopback(self):
        address = self.r.choice(["192.0.2.9/32", "2001:db8:ff::9/128", "10.99.0.1/32"])
        return [f"ip addr {self.r.choice(['add', 'add', 'del'])} {address} dev lo"] + (
            ["ip link set lo up"] if self.chance(0.6) else [])

    def route(self, six, destination, table=""):
        verb = self.verb()
        family = "ip -6" if six else "ip"
        if verb == "del" and self.chance(0.5):
            return [f"{family} route del {destination}{table}"]
        return [f"{family} route {verb} {destination} {self.way(six)}{self.metric(six)}{table}"]

    def default(self):
        return self.route(False, "default")

    def default6(self):
        return self.route(True, "default")

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
        if self.chance(0.4):
            kind = self.r.choice(self.REJECTS)
            return [f"{'ip -6' if six else 'ip'} route {self.r.choice(['add', 'add', 'del'])} {kind} {destination}"]
        return self.route(six, destination)

    def reject(self):
        six = self.chance(0.4)
        table = self.r.choice(["", "", " table 300"])
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
            f"to {'2000::/3' if family == 'ip -6' else '0.0.0.0/1'}"])
        action = self.r.choice(["lookup 300"] * 3 + ["lookup 301", "lookup main suppress_prefixlength 0",
                                "lookup main suppress_prefixlength 0", "unreachable", "prohibit", "lookup main",
                                "lookup 300 suppress_prefixlength 8"])
        rule = f"{family} rule add pref {self.r.choice([10, 20, 30, 40, 33000])} {selector} {action}".replace("  ", " ")
        self.rules.append(rule)
        return [rule]

    def main_rule(self):
        family = self.r.choice(["ip", "ip -6"])
        if self.chance(0.4):
            return [f"{family} rule del pref 32766"]
        return [f"{family} rule add pref 32766 lookup main"]

    def nexthop(self):
        verb, number = self.r.choice(["add", "add", "replace", "replace", "del"]), self.r.randint(1, 6)
        if verb == "del":
            return [f"ip nexthop del id {self.r.choice([number, 11, 12])}"]
        if self.chance(0.25):
            members = "/".join(str(m) for m in self.r.sample(range(1, 7), 2))
            return [f"ip nexthop {verb} id {self.r.choice([11, 12])} group {members}"]
        if self.chance(0.12):
            return [f"ip {self.r.choice(['', '-6 '])}nexthop {verb} id {number} blackhole"]
        slot = self.slot()
        six = number > 3  # 1 to 3 are IPv4's
        gateway = self.gateway6(slot) if six else self.gateway4(slot)
        way = self.r.choice([f"via {gateway} ", "via fe80::1 " if six else ""])
        return [f"ip {'-6 ' if six else ''}nexthop {verb} id {number} {way}dev {self.name(slot)}"]

    def by_nexthop(self):
        six = self.chance(0.45)
        number = self.r.choice([4, 5, 6, 11, 12] if six else [1, 2, 3, 4, 11, 12])
        return [f"{'ip -6' if six else 'ip'} route {self.r.choice(['add', 'add', 'replace', 'del'])} default"
                f"{self.metric(six)}{self.r.choice(['', '', ' table 300'])} nhid {number}"]

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
        return [f"echo {value} >/proc/sys/net/{node}"]

    def bridge(self):
        if 5 not in self.links:
            self.links[5] = "br0"
            return ["ip link add br0 type bridge", "ip link set br0 up"] + (
                ["ip addr add 10.5.0.2/24 dev br0"] if self.chance(0.6) else [])
        if self.chance(0.2):
            return [f"ip link del {self.links.pop(5)}"]
        port = self.name(self.r.randrange(4))
        master = f"master {self.links[5]}"
        return [f"ip link set {port} {self.r.choice([master, master, 'nomaster'])}"]

    def macvlan(self):
        if 6 not in self.links:
            lower = self.name(self.slot())
            self.links[6] = "mv0"
            return [f"ip link add mv0 link {lower} type macvlan mode bridge", "ip link set mv0 up"] + (
                ["ip addr add 10.6.0.2/24 dev mv0"] if self.chance(0.7) else [])
        return [f"ip link del {self.links.pop(6)}"] if self.chance(0.3) else self.address4()

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

    def flush(self):
        name = self.name(self.slot())
        return [self.r.choice([
            f"ip route flush dev {name}", f"ip -6 route flush dev {name}", "ip route flush table 300",
            "ip route flush default", "ip -6 route flush default", f"ip addr flush dev {name}",
            f"ip -6 addr flush dev {name} scope global", "ip nexthop flush", "ip route flush cache"])]

    def mode(self):
        return [f"ip link set {self.name(self.slot())} mode {self.r.choice(['dormant', 'default', 'default'])}"]

    def tun(self):
        """A device whose carrier is the process that holds it."""
        self.links.setdefault(7, "t7")
        name = self.links[7]
        return self.r.choice([
            [f"hold {name}"], [f"release {name}"],
            [f"hold {name}", f"ip link set {name} up", f"ip addr add 10.7.0.2/24 dev {name}",
             f"ip route add default dev {name}{self.metric(False)}"],
            [f"hold {name}", f"ip addr add 10.7.0.2 peer 10.7.0.1 dev {name}", f"ip link set {name} up"],
            [f"ip tuntap add dev {name} mode tun", f"ip link set {name} up"],
            [f"ip tuntap del dev {name} mode tun"]])

    def elsewhere(self):
        """A link goes to another namespace, and comes back, down and bare."""
        if self.away and self.chance(0.6):
            name = self.away.pop(self.r.randrange(len(self.away)))
            return [f"come {name}", f"ip link set {name} up"]
        name = self.name(self.r.randrange(4))
        self.away.append(name)
        return [f"leave {name}"]

    def irrelevant(self):
        """Much that touches no path: the monitor reads beside it."""
        name, first = self.name(self.slot()), self.r.randrange(200)
        count = self.r.randint(2, 8)
        return [f"ip route {verb} 10.200.{first + n}.0/24 dev {name}" for verb in ("add", "del") for n in range(count)]

    def swap(self):
        """Two links change their names, or one is made anew under the same name and index."""
        one, other = (self.name(s) for s in self.r.sample(range(4), 2))
        if self.chance(0.6):
            return [f"ip link set {one} name swap", f"ip link set {other} name {one}", f"ip link set swap name {other}"]
        index = self.r.choice([100, 101])
        slot = self.r.randrange(4)
        self.links[slot] = name = f"u{slot}"
        return [f"ip link del {name}", f"ip link add {name} index {index} type veth peer name p{slot}",
                f"ip link set p{slot} up", f"ip link set {name} up", f"ip addr add 10.{slot}.0.2/24 dev {name}",
                f"ip route add default via 10.{slot}.0.1 dev {name}{self.metric(False)}"]

    ALWAYS = ("uplink", "up", "plug", "default", "default6")
    WEIGHTS = {"uplink": 6, "unlink": 2, "down": 3, "up": 6, "unplug": 3, "plug": 5, "rename": 2, "address4": 8,
               "address6": 8, "loopback": 2, "default": 10, "default6": 9, "halves": 4, "specific": 6, "reject": 4,
               "multipath": 5, "expiring": 1, "undo": 12, "other_table": 5, "rule": 7, "main_rule": 1, "nexthop": 7,
               "by_nexthop": 6, "sysctl": 5, "bridge": 3, "macvlan": 2, "resolver": 2, "flush": 2, "mode": 1,
               "tun": 3, "elsewhere": 2, "irrelevant": 2, "swap": 2}
