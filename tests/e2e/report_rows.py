# SPDX-License-Identifier: BSD-3-Clause
"""The report of a run in JSON, for check_*.py: a row is {column: cell}."""

import json


def read_report(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def rows_in(table):
    names = [column["name"] for column in table["columns"]]
    return [dict(zip(names, row)) for row in table["rows"]]


def rows_of(report, name):
    return rows_in(report["tables"][name])
