"""Two network namespaces with a link between them, and changes in them, made as the kernel takes them.

`watched` has the uplink w0 with 192.0.2.1/24 and a default route; its peer p0, 192.0.2.2, is in `beyond`. The
indexes of the two differ: the kernel takes a veth whose index is its peer's for hardware, and tells of its
carrier up to a second late. No address is of the kernel's making: its detection of duplicates would be events.
"""
import contextlib, ctypes, os, socket, struct, subprocess, time

CLONE_NEWNET = 0x40000000
GATEWAY, UPLINK, UPLINK_INDEX, PEER_INDEX = "192.0.2.2", "w0", 100, 205
NEWLINK, DELLINK, NEWADDR, DELADDR, NEWROUTE, DELROUTE = 16, 17, 20, 21, 24, 25
IFF_UP = 1
REQUEST, ACKNOWLEDGE, EXCLUSIVE, CREATE = 1, 4, 0x200, 0x400
libc = ctypes.CDLL(None, use_errno=True)


def enter(namespace):
    """Moves this thread into a namespace, given by an open descriptor."""
    if libc.setns(namespace, CLONE_NEWNET) != 0:
        raise OSError(ctypes.get_errno(), "setns")


def fresh_namespace():
    """A new namespace as a descriptor; this thread stays where it is."""
    here = os.open("/proc/thread-self/ns/net", os.O_RDONLY)
    try:
        if libc.unshare(CLONE_NEWNET) != 0:
            raise OSError(ctypes.get_errno(), "a network namespace of one's own needs root")
        return os.open("/proc/thread-self/ns/net", os.O_RDONLY)
    finally:
        enter(here)
        os.close(here)


@contextlib.contextmanager
def inside(namespace):
    here = os.open("/proc/thread-self/ns/net", os.O_RDONLY)
    enter(namespace)
    try:
        yield
    finally:
        enter(here)
        os.close(here)


def attribute(kind, value):
    length = 4 + len(value)
    return struct.pack("HH", length, kind) + value + b"\0" * (-length % 4)


def message(kind, flags, body):
    return struct.pack("IHHII", 16 + len(body), kind, REQUEST | flags, 0, 0) + body


def link_message(index, flags=0, change=0, name=None, mtu=None):
    body = struct.pack("BxHiII", 0, 0, index, flags, change)
    if name:
        body += attribute(3, name.encode() + b"\0")
    if mtu:
        body += attribute(4, struct.pack("I", mtu))
    return message(NEWLINK, ACKNOWLEDGE, body)


def address_message(is_there, index, address, prefix):
    packed = socket.inet_aton(address)
    body = struct.pack("BBBBi", socket.AF_INET, prefix, 0, 0, index)
    body += attribute(1, packed) + attribute(2, packed)
    return message(NEWADDR if is_there else DELADDR, ACKNOWLEDGE | (CREATE if is_there else 0), body)


def route_message(is_there, destination=0, prefix=0, index=UPLINK_INDEX, flags=ACKNOWLEDGE):
    """A route of the main table; the destination as a number."""
    body = struct.pack("BBBBBBBBI", socket.AF_INET, prefix, 0, 0, 254, 4, 0, 1, 0)
    if prefix:
        body += attribute(1, struct.pack("!I", destination))
    body += attribute(5, socket.inet_aton(GATEWAY)) + attribute(4, struct.pack("i", index))
    return message(NEWROUTE if is_there else DELROUTE, flags | (CREATE | EXCLUSIVE if is_there else 0), body)


class Kernel:
    """Asks the kernel for changes in one namespace."""

    def __init__(self, namespace):
        with inside(namespace):
            self.socket = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW | socket.SOCK_CLOEXEC, 0)
            self.socket.bind((0, 0))

    def make(self, request):
        """Makes a change and waits until it is made; returns when it was asked for, in nanoseconds."""
        began = time.monotonic_ns()
        self.socket.send(request)
        while True:
            reply = self.socket.recv(65536)
            if struct.unpack_from("H", reply, 4)[0] == 2:
                error = -struct.unpack_from("i", reply, 16)[0]
                if error:
                    raise OSError(error, os.strerror(error))
                return began

    def storm(self, count):
        """Adds and removes as many routes to single hosts, flat out; the default route goes in the middle."""
        hosts = range(10 << 24, (10 << 24) + count)
        added = [route_message(True, host, 32, flags=0) for host in hosts]
        added.insert(count // 2, route_message(False, flags=0))
        removed = [route_message(False, host, 32, flags=0) for host in hosts]
        began = time.monotonic_ns()
        for requests in (added, removed):
            # As many as fit in a buffer for sending.
            for first in range(0, len(requests), 900):
                self.socket.send(b"".join(requests[first:first + 900]))
        return time.monotonic_ns() - began


class Lab:
    def __init__(self):
        self.watched, self.beyond = fresh_namespace(), fresh_namespace()
        self.kernel, self.far_kernel = Kernel(self.watched), Kernel(self.beyond)
        self.run("ip", "link", "set", "lo", "up")
        self.add_link(UPLINK, UPLINK_INDEX, "p0", PEER_INDEX)
        self.run("ip", "addr", "add", "192.0.2.1/24", "dev", UPLINK)
        self.reset()

    def run(self, *command, namespace=None):
        """Runs a command in the watched namespace, or in another one."""
        namespace = self.watched if namespace is None else namespace
        return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE,
                              preexec_fn=lambda: enter(namespace)).stdout

    def add_link(self, name, index, peer, peer_index):
        """A link with its peer beyond; down."""
        self.run("ip", "link", "add", name, "index", str(index), "type", "veth", "peer", "name", peer, "index",
                 str(peer_index))
        self.run("ip", "link", "set", peer, "netns", f"/proc/{os.getpid()}/fd/{self.beyond}")
        for link, namespace in ((name, self.watched), (peer, self.beyond)):
            self.run("sysctl", "-qe", f"net.ipv6.conf.{link}.disable_ipv6=1", namespace=namespace)

    def reset(self):
        """The uplink up, the default route there."""
        self.run("ip", "link", "set", "p0", "up", namespace=self.beyond)
        self.run("ip", "link", "set", UPLINK, "up")
        while "LOWER_UP" not in self.run("ip", "link", "show", UPLINK):
            time.sleep(0.01)
        self.run("ip", "route", "replace", "default", "via", GATEWAY, "dev", UPLINK, "proto", "static")

    @property
    def has_default(self):
        return bool(self.run("ip", "-4", "route", "show", "default"))

    def add_links(self, count):
        """Veth pairs without addresses, half of `count` of them, down: what is up gets addresses later."""
        batch = "".join(f"link add v{i} type veth peer name q{i}\n" for i in range(count // 2))
        subprocess.run(["ip", "-batch", "-"], input=batch, check=True, text=True,
                       preexec_fn=lambda: enter(self.watched))

    def close(self):
        """The kernel takes a namespace down with all that is in it when nobody holds it any more."""
        for kernel in (self.kernel, self.far_kernel):
            kernel.socket.close()
        for namespace in (self.watched, self.beyond):
            os.close(namespace)
