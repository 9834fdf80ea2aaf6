"""Random changes of links and addresses."""
from words import Words


class LinkChanges(Words):
    """Draws changes of links and addresses, each a list of shell lines."""

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
        tail = "" if verb == "del" else self.r.choice(
            [""] * 6 + [" preferred_lft 0", " scope link", " noprefixroute", " valid_lft 2 preferred_lft 1"])
        return [f"ip addr {verb} {address} dev {name}{tail}"]

    def address6(self):
        slot = self.slot()
        name, verb = self.name(slot), self.r.choice(["add", "add", "add", "change", "del"])
        address = self.r.choice([f"2001:db8:{slot}::2/64"] * 4 + [f"fd00:{slot}::2/64", f"fe80::{slot + 2}/64",
                                 "2001:db8:77::7/64", f"2001:db8:{slot}::2/128"])
        if self.chance(0.1):
            return self.optimistic(slot)
        tail = "" if verb == "del" else self.r.choice(
            [" nodad"] * 5 + ["", "", " nodad preferred_lft 0", " nodad preferred_lft forever valid_lft forever",
                              " nodad noprefixroute", " optimistic", " nodad valid_lft 2 preferred_lft 1"])
        return [f"ip addr {verb} {address} dev {name}{tail}"]

    def optimistic(self, slot):
        """An address that is used at once, and announced later."""
        name = self.name(slot)
        # On a link that is down the kernel tells nothing of it, and uses it over other links.
        return [f"ip link set {name} up", f"echo 1 >/proc/sys/net/ipv6/conf/{name}/optimistic_dad",
                f"ip addr {self.r.choice(['add', 'replace'])} 2001:db8:{slot}::2/64 dev {name} optimistic"]

    def loopback(self):
        address = self.r.choice(["192.0.2.9/32", "2001:db8:ff::9/128", "10.99.0.1/32"])
        return [f"ip addr {self.r.choice(['add', 'add', 'del'])} {address} dev lo"] + (
            ["ip link set lo up"] if self.chance(0.6) else [])

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

    def touch(self):
        """What a link has beside its state: mostly chatter, but too small a link carries no IPv6."""
        name = self.name(self.slot())
        return [self.r.choice([
            f"ip link set {name} mtu {self.r.choice([1000, 1280, 1500])}",
            f"ip link set {name} mtu {self.r.choice([1000, 1500, 1500])}",
            f"ip link set {name} alias {self.r.choice(['one', 'two'])}",
            f"ip link property {self.r.choice(['add', 'del'])} dev {name} altname alternate",
            f"ip link set {name} address 02:00:00:00:00:{self.r.randrange(16, 32)}",
            f"ip link set {name} txqueuelen {self.r.choice([500, 1000])}",
            f"ip link set {name} multicast {self.r.choice(['on', 'off'])}",
            f"ip link set {name} arp {self.r.choice(['on', 'off'])}",
            f"ip link set {name} promisc {self.r.choice(['on', 'off'])}",
            f"ip link set {name} protodown {self.r.choice(['on', 'off'])}"])]

    def other_link(self):
        """A device that has no wire."""
        if 8 in self.links:
            return [f"ip link del {self.links.pop(8)}"] if self.chance(0.3) else self.address4()
        name = self.links[8] = self.r.choice(["vx0", "ifb9"])
        kind = "vxlan id 5 dstport 4789" if name == "vx0" else "ifb"
        return [f"ip link add {name} type {kind}", f"ip link set {name} up", f"ip addr add 10.8.0.2/24 dev {name}",
                f"ip route add default via 10.8.0.1 dev {name}{self.metric(False)}"]

    def router(self):
        """A router on the other end of a wire says that it is one, for how long, and how good."""
        slot = self.r.randrange(4)
        name = self.name(slot)
        node = f"/proc/sys/net/ipv6/conf/{name}"
        if self.chance(0.3):
            return [f"echo 2 >{node}/accept_ra", f"echo 1 >{node}/accept_ra_from_local",
                    f"echo 0 >{node}/router_solicitations", f"ip addr add fe80::{slot + 2}/64 dev {name} nodad",
                    f"ip addr add fe80::1/64 dev p{slot} nodad", f"announce p{slot} 1800 0"]
        return [f"announce p{slot} {self.r.choice([0, 1, 1800, 1800])} {self.r.choice([0, 8, 24])}"]
