# SPDX-License-Identifier: BSD-3-Clause
"""Checks every #include, and every import of the HTML report, against
include_table.tsv; the headers of libraries against header_owners.tsv; the guard
of a header against its path; and that no modules include each other in a circle,
but x.h and a header x_part.h for the sources of x.

usage: check_includes.py ROOT      prints what is not allowed; exit status 1
"""
import os
import re
import sys

import source_files

HERE = os.path.dirname(os.path.abspath(__file__))
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)
IMPORT = re.compile(r'^import\b[^"]*"(\.[^"]+)"', re.M)
GUARD = re.compile(r"^#ifndef (\w+)\n#define \1$", re.M)
# No C source includes these, or none twice.
UNGUARDED = {"wrappers/removed.h", "tests/wrappers/sample_mpi.h",
             "tests/e2e/programs/fortran_interface.h",
             "tests/e2e/programs/held_free.h",
             "tests/odd/fortran/collective_cases.h",
             "tests/odd/fortran/odd.h"}


def inside(name):
    """The name as the tables have it: without a leading src/ or include/."""
    return re.sub(r"^(src|include)/", "", name)


def folder_of(name, table):
    """The longest folder of the table that holds the file, or gen."""
    folder = os.path.dirname(inside(name))
    while folder and folder not in table and folder != "gen":
        folder = os.path.dirname(folder)
    return folder


def target_of(root, name, included):
    """Where an #include "..." leads, as the tables name it."""
    beside = os.path.join(os.path.dirname(name), included)
    if os.path.isfile(os.path.join(root, beside)):
        return inside(os.path.normpath(beside))
    if "/" in included or \
            os.path.isfile(os.path.join(root, "include", included)):
        return inside(included)
    return "gen/" + included


def may_include(target, own, table):
    allowed = table[own] + [own]
    return folder_of(target, table) in allowed or target in allowed


def owner_row(included, owners):
    for header, allowed in owners.items():
        if included == header or (header.endswith("/") and
                                  included.startswith(header)):
            return allowed
    return None


def problems_of(root, name, table, owners):
    own = folder_of(name, table)
    if not own:
        if not name.startswith("include/"):
            yield f"{name}: its folder is not in include_table.tsv"
        return
    for quote, included in INCLUDE.findall(source_files.read(root, name)):
        if quote == '"' and included != "config.h":
            target = target_of(root, name, included)
            if not may_include(target, own, table):
                yield f"{name}: {own} may not include {target}"
        allowed = owner_row(included, owners)
        if allowed is not None and own not in allowed and \
                inside(name) not in allowed:
            yield f"{name}: <{included}> belongs to {' '.join(allowed)}"


def module_of(name, headers):
    """The longest header that the name begins with: x.h has x.c and x_more.c."""
    stem = inside(name)[:-2]
    folder, base = os.path.split(stem)
    words = base.split("_")
    shorter = [os.path.join(folder, "_".join(words[:n]))
               for n in range(len(words), 0, -1)]
    return next((module for module in shorter if module in headers), stem)


def module_includes(root, names):
    """For each module the others whose headers it includes."""
    headers = {inside(n)[:-2] for n in names if n.endswith(".h")}
    graph = {}
    for name in names:
        module = module_of(name, headers)
        included = {target_of(root, name, included)[:-2] for quote, included in
                    INCLUDE.findall(source_files.read(root, name))
                    if quote == '"'}
        graph.setdefault(module, set()).update(included & headers - {module})
    return graph


def reached_from(start, graph):
    reached, new = set(), [start]
    while new:
        further = graph.get(new.pop(), set()) - reached
        reached |= further
        new += further
    return reached


def is_pair(circle, header_graph):
    """x.h and x_part.h for its sources, which x.h does not include."""
    module, *others = circle.split()
    return len(others) == 1 and others[0].startswith(module + "_") and \
        others[0] not in header_graph.get(module, ())


def circle_problems(root, names):
    graph = module_includes(root, names)
    reached = {module: reached_from(module, graph) for module in graph}
    circles = {" ".join(sorted(other for other in reached[module]
                               if module in reached.get(other, ())))
               for module in graph if module in reached[module]}
    header_graph = module_includes(root, [n for n in names if n.endswith(".h")])
    for circle in sorted(circles):
        if not is_pair(circle, header_graph):
            yield f"these include each other in a circle: {circle}"


def import_problems(root, name, table):
    own = folder_of(name, table)
    for imported in IMPORT.findall(source_files.read(root, name)):
        target = os.path.normpath(os.path.join(os.path.dirname(name), imported))
        if not may_include(target, own, table):
            yield f"{name}: {own} may not import {target}"


def guard_problems(root, name):
    """src/base/log.h has BASE_LOG_H."""
    guard = GUARD.search(source_files.read(root, name))
    wanted = re.sub(r"\W", "_", inside(name)).upper()
    if not guard:
        if name not in UNGUARDED:
            yield f"{name}: it has no guard {wanted}"
    elif guard[1] != wanted:
        yield f"{name}: its guard is {guard[1]}, not {wanted}"


def main(root):
    table = source_files.table(os.path.join(HERE, "include_table.tsv"))
    owners = source_files.table(os.path.join(HERE, "header_owners.tsv"))
    names = source_files.c_files(root)
    problems = [p for n in names
                for p in problems_of(root, n, table, owners)]
    problems += circle_problems(root, names)
    problems += [p for n in source_files.c_files(root) +
                 source_files.c_files(root, ("tests/",))
                 if n.endswith(".h") for p in guard_problems(root, n)]
    names += (scripts := [n for n in source_files.all_files(root)
                          if n.startswith("share/html/src/")])
    problems += [p for n in scripts for p in import_problems(root, n, table)]
    print("\n".join(problems + [f"{len(names)} files"]))
    return 1 if problems or not names else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
