"""A program that monitors, run in a namespace, and what is to be known of it from outside."""
import mmap, os, shutil, signal, struct, subprocess, tempfile, time

import lab

PATIENCE_S = 60
WORDS = 8


def dropped(pid):
    """How many messages the kernel could not queue on netlink sockets of a process."""
    inodes = set()
    for descriptor in os.listdir(f"/proc/{pid}/fd"):
        try:
            target = os.readlink(f"/proc/{pid}/fd/{descriptor}")
        except FileNotFoundError:
            continue
        if target.startswith("socket:["):
            inodes.add(target[8:-1])
    with open(f"/proc/{pid}/net/netlink") as file:
        rows = [line.split() for line in file][1:]
    return sum(int(row[8]) for row in rows if row[9] in inodes)


class Words:
    """A file of 64-bit words that the program maps too."""

    def __init__(self, folder, name, count):
        self.path = os.path.join(folder, name)
        with open(self.path, "w+b") as file:
            file.truncate(8 * count)
            self.memory = mmap.mmap(file.fileno(), 8 * count)

    def __getitem__(self, index):
        return struct.unpack_from("Q", self.memory, 8 * index)[0]

    def __setitem__(self, index, value):
        struct.pack_into("Q", self.memory, 8 * index, value)

    def __len__(self):
        return len(self.memory) // 8

    def sum(self):
        return sum(struct.unpack(f"{len(self)}Q", self.memory[:]))


class Program:
    def __init__(self, namespace, command, capacity=4096, monitors=1, tracer=None, heap=None):
        """Starts it. `tracer` counts its system calls, `heap` is preloaded and counts its allocations."""
        self.folder = tempfile.mkdtemp(dir="/dev/shm")
        self.log = Words(self.folder, "log", WORDS + 2 * capacity)
        self.log[0] = capacity
        self.calls, self.heap = Words(self.folder, "calls", 1024), Words(self.folder, "heap", WORDS)
        environment = dict(os.environ, BENCH_LOG=self.log.path, BENCH_N=str(monitors), BENCH_CALLS=self.calls.path,
                           BENCH_HEAP=self.heap.path)
        preload = ["env", f"LD_PRELOAD={heap}"] if heap else []

        def begin():
            lab.enter(namespace)
            self.log[3] = time.monotonic_ns()

        self.process = subprocess.Popen(([tracer] if tracer else []) + preload + command, env=environment,
                                        stdout=subprocess.PIPE, text=True,
                                        preexec_fn=begin)
        self.pid = self.process.pid
        if tracer:
            self.pid = int(self.until(lambda: self.children(), "the tracer starts no child")[0])

    def children(self):
        with open(f"/proc/{self.process.pid}/task/{self.process.pid}/children") as file:
            return file.read().split()

    def until(self, condition, otherwise):
        """Waits for a condition; what it waits for comes by itself, the limit is for programs that are broken."""
        end = time.monotonic() + PATIENCE_S
        while not (value := condition()):
            if self.process.poll() is not None:
                raise SystemExit(f"{self.process.args[-1]}: ended with {self.process.returncode}: {otherwise}")
            if time.monotonic() > end:
                raise SystemExit(f"{otherwise} within {PATIENCE_S} s")
            time.sleep(0.0002)
        return value

    def signal(self, number):
        os.kill(self.pid, number)

    def await_answer(self):
        """Nanoseconds from the start to the first answer."""
        self.until(lambda: self.log[4], "no first answer")
        return self.log[4] - self.log[3]

    @property
    def deliveries(self):
        return self.log[1]

    @property
    def records(self):
        """Times and kinds."""
        count = min(self.log[1], self.log[0])
        return sorted(struct.unpack_from("QI", self.log.memory, 8 * (WORDS + 2 * i)) for i in range(count))

    def threads(self):
        """(id, state, voluntary context switches) of each thread."""
        found = []
        for thread in os.listdir(f"/proc/{self.pid}/task"):
            try:
                with open(f"/proc/{self.pid}/task/{thread}/status") as file:
                    fields = dict(line.split(":", 1) for line in file)
            except (FileNotFoundError, ProcessLookupError):
                continue
            found.append((thread, fields["State"].strip()[0], int(fields["voluntary_ctxt_switches"])))
        return sorted(found)

    def await_rest(self):
        """Waits until all has been done that follows from what happened so far.

        The kernel wakes a thread before the call returns that made the change, and so does a thread that hands
        work to another one. So when all of them sleep, and none did anything between two looks, nothing is
        left to do. Returns the switches."""
        last = []

        def is_at_rest():
            nonlocal last
            before, last = last, self.threads()
            return before == last and all(state == "S" for _, state, _ in last)

        self.until(is_at_rest, "it does not come to rest")
        return sum(switches for _, _, switches in last)

    def cpu(self):
        """Nanoseconds on a processor, user and kernel, of all threads."""
        total = 0
        for thread in os.listdir(f"/proc/{self.pid}/task"):
            try:
                with open(f"/proc/{self.pid}/task/{thread}/schedstat") as file:
                    total += int(file.read().split()[0])
            except (FileNotFoundError, ProcessLookupError):
                pass
        return total

    def memory(self, field="VmRSS"):
        """KiB."""
        with open(f"/proc/{self.pid}/status") as file:
            return next(int(line.split()[1]) for line in file if line.startswith(field + ":"))

    def libraries(self):
        with open(f"/proc/{self.pid}/maps") as file:
            return sorted({os.path.basename(line.split()[-1]) for line in file if ".so" in line})

    def dropped(self):
        return dropped(self.pid)

    def stop(self):
        """Ends it; returns what it printed."""
        if self.process.poll() is None:
            self.signal(signal.SIGTERM)
        try:
            output, _ = self.process.communicate(timeout=PATIENCE_S)
        finally:
            if self.process.poll() is None:
                self.process.kill()
                self.process.wait()
            shutil.rmtree(self.folder)
        return output
