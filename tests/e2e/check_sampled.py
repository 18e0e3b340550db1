#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compares what was sampled with what sampled.c did.

    check_sampled.py REPORT.json SOURCES
        [--most RANK FUNCTION] [--named RANK FUNCTION]
        [--in-call PROCEDURE SECONDS] [--in-region REGION FUNCTION]
        [--by-rank RANK FUNCTION SHARE] [--path END SHARE] [--mpi FUNCTION]
        [FUNCTION=SHARE[@LINE]]...

Prints what it finds in lines `measured ...'.

SHARE: of the program's work, with callees, in percent; may be 3 points off.
LINE: the name behind LINE in a comment of a file of the folder SOURCES: most
samples of the function are in that line.  --most: that rank has most of the
function's time.  --by-rank: SHARE of that rank's work.  --path: of the work
below all call paths with that end.  --mpi: all calls of MPI are within that
function, and its useful time is beside them.  --named: verdict and advice name
both.  --in-call: CPU time in that MPI procedure.  --in-region: advice on
unequal work there names that function.  Ends with 1, and says what differs.
"""

import json
import os
import sys

from report_rows import read_report, rows_of

POINTS = 3.0
POINTS_OF_RANK = 6.0  # which has a quarter of the samples
SECONDS = 0.05  # and a tenth


def line_of(folder, mark):
    for name in sorted(os.listdir(folder)):
        if name.startswith("sampled"):
            with open(os.path.join(folder, name)) as file:
                for number, text in enumerate(file, 1):
                    if text.rstrip(" */\n").endswith("LINE " + mark):
                        return "%s:%d" % (name, number)
    sys.exit("no LINE %s in %s" % (mark, folder))


def check_function(rows, folder, expectation):
    function, rest = expectation.rsplit("=", 1)
    share, _, mark = rest.partition("@")
    found = [row for row in rows if row["function"] == function]
    if len(found) != 1:
        print("%s: %d rows" % (function, len(found)))
        return 1
    row = found[0]
    print("measured %s: %.1f %%, expected %s within %g" % (
        function, 100 * row["inclusive_share"], share, POINTS))
    wrong = abs(100 * row["inclusive_share"] - float(share)) > POINTS
    if mark and row["location"] != line_of(folder, mark):
        print("%s: at %s, expected %s" % (
            function, row["location"], line_of(folder, mark)))
        wrong += 1
    return wrong


def check_most(rows, rank, function):
    found = [row for row in rows if row["function"] == function]
    if [row["max_rank"] for row in found] == [int(rank)]:
        return 0
    print("%s: most on rank %s" % (function,
                                   [row["max_rank"] for row in found]))
    return 1


def check_named(report, rank, function):
    texts = {"verdict": " ".join(report["verdict"]),
             "advice": json.dumps(report["tables"]["advice"]["rows"])}
    wrong = 0
    if "Rank %s works" % rank not in texts["verdict"]:
        print("verdict:", texts["verdict"])
        wrong += 1
    for name, text in texts.items():
        if function + " (" not in text:
            print("no %s in the %s: %s" % (function, name, text))
            wrong += 1
    return wrong


def check_in_call(report, procedure, seconds):
    found = [row["processor_s"] for row in rows_of(report, "procedures")
             if row["procedure"] == procedure]
    slack = SECONDS + 0.1 * float(seconds)
    print("measured CPU time in %s: %s s, expected %s within %.3f" % (
        procedure, found, seconds, slack))
    return not (len(found) == 1 and found[0] is not None and
                abs(found[0] - float(seconds)) < slack)


def check_in_region(report, region, function):
    found = [row["evidence"] for row in rows_of(report, "advice")
             if row["rule"] == "unequal_work" and row["where"] == region]
    if len(found) == 1 and \
            "Samples attribute this to %s (" % function in found[0]:
        return 0
    print("%s: expected %s: %s" % (region, function, found))
    return 1


def check_by_rank(report, rank, function, share):
    found = [row["inclusive_share"]
             for row in rows_of(report, "functions_by_rank")
             if row["rank"] == int(rank) and row["function"] == function]
    print("measured %s on rank %s: %s, expected %s %% within %g" % (
        function, rank, found, share, POINTS_OF_RANK))
    return not (len(found) == 1 and
                abs(100 * found[0] - float(share)) <= POINTS_OF_RANK)


def check_path(report, end, share):
    found = [row for row in rows_of(report, "call_paths")
             if row["path"].endswith(" > " + end)]
    sum_of_all = 100 * sum(row["inclusive_share"] for row in found)
    print("measured ... > %s: %.1f %% in %d paths, expected %s within %g" % (
        end, sum_of_all, len(found), share, POINTS))
    return abs(sum_of_all - float(share)) > POINTS


def check_all_own(report):
    """What is own time of functions is own time of their call paths."""
    sums = [sum(row["time_s"] for row in rows_of(report, table))
            for table in ("functions", "call_paths", "functions_by_rank")]
    if max(sums) - min(sums) < 1e-6:
        return 0
    print("own time of functions, call paths, by rank: %s" % sums)
    return 1


def check_mpi(report, function):
    calls = [row for row in rows_of(report, "procedures")
             if row["share"] is not None]
    useful = [row["inclusive_s"] for row in rows_of(report, "functions")
              if row["function"] == function]
    found = [row for row in rows_of(report, "functions_mpi")
             if row["function"] == function]
    if (len(found) == 1 and useful == [found[0]["inclusive_s"]] and
            found[0]["within_calls"] == sum(row["calls"] for row in calls) and
            abs(found[0]["mpi_within_s"] -
                sum(row["time_s"] for row in calls)) < 1e-6):
        return 0
    print("%s and MPI: %s, useful %s, of %s" % (function, found, useful,
                                                calls))
    return 1


OPTIONS = {"--in-call": (2, check_in_call),
           "--in-region": (2, check_in_region), "--named": (2, check_named),
           "--by-rank": (3, check_by_rank), "--path": (2, check_path),
           "--mpi": (1, check_mpi)}


def main(arguments):
    if len(arguments) < 3:
        sys.exit(__doc__)
    report = read_report(arguments[0])
    rows = rows_of(report, "functions")
    wrong = 0
    rest = arguments[2:]
    while rest and rest[0].startswith("--"):
        if rest[0] == "--most":
            count = 2
            wrong += check_most(rows, rest[1], rest[2])
        else:
            count, check = OPTIONS[rest[0]]
            wrong += check(report, *rest[1:1 + count])
        rest = rest[1 + count:]
    wrong += check_all_own(report)
    for expectation in rest:
        wrong += check_function(rows, arguments[1], expectation)
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
