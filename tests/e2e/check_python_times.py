#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The functions of Python in a report have the times of pstats.

    check_python_times.py REPORT.json SLOW_RANK SLOW_FUNCTION cpu_*.prof

SLOW_RANK spends most in SLOW_FUNCTION, and advice says so.
"""

import marshal
import os
import re
import sys

from report_rows import read_report, rows_of


def profiled(paths):
    """(file, first line, name): own and cumulative seconds over ranks, and the
    rank with the most."""
    sums = {}
    for path in paths:
        rank = int(re.search("cpu_([0-9]+).prof$", path).group(1))
        with open(path, "rb") as file:
            stats = marshal.load(file)
        for key, (_, _, own, cumulative, _) in stats.items():
            if key[0] == "~":
                continue
            entry = sums.setdefault(key, [0, 0, (-1, 0)])
            entry[0] += own
            entry[1] += cumulative
            entry[2] = max(entry[2], (own, -rank))
    return sums


def near(a, b):
    return abs(a - b) <= 1e-6 + 1e-6 * abs(b)


def check_row(row, entry):
    own, cumulative, (most, rank) = entry
    assert near(row["own_s"], own), (row, entry)
    assert near(row["cumulative_s"], cumulative), (row, entry)
    assert near(row["own_max_s"], most), (row, entry)
    assert most == 0 or row["own_max_rank"] == -rank, (row, entry)
    if row["cumulative_s"] > 0:
        assert near(row["mpi_share"],
                    row["mpi_within_s"] / row["cumulative_s"]), row


def main(arguments):
    report = read_report(arguments[0])
    slow_rank, slow_function = int(arguments[1]), arguments[2]
    sums = profiled(arguments[3:])
    rows = rows_of(report, "python_mpi")
    found = {}
    for row in rows:
        name = row["function"].rsplit(".", 1)[-1]
        found[(row["file"], row["first_line"], name)] = row
    for key, entry in sums.items():
        check_row(found[key], entry)
    both = [row for row in rows if row["own_s"] is not None and row["calls"]]
    assert len(both) >= 2, "no function has MPI calls and a profile"
    for row in both:
        assert row["mpi_within_s"] <= row["cumulative_s"], row
    slow = [row for row in rows if row["function"] == slow_function]
    assert [row["own_max_rank"] for row in slow] == [slow_rank], slow
    place = "to %s (%s:%d)" % (slow_function, os.path.basename(
        slow[0]["file"]), slow[0]["first_line"])
    said = " ".join(str(row["evidence"]) for row in rows_of(report, "advice"))
    assert place in said, (place, said)


if __name__ == "__main__":
    main(sys.argv[1:])
