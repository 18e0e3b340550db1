#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tells whether the times of a report's parts are no more than the whole.

    check_time_adds_up.py REPORT.json

The report (--all) is of one rank: what its regions hold exclusively is its
time, and a bin of the time line holds no more than its width.
"""

import sys

from report_rows import read_report, rows_of

SLACK = 1.001  # rounding to nanoseconds


def fullest_bin(rows):
    bins = {}
    for row in rows:
        bins[row["begin_s"]] = bins.get(row["begin_s"], 0) + row["time_s"]
    return max(bins.values()), max(row["width_s"] for row in rows)


def main(path):
    report = read_report(path)
    run_s = report["run"]["run_time_s"]
    regions_s = sum(row["exclusive_s"]
                    for row in rows_of(report, "regions"))
    bin_s, width_s = fullest_bin(rows_of(report, "timeline"))
    print("run %g s, regions %g s, a bin of %g s holds %g s" %
          (run_s, regions_s, width_s, bin_s))
    return int(regions_s > SLACK * run_s or bin_s > SLACK * width_s)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
