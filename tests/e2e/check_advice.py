#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Looks for the advice that cases of advised.c have to get.

    check_advice.py CASE...                  CASE.json: its report
    check_advice.py kept REPORT.json COMPARED.json

Work is sleeping of known length, in virtual time: gains follow from it, but for
a microsecond of each call.  Where nothing but calls of one kind is to be gained,
it is what the rank with the most work spends in MPI.
The second form: after the cure the run is shorter by what the report had
promised.
"""

import sys

from report_rows import read_report, rows_of

CALLS_S = 25e-6
ALL_OF_MPI = "all of MPI"

# Rule, rank (None: no single one), gain in seconds (None: from 2 % of T on;
# 0: none is told), what is in "where", what is in "evidence", what is in
# "remedy".
CASES = {
    "unequal": ("unequal_work", 1, 0.100, "solve", "Rank 1 spends",
                "It likely sleeps"),
    "reading": ("unequal_work", 1, 0.100, "solve", "It read 2.5",
                "It likely waits for files"),
    "serial": ("serial_work", 0, 0.150, "", "Rank 0 spends"),
    "small": ("small_messages", None, None, "MPI_Send in small (advised.c:",
              "30000 messages of 8 B"),
    "slow": ("slow_messages", None, None, "MPI_Recv in slow (advised.c:",
             "4 calls move 16.0 MiB in 400 ms"),
    "together": ("no_overlap", None, None, "MPI_Waitall in together",
                 "60 calls that complete requests"),
    "spinning": ("spinning", None, 0.030, "MPI_Test in spinning (advised.c:",
                 "on each of 2 ranks"),
    "barriers": ("barriers", None, ALL_OF_MPI, "MPI_Barrier in barriers",
                 "40 calls "),
    "reductions": ("moving_imbalance", None, 0.1,
                   "MPI_Allreduce in reductions", "In each of the 200 steps"),
    "creation": ("creation_in_loop", None, None,
                 "MPI_Comm_dup in creation", "200 per rank"),
    "leaks": ("leaks", None, 0, "",
              "1 request on 1 rank, 6 communicators on 2 ranks"),
    "files": ("small_io", None, None, "MPI_File_write in files",
              "4000 calls of 100 B"),
    "senders": ("late_messages", (0, 1), 0.150, "MPI_Recv in senders",
                "Both ranks wait there, 300 ms in total"),
    "order": ("order_of_receives", (0, 1), 0.200, "MPI_Recv in order",
              "in total (late sender, wrong order)"),
    "receivers": ("late_receives", (0, 1), 0.150, "MPI_Ssend in receivers",
                  "Both ranks wait there, 300 ms in total"),
    "roots": ("moving_imbalance", None, 0.150, "MPI_Bcast in roots",
              "In each of the 2 steps that end with these calls"),
    "fences": ("moving_imbalance", None, 0.150, "MPI_Win_fence in fences",
               "In each of the 2 steps that end with these calls"),
    "openers": ("moving_imbalance", None, 0.150, "MPI_File_open in openers",
                "In each of the 2 steps that end with these calls"),
    "late": ("late_messages", 1, 0.300, "MPI_Recv in late",
             "all of it because rank 1 is late at MPI_Send in late"),
    "end": ("serial_work", 1, 0.750, "", "Rank 1 spends 1.50 s outside MPI"),
}


def check_gain(row, expected, run_time, mpi_time):
    gain = row["gain_s"]
    if expected == ALL_OF_MPI:
        return abs(gain - mpi_time) <= 1e-9
    if expected == 0:
        return gain is None
    if expected is None:
        return 0.02 * run_time <= gain <= run_time
    return abs(gain - expected) <= CALLS_S


def fits(row, expected, run_time, mpi_time):
    rule, rank, gain, where, evidence, *remedy = expected
    ranks = rank if isinstance(rank, tuple) else (rank,)
    return (row["rule"] == rule and row["rank"] in ranks and
            where in (row["where"] or "") and evidence in row["evidence"] and
            all(text in row["remedy"] for text in remedy) and
            check_gain(row, gain, run_time, mpi_time))


def is_kept(path, compared):
    times = rows_of(read_report(compared), "compare_times")
    shorter = [-row["difference_s"] for row in times
               if row["name"] == "run_time"]
    promised = rows_of(read_report(path), "advice")[0]["gain_s"]
    print("promised %s, gained %s" % (promised, shorter))
    return abs(shorter[0] - promised) <= CALLS_S


def is_right(case):
    report = read_report(case + ".json")
    advice = rows_of(report, "advice")
    run_time = rows_of(report, "run")[0]["run_time_s"]
    mpi_time = run_time - max(row["useful_s"]
                              for row in rows_of(report, "rank_times"))
    if case == "fine":
        right = not advice
    else:
        right = sum(fits(row, CASES[case], run_time, mpi_time)
                    for row in advice) == 1
    if case == "end":
        right = right and "waits for it in MPI_Finalize" in report["verdict"][1]
    print("%s: %s" % ("ok" if right else "NOT OK", case))
    if not right:
        print("T is %s, expected %s of:" % (run_time, CASES.get(case)))
        for row in advice:
            print(row)
    return right


def main(first, *others):
    if first == "kept":
        sys.exit(not is_kept(*others))
    sys.exit(not all([is_right(case) for case in (first, *others)]))


main(*sys.argv[1:])
