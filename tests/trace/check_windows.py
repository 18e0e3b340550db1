#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Reports of a part of a run, by --from and --to.

    check_windows.py REPORT closed RUN       what write_window wrote
    check_windows.py REPORT adds RUN CUT...  parts that are cut there, and the
                                             whole
    check_windows.py REPORT chrome RUN FROM TO
                                             the time line of the same part

CUT, FROM and TO are seconds, or such as 30%: so much of the run time.
"""

import json
import math
import subprocess
import sys


def report_of(program, run, *options):
    text = subprocess.run([program, "--format", "json", "--all", *options,
                           run], check=True, stdout=subprocess.PIPE).stdout
    return json.loads(text)


def tables_of(program, run, *options):
    return report_of(program, run, *options)["tables"]


def rows_of(tables, name):
    """Dictionaries; none where there is no such table."""
    table = tables.get(name, {"columns": [], "rows": []})
    names = [column["name"] for column in table["columns"]]
    return [dict(zip(names, row)) for row in table["rows"]]


def same(a, b):
    return math.isclose(a or 0, b or 0, rel_tol=1e-9, abs_tol=2e-9)


def expect(what, found, wanted):
    if isinstance(wanted, (int, float)):
        good = isinstance(found, (int, float)) and same(found, wanted)
    else:
        good = found == wanted
    if not good:
        sys.exit("%s is %r, not %r" % (what, found, wanted))


# ---- what is known of write_window ----

# Rows by their key; of each what is to be found in it.
CLOSED = {
    ("3", "6"): {
        "rank_times": {0: {"total_s": 3, "useful_s": 1.5, "p2p_s": 1,
                           "collective_s": 0.5, "paused_s": 0},
                       1: {"total_s": 3, "useful_s": 1.8, "p2p_s": 1.2}},
        "procedures": {"MPI_Send": {"calls": 0, "time_s": 1, "bytes_out": 0,
                                    "mean_call_s": None, "max_call_s": 1},
                       "MPI_Recv": {"calls": 0, "time_s": 1.2,
                                    "bytes_in": 0},
                       "MPI_Ibarrier": {"calls": 1, "time_s": 0.5}},
        "regions": {"solve": {"visits": 1, "inclusive_s": 3, "mpi_s": 1.5,
                              "ranks": 1}},
        "comm_matrix": {}, "wait_states": {},
        "run": {"run.otf2": {"run_time_s": 3, "window_from_s": 3,
                             "window_to_s": 6, "init_s": None,
                             "finalize_s": None, "calls": 1,
                             "trace_events": None,
                             "window": "seconds 3 to 6 of the run"}},
    },
    ("1.8", "3"): {
        "procedures": {"MPI_Send": {"calls": 1, "time_s": 1, "bytes_out": 100},
                       "MPI_Recv": {"calls": 0, "time_s": 1.2,
                                    "bytes_in": 0}},
        "comm_matrix": {0: {"to": 1, "messages": 1, "bytes": 100,
                            "time_s": 1}},
        "wait_states": {"late sender": {"time_s": 0.2, "waits": 1,
                                        "max_rank": 1}},
        "waits_per_rank": {1: {"time_s": 0.2}},
        "wait_pairs": {1: {"culprit_rank": 0, "time_s": 0.2}},
        "message_sizes": {"MPI_Send": {"calls": 1}},
        "root_causes": {}, "critical_path_activities": {},
    },
    ("5.2", "6.2"): { # both calls of the barrier, but only one begins here
        "procedures": {"MPI_Ibarrier": {"calls": 1, "time_s": 0.5,
                                        "ranks": 2}},
        "communicators": {"MPI_COMM_WORLD": {"calls": 1, "time_s": 0.5}},
        "message_sizes": {"MPI_Ibarrier": {"calls": 1}},
        "functions": {"solve": {"time_s": 0.5}},
    },
    ("6.5", "7.4"): {
        "procedures": {"MPI_Wait": {"calls": 1, "time_s": 0.4}},
        "functions": {"solve": {"time_s": 1}},
    },
    ("8.5", "11"): { # recording is off from 10 to 12
        "rank_times": {0: {"total_s": 1.5, "useful_s": 1, "wait_s": 0.5,
                           "paused_s": 1},
                       1: {"total_s": 2.5, "useful_s": 2, "wait_s": 0.5,
                           "paused_s": 0}},
        "procedures": {"MPI_Wait": {"calls": 0, "time_s": 1, "ranks": 2}},
        "regions": {"solve": {"visits": 1, "inclusive_s": 1.5}},
    },
    ("12.5", "15"): { # rank 1 is in MPI_Finalize from 13 on
        "rank_times": {0: {"total_s": 2.5, "useful_s": 2.5},
                       1: {"total_s": 0.5, "useful_s": 0.5}},
        "procedures": {"MPI_Finalize": {"calls": 1, "time_s": 2}},
        "regions": {"solve": {"visits": 1, "inclusive_s": 1.5}},
        "run": {"run.otf2": {"run_time_s": 2.5, "finalize_s": 2}},
    },
    ("14", "100"): { # more than there is
        "rank_times": {0: {"total_s": 2, "useful_s": 2},
                       1: {"total_s": 0, "useful_s": 0}},
        "regions": {"solve": None},
        "run": {"run.otf2": {"window_to_s": 16}},
    },
    (None, "0.2"): { # with what is before the run's start
        "rank_times": {0: {"total_s": 0.2, "init_s": 4},
                       1: {"total_s": 0, "init_s": 5.2}},
        "procedures": {"MPI_Init": {"calls": 2, "time_s": 9.2}},
    },
    ("0", "0.7"): {
        "procedures": {"MPI_Init": {"calls": 0, "time_s": 0.5, "ranks": 1}},
    },
}


def check_rows(where, rows, wanted):
    if not wanted:
        expect(where + ": rows", rows, [])
    by_key = {list(row.values())[0]: row for row in rows}
    for key, values in wanted.items():
        if values is None:
            expect("%s: %s" % (where, key), by_key.get(key), None)
            continue
        if key not in by_key:
            sys.exit("%s: no row of %s" % (where, key))
        for column, value in values.items():
            expect("%s: %s of %s" % (where, column, key),
                   by_key[key][column], value)


def check_sums(where, tables):
    """What the stretches of the time line hold is all that was measured."""
    totals = {row["rank"]: row["total_s"]
              for row in rows_of(tables, "rank_times")}
    lines = dict.fromkeys(totals, 0)
    stretches = rows_of(tables, "timeline") # each is a whole number of ns
    for row in stretches:
        if row["class"] != "init/finalize":
            lines[row["rank"]] += row["time_s"]
    for rank, total in totals.items():
        if abs(lines[rank] - total) > 1e-9 * (len(stretches) + 1):
            sys.exit("%s: the time line of rank %d has %r s of %r" %
                     (where, rank, lines[rank], total))


def check_closed(program, run):
    for (begin, end), wanted in CLOSED.items():
        options = ["--to", end] + (["--from", begin] if begin else [])
        tables = tables_of(program, run, *options)
        where = "%s to %s" % (begin, end)
        for table, rows in wanted.items():
            check_rows("%s: %s" % (where, table), rows_of(tables, table),
                       rows)
        procedures = {row["procedure"]
                      for row in rows_of(tables, "procedures")}
        if "procedures" in wanted:
            expect(where + ": procedures", procedures,
                   set(wanted["procedures"]))
        check_sums(where, tables)
    print("ok: %d parts of which all is known" % len(CLOSED))


# ---- parts and the whole ----

# Tables: what their rows are told apart by, and what of them adds up.
ADDS = {
    "rank_times": (("rank",), ("total_s", "useful_s", "mpi_s", "p2p_s",
                               "collective_s", "wait_s", "onesided_s", "io_s",
                               "other_s", "init_s", "finalize_s",
                               "paused_s")),
    "procedures": (("procedure",), ("calls", "time_s", "bytes_out",
                                    "bytes_in", "errors")),
    "call_sites": (("procedure", "path", "file", "line"),
                   ("calls", "time_s", "bytes_out", "bytes_in")),
    "calls_per_rank": (("rank", "procedure"),
                       ("calls", "time_s", "bytes_out", "bytes_in")),
    "regions": (("region",), ("inclusive_s", "exclusive_s", "useful_s",
                              "mpi_s")),
    "message_sizes": (("procedure", "from_bytes"), ("calls",)),
    # its times are only of pairs that begin messages inside
    "comm_matrix": (("from", "to", "kind"), ("messages", "bytes")),
    "communicators": (("communicator",), ("calls", "time_s", "bytes_out",
                                          "bytes_in")),
    "files": (("file",), ("calls", "time_s", "bytes_out", "bytes_in")),
    "windows": (("window",), ("calls", "transfers", "time_s", "bytes_out",
                              "bytes_in")),
    "timeline": (("rank", "class"), ("time_s",)),
    "functions": (("function", "file"), ("time_s",)),
    "wait_states": (("name",), ("time_s",)),
    "waits_per_rank": (("rank", "wait"), ("time_s",)),
    "wait_pairs": (("rank", "culprit_rank"), ("time_s",)),
    "collectives": (("procedure", "where"),
                    ("calls", "time_s", "synchronisation_s", "transfer_s")),
    "counters_per_rank": (("rank", "counter"), ("value",)),
}


def sums_of(tables, name):
    keys, values = ADDS[name]
    sums = {}
    for row in rows_of(tables, name):
        sums_here = sums.setdefault(tuple(row[key] for key in keys),
                                    dict.fromkeys(values, 0))
        for value in values:
            if value in row:
                sums_here[value] += row[value] or 0
    return sums


def add_to(sums, more):
    for key, values in more.items():
        here = sums.setdefault(key, dict.fromkeys(values, 0))
        for value, number in values.items():
            here[value] += number


def close_enough(name, column, a, b, rounding):
    if column.endswith("_s") or name == "counters_per_rank":
        return math.isclose(a, b, rel_tol=1e-6, abs_tol=rounding)
    return a == b


def check_table(name, whole, parts, rounding):
    wanted, found = sums_of(whole, name), {}
    for part in parts:
        add_to(found, sums_of(part, name))
    for key in set(wanted) | set(found):
        for column in ADDS[name][1]:
            a = found.get(key, {}).get(column, 0)
            b = wanted.get(key, {}).get(column, 0)
            if not close_enough(name, column, a, b, rounding):
                sys.exit("%s: %s: %s is %r in all parts, %r in the whole" %
                         (name, key, column, a, b))
    return len(wanted)


def seconds_of(cut, whole):
    if not cut.endswith("%"):
        return cut
    return "%.9f" % (rows_of(whole, "run")[0]["run_time_s"] *
                     float(cut[:-1]) / 100)


def check_adds(program, run, *cuts):
    whole = tables_of(program, run, "--from-trace")
    ends = [None, *(seconds_of(cut, whole) for cut in cuts), None]
    parts = []
    for begin, end in zip(ends, ends[1:]):
        options = ["--from", begin] if begin else []
        options += ["--to", end] if end else []
        parts.append(tables_of(program, run, *options))
        check_sums("from %s to %s" % (begin, end), parts[-1])
    # numbers of ranks and waits of calls are whole ones of ns
    ranks = len(rows_of(whole, "rank_times"))
    rounding = 1e-8 * ranks * len(parts)
    rounding += 1e-9 * sum(row["calls"] for row in rows_of(whole,
                                                           "procedures"))
    rounding += 1e-9 * len(rows_of(whole, "timeline"))
    seen = {name: check_table(name, whole, parts, rounding) for name in ADDS}
    print("ok: %d parts of %s add up: %s" % (
        len(parts), run, ", ".join("%s %d" % item for item in seen.items()
                                   if item[1] > 0)))


# ---- the time line ----

def check_chrome(program, run, *ends):
    whole = tables_of(program, run, "--from-trace")
    begin, end = [seconds_of(cut, whole) for cut in ends]
    window = ["--from", begin, "--to", end]
    text = subprocess.run([program, "export", "--format", "chrome", *window,
                           run], check=True, stdout=subprocess.PIPE).stdout
    chrome = json.loads(text)
    origin = chrome["otherData"]["run_begins_us"] / 1e6
    begin, end = float(begin) + origin, float(end) + origin
    times, calls = {}, {}
    for event in chrome["traceEvents"]:
        if event["ph"] != "X" or not event["name"].startswith("MPI_"):
            continue
        key = event["pid"], event["name"]
        since, until = event["ts"] / 1e6, (event["ts"] + event["dur"]) / 1e6
        inside = min(until, end) - max(since, begin)
        times[key] = times.get(key, 0) + max(inside, 0)
        calls[key] = calls.get(key, 0) + (begin <= since < end)
    rows = rows_of(tables_of(program, run, *window), "calls_per_rank")
    if not rows:
        sys.exit("nothing is in that window")
    for row in rows:
        key = row["rank"], row["procedure"]
        expect("calls of %s on rank %d" % key[::-1], calls.pop(key),
               row["calls"])
        if abs(times[key] - row["time_s"]) > 1e-6 + 2e-9 * row["calls"]:
            sys.exit("%s: %r s in the time line, %r in the report" %
                     (key, times[key], row["time_s"]))
    for key, number in calls.items():
        if number > 0 or times[key] > 1e-8:
            sys.exit("%s: %d calls in the time line alone" % (key, number))
    print("ok: the time line from %s to %s has %d rows of calls" %
          (window[1], window[3], len(rows)))


def main(arguments):
    checks = {"closed": check_closed, "adds": check_adds,
              "chrome": check_chrome}
    if len(arguments) < 3 or arguments[1] not in checks:
        sys.exit(__doc__)
    checks[arguments[1]](arguments[0], *arguments[2:])


if __name__ == "__main__":
    main(sys.argv[1:])
