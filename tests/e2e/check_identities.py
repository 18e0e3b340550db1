#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Whether what a report says twice, or of parts and a whole, is the same.

    check_identities.py MPIPROF_REPORT DIRECTORY...

Of each run.mpiprof below a DIRECTORY: parts sum up to wholes, efficiencies
multiply, no rank waits longer than it is in MPI, the critical path is as long
as the run, and text, JSON and CSV say the same, of each run with a suggestion,
a wait or a table that those before it had not.  Prints what is wrong, status 1.
"""

import io
import json
import os
import subprocess
import sys

sys.path.append(os.path.join(os.path.dirname(__file__), "..", "golden"))
from check_formats import differences, read_csv
from report_rows import rows_in

NOT_COUNTED = {"init_completion", "wait_at_finalize"}
OUTSIDE_MPI = "late_sender_between_polls"
CLASSES = ["p2p_s", "collective_s", "wait_s", "onesided_s", "io_s",
           "other_s"]


class Report:
    def __init__(self, tool, run):
        self.tool, self.run = tool, run
        data = json.loads(self.output("--format", "json", "--all"))
        self.verdict = data["verdict"]
        self.json = data["tables"]
        self.tables = {name: rows_in(table)
                       for name, table in self.json.items()}
        self.wrong = []

    def output(self, *options):
        return subprocess.run([self.tool, *options, self.run], check=True,
                              stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL).stdout.decode()

    def __getitem__(self, name):
        return self.tables.get(name, [])

    def same(self, what, left, right, slack=1e-6):
        if abs(left - right) > slack * max(1, abs(left)):
            self.wrong.append("%s: %.9g and %.9g" % (what, left, right))

    def no_more(self, what, part, whole, slack=1e-6):
        if part > whole + slack:
            self.wrong.append("%s: %.9g of %.9g" % (what, part, whole))


def total(rows, column):
    return sum(row[column] or 0 for row in rows)


def by(rows, key, column):
    sums = {}
    for row in rows:
        sums[row[key]] = sums.get(row[key], 0) + (row[column] or 0)
    return sums


def is_setup(row):
    return row["share"] is None


def check_ranks(report):
    for row in report["rank_times"]:
        rank = "rank %d" % row["rank"]
        report.same(rank + ", useful, MPI and polled", row["useful_s"] +
                    row["mpi_s"] + row["polled_s"], row["total_s"])
        report.same(rank + ", classes of MPI",
                    sum(row[name] or 0 for name in CLASSES), row["mpi_s"])
        report.no_more(rank + ", total and T", row["total_s"],
                       report["run"][0]["run_time_s"])


def check_procedures(report):
    """Whatever groups the rows of the profile has all of them."""
    calls = by(report["calls_per_rank"], "procedure", "calls")
    for table in "procedures", "call_sites":
        times = by(report[table], "procedure", "time_s")
        counts = by(report[table], "procedure", "calls")
        for name, seconds in by(report["calls_per_rank"], "procedure",
                                "time_s").items():
            report.same("%s, %s" % (table, name), times.get(name, 0),
                        seconds)
            report.same("calls of %s, %s" % (table, name),
                        counts.get(name, 0), calls[name])
    for table in "procedures", "call_sites":
        report.no_more("shares of " + table,
                       total([row for row in report[table]
                              if not is_setup(row)], "share"),
                       1 if not has_threads(report) else 1e9)


def has_threads(report):
    return (report["run"][0]["threads"] or 1) > 1


def check_mpi_time(report):
    """Of whom each call is known: the rows hold all time in MPI."""
    if has_threads(report) or report["endings"]:
        return
    setup = {row["procedure"] for row in report["procedures"]
             if is_setup(row)}
    rows = [row for row in report["calls_per_rank"]
            if row["procedure"] not in setup]
    in_rows = by(rows, "rank", "time_s")
    for row in report["rank_times"]:
        report.same("MPI time of rank %d" % row["rank"],
                    in_rows.get(row["rank"], 0), row["mpi_s"], 2e-6)


def check_regions(report):
    if not report["regions"]:
        return
    whole = total(report["rank_times"], "total_s")
    paused = total(report["rank_times"], "paused_s")
    exclusive = total(report["regions"], "exclusive_s")
    if paused == 0 and not has_threads(report):
        report.same("exclusive time of regions", exclusive, whole, 1e-5)
    for row in report["regions"]:
        report.no_more("region " + row["region"], row["useful_s"] +
                       row["mpi_s"], row["exclusive_s"])
    report.same("regions and polled", total(report["regions"], "useful_s") +
                total(report["regions"], "mpi_s") +
                total(report["rank_times"], "polled_s"), exclusive)


def check_efficiency(report):
    values = {row["name"]: row["value"] for row in report["efficiency"]}

    def product(whole, *parts):
        factors = [values.get(name) for name in parts]
        if values.get(whole) is None or None in factors:
            return
        result = 1
        for factor in factors:
            result *= factor
        report.same(" x ".join(parts), result, values[whole], 1e-9)

    product("parallel_efficiency", "load_balance",
            "communication_efficiency")
    product("communication_efficiency", "serialisation_efficiency",
            "transfer_efficiency")
    product("parallel_efficiency", "load_balance",
            "serialisation_efficiency", "transfer_efficiency")
    product("load_balance", "within_nodes", "between_nodes")
    if values.get("parallel_efficiency") is not None:
        report.same("parallel efficiency",
                    total(report["rank_times"], "useful_s") /
                    len(report["rank_times"]) /
                    report["run"][0]["run_time_s"],
                    values["parallel_efficiency"])


def check_waits(report):
    kinds = by(report["wait_states"], "name", "time_s")
    per_rank = report["waits_per_rank"]
    for name, seconds in by(per_rank, "wait", "time_s").items():
        report.same("ranks, " + name, seconds, kinds.get(name, 0))
    for name, seconds in by(report["wait_sites"], "name", "time_s").items():
        report.same("call sites, " + name, seconds, kinds.get(name, 0))
    in_mpi = by(report["calls_per_rank"], "rank", "time_s")
    waited = by([row for row in per_rank if row["wait"] not in
                 NOT_COUNTED | {OUTSIDE_MPI}], "rank", "time_s")
    report.same("time between polls", kinds.get(OUTSIDE_MPI, 0),
                total(report["rank_times"], "polled_s"))
    for rank, seconds in waited.items():
        report.no_more("waits of rank %d" % rank, seconds,
                       in_mpi.get(rank, 0))


def check_path(report):
    """As long as the run, if all is traced.  It may begin on another rank than
    the one on which it ends: where ranks left MPI_Init apart it is longer than
    T, but not longer than from when the first rank left MPI_Init until the last
    one entered MPI_Finalize.  Ranks that were switched off need not have been so
    at the same time: the path is without the pauses of those on it, of which
    only the sum over the run is known here."""
    path = report["critical_path"]
    settings = report["run"][0]["settings"] or ""
    if path and "MPIPROF_TRACE_" not in settings:
        length = total(path, "time_s")
        most = report["run"][0]["run_time_s"]
        shortest = min(report["rank_times"], key=lambda row: row["total_s"])
        paused = [row["paused_s"] for row in report["rank_times"]]
        finalize = by([row for row in report["waits_per_rank"]
                       if row["wait"] == "wait_at_finalize"], "rank", "time_s")
        # That of the first rank that left MPI_Init is all of the run.
        longest = max(row["total_s"] + finalize.get(row["rank"], 0)
                      for row in report["rank_times"])
        slack = 0.05 * max(1, most)
        report.no_more("critical path and T", length,
                       longest + max(paused), slack)
        report.no_more("shortest rank and critical path", shortest["total_s"],
                       length + sum(paused) - shortest["paused_s"], slack)
    for row in report["collectives"]:
        report.same("parts of a collective", row["synchronisation_s"] +
                    row["transfer_s"], row["time_s"])


def check_messages(report):
    for name, share in by(report["message_sizes"], "procedure",
                          "share").items():
        report.same("sizes of " + name, share, 1)
    for row in report["comm_pairs"]:
        report.no_more("a pair's messages", row["messages"],
                       total(report["comm_matrix"], "messages"))


def check_formats(report):
    """Sentences are the same; cells are, but for their spelling."""
    text = " ".join(report.output("--all").split())
    for line in report.verdict:
        if " ".join(line.split()) not in text:
            report.wrong.append("text has no: " + line)
    tables = read_csv(io.StringIO(report.output("--format", "csv", "--all")))
    for name, table in report.json.items():
        report.wrong += differences(name, table, tables[name])


CHECKS = [check_ranks, check_procedures, check_mpi_time, check_regions,
          check_efficiency, check_waits, check_path, check_messages]


def check_all(report, seen):
    """seen: the suggestions, waits and tables with rows of the runs before it."""
    kinds = {row["rule"] for row in report["advice"]} | \
        {row["name"] for row in report["wait_states"]} | \
        {name for name, rows in report.tables.items() if rows}
    for check in CHECKS + [check_formats] * bool(kinds - seen):
        check(report)
    seen |= kinds


def runs_below(directories):
    for top in directories:
        for folder, _, files in os.walk(top):
            if "run.mpiprof" in files:
                yield folder


def main(tool, directories):
    wrong, seen = 0, set()
    for run in sorted(runs_below(directories)):
        try:
            report = Report(tool, run)
        except subprocess.CalledProcessError as error:
            print("%s: status %d" % (run, error.returncode))
            wrong += 1
            continue
        check_all(report, seen)
        for text in report.wrong:
            print("%s: %s" % (run, text))
        wrong += len(report.wrong)
    if wrong:
        sys.exit("%d identities do not hold" % wrong)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2:])
