#!/usr/bin/env python3
"""Compares waits of known length with the report of their run.

    check_times.py REPORT.json EXPECTED.tsv...

The files hold rank, procedure and seconds.  A time must be within 10 % of
what is expected; where no wait is expected, 20 ms are what the scheduler of a
shared machine may add.
"""

import json
import sys

TOLERANCE, SLACK_S = 0.10, 0.020


def read_report(path):
    """{(rank, procedure): seconds}"""
    with open(path) as file:
        table = json.load(file)["tables"]["calls_per_rank"]
    names = [column["name"] for column in table["columns"]]
    rows = [dict(zip(names, row)) for row in table["rows"]]
    return {(row["rank"], row["procedure"]): row["time_s"] for row in rows}


def main(arguments):
    if len(arguments) < 2:
        sys.exit(__doc__)
    found = read_report(arguments[0])
    wrong = 0
    for path in arguments[1:]:
        for line in open(path):
            rank, procedure, seconds = line.rstrip("\n").split("\t")
            seconds = float(seconds)
            time = found.get((int(rank), procedure))
            most_off = max(TOLERANCE * seconds, SLACK_S if not seconds else 0)
            if time is None or abs(time - seconds) > most_off:
                print("rank %s %s: %s s, expected %s s"
                      % (rank, procedure, time, seconds))
                wrong += 1
    if wrong:
        sys.exit("%d times are off" % wrong)


if __name__ == "__main__":
    main(sys.argv[1:])
