#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compares what was sampled with what sampled_stacks.c did.

    check_sampled_stacks.py REPORT.json deep|damaged no|own|yes

no: functions have no names; own: callers are not known.  Ends with 1, and says
what differs.
"""

import re
import sys

from report_rows import read_report, rows_of


def cut_of(report):
    text = " ".join(report["completeness"])
    found = re.search(r"For (\d+) samples?, the outer part of the call path is "
                      r"unknown \(([\d.]+) % of all\)", text)
    if found is None:
        sys.exit("no word about call paths that are cut: " + text)
    return int(found.group(1))


def must(holds, *words):
    if not holds:
        print(*words)
    return not holds


def check_deep(rows, cut, everything, callers):
    """Nearly all samples are at the bottom, below one frame after another."""
    bottom = rows["bottom"]
    wrong = [must(bottom["samples"] >= 0.9 * everything,
                  "bottom:", bottom["samples"], "of", everything),
             must(cut >= bottom["samples"], "fewer are cut:", cut)]
    for name in ("even", "odd") if callers else ():
        wrong.append(must(rows[name]["inclusive_s"] >= 0.99 * bottom["time_s"],
                          name, "has", rows[name]["inclusive_s"]))
    return wrong


def check_damaged(rows, everything):
    """A third each, by a timer's few ticks; what lies in no file has no name,
    or that of what a false frame pointer leads to."""
    wrong = []
    for name, least in ("compute", 0.2), ("overwritten", 0.2), ("", 0.12):
        share = rows[name]["samples"] / everything
        wrong.append(must(least < share < 0.5, name, "has", share))
    return wrong


def main(arguments):
    if len(arguments) != 3:
        sys.exit(__doc__)
    report = read_report(arguments[0])
    functions = rows_of(report, "functions")
    everything = sum(row["samples"] for row in functions)
    cut = cut_of(report)
    wrong = [must(0 < cut <= everything, cut, "cut, of", everything)]
    rows = {row["function"] if row["module"] else "": row for row in functions}
    if arguments[2] != "no" and arguments[1] == "deep":
        wrong += check_deep(rows, cut, everything, arguments[2] == "yes")
    elif arguments[2] != "no":
        wrong += check_damaged(rows, everything)
    if any(wrong):
        print("all:", ", ".join("%s %d" % (row["function"], row["samples"])
                                for row in functions))
    return any(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
