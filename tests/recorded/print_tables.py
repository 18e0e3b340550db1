#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Prints what a report must say of a recorded run, as CSV.

    print_tables.py REPORT.json WITHOUT

WITHOUT: tables that are left out, with commas; waits: all of WAITS, tables
of waits and what is concluded from them.
All but what is long and nobody's result (LEFT_OUT), and what tells of the
reader or is prose that is the same in every report (COLUMNS_LEFT_OUT).  Of long
tables the first rows, then the sums over all and a checksum of all cells: nothing
changes unseen.  Numbers have 12 digits, as the ones behind that are rounded in
another way where registers are wider than numbers, on 32-bit machines.
"""

import csv
import json
import math
import re
import sys
import zlib

LEFT_OUT = {"settings", "resources", "resources_per_rank",
            "resources_over_time", "imbalance_procedures",
            "imbalance_call_sites", "imbalance_communicators", "comm_pairs"}
WAITS = {"wait_states", "wait_sites", "wait_culprits", "waits_per_rank",
         "wait_pairs", "root_causes", "critical_path", "efficiency",
         "efficiency_over_time", "advice", "verdict"}
COLUMNS_LEFT_OUT = {"definition", "remedy", "mpiprof_version"}
MOST_ROWS = 5
# Why they have none depends on what the reader was built with.
UNNAMED = re.compile("(, and (?:is shown as an address|are shown as addresses)): .*")


def cell_text(cell):
    if cell is None:
        return ""
    return "%.12g" % cell if isinstance(cell, float) else str(cell)


def sum_text(cells):
    """Words have no sum."""
    numbers = [cell for cell in cells if isinstance(cell, (int, float))]
    return cell_text(math.fsum(numbers)) if numbers else ""


def print_table(name, table, writer):
    columns = [column["name"] for column in table["columns"]]
    kept = [i for i, column in enumerate(columns)
            if column not in COLUMNS_LEFT_OUT]
    writer.writerow(["# " + name])
    writer.writerow([columns[i] for i in kept])
    rows = table["rows"]
    texts = [[cell_text(row[i]) for i in kept] for row in rows]
    long = len(rows) > MOST_ROWS + 1
    writer.writerows(texts[:MOST_ROWS] if long else texts)
    if long:
        writer.writerow(["all %d rows" % len(rows)] +
                        [sum_text(row[i] for row in rows) for i in kept[1:]] +
                        ["checksum %08x" % zlib.crc32(repr(texts).encode())])


def main(path, without):
    left_out = LEFT_OUT | set(without.split(","))
    if "waits" in left_out:
        left_out |= WAITS
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    writer = csv.writer(sys.stdout, lineterminator="\n")
    for name in sorted({"verdict", "completeness"} - left_out):
        writer.writerow(["# " + name])
        writer.writerows([[UNNAMED.sub(r"\1", text)]
                          for text in report[name]])
    for name, table in report["tables"].items():
        if name not in left_out:
            print_table(name, table, writer)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
