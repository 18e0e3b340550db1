#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""JSON and CSV of one report hold the same tables, cell by cell.

    check_formats.py REPORT.json REPORT.csv
"""

import csv
import json
import sys

NUMBERS = {"integer", "count", "seconds", "bytes", "ratio", "real"}


def read_csv(file):
    """{table: [row of strings]}, the first row being the column names"""
    tables, rows = {}, None
    for row in csv.reader(file):
        if len(row) == 1 and row[0].startswith("# "):
            rows = tables.setdefault(row[0][2:], [])
        elif row:
            rows.append(row)
    return tables


def same(kind, cell, text):
    if cell is None:
        return text == ""
    if kind in NUMBERS:
        return not isinstance(cell, str) and float(text) == float(cell)
    return cell == text


def differences(name, table, rows):
    columns = table["columns"]
    if [column["name"] for column in columns] != rows[0]:
        yield "%s: columns" % name
    if len(table["rows"]) != len(rows) - 1:
        yield "%s: number of rows" % name
    for cells, texts in zip(table["rows"], rows[1:]):
        if not len(cells) == len(texts) == len(columns):
            yield "%s: a row of another length: %s" % (name, cells)
        for column, cell, text in zip(columns, cells, texts):
            if not same(column["kind"], cell, text):
                yield "%s %s: %r, %r" % (name, column["name"], cell, text)


def main(arguments):
    if len(arguments) != 2:
        sys.exit(__doc__)
    with open(arguments[0], encoding="utf-8") as file:
        report = json.load(file)
    with open(arguments[1], newline="", encoding="utf-8") as file:
        tables = read_csv(file)
    wrong = []
    if report["schema"] != "mpiprof-report" or report["version"] != 1:
        wrong.append("schema")
    for name in ("verdict", "completeness"):
        if [row[0] for row in tables.pop(name)[1:]] != report[name]:
            wrong.append(name)
    if list(tables) != list(report["tables"]):
        wrong.append("tables: %s, %s" % (list(tables),
                                         list(report["tables"])))
    for name, table in report["tables"].items():
        wrong += differences(name, table, tables.get(name, [[]]))
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main(sys.argv[1:])
