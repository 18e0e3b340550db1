#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compares two reports of one run: from its profile and from its trace.

    check_same.py [--without TABLE | --only TABLE,TABLE] A.json B.json

Every table that both reports have must hold the same rows, in any order.
Times (columns that end in _s), ratios and other real numbers may differ by
rounding: a nanosecond for each call.
"""

import json
import math
import sys

# What tells how the run was made and read; a trace does not have all of it, such
# as whether ranks waited for a core.
NOT_COMPARED = {"run", "settings", "gains", "resources",
                "resources_per_rank", "resources_over_time",
                "resources_per_rank_over_time"}
RELATIVE, ABSOLUTE = 1e-4, 2e-6


def is_exact(cell):
    return not isinstance(cell, float)


def sort_key(row):
    return [(str(type(cell)), str(cell)) if is_exact(cell)
            else ("~", "%.3g" % cell) for cell in row]


def same_cell(a, b, absolute):
    if is_exact(a) and is_exact(b):
        return a == b
    if a is None or b is None:
        return False
    return math.isclose(a, b, rel_tol=RELATIVE, abs_tol=absolute)


def same_row(a, b, tolerances):
    return len(a) == len(b) and all(map(same_cell, a, b, tolerances))


def without_lost_origins(tables):
    """A trace cannot name an intercommunicator as a parent, nor what made a
    communicator."""
    table = tables.get("communicators")
    if table is None:
        return
    names = [column["name"] for column in table["columns"]]
    own, parent = names.index("communicator"), names.index("parent")
    of_two_groups = {row[own] for row in table["rows"]
                     if " and " in str(row[names.index("members")])}
    for row in table["rows"]:
        row[names.index("made_by")] = None
        if row[parent] in of_two_groups:
            row[parent] = None


def without_column(table, name):
    if table is None:
        return
    at = [column["name"] for column in table["columns"]].index(name)
    for row in table["rows"]:
        row[at] = None


def without_what_only_profiles_know(tables):
    """A trace does not say what measuring cost, what was never freed, in which
    calls samples were, nor what ranks used of their hosts, which remedies depend
    on; sentences have times that are rounded."""
    without_column(tables.get("procedures"), "processor_s")
    table = tables.get("advice")
    if table is None:
        return
    names = [column["name"] for column in table["columns"]]
    table["rows"] = [row for row in table["rows"]
                     if row[names.index("rule")] not in ("own_overhead",
                                                         "leaks")]
    for row in table["rows"]:
        row[names.index("evidence")] = None
        if row[names.index("rule")] in ("unequal_work", "serial_work", "turns",
                                        "start_and_end"):
            row[names.index("remedy")] = None


def is_starved(tables):
    """Only a profile knows whether ranks had a core; it then tells no gains."""
    rows = tables.get("advice", {"rows": []})["rows"]
    return any("no_core" in row for row in rows)


def tolerances_of(columns, run_time):
    """For each column; a ratio is a time as a share of the run time."""
    return [ABSOLUTE / run_time if column["kind"] == "ratio" else ABSOLUTE
            for column in columns]


def run_time_of(tables):
    names = [column["name"] for column in tables["run"]["columns"]]
    return tables["run"]["rows"][0][names.index("run_time_s")]


def row_differences(name, rows_a, rows_b, tolerances):
    """Pairs up the rows that are the same; what is left differs."""
    left = sorted(rows_b, key=sort_key)
    for row in sorted(rows_a, key=sort_key):
        match = next((i for i, other in enumerate(left)
                      if same_row(row, other, tolerances)), None)
        if match is None:
            yield "%s: only in the first: %s" % (name, row)
        else:
            del left[match]
    for row in left:
        yield "%s: only in the second: %s" % (name, row)


def differences(a, b):
    for name in sorted((set(a) | set(b)) - NOT_COMPARED):
        if name not in a or name not in b:
            yield "%s: only in the %s report" % (
                name, "first" if name in a else "second")
            continue
        if a[name]["columns"] != b[name]["columns"]:
            yield "%s: columns differ" % name
        yield from row_differences(
            name, a[name]["rows"], b[name]["rows"],
            tolerances_of(a[name]["columns"], run_time_of(a)))


def main(arguments):
    if arguments[:1] == ["--without"]:
        NOT_COMPARED.add(arguments[1])
        del arguments[:2]
    only = None
    if arguments[:1] == ["--only"]:
        only = arguments[1].split(",")
        del arguments[:2]
    if len(arguments) != 2:
        sys.exit(__doc__)
    with open(arguments[0]) as file_a, open(arguments[1]) as file_b:
        a, b = json.load(file_a)["tables"], json.load(file_b)["tables"]
    if only:
        NOT_COMPARED.update(set(a) - set(only), set(b) - set(only))
    if is_starved(a) or is_starved(b):
        NOT_COMPARED.add("advice")
        without_column(a.get("efficiency"), "loss_s")
        without_column(b.get("efficiency"), "loss_s")
    without_what_only_profiles_know(a)
    without_what_only_profiles_know(b)
    without_lost_origins(a)
    without_lost_origins(b)
    wrong = list(differences(a, b))
    for line in wrong[:40]:
        print(line)
    if wrong or not a:
        sys.exit("%d differences" % len(wrong))


if __name__ == "__main__":
    main(sys.argv[1:])
