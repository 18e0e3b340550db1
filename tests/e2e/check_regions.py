#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compares the regions of a report with what a test program expects.

    check_regions.py [--visits] REPORT.json EXPECTED.tsv...

EXPECTED.tsv: what visits.c writes, a file of each rank.  Paths, visits and, of
a run in virtual time, inclusive times are the same; --visits: times are not
looked at.  Every region of the report must be expected, but for those whose
last part ends in (folded), without time.
"""

import sys

from report_rows import read_report, rows_of

ROUNDING_S = 1e-8


def read_expected(paths):
    expected = {}
    for path in paths:
        with open(path) as file:
            for line in file:
                name, *numbers = line.rstrip("\n").rsplit("\t", 2)
                old = expected.get(name, (0, 0.0))
                expected[name] = tuple(a + float(b)
                                       for a, b in zip(old, numbers))
    return expected


def read_found(path):
    found = {}
    for row in rows_of(read_report(path), "regions"):
        if row["region"] in found:
            sys.exit("two rows of region %s" % row["region"])
        found[row["region"]] = row["visits"], row["inclusive_s"]
    return found


def problems(expected, found, timed):
    for name in sorted(set(expected) | set(found)):
        if name not in found:
            yield "%s: not in the report" % name
        elif name not in expected:
            yield "%s: %d visits not expected" % (name, found[name][0])
        else:
            visits, time = expected[name]
            found_visits, found_time = found[name]
            if found_visits != visits:
                yield "%s: %d visits, expected %d" % (name, found_visits,
                                                      visits)
            if timed and abs(found_time - time) > ROUNDING_S:
                yield "%s: %.9f s, expected %.9f" % (name, found_time, time)


def main(arguments):
    timed = arguments[:1] != ["--visits"]
    arguments = arguments[not timed:]
    if len(arguments) < 2:
        sys.exit(__doc__)
    expected = read_expected(arguments[1:])
    found = {name: row for name, row in read_found(arguments[0]).items()
             if name != "(outside regions)"}
    wrong = list(problems(expected, found, timed))
    for line in wrong:
        print(line)
    if wrong or not expected:
        sys.exit("regions differ")


if __name__ == "__main__":
    main(sys.argv[1:])
