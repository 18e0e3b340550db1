#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compares a report with what shares.c did.

    check_shares.py CASE REPORT.json

In virtual time nothing but the sleeps and some calls of a microsecond take any.
Ends with 1, and says what differs.
"""

import sys

from report_rows import read_report, rows_of

CALLS_S = 10e-6


class Report:
    def __init__(self, path):
        self.all = read_report(path)
        self.wrong = 0

    def rows(self, table):
        return rows_of(self.all, table)

    def value(self, table, key, column):
        return {row[key[0]]: row
                for row in self.rows(table)}[key[1]][column]

    def near(self, what, actual, expected):
        if abs(actual - expected) > CALLS_S:
            print("%s: %g, expected %g" % (what, actual, expected))
            self.wrong += 1

    def says(self, what, text, phrase):
        if phrase not in (text or ""):
            print("%s: no `%s' in: %s" % (what, phrase, text))
            self.wrong += 1


def threads(report):
    """T is 0.8 s; the first threads are useful for 0.8 and 0.4 s of it."""
    report.near("T", report.all["run"]["run_time_s"], 0.8)
    for rank, useful in (0, 0.8), (1, 0.4):
        report.near("useful of rank %d" % rank, report.value(
            "rank_times", ("rank", rank), "useful_s"), useful)
    report.near("load balance", report.value(
        "efficiency", ("name", "load_balance"), "value"), 0.75)
    report.near("MPI_Recv", report.value(
        "procedures", ("procedure", "MPI_Recv"), "time_s"), 1.2)
    report.near("share of MPI_Recv", report.value(
        "procedures", ("procedure", "MPI_Recv"), "share"), 1.2 / 1.6)
    report.says("procedures", report.all["tables"]["procedures"]["note"],
                "can exceed 100 %")
    report.says("verdict", report.all["verdict"][0], "one thread of each rank")
    report.says("verdict", report.all["verdict"][3],
                "Between 0.40 s and 0.80 s")


def pause(report):
    """Rank 0 is measured for 0.1 s, rank 1 for 0.4: who had more to do is not
    known."""
    report.near("T", report.all["run"]["run_time_s"], 0.4)
    for rank, total, paused in (0, 0.1, 0.3), (1, 0.4, 0):
        report.near("total of rank %d" % rank, report.value(
            "rank_times", ("rank", rank), "total_s"), total)
        report.near("pause of rank %d" % rank, report.value(
            "rank_times", ("rank", rank), "paused_s"), paused)
    report.says("verdict", report.all["verdict"][1],
                "balanced is unknown: some were not measured")
    report.says("efficiency", report.all["tables"]["efficiency"]["note"],
                "unknown")
    if report.rows("efficiency")[0]["value"] is not None:
        print("an efficiency is told")
        report.wrong += 1


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    read = Report(sys.argv[2])
    {"threads": threads, "pause": pause}[sys.argv[1]](read)
    sys.exit(read.wrong > 0)
