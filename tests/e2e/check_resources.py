# SPDX-License-Identifier: BSD-3-Clause
"""What four ranks of programs/resources.c used, as reports tell it.

usage: check_resources.py REPORT.json CASE     exit status 1: not as it was

The machine may be busy: upper bounds are those that hold in spite of that.
"""
import json
import re
import sys

from report_rows import read_report, rows_in

MIB = 1 << 20
PAGE = 4096
TOUCHED = 64 * MIB
FILE = 32 * MIB

failed = []


def holds(what, condition):
    if not condition:
        failed.append(what)


def rows_of(report, name):
    """None where there is no such table."""
    return rows_in(report["tables"].get(name, {"columns": [], "rows": []}))


def between(what, value, low, high):
    if what.startswith(("CPU time", "no processor")):
        print(f"measured {what}: {value} s, expected {low} to {high}")
    holds(f"{what}: {value} is not in {low}..{high}",
          value is not None and low <= value <= high)


def check_memory(ranks):
    base = max(ranks[r]["memory_bytes"] for r in (0, 2))
    between("memory of rank 1", ranks[1]["memory_bytes"],
            base + TOUCHED - 8 * MIB, base + TOUCHED + 16 * MIB)
    # Pages may be huge ones: then there are fewer faults, by 512.
    more = ranks[1]["minor_faults"] - ranks[0]["minor_faults"]
    between("faults of rank 1", more, TOUCHED // PAGE // 512 - 8,
            TOUCHED // PAGE + 2000)


def check_processor(ranks):
    between("CPU time of rank 0",
            ranks[0]["user_s"] + ranks[0]["system_s"], 0.98, 1.6)
    between("CPU time of rank 2",
            ranks[2]["user_s"] + ranks[2]["system_s"], 0, 0.4)
    between("no processor on rank 2", ranks[2]["off_s"], 0.85, 30)


def check_bytes(ranks):
    for what in ("read_bytes", "written_bytes"):
        between(what + " of rank 3", ranks[3][what], FILE, FILE + MIB)
        between(what + " of rank 0", ranks[0][what], 0, MIB)
    # On storage, or 0 in a file system in memory.
    between("stored by rank 0", ranks[0].get("disk_written_bytes", 0), 0, MIB // 4)
    between("stored by rank 3", ranks[3].get("disk_written_bytes", 0), 0,
            FILE + MIB // 4)


def check_ranks_over_time(report, ranks):
    """Each rank's stretches have what the rank has."""
    rows = rows_of(report, "resources_per_rank_over_time")
    for number, rank in ranks.items():
        own = [row for row in rows if row["rank"] == number]
        for what in ("minor_faults", "read_bytes", "written_bytes"):
            holds(f"{what} of rank {number} over time",
                  sum(row[what] for row in own) == rank[what])
        processor = sum(row["processor_share"] * row["width_s"] for row in own)
        used = rank["user_s"] + rank["system_s"]
        between(f"CPU time of rank {number} over time", processor,
                used - 1e-6, used + 1e-6)


def check_sums(report, ranks):
    """Over time there is as much as of all ranks."""
    time = rows_of(report, "resources_over_time")
    for what in ("minor_faults", "read_bytes", "written_bytes"):
        total = sum(rank[what] for rank in ranks.values())
        between(what + " over time", sum(row[what] for row in time),
                total - 1 - len(time), total + 1 + len(time))
    check_ranks_over_time(report, ranks)
    most = max(row["memory_most_bytes"] for row in time)
    holds("most memory over time",
          most <= max(r["memory_bytes"] for r in ranks.values()))
    holds("whose memory", any(row["memory_most_rank"] == 1 and
                              row["memory_most_bytes"] == most
                              for row in time))


def check_limits(report, ranks):
    """Useful time without processor is at least what is left of it, and never
    more than there is, however busy the machine."""
    for row in rows_of(report, "rank_times"):
        use = ranks[row["rank"]]
        left = row["useful_s"] - use["user_s"] - use["system_s"]
        between(f"no processor on rank {row['rank']}", use["off_s"],
                left - 0.03, row["useful_s"] + 0.03)


def check_known(report, ranks):
    check_limits(report, ranks)
    check_memory(ranks)
    check_processor(ranks)
    check_bytes(ranks)
    check_sums(report, ranks)
    found = re.search(r"(\d+) readings on 4 ranks", json.dumps(report))
    holds("more than two readings of each rank",
          found is not None and int(found.group(1)) > 8)


def check_nofiles(report, ranks):
    check_processor(ranks)
    text = " ".join(report["completeness"])
    for what, name in (("bytes read and written are", "/proc/self/io"),
                       ("resident memory is", "/proc/self/statm")):
        holds(f"{name} is not told", f"For 4 ranks, the {what} known only in "
              f"part: {name} could not be read in " in text)


def check_killed(report, ranks):
    between("CPU time of rank 0",
            ranks[0]["user_s"] + ranks[0]["system_s"], 0.8, 1.6)
    between("memory of rank 1", ranks[1]["memory_bytes"], TOUCHED, 3 * TOUCHED)


CASES = {"known": check_known, "nofiles": check_nofiles,
         "killed": check_killed}


def main(path, case):
    report = read_report(path)
    if case == "none":
        for name in ("resources", "resources_per_rank",
                     "resources_over_time", "resources_per_rank_over_time"):
            holds(f"table {name}", not rows_of(report, name))
        holds("a remark", "could not be read" not in
              " ".join(report["completeness"]))
    else:
        ranks = {row["rank"]: row
                 for row in rows_of(report, "resources_per_rank")}
        holds("four ranks", sorted(ranks) == [0, 1, 2, 3])
        if not failed:
            CASES[case](report, ranks)
    print("\n".join(failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
