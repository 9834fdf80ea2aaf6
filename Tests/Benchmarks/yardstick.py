"""The workloads that need nothing but this package: the library beside a program that only receives."""
import os, subprocess, sys, time

from lab import route_message
from program import Program

CHANGES, SPACING_S, STORM, LINKS, IDLE_S, REST_S = 500, 0.002, 200_000, 1000, 20, 8
ANYTHING = 2


class Awake:
    """Keeps the processors awake with work that yields to all other: how long one takes to wake is not the
    programs' doing, and in a virtual machine longer than all they do."""

    def __enter__(self):
        busy = "import os; os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))\nwhile True: pass"
        self.processes = [
            subprocess.Popen([sys.executable, "-c", busy], preexec_fn=lambda number=number:
                             os.sched_setaffinity(0, {number})) for number in os.sched_getaffinity(0)]

    def __exit__(self, *_):
        for process in self.processes:
            process.kill()
            process.wait()


def delays(changes, records):
    """For each change (when, kind) the time to the first record that fits it and comes before the next change."""
    found, records = [], list(records)
    for number, (when, kind) in enumerate(changes):
        end = changes[number + 1][0] if number + 1 < len(changes) else when + 2_000_000_000
        fits = [time for time, seen in records if when <= time < end and seen in (kind, ANYTHING)]
        found.append(fits[0] - when if fits else None)
        records = [record for record in records if record[0] >= end]
    return found


def percentile(values, part):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * part))] if values else None


def latency(lab, command):
    """The default route goes and comes back, the processors kept awake."""
    lab.reset()
    with Awake():
        program = Program(lab.watched, command, capacity=65536)
        program.await_answer()
        program.await_rest()
        before, changes = program.cpu(), []
        for number in range(CHANGES):
            is_there = number % 2
            changes.append((lab.kernel.make(route_message(bool(is_there))), is_there))
            time.sleep(SPACING_S)
        program.await_rest()
        used, size, lost, records = program.cpu() - before, program.memory(), program.dropped(), program.records
        program.stop()
    found = delays(changes, records)
    known = [delay for delay in found if delay is not None]
    return {"p50": percentile(known, 0.5), "p99": percentile(known, 0.99), "cpu": used, "memory": size,
            "lost": lost, "missed": found.count(None)}


def storm(lab, command):
    """Routes to single hosts come and go; the default route goes in the middle."""
    lab.reset()
    program = Program(lab.watched, command)
    program.await_answer()
    program.await_rest()
    before = program.cpu()
    lab.kernel.storm(STORM)
    program.await_rest()
    row = {"cpu": program.cpu() - before, "memory": program.memory("VmHWM"), "lost": program.dropped()}
    verdict = program.stop()
    if '"default4":null' not in verdict:
        row["right"] = ('"default4":true' in verdict) == lab.has_default
    return row


def start(lab, command):
    """From the program's start to its first answer, beside many links."""
    lab.reset()
    if "v0" not in lab.run("ip", "-o", "link"):
        lab.add_links(LINKS)
    program = Program(lab.watched, command)
    took = program.await_answer()
    program.await_rest()
    row = {"start": took, "cpu": program.cpu(), "memory": program.memory(), "lost": program.dropped()}
    program.stop()
    return row


def idle(lab, command):
    lab.reset()
    program = Program(lab.watched, command)
    program.await_answer()
    # Dispatch lets a thread go that has had nothing to do for five seconds: it wakes once more, to end.
    time.sleep(REST_S)
    before, used = program.await_rest(), program.cpu()
    time.sleep(IDLE_S)
    row = {"wakeups": program.await_rest() - before, "cpu": program.cpu() - used, "memory": program.memory()}
    program.stop()
    return row


# What the ratios are taken of; `start` last, since its links stay.
WORKLOADS = {"latency": (latency, "p50"), "storm": (storm, "cpu"), "idle": (idle, "memory"),
             "start": (start, "start")}
