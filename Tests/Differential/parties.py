"""Those who know the path: a running monitor, one started afresh, and the oracle."""
import argparse, importlib.machinery, importlib.util, json, os, shlex, subprocess, tempfile, threading, time

import kernel, room

KEYS = ("status", "interfaces", "types", "supportsIPv4", "supportsIPv6", "supportsDNS", "isExpensive",
        "isConstrained", "gateways", "place")
END_S, ANSWER_S = 30, 60
# The kernel itself tells of a lost carrier up to a second late (net/core/link_watch.c).
SLEEP_S = 1.5


def public(path):
    """What two paths in a row must differ in."""
    return {k: v for k, v in path.items() if k not in ("time", "backend")}


def view(path):
    """What the parties must agree on; gateways are in any order."""
    if path is None:
        return None
    out = {k: path.get(k) for k in KEYS}
    out["interfaces"] = [i["name"] for i in path.get("interfaces", [])]
    out["types"] = [i.get("type") for i in path.get("interfaces", [])]
    out["place"] = path.get("destination", {}).get("place")
    out["gateways"] = sorted(set(path.get("gateways", [])))
    return out


def differences(answers, keys):
    """{key: who is at odds}, by the odd one's name where two of the three agree."""
    views = {who: view(path) for who, path in answers.items()}
    if all(v is not None for v in views.values()):
        told = {v["status"] for who, v in views.items() if who != "oracle"}
        if told == {"requiresConnection"} and views["oracle"]["status"] == "unsatisfied":
            views["oracle"] = views["followed"]  # intended: the oracle knows no dormant links
    out = {}
    for key in keys:
        told = {who: json.dumps(v and v[key]) for who, v in views.items()}
        if len(set(told.values())) > 1:
            odd = [w for w in told if list(told.values()).count(told[w]) == 1]
            out[key] = odd[0] if len(odd) == 1 else "all"
    return out


class Oracle:
    """The independent answer: Tests/Cases/oracle, over a socket unless it is to ask iproute2."""

    def __init__(self, file, byIproute2, arguments):
        loader = importlib.machinery.SourceFileLoader("oracle", file)
        self.module = importlib.util.module_from_spec(importlib.util.spec_from_loader("oracle", loader))
        loader.exec_module(self.module)
        if not byIproute2:
            asked = kernel.Kernel()
            self.module.ip, self.module.is_forbidden = asked.ip, asked.is_forbidden
        parser = argparse.ArgumentParser()
        parser.add_argument("--type")
        parser.add_argument("--prohibit", action="append", default=[])
        parser.add_argument("--to")
        self.asked = parser.parse_args(arguments)

    def answer(self):
        return self.module.path(self.asked.type, self.asked.prohibit, self.asked.to)


def afresh(command):
    """The answer of the one-shot command, and what was wrong with giving it."""
    p = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                       timeout=ANSWER_S, close_fds=False)
    try:
        return json.loads(p.stdout.strip().splitlines()[-1]), []
    except (ValueError, IndexError):
        return None, [f"started afresh, it ended with {p.returncode} and no path: {p.stderr.strip()[-400:]}"]


class Monitor:
    """A running monitor and the lines that it prints."""

    def __init__(self, command):
        self.errors = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        stderr=self.errors, text=True, preexec_fn=room.die_with_parent)
        self.last, self.problems, self.lines = None, [], 0
        self.news = threading.Condition()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            with self.news:
                self.take(line)
                self.news.notify_all()
        with self.news:
            self.lines += 1  # it has ended: that is news, too
            self.news.notify_all()

    def take(self, line):
        self.lines += 1
        try:
            path = json.loads(line)
        except ValueError:
            self.problems.append(f"no JSON: {line!r}")
            return
        if self.last is not None and public(path) == public(self.last):
            self.problems.append(f"the same path twice in a row: {line.strip()}")
        self.last = path

    def wait(self, lines, seconds):
        """Waits until it has printed more than so many lines."""
        with self.news:
            self.news.wait_for(lambda: self.lines > lines, seconds)

    def sleep(self):
        """What stays the same as long as it sleeps; None if it is at work, or would be if it were let."""
        switches = []
        try:
            for task in sorted(os.listdir(f"/proc/{self.process.pid}/task")):
                with open(f"/proc/{self.process.pid}/task/{task}/status") as file:
                    told = dict(line.split(":", 1) for line in file)
                if told["State"].split()[0] != "S":
                    return None
                switches.append((task, told["voluntary_ctxt_switches"]))
        except (OSError, KeyError):
            return None
        return switches

    def faults(self):
        with self.news:
            problems, self.problems = self.problems, []
        if self.process.poll() is not None:
            problems.append(f"the monitor ended with {self.process.returncode}")
        return problems + self.complaints() if problems else []

    def complaints(self):
        self.errors.seek(0)
        text = self.errors.read()[-400:].strip()
        return [f"it said: {text}"] if text else []

    def end(self):
        """Asks it to end; what was wrong with that, and before."""
        problems = self.faults()
        if self.process.poll() is not None:
            return problems
        self.process.terminate()
        try:
            code = self.process.wait(END_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            return problems + ["it did not end on SIGTERM"]
        self.reader.join(END_S)
        problems += self.problems
        return problems if code == 0 else problems + [f"it ended with {code} on SIGTERM"] + self.complaints()


class Parties:
    """All three, in the namespace of this process, and what they are asked: the arguments of the commands."""

    def __init__(self, options, arguments):
        self.options = options
        self.oracle = Oracle(options.oracle, options.by_iproute2, arguments)
        self.watch, self.status = (shlex.split(command) + arguments for command in (options.monitor, options.status))
        self.monitor, self.problems = None, []
        self.follow()

    def follow(self):
        """Starts a monitor in place of the running one."""
        if self.monitor:
            self.problems += self.monitor.end()
        self.monitor = Monitor(self.watch)

    def look(self):
        """Starts one afresh while things change: whatever it says, it must say something."""
        self.problems += afresh(self.status)[1]

    def settle(self):
        """The answers, once they agree or the time is over; and what of them differs, and what else is wrong.
        A monitor that sleeps while it is wrong has missed something, also if another change wakes it later."""
        deadline, pause = time.monotonic() + self.options.limit, 0.005
        asleep, since = None, time.monotonic()
        while True:
            now, lines = time.monotonic(), self.monitor.lines
            isOver = now >= deadline or (asleep is not None and now - since > SLEEP_S)
            answers = {"followed": self.monitor.last, "oracle": self.oracle.answer()}
            # Starting one costs the most: only where the others agree, or there is something to report.
            if isOver or not differences(answers, self.options.keys):
                answers["afresh"], told = afresh(self.status)
                differing = differences(answers, self.options.keys)
                if isOver or told or not differing:
                    problems, self.problems = self.problems + told + self.monitor.faults(), []
                    return answers, differing, problems
            if self.monitor.process.poll() is not None:
                deadline = 0
            before, asleep = asleep, (self.monitor.sleep(), answers)
            if asleep[0] is None or asleep != before:
                asleep, since = asleep if asleep[0] is not None else None, now
            self.monitor.wait(lines, pause)
            pause = min(pause * 1.5, 0.2)

    def end(self):
        problems, self.problems = self.problems + self.monitor.end(), []
        return problems
