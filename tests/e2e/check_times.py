#!/usr/bin/env python3
"""Compares waits of known length with the reports of their runs.

    check_times.py EXPECTED.tsv... REPORT.json...

The .tsv files hold rank, procedure and seconds.  In at least one of the runs
a time must be within 10 % of what is expected; where no wait is expected,
20 ms are what the scheduler of a shared machine may add.
"""

import json
import sys

TOLERANCE, SLACK_S = 0.10, 0.020


def read_report(path):
    """{(rank, procedure): seconds}"""
    with open(path) as file:
        table = json.load(file)["tables"]["calls_per_rank"]
    names = [column["name"] for column in table["columns"]]
    rows = [dict(zip(names, row)) for row in table["rows"]]
    return {(row["rank"], row["procedure"]): row["time_s"] for row in rows}


def read_expected(paths):
    for path in paths:
        with open(path) as file:
            for line in file:
                rank, procedure, seconds = line.rstrip("\n").split("\t")
                yield (int(rank), procedure), float(seconds)


def is_close(time, expected):
    most_off = TOLERANCE * expected if expected else SLACK_S
    return abs(time - expected) <= most_off


def main(arguments):
    reports = [read_report(path) for path in arguments
               if path.endswith(".json")]
    expected = list(read_expected(path for path in arguments
                                  if path.endswith(".tsv")))
    if not reports or not expected:
        sys.exit(__doc__)
    wrong = 0
    for key, seconds in expected:
        times = [report[key] for report in reports if key in report]
        if not any(is_close(time, seconds) for time in times):
            print("rank %d %s:" % key, *times, "s, expected %s s" % seconds)
            wrong += 1
    if wrong:
        sys.exit("%d times are off" % wrong)


if __name__ == "__main__":
    main(sys.argv[1:])
