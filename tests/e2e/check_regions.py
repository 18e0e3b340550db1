#!/usr/bin/env python3
"""Compares the regions of a report with what a test program expects.

    check_regions.py REPORT.json EXPECTED.tsv...

EXPECTED.tsv: what visits.c writes, a file of each rank.  Paths and visits are
the same, and inclusive time lies between the two that the program measured;
0.1 % and a microsecond a visit are for two clocks.  Every region of the
report must be expected, but for those whose last part ends in (folded),
without time.
"""

import json
import sys


def read_expected(paths):
    expected = {}
    for path in paths:
        with open(path) as file:
            for line in file:
                name, *numbers = line.rstrip("\n").rsplit("\t", 3)
                old = expected.get(name, (0, 0.0, 0.0))
                expected[name] = tuple(a + float(b)
                                       for a, b in zip(old, numbers))
    return expected


def read_found(path):
    with open(path) as file:
        table = json.load(file)["tables"]["regions"]
    names = [column["name"] for column in table["columns"]]
    rows = [dict(zip(names, row)) for row in table["rows"]]
    found = {}
    for row in rows:
        if row["region"] in found:
            sys.exit("two rows of region %s" % row["region"])
        found[row["region"]] = row["visits"], row["inclusive_s"]
    return found


def problems(expected, found):
    for name in sorted(set(expected) | set(found)):
        if name not in found:
            yield "%s: not in the report" % name
        elif name not in expected:
            yield "%s: %d visits not expected" % (name, found[name][0])
        else:
            visits, least, most = expected[name]
            slack = 1e-3 * most + 1e-6 * visits
            if found[name][0] != visits:
                yield "%s: %d visits, expected %d" % (name, found[name][0],
                                                      visits)
            if not least - slack <= found[name][1] <= most + slack:
                yield "%s: %.6f s, expected %.6f to %.6f" % (
                    name, found[name][1], least, most)


def main(arguments):
    if len(arguments) < 2:
        sys.exit(__doc__)
    expected = read_expected(arguments[1:])
    found = {name: row for name, row in read_found(arguments[0]).items()
             if name != "(outside regions)"}
    wrong = list(problems(expected, found))
    for line in wrong:
        print(line)
    if wrong or not expected:
        sys.exit("regions differ")


if __name__ == "__main__":
    main(sys.argv[1:])
