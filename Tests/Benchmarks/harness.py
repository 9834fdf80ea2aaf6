"""Runs the workloads of a folder of benchmarks outside of this repository, with this package's program among the
contenders: a folder with `bench.py` and `contenders_table.py`, whose records end up in the form of `summary.py`.

What the folder's modules are asked for: `CONTENDERS`, added to by the variable BENCH_EXTRA; `main` with the
arguments `run WORKLOAD --only A,B --rounds N`, and `--ifs N` or `--routes N`; `Run.stat`; `save`.
"""
import json, os, subprocess, sys

from program import dropped
from yardstick import percentile

PRODUCT = ["product", "product-async", "product-static"]
LIMITS = ["limit-recv", "limit-bpf", "floor"]
PEERS = ["ip-monitor", "libnl", "glib", "go-netlink", "rust-rtnetlink", "qt6"]
SLOW = ["pyroute2-ipr", "pyroute2-ndb", "poll-1s"]
USUAL = LIMITS + PRODUCT + PEERS
STATEFUL = [name for name in USUAL if name not in ("limit-bpf", "ip-monitor")] + ["floor-early"]

# Workload, arguments, rounds, contenders: about 25 minutes in all on a machine that is left alone.
PLAN = [
    ("W1H", [], 4, USUAL),
    ("W1", [], 2, USUAL),
    ("W1", [], 1, ["limit-recv", "product", "pyroute2-ndb", "poll-1s"]),
    ("W2", [], 2, USUAL),
    ("W2", [], 1, ["limit-recv", "product"] + SLOW),
    ("W2A", [], 1, USUAL + SLOW),
    ("W2P", [], 1, USUAL + SLOW[:2]),
    ("W2M", [], 1, USUAL),
    ("W3", ["--ifs", "2000"], 2, USUAL + ["poll-1s"]),
    ("W3", ["--ifs", "10000"], 2, USUAL),
    ("W3R", ["--routes", "200000"], 1, STATEFUL),
    ("W3R", ["--routes", "1000000"], 1, [name for name in STATEFUL if name not in ("libnl", "qt6")]),
    ("W4", [], 1, USUAL + SLOW),
    ("W6", [], 1, USUAL + ["glib-shared"]),
    ("ICOUNT", [], 1, ["limit-recv", "floor", "product-static", "libnl", "glib", "rust-rtnetlink"]),
    ("W5", [], 1, USUAL + SLOW),
]


def run(folder, built, static, results, only, contenders, rounds):
    """Runs what of the plan was chosen."""
    contender, fixed = f"{built}/contender", f"{static}/contender"
    extra = {"product": {"cmd": [contender], "icount": False},
             "product-async": {"cmd": [contender, "async"], "icount": False},
             "product-static": {"cmd": [fixed]}}
    os.environ["BENCH_EXTRA"] = json.dumps(json.loads(os.environ.get("BENCH_EXTRA", "{}")) | extra)
    os.environ["BENCH_RESULTS"] = results
    sys.path.insert(0, folder)
    import bench
    count_drops(bench)
    for workload, arguments, usual_rounds, names in PLAN:
        names = [name for name in names if name in bench.CONTENDERS and (not contenders or name in contenders)]
        if (only and workload not in only) or not names:
            continue
        sys.argv = ["bench.py", "run", workload, "--only", ",".join(names), "--rounds",
                    str(rounds or usual_rounds)] + arguments
        try:
            bench.main()
        except (OSError, RuntimeError, ValueError, subprocess.SubprocessError) as error:
            print(f"{workload} {arguments}: {error}", file=sys.stderr)


def count_drops(bench):
    """Adds to each record how many messages the kernel could not queue for the contender: most do not tell."""
    latest = {}
    stat, save = bench.Run.stat, bench.save

    def counting_stat(self):
        found = stat(self)
        latest["dropped"] = dropped(self.p.pid)
        return found

    def counting_save(workload, record):
        # The idle contenders run at the same time.
        if workload != "W5" and "error" not in record:
            record.update(latest)
        save(workload, record)

    bench.Run.stat, bench.save = counting_stat, counting_save


def rows(results):
    """(workload, what its ratios are taken of, contender, figures) of each record, in the order of the plan."""
    files = [name.removesuffix(".jsonl") for name in os.listdir(results) if name.endswith(".jsonl")]
    order = list(dict.fromkeys(entry[0] for entry in PLAN))
    known = [name for name in files if name.split("_")[0] in order and not name.endswith("_failed")]
    for workload in sorted(known, key=lambda name: (order.index(name.split("_")[0]), len(name), name)):
        yield from records(results, workload)
    for workload in files:
        if workload.endswith("_failed"):
            for record in load(results, workload):
                yield workload, None, record["name"], {"error": record["error"]}


def load(results, workload):
    with open(os.path.join(results, workload + ".jsonl")) as file:
        return [json.loads(line) for line in file]


def records(results, workload):
    kind = workload.split("_")[0]
    main = {"W1": "p50", "W1H": "p50", "W3": "start", "W3R": "start", "W5": "memory",
            "ICOUNT": "instructions"}.get(kind, "cpu")
    for record in load(results, workload):
        title = workload
        row = {"lost": record.get("dropped"), "cpu": record.get("cpu", record.get("cpu0b")),
               "memory": record.get("hwm", record.get("rss")), "wakeups": record.get("wake")}
        if "ready_ms" in record and kind in ("W3", "W3R", "W6"):
            row["start"] = record["ready_ms"] and record["ready_ms"] * 1e6
        if "lat" in record:
            title = f"{workload} {'carrier' if record['what'] == 'link' else 'route'}"
            delays = [delay for delay in record["lat"] if delay is not None]
            row |= {"p50": percentile(delays, 0.5), "p99": percentile(delays, 0.99), "missed": record["miss"]}
        if record.get("right"):
            row["right"] = all(record["right"].values())
        if "per_change" in record:
            row["instructions"] = record["per_change"]
        if kind == "W2A":
            row["missed"] = max(0, record["flips"] - record["count"])
        yield title, main, record["name"], row
        if "churn_cpu" in record:
            yield workload + " churn", "cpu", record["name"], {"cpu": record["churn_cpu"]}
