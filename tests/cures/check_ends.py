#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks what programs of cures.tsv print on standard error as they end.

    check_ends.py REPORT-PROGRAM CURES.tsv FOLDER

NAME.0.run.err has it, made from the profile alone.  Causes have numbers and are
marked as estimates; they may blame no other rank than what was planted, may not
promise more than the cures bring, or than the report does for all its causes (by
15 % at most), and a healthy program has none.  The first is of the same kind and
rank as the first of the report, but for OTHERS.  What a profile shows has to be
found.  Exit status 1 where one differs.
"""

import os
import re
import sys

from planted import read_rows, report_of
from report_rows import rows_of

NEAR = 1.15
# Causes, and programs, that only a trace shows.
HIDDEN = {"late_receiver", "late_post", "late_progress", "pipeline", "exchange",
          "chain", "order", "moving", "overlap", "lock", "fences", "flushes", "transfers", "turns",
          "large_messages", "far_messages.c", "fields.c", "columns.c",
          "one_output.c", "polling_asleep.c", "reduce_bcast.c"}
# Programs whose first cause is another one than that of the report, and why.
OTHERS = {"lock.c": "without a trace the wait for the lock is the window's, and the "
                    "barrier behind it remains",
          "fixed_order.c": "without a trace nobody knows in which order results "
                           "arrive: only that rank 0 does not work",
          "barrier_turns.c": "without a trace nobody knows that ranks work one after "
                             "another between the barriers",
          "moving.c": "a profile has the sums over all steps, of which one is greatest"}
SECONDS = {"s": 1, "ms": 1e-3, "us": 1e-6}


def ranks_in(text):
    """The ranks of `1', `0-1' and `0,2 3'."""
    for word in re.findall(r"\d+(?:-\d+)?", text):
        first, last = (word.split("-") * 2)[:2]
        yield from range(int(first), int(last) + 1)


def run_time(program, run):
    return report_of(program, run)["run"]["run_time_s"]


def blamed_in(cause):
    """The ranks that work longer, by the start of a cause."""
    found = re.match(r"\d\. (?:Only r|R)anks? "
                     r"((?:\d+(?:-|, | and )?)+)", cause)
    return set() if found is None else set(ranks_in(found.group(1)))


def is_same_cause(one, other):
    if blamed_in(one) or blamed_in(other):
        return bool(blamed_in(one) & blamed_in(other))
    return one.split(".  ")[0] == other.split(".  ")[0]


def wrong_of_report(name, causes, report):
    """What the lines promise, or say first, unlike the report of the same run."""
    gains = rows_of(report, "gains")[0]
    promised = (gains["run_time_s"] or 0) - (gains["together_s"] or 0)
    first = next((text for text in report["verdict"] if text[:2] == "1."), "")
    for line in causes:
        if (promise_of(line) or 0) > NEAR * promised:
            yield "promises more than the report: %.0f ms" % (1e3 * promised)
    if causes and is_same_cause(causes[0], first) == (name in OTHERS):
        yield "the report begins with " + first


def promise_of(line):
    """Seconds; 0: none but those of the cause before; None: it is not marked as an
    estimate."""
    if "this one does not shorten the estimated run time further." in line:
        return 0
    found = re.search(r"Estimated run time [^:]*: "
                      r"([\d.]+) (m?s|us) -> ([\d.]+) (m?s|us) ", line)
    if found is None:
        return None
    before, unit, after, other = found.groups()
    return float(before) * SECONDS[unit] - float(after) * SECONDS[other]


def wrong_cause(line, planted, gained):
    promised = promise_of(line)
    blamed = blamed_in(line)
    culprits = " ".join(row["culprits"] for row in planted)

    if promised is None:
        yield "is no estimate"
    elif promised > NEAR * gained:
        yield "promises %.0f of %.0f ms" % (1e3 * promised, 1e3 * gained)
    if "all" not in culprits and not blamed <= set(ranks_in(culprits)):
        yield "blames %s" % sorted(blamed)


def is_right(program, name, planted, folder):
    base = os.path.join(folder, name.split(".")[0])
    if not os.path.isdir(base + ".0.run"):
        return True
    with open(base + ".0.run.err", encoding="utf-8") as file:
        causes = re.findall(r"^mpiprof: (\d\. .*)", file.read(), re.MULTILINE)
    cures = [row["cure"] for row in planted if row["cure"] != "-"]
    gained = max((run_time(program, base + ".0.run") -
                  run_time(program, "%s.%s.run" % (base, cure))
                  for cure in cures), default=0)
    wrong = [why for line in causes for why in wrong_cause(line, planted, gained)]
    wrong += wrong_of_report(name, causes, report_of(program, base + ".0.run"))
    if cures and not causes and \
            not all({row["what"], name} & HIDDEN for row in planted):
        wrong.append("finds nothing")
    print("%s: at its end: %s" % ("NOT OK" if wrong else "ok", name))
    if wrong:
        print("  %s\n  says: %s" % ("; ".join(wrong), causes))
    return not wrong


def main():
    program, path, folder = sys.argv[1:]
    rows = read_rows(path)
    names = sorted({row["program"] for row in rows})
    sys.exit(not all([is_right(program, name,
                               [row for row in rows if row["program"] == name],
                               folder) for name in names]))


main()
