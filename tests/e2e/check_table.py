#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compares columns of one table of a report with what they must hold.

    check_table.py REPORT.json TABLE EXPECTED.tsv

The first line of EXPECTED.tsv names columns; the rows may come in any order.
Of paths only the last part is compared.
"""

import os
import sys

from report_rows import read_report, rows_of


def read_expected(path):
    with open(path) as file:
        rows = [line.rstrip("\n").split("\t") for line in file]
    return rows[0], sorted(rows[1:])


def read_found(path, name, columns):
    return sorted([os.path.basename(str(row[column])) for column in columns]
                  for row in rows_of(read_report(path), name))


def main(arguments):
    if len(arguments) != 3:
        sys.exit(__doc__)
    report, name, path = arguments
    columns, expected = read_expected(path)
    found = read_found(report, name, columns)
    for row in found:
        if row not in expected:
            print("found:    ", row)
    for row in expected:
        if row not in found:
            print("expected: ", row)
    if found != expected:
        sys.exit("table %s differs" % name)


if __name__ == "__main__":
    main(sys.argv[1:])
