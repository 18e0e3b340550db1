#!/usr/bin/env python3
"""Compares what was sampled with what sampled.c did.

    check_sampled.py REPORT.json SOURCES
        [--most RANK FUNCTION] [--named RANK FUNCTION]
        [--in-call PROCEDURE SECONDS] [--in-region REGION FUNCTION]
        [FUNCTION=SHARE[@LINE]]...

SHARE: of the program's work, with callees, in percent; may be 3 points off.
LINE: the name behind LINE in a comment of a file of the folder SOURCES: most
samples of the function are in that line.  --most: that rank has most of the
function's time.  --named: verdict and advice name both.  --in-call:
processor time in that MPI procedure.  --in-region: advice on unequal work
there names that function.  Ends with 1, and says what differs.
"""

import json
import os
import sys

POINTS = 3.0
SECONDS = 0.05  # and a tenth


def read_rows(report, table):
    names = [column["name"] for column in report["tables"][table]["columns"]]
    return [dict(zip(names, row)) for row in report["tables"][table]["rows"]]


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
    wrong = 0
    if abs(100 * row["inclusive_share"] - float(share)) > POINTS:
        print("%s: %.1f %%, expected %s" % (
            function, 100 * row["inclusive_share"], share))
        wrong += 1
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
    found = [row["processor_s"] for row in read_rows(report, "procedures")
             if row["procedure"] == procedure]
    if len(found) == 1 and found[0] is not None and abs(
            found[0] - float(seconds)) < SECONDS + 0.1 * float(seconds):
        return 0
    print("%s: %s s of processor time, expected %s" % (procedure, found,
                                                       seconds))
    return 1


def check_in_region(report, region, function):
    found = [row["evidence"] for row in read_rows(report, "advice")
             if row["rule"] == "unequal_work" and row["where"] == region]
    if len(found) == 1 and "By samples that is in %s (" % function in found[0]:
        return 0
    print("%s: expected %s: %s" % (region, function, found))
    return 1


def main(arguments):
    if len(arguments) < 3:
        sys.exit(__doc__)
    with open(arguments[0]) as file:
        report = json.load(file)
    rows = read_rows(report, "functions")
    wrong = 0
    rest = arguments[2:]
    while rest and rest[0].startswith("--"):
        if rest[0] == "--in-call":
            wrong += check_in_call(report, rest[1], rest[2])
        elif rest[0] == "--in-region":
            wrong += check_in_region(report, rest[1], rest[2])
        elif rest[0] == "--most":
            wrong += check_most(rows, rest[1], rest[2])
        else:
            wrong += check_named(report, rest[1], rest[2])
        rest = rest[3:]
    for expectation in rest:
        wrong += check_function(rows, arguments[1], expectation)
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
