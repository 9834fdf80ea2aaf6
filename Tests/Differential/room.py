"""A network namespace with an /etc of its own, and a shell in it that applies changes."""
import ctypes, fcntl, itertools, os, re, signal, socket, struct, subprocess

NEWNS, NEWNET = 0x20000, 0x40000000
BIND, RECURSIVE, PRIVATE = 0x1000, 0x4000, 0x40000
TUNSETIFF, TUN = 0x400454ca, 0x1001
PDEATHSIG = 1
ASKED = ("hold", "release", "announce")
libc = ctypes.CDLL(None, use_errno=True)

# Words of the changes: what only a process that lives on can do, the test does, in the order of the commands.
WORDS = r"""
do_it() { echo "$@"; read -r answer </dev/fd/$ANSWERS; return $answer; }
hold() { do_it hold $1; }
release() { do_it release $1; }
announce() { do_it announce $@; }
leave() { ip link set $1 netns $PEER; }
come() { nsenter -n -t $PEER ip link set $1 netns $$; }
"""
# The same for a shell by hand, before the commands of a report.
HAND = r"""# unshare -mn sh, with an /etc/resolv.conf of its own, and:
# hold() { python3 -c "import fcntl, struct, time
# f = open('/dev/net/tun', 'r+b', 0); fcntl.ioctl(f, 0x400454ca, struct.pack('16sH22x', b'$1', 0x1001))
# time.sleep(9999)
# " & sleep 0.3; }
# release() { kill $!; }; announce() { (ra of Tests/Cases/run-cases); }; PEER=(the process of unshare -n sleep 9999)
# leave() { ip link set $1 netns $PEER; }; come() { nsenter -n -t $PEER ip link set $1 netns $$; }"""


def call(name, *arguments):
    if getattr(libc, name)(*arguments) != 0:
        code = ctypes.get_errno()
        raise OSError(code, f"{name}{arguments}: {os.strerror(code)}")


def mount(source, target, kind, flags):
    call("mount", source.encode(), target.encode(), kind.encode(), ctypes.c_ulong(flags), None)


def die_with_parent():
    libc.prctl(PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def enter(folder):
    """Moves this process to a fresh network namespace, with /sys to match, and an /etc that can be changed.
    `folder` is an empty one, for what mounts need."""
    call("unshare", NEWNS | NEWNET)
    mount("none", "/", "none", RECURSIVE | PRIVATE)
    mount("sysfs", "/sys", "sysfs", 0)
    before = f"{folder}/etc"
    os.makedirs(before, exist_ok=True)
    mount("/etc", before, "none", BIND | RECURSIVE)
    mount("tmpfs", "/etc", "tmpfs", 0)
    for name in os.listdir(before):
        if name != "resolv.conf":
            os.symlink(f"{before}/{name}", f"/etc/{name}")
    os.mkdir("/etc/net")
    with open("/etc/resolv.conf", "w") as file:
        file.write("nameserver 192.0.2.53\n")


def batched(lines):
    """The first of the lines that one `ip -batch` can do: of one family, and no link comes, goes or changes its name,
    since that remembers names."""
    family = re.match("(ip -6|ip) ", lines[0])
    fit = rf"{family[1]} (addr|route|rule|nexthop|link set \S+ (up|down|master|nomaster)\b)" if family else "(?!)"
    return list(itertools.takewhile(lambda line: re.match(fit, line), lines))


class Room:
    """The shell of a namespace that was entered."""

    def __init__(self):
        self.log, self.held = [], {}
        self.peer = self.elsewhere()
        answers, self.answers = os.pipe()
        self.shell = subprocess.Popen(
            ["sh"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1,
            env=os.environ | {"PEER": str(self.peer), "ANSWERS": str(answers)}, pass_fds=[answers],
            preexec_fn=die_with_parent)
        os.close(answers)
        self.shell.stdin.write(WORDS)

    @staticmethod
    def elsewhere():
        """A process in another namespace, where links can go."""
        ready, told = os.pipe()
        pid = os.fork()
        if pid == 0:
            die_with_parent()
            call("unshare", NEWNET)
            os.write(told, b".")
            signal.pause()
        os.read(ready, 1)
        os.close(ready)
        os.close(told)
        return pid

    def apply(self, lines, isBatch=False, meanwhile=lambda: None):
        """Runs a burst, and something beside it; lines that the kernel refuses are marked in the log. As a batch the
        changes come faster than the monitor can read."""
        script, number = [], 0
        while number < len(lines):
            batch = batched(lines[number:]) if isBatch else []
            if len(batch) > 1:
                command = "ip -6" if batch[0].startswith("ip -6 ") else "ip"
                script += [f"echo batch {number}", f"{command} -force -batch - 2>&1 >/dev/null <<'END'"]
                script += [line[len(command) + 1:] for line in batch] + ["END"]
                number += len(batch)
                continue
            line = lines[number]
            isOurs = line.partition(" ")[0] in ASKED
            script.append(f"{line} || echo {number}" if isOurs else f"{{ {line}\n}} >&2 || echo {number}")
            number += 1
        self.shell.stdin.write("\n".join(script + ["echo .", ""]))
        self.shell.stdin.flush()
        meanwhile()
        refused = self.answered()
        self.log += [line + ("  # refused" if n in refused else "") for n, line in enumerate(lines)]
        return len(refused)

    def answered(self):
        """Does what the shell asks for until it is done: the numbers of the lines that failed."""
        refused, first = set(), 0
        for answer in self.shell.stdout:
            word, *words = answer.split() or [""]
            if word == ".":
                break
            if word in ASKED:
                os.write(self.answers, b"%d\n" % getattr(self, word)(*words))
            elif word == "batch":
                first = int(words[0])
            elif answer.startswith("Command failed -:"):
                refused.add(first + int(answer.rpartition(":")[2]) - 1)
            elif word.isdecimal():
                refused.add(int(word))
        return refused

    def hold(self, name):
        if name in self.held:
            return 1
        file = os.open("/dev/net/tun", os.O_RDWR | os.O_CLOEXEC)
        try:
            fcntl.ioctl(file, TUNSETIFF, struct.pack("16sH22x", name.encode(), TUN))
        except OSError:
            os.close(file)
            return 1
        self.held[name] = file
        return 0

    def release(self, name):
        if name not in self.held:
            return 1
        os.close(self.held.pop(name))
        return 0

    def announce(self, name, lifetime, preference):
        """Sends a router advertisement out of a link (RFC 4861, 4.2; the preference is RFC 4191's)."""
        with socket.socket(socket.AF_INET6, socket.SOCK_RAW, socket.IPPROTO_ICMPV6) as sender:
            sender.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_HOPS, 255)
            body = struct.pack("!BBHBBHII", 134, 0, 0, 64, int(preference), int(lifetime), 0, 0)
            try:
                sender.setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, name.encode())
                sender.sendto(body, ("ff02::1", 0, 0, socket.if_nametoindex(name)))
            except OSError:
                return 1
        return 0

    def state(self):
        out = []
        for command in ["ip -d link", "ip addr", "ip rule", "ip -6 rule", "ip nexthop", "ip route show table all",
                        "ip -6 route show table all", "cat /etc/resolv.conf"]:
            p = subprocess.run(command.split(), capture_output=True, text=True)
            out.append(f"$ {command}\n{p.stdout}{p.stderr}")
        return "".join(out)

    def close(self):
        self.shell.stdin.close()
        self.shell.wait()
        for name in list(self.held):
            self.release(name)
        os.kill(self.peer, signal.SIGKILL)
        os.waitpid(self.peer, 0)
        os.close(self.answers)
