#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compares waits of known length with the reports of their runs.

    check_times.py REPORT.json EXPECTED.tsv...

The .tsv files hold rank, procedure and seconds of waiting.  In virtual time
each call takes a microsecond besides.
"""

import sys

from report_rows import read_report, rows_of

CALL_S = 1e-6


def read_calls(path):
    """{(rank, procedure): seconds}"""
    rows = rows_of(read_report(path), "calls_per_rank")
    return {(row["rank"], row["procedure"]): row["time_s"] for row in rows}


def read_expected(paths):
    for path in paths:
        with open(path) as file:
            for line in file:
                rank, procedure, seconds = line.rstrip("\n").split("\t")
                yield (int(rank), procedure), float(seconds)


def main(report_path, *expected_paths):
    report = read_calls(report_path)
    wrong = 0
    for key, seconds in read_expected(expected_paths):
        seconds += CALL_S
        if abs(report[key] - seconds) > 1e-9:
            print("rank %d %s:" % key, report[key], "s, expected", seconds)
            wrong += 1
    if wrong or not expected_paths:
        sys.exit("%d times are off" % wrong)


if __name__ == "__main__":
    main(*sys.argv[1:])
