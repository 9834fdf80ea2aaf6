"""One Markdown table of what was measured, and the ratios."""
import collections, statistics

PRODUCTS = ["product", "product-async", "product-static"]
LIMITS = ["limit-recv", "limit"]
# Who only receives has no first answer to give: a start is compared with who reads the least.
STARTERS = ["floor-early", "floor"] + LIMITS
COLUMNS = {  # Heading, divisor, decimals.
    "p50": ("p50 us", 1e3, 1), "p99": ("p99 us", 1e3, 1), "start": ("start ms", 1e6, 1), "cpu": ("CPU ms", 1e6, 2),
    "instructions": ("instructions", 1, 0), "wakeups": ("wake-ups", 1, 0), "memory": ("memory MiB", 1024, 1)}
LEGEND = """Medians over the rounds. *missed*: changes without a call before the next one. *dropped*: messages that the
kernel could not queue for the program (/proc/net/netlink). *right*: whether what it holds at the end is so.
*x limit*: the latency, else start, else CPU (idle: memory), over that of the program that only receives, or for a
start of the one that reads the least (`floor`), within a round. *product is*: the library's, called on a queue, over
this one's."""


def number(value, decimals):
    return "-" if value is None else f"{value:,.{decimals}f}"


def ratio(rows, others, key):
    """The median of the quotients within a round."""
    known = {row["round"]: row[key] for row in others if row.get(key)}
    found = [row[key] / known[row["round"]] for row in rows if row.get(key) is not None and row["round"] in known]
    return statistics.median(found) if found else None


def verdict(rows):
    said = [row["right"] for row in rows if "right" in row]
    if not said:
        return "-"
    return "yes" if all(said) else "**no**" if not any(said) else f"{sum(said)} of {len(said)}"


def middle(rows, key):
    known = [row[key] for row in rows if row.get(key) is not None]
    return statistics.median(known) if known else None


def table(rows):
    """`rows`: (workload, what its ratios are taken of, contender, figures), a row for each round."""
    rows = list(rows)
    workloads, rounds = {}, collections.Counter()
    for workload, main, name, figures in rows:
        if "error" not in figures:
            # The limit comes first in each round.
            rounds[workload] += name in LIMITS
            figures = figures | {"round": rounds[workload]}
            workloads.setdefault((workload, main), {}).setdefault(name, []).append(figures)
    headings = ["workload", "contender"] + [heading for heading, _, _ in COLUMNS.values()]
    print("| " + " | ".join(headings + ["missed", "dropped", "right", "x limit", "product is"]) + " |")
    print("|" + " --- |" * (len(headings) + 5))
    for (workload, main), contenders in workloads.items():
        bases = STARTERS if main == "start" else LIMITS
        limit = next((contenders[name] for name in bases if name in contenders), [])
        for name, figures in contenders.items():
            cells = [workload, f"**{name}**" if name in PRODUCTS else name]
            for key, (_, divisor, decimals) in COLUMNS.items():
                value = middle(figures, key)
                cells.append(number(value and value / divisor, decimals))
            cells += [number(middle(figures, "missed"), 0), number(middle(figures, "lost"), 0), verdict(figures),
                      number(ratio(figures, limit, main), 2),
                      number(ratio(contenders.get("product", []), figures, main), 2)]
            print("| " + " | ".join(cells) + " |")
    print("\n" + LEGEND)
    for workload, _, name, figures in rows:
        if "error" in figures:
            print(f"- {workload}: {name}: {figures['error']}")
