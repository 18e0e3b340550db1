#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The report tells which ranks met the limit of their trace, when, and with
how much, as the trace itself has it.

    check_limits.py RUN REPORT.json RECORDS RANKS

RECORDS: what otf2-print shows of RUN/run.otf2.  RANKS: those that stopped,
such as 0-2,4; "none" if there are none.
"""

import os
import re
import sys

from report_rows import read_report, rows_of

UNITS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0,
         "B": 1, "KiB": 2**10, "MiB": 2**20}
SENTENCE = re.compile(
    r"Tracing stopped at its limit on (\d+) of (\d+) ranks? that \w+ traced "
    r"\(([-, and\d]+)\): (?:first on )?rank (\d+) after ([\d.]+ \w+) "
    r"\(([\d.]+) % of its run\)"
    r"(?:, last on rank (\d+) after ([\d.]+ \w+) \(([\d.]+) % of its run\))?"
    r", with ([\d.]+ \w+)(?: to ([\d.]+ \w+))? of trace")


def quantity(text):
    number, unit = text.split()
    return float(number) * UNITS[unit]


def near(told, true, what):
    if abs(told - true) > 0.006 * true:
        sys.exit("%s: told %g, is %g" % (what, told, true))


def members(text):
    ranks = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        ranks += range(int(first), int(last or first) + 1)
    return ranks


def read_records(path):
    """({rank: when it was switched off for good}, {rank: begin, end}, calls)"""
    off, begin, end, calls = {}, {}, {}, 0
    with open(path) as file:
        for line in file:
            words = line.split()
            if not words:
                continue
            if words[0] == "MEASUREMENT_ON_OFF":
                rank, time = int(words[1]), int(words[2])
                off.pop(rank, None)
                if words[-1] == "OFF":
                    off[rank] = time
                else:
                    begin.setdefault(rank, time)
            elif words[0] == "ENTER" and '"MPI_' in line:
                calls += 1
            elif words[0] == "PROGRAM_END":
                end[int(words[1])] = int(words[2])
    return off, begin, end, calls


def main(run, report, records, ranks):
    off, begin, end, calls = read_records(records)
    report = read_report(report)
    sizes = {rank: os.path.getsize("%s/run/%d.evt" % (run, rank))
             for rank in end}
    facts = rows_of(report, "run")[0]
    lengths = {row["rank"]: row["total_s"] + row["paused_s"]
               for row in rows_of(report, "rank_times")}
    clock = re.search(r"TSC ([\d.]+) GHz", facts["clock"])
    hertz = float(clock[1]) * 1e9 if clock else 1e9
    near(facts["trace_call_bytes"], sum(sizes.values()) / calls,
         "bytes per call")
    if facts["trace_bytes"] != sum(sizes.values()):
        sys.exit("trace of %d bytes" % facts["trace_bytes"])
    found = [SENTENCE.match(line) for line in report["completeness"]]
    found = [match for match in found if match]
    if ranks == "none":
        sys.exit("stopped: %s %s" % (found, off) if found or off else 0)
    told, = found
    named = re.sub(", | and ", ",", told[3])
    if named != ranks or sorted(off) != members(ranks):
        sys.exit("stopped: %s" % sorted(off))
    if (int(told[1]), int(told[2])) != (len(off), len(end)):
        sys.exit("%s of %s stopped" % (told[1], told[2]))
    stops = sorted(((off[rank] - begin[rank]) / hertz, rank) for rank in off)
    check_stop(told[4], told[5], told[6], stops[0], lengths)
    if len(off) > 1:
        check_stop(told[7], told[8], told[9], stops[-1], lengths)
    bytes_of = sorted(sizes[rank] for rank in off)
    near(quantity(told[10]), bytes_of[0], "least of trace")
    near(quantity(told[11] or told[10]), bytes_of[-1], "most of trace")


def check_stop(rank, told, percent, stop, lengths):
    seconds, who = stop
    if int(rank) != who:
        sys.exit("rank %s is told for rank %d" % (rank, who))
    near(quantity(told), seconds, "seconds")
    if abs(float(percent) - 100 * seconds / lengths[who]) > 1:
        sys.exit("rank %s: %s %% of %g s" % (rank, percent, lengths[who]))


if __name__ == "__main__":
    main(*sys.argv[1:])
