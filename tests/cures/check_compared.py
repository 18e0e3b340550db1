#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks what `mpiprof-report compare' says of programs without and with a cure.

    check_compared.py REPORT-PROGRAM CURES.tsv FOLDER

FOLDER has NAME.0.run and NAME.CURE.run of the programs of cures.tsv that were
run.  The planted cause has to be gone, the promise of the report without the
cure kept, and what was not cured has to be there still.  A cured run that is
too short to judge has no causes: then the promise is that of all of them.
Programs whose cause the report does not find yet are left out.  Exit status 1
where one differs.
"""

import json
import os
import subprocess
import sys

from planted import KINDS, read_rows
from report_rows import rows_of


# Programs whose cured run has another cause, of which kind, and why it was none before.
NEW = {"early_wait.c": ("moving", "waits that are not hidden are unequal work that "
                                  "moves, behind which hiding them comes")}


def is_of_kind(cause, row):
    return cause["rule"] in KINDS[row["what"]]


def wrong_changes(row, causes, left, cured):
    """left: other causes planted there, which the cure does not remove; cured: how
    many it removes."""
    planted = [cause for cause in causes if is_of_kind(cause, row) and
               cause["change"] == "gone"]
    if not planted:
        yield "the cause is not gone"
    if len([cause for cause in causes if cause["change"] == "gone"]) > cured:
        yield "more is gone"
    new = {cause["rule"] for cause in causes if cause["change"] in ("new", "larger")}
    if bool(new) != (row["program"] in NEW):
        yield "something is new" if new else "nothing is new: not one of NEW"
    elif new and not new <= set(KINDS[NEW[row["program"]][0]]):
        yield "of another kind is new: %s" % ", ".join(sorted(new))
    for other in left:
        if not any(is_of_kind(cause, other) and cause["change"] == "the same"
                   for cause in causes):
            yield "%s is not as before" % other["what"]


def wrong_of(row, report, left, cured):
    causes = rows_of(report, "compare_causes")
    promises = rows_of(report, "compare_promise")
    verdict = " ".join(report["verdict"])
    unknown = any(cause["change"] == "unknown" for cause in causes)

    if [promise["answer"] for promise in promises] != ["kept"]:
        yield "the promise is not kept"
    if "the promise was kept" not in verdict:
        yield "the verdict does not say that it was kept"
    if not unknown:
        yield from wrong_changes(row, causes, left, cured)
    if ("Gone: " in verdict) == unknown:
        yield "the verdict does not say what is gone"


def is_right(program, folder, row, rows):
    base = os.path.join(folder, row["program"].split(".")[0])
    runs = ["%s.%s.run" % (base, cure) for cure in ("0", row["cure"])]
    if row["known"] != "-" or not all(map(os.path.isdir, runs)):
        return True
    planted = [other for other in rows if other["program"] == row["program"]]
    left = [other for other in planted if other["cure"] != row["cure"]]
    report = json.loads(subprocess.check_output(
        [program, "compare", "--format", "json", *runs]))
    wrong = list(wrong_of(row, report, left, len(planted) - len(left)))
    print("%s: compared: %s %s" % ("NOT OK" if wrong else "ok", row["program"],
                                   row["cure"]))
    if wrong:
        print("  %s\n  says: %s" % ("; ".join(wrong),
                                    " ".join(report["verdict"])))
    return not wrong


def main():
    program, path, folder = sys.argv[1:]
    rows = [row for row in read_rows(path) if row["cure"] != "-"]
    sys.exit(not all([is_right(program, folder, row, rows) for row in rows]))


main()
