#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compares what a test program expects with the report of its run, exactly.

    check_counts.py [--others-ok] REPORT.json EXPECTED.tsv...

REPORT.json is the output of `mpiprof-report --format json'.  The files hold
rank, procedure, calls, bytes_out and bytes_in, separated by tabs, as
expect.c writes them.  A procedure that the report has and the files do not
is an error too, unless --others-ok is given.
"""

import sys

from report_rows import read_report, rows_of

COLUMNS = ("calls", "bytes_out", "bytes_in")


def read_calls(path):
    """{(rank, procedure): (calls, bytes_out, bytes_in)}"""
    rows = rows_of(read_report(path), "calls_per_rank")
    return {(row["rank"], row["procedure"]):
            tuple(row[column] or 0 for column in COLUMNS)
            for row in rows if row["calls"]}


def read_expected(paths):
    expected = {}
    for path in paths:
        with open(path) as file:
            for line in file:
                rank, procedure, *numbers = line.rstrip("\n").split("\t")
                expected[int(rank), procedure] = tuple(map(int, numbers))
    return expected


def differences(expected, found, others_ok):
    for key in sorted(expected):
        if key not in found:
            yield "rank %d %s: not in the report" % key
        elif expected[key] != found[key]:
            for column, e, f in zip(COLUMNS, expected[key], found[key]):
                if e != f:
                    yield ("rank %d %s: " % key +
                           "%s is %d, expected %d" % (column, f, e))
    if others_ok:
        return
    for rank, procedure in sorted(set(found) - set(expected)):
        yield "rank %d %s: %d calls not expected" % (
            rank, procedure, found[rank, procedure][0])


def main(arguments):
    others_ok = arguments[:1] == ["--others-ok"]
    if others_ok:
        del arguments[0]
    if len(arguments) < 2:
        sys.exit(__doc__)
    expected = read_expected(arguments[1:])
    wrong = list(differences(expected, read_calls(arguments[0]), others_ok))
    for line in wrong[:40]:
        print(line)
    if wrong or not expected:
        sys.exit("%d differences in %d rows" % (len(wrong), len(expected)))


if __name__ == "__main__":
    main(sys.argv[1:])
