# SPDX-License-Identifier: BSD-3-Clause
"""Every test that tests/odd/traps.tsv names is there.

usage: check_traps.py ROOT        exit status 1
"""
import os
import re
import sys

TABLE = "tests/odd/traps.tsv"

# How a file says that it has the case or function NAME.
SAYS = [r"\b(?:CASE|JOB|UNIT_TEST)\(NAME\b", r"\bstarts\('NAME'", r"^static void NAME\("]


def read(root, name):
    with open(os.path.join(root, name), encoding="utf-8") as file:
        return file.read()


def problem_of(root, test):
    name, _, case = test.partition(":")
    if not os.path.isfile(os.path.join(root, name)):
        return f"no file {name}"
    text = read(root, name)
    if case and not any(re.search(says.replace("NAME", re.escape(case)), text,
                                  re.MULTILINE) for says in SAYS):
        return f"{name} has no {case}"
    return None


def main(root):
    rows = [line.split("\t") for line in read(root, TABLE).splitlines()
            if line and not line.startswith("#")]
    problems = [f"not a trap and its tests: {row}" for row in rows
                if len(row) != 2 or not row[1].split()]
    for row in rows:
        problems += [f"{row[0]}: {problem}" for test in row[-1].split()
                     if (problem := problem_of(root, test))]
    print("\n".join(problems + [f"{len(rows)} traps"]))
    return 1 if problems or not rows else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
