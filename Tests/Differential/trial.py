"""Bursts of changes, drawn or read from a file, and what the parties say after each."""
import json, random, time

from changes import Changes
from parties import Parties, view
from room import HAND, Room

SETTLE, BATCH, RESTART, LOOK, ASKED = "# settle", "# batch", "# restart", "# look", "# asked "
# What forces a monitor to speak once more at the end, so that a wrong word it still had is heard.
LAST = [["printf '' >/etc/resolv.conf"], ["printf 'nameserver 192.0.2.53\\n' >/etc/resolv.conf"]]


class Trial:
    """A room, the parties in it, and the bursts so far. Marks stand before a burst. # restart: beside it another
    monitor is started in place of the running one. # look: beside it the path is asked for afresh. # batch: there
    is no process for each change."""

    def __init__(self, options, arguments):
        self.options = options
        self.room, self.parties = Room(), Parties(options, arguments)
        self.room.log.append(ASKED + " ".join(arguments))
        self.answers, self.differing, self.faults = {}, {}, []
        self.settles, self.changed, self.slowest, self.refused = 0, 0, 0, 0

    def burst(self, lines):
        """Applies a burst and settles; whether all went well."""
        marks = [line for line in lines if line.startswith("#")]
        self.room.log += marks
        changes = [line for line in lines if line not in marks]
        self.refused += self.room.apply(changes, BATCH in marks, lambda: self.beside(marks))
        began, before = time.monotonic(), self.answers.get("oracle")
        self.answers, self.differing, self.faults = self.parties.settle()
        self.slowest = max(self.slowest, time.monotonic() - began)
        self.settles += 1
        self.changed += view(self.answers["oracle"]) != view(before)
        self.room.log.append(SETTLE)
        return not self.differing and not self.faults

    def beside(self, marks):
        if RESTART in marks:
            self.parties.follow()
        if LOOK in marks:
            self.parties.look()

    def end(self):
        """Ends the parties; whether all went well."""
        self.faults += self.parties.end()
        return not self.differing and not self.faults

    def report(self, title):
        out = [f"FAIL {title}: "
               + "; ".join([f"{key}: {who} at odds" for key, who in self.differing.items()] + self.faults)]
        out += [f"  {who:9}{json.dumps(view(path))}" for who, path in self.answers.items()]
        out += ["--- commands, for --replay FILE --shrink, or by hand in", HAND] + self.room.log
        return "\n".join(out + [f"--- state\n{self.room.state()}---"])

    def culprits(self):
        """Who is at odds or what else went wrong, without the details."""
        return frozenset(self.differing.values()) | frozenset(fault.split(":")[0] for fault in self.faults)


def bursts(changes, steps):
    """The bursts of a round, each with the number of steps in it."""
    yield changes.start(), 0
    r = changes.r
    while steps > 0:
        size = min(steps, r.choices([1, r.randint(2, 3), r.randint(4, 10), r.randint(15, 30)], [45, 35, 14, 6])[0])
        steps -= size
        marks = [mark for mark, share in ((BATCH, 0.5), (RESTART, 0.04), (LOOK, 0.06)) if r.random() < share]
        yield marks + [line for _ in range(size) for line in changes.draw()], size
    for last in LAST:
        yield last, 0


def arguments(r):
    """What the monitors of a round are asked."""
    host = r.choice(["10.0.0.9", "10.1.0.1", "10.2.0.255", "10.77.0.5", "192.0.2.9", "17.253.144.10", "52.64.0.1",
                     "52.94.236.248", "8.8.8.8", "127.0.0.1", "2620:fe::fe", "2001:db8:1::9", "2001:db8:0::1",
                     "2a00:1450::1", "2001:db8:ff::9", "fd00:2::2"])
    limit = r.choice([["--type", "wiredEthernet"], ["--type", "other"], ["--prohibit", "other"],
                      ["--prohibit", "wiredEthernet"], ["--prohibit", "cellular", "--prohibit", "wifi"]])
    return r.choices([[], limit, ["--to", host]], [55, 12, 33])[0]


def play(options, number):
    """One round, in the namespace of this process: what it counted, and a report if it went wrong."""
    asked = arguments(random.Random(f"{options.seed}/{number}/asked"))
    host = asked[1] if asked[:1] == ["--to"] else None
    changes = Changes(random.Random(f"{options.seed}/{number}"), options.without, host)
    title, steps = f"seed {options.seed} round {number}", 0
    trial, report = Trial(options, asked), None
    for lines, size in bursts(changes, options.steps):
        steps += size
        isWell = trial.burst(lines)
        if not isWell:
            report = trial.report(title)
            break
        if options.v:
            print(f"  {title}: {len(trial.room.log)} lines, {json.dumps(view(trial.answers['followed']))}", flush=True)
    if not trial.end() and report is None:
        report = trial.report(title)
    lines = sum(not line.startswith("#") for line in trial.room.log)
    trial.room.close()
    return {"steps": steps, "settles": trial.settles, "changed": trial.changed, "lines": lines,
            "refused": trial.refused, "slowest": trial.slowest, "report": report}


def replay(options, asked, played):
    """The bursts of a file, in the namespace of this process: who was at odds, and a report."""
    trial = Trial(options, asked)
    for lines in played:
        if not trial.burst(lines):
            break
        if options.v:
            print(f"  {len(trial.room.log)} lines, {json.dumps(view(trial.answers['followed']))}", flush=True)
    report = trial.report("replay") if trial.culprits() else None
    trial.end()
    trial.room.close()
    report = report or (trial.report("replay") if trial.culprits() else None)
    return {"culprits": sorted(trial.culprits()), "report": report,
            "agreed": json.dumps(view(trial.answers.get("followed")))}


def read_bursts(file):
    """The arguments and the bursts of a report, or a part of it."""
    asked, played = [], [[]]
    for line in open(file):
        line = line.strip()
        if line.startswith(ASKED.strip()):
            # In a whole report this comes behind the answers, and the state behind the commands.
            asked, played = line[len(ASKED.strip()):].split(), [[]]
        elif line.startswith("--- state"):
            break
        if line == SETTLE:
            played.append([])
        elif line in (BATCH, RESTART, LOOK) or line and not line.startswith("#") and not line.endswith("# refused"):
            played[-1].append(line)
    return asked, [burst for burst in played if burst]


def shrunk(fails, played):
    """The bursts with all left out that is not needed for `fails` to name the same culprits."""
    want = fails(played)
    if not want:
        return played
    lines = [(b, line) for b, burst in enumerate(played) for line in burst]

    def grouped(lines):
        return [g for g in ([line for b, line in lines if b == n] for n in range(len(played))) if g]

    size = max(1, len(lines) // 2)
    while True:
        start, cut = 0, False
        while start < len(lines):
            fewer = lines[:start] + lines[start + size:]
            if fewer and fails(grouped(fewer)) == want:
                lines, cut = fewer, True
            else:
                start += size
        if size == 1 and not cut:
            break
        size = max(1, size // 2)
    one = [[line for _, line in lines]]  # and if no time is needed between the commands, without
    return one if len(lines) > 1 and fails(one) == want else grouped(lines)
