#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compares what reports say of the programs of cures.tsv with what was planted.

    check_cures.py [--table] REPORT-PROGRAM CURES.tsv FOLDER

FOLDER has NAME.0.run of each program that was run, and NAME.CURE.run of its
cured runs.  T has to become shorter by the gain that is promised for what was
planted, within 15 %, and nothing greater may be promised; the first screen has
to name rank and place, nothing above 2 % is to be gained in a healthy program,
and of a starved one nothing is said but that.  Exit status 1 where a row
differs, or does not differ although its `known' says so.  --table: prints what
was found, and judges nothing.
"""

import os
import re
import sys

from planted import KINDS, read_rows, report_of
from report_rows import rows_of

NEAR = 0.15
HEALTHY = 0.02


def claims_of(report):
    """(kind, ranks as text, gain in seconds, and at most) of each promise of a
    report."""
    return [(row["rule"], "all" if row["rank"] is None else str(row["rank"]),
             row["gain_s"], row["most_gain_s"] or row["gain_s"])
            for row in rows_of(report, "advice") if row["gain_s"]]


class Run:
    def __init__(self, program, path):
        self.report = report_of(program, path)
        self.run_time = self.report["run"]["run_time_s"]
        self.claims = claims_of(self.report)
        self.screen = self.report["verdict"]
        self.text = " ".join(self.screen)
        self.greatest = max((claim[2] for claim in self.claims), default=0)


def blames(sentence, culprits):
    """Whether the first it names, `rank 2' or `ranks 0-1, 3 and 5', is one."""
    first = re.search(r"\branks? (\d+(?:(?:-|, | and )\d+)*)", sentence,
                      re.IGNORECASE)
    return "all" in culprits or (
        first is not None and
        re.sub(", | and ", ",", first.group(1)) in culprits.split())


def single_ranks(culprits):
    """Those of `0-1 2' and `0,1 2', to compare with the rank of a claim."""
    for word in culprits.split():
        first, *last = re.split("[-,]", word)
        yield from ([word] if not last else
                    map(str, range(int(first), int(last[-1]) + 1)))


class Found:
    """What a report says of one planted cause."""

    def __init__(self, row, run, gained):
        self.gained = gained
        self.what = row["what"]
        gains = [(gain, most) for kind, rank, gain, most in run.claims
                 if kind in KINDS[row["what"]] and
                 (row["culprits"] == "all" or
                  rank in single_ranks(row["culprits"]))]
        gain, most = max(gains, default=(0, 0),
                         key=lambda gain: gain[row["gain"] == "most"])
        self.promised = most if row["gain"] == "most" else gain
        self.most = most if row["gain"] == "range" else self.promised
        self.cause = self.promised > 0
        place = row["place"].split(",")
        self.lacking = [word for word in place if word not in run.text]
        self.rank = any(place[0] in sentence and
                        blames(sentence, row["culprits"])
                        for sentence in run.screen)

    def off(self):
        return not (self.promised - NEAR * self.gained <= self.gained <=
                    self.most + NEAR * self.gained)

    def wrong(self, run, others):
        """In words; others: the gains of all causes planted there."""
        wrong = []
        if not self.cause:
            wrong.append("cause not found")
        if run.greatest > (1 + NEAR) * max(others):
            wrong.append("%.0f ms promised at most" % (1e3 * run.greatest))
        if not self.rank:
            wrong.append("rank not named with the place")
        if self.lacking:
            wrong.append("no " + ", ".join(self.lacking))
        if self.what in ("moving", "master") and \
                "Unequal work costs" in run.text:
            wrong.append("unequal work is said twice")
        if "no late partner explains it" in run.text:
            wrong.append("time inside MPI is not explained")
        said = re.findall(r"[\d.]+ m?s -> [\d.]+ m?s", run.text)
        if len(set(said)) < len(said):
            wrong.append("the same gain is said twice")
        if self.off():
            wrong.append("%.0f ms promised, %.0f ms gained" %
                         (1e3 * self.promised, 1e3 * self.gained))
        return wrong


def is_starved(run):
    return re.search(r"shared (core|\d+ cores)", run.text) is not None


def wrong_of_others(row, run):
    """Of a program without a cure: what it says too much."""
    wrong = []
    if run.greatest > HEALTHY * run.run_time or "would save" in run.text:
        wrong.append("%.0f ms promised" % (1e3 * run.greatest))
    if row["what"] == "starved" and not is_starved(run):
        wrong.append("does not say that ranks shared a core")
    return wrong


def results_of(rows, program, folder):
    """(row, its run, Found or None, what is wrong) of each that was run."""
    for name in sorted({row["program"] for row in rows}):
        base = os.path.join(folder, name.split(".")[0])
        if not os.path.isdir(base + ".0.run"):
            continue
        run = Run(program, base + ".0.run")
        planted = [row for row in rows if row["program"] == name]
        if planted[0]["cure"] == "-":
            yield planted[0], run, None, wrong_of_others(planted[0], run)
            continue
        gains = [run.run_time -
                 Run(program, "%s.%s.run" % (base, row["cure"])).run_time
                 for row in planted]
        for row, gained in zip(planted, gains):
            found = Found(row, run, gained)
            yield row, run, found, found.wrong(run, gains)


def yes(whether):
    return "yes" if whether else "no"


def ran_without_cores(run):
    return "waiting for a core" in run.screen[0] or is_starved(run)


def print_row(row, run, found, wrong):
    print("%-19s %-6s %8.3f s" %
          (row["program"].split(".")[0], row["cure"], run.run_time), end="   ")
    if row["what"] != "starved" and ran_without_cores(run):
        print("not judged: ranks waited for a core; needs %s idle ones" %
              row["ranks"])
    elif found is None:
        print("; ".join(wrong) or "says " + row["what"])
    else:
        print("%-5s %-5s %8.3f s %8.3f s  %s%s" %
              (yes(found.cause), yes(found.rank and not found.lacking),
               found.promised, found.gained,
               "%.2f" % (found.promised / found.gained)
               if found.gained > HEALTHY * run.run_time else "-",
               "" if row["costs"] == "-" else
               "  (its calls cost what they cost here)"))


def print_table(results):
    """In real time; what is planted as a cost of calls, which virtual time adds, does
    not count."""
    print("%-19s %-6s %10s   %-5s %-5s %10s %10s  %s" %
          ("program", "cure", "T", "cause", "place", "promised", "gained",
           "ratio"))
    for result in results:
        print_row(*result)
    judged = [found for row, run, found, _ in results
              if found is not None and row["costs"] == "-" and
              not ran_without_cores(run)]
    print("%d of %d causes found, %d gains within %.0f %% of the promise" %
          (sum(found.cause for found in judged), len(judged),
           sum(found.cause and not found.off() for found in judged),
           100 * NEAR))


def is_as_expected(row, run, _, wrong):
    name = "%s %s" % (row["program"], row["cure"])
    known = row["known"] != "-"
    if wrong and known:
        print("not yet: %s (%s)" % (name, row["known"]))
    elif wrong or known:
        print("NOT OK: %s: %s" %
              (name, "; ".join(wrong) or "passes: its `known' has to become -"))
        print("  says:", run.text)
        for claim in run.claims:
            print("  claims: %s, rank %s: %.6f s, at most %.6f s" % claim)
        return False
    else:
        print("ok: %s" % name)
    return True


def main():
    arguments = sys.argv[1:]
    table = arguments[0] == "--table"
    program, path, folder = arguments[table:]
    rows = read_rows(path)
    once = {row["what"] for row in rows} - \
        {row["what"] for row in rows if row["mpis"] == "each"}
    if once:
        sys.exit("no program with each MPI: %s" % ", ".join(sorted(once)))
    results = list(results_of(rows, program, folder))
    if not results:
        sys.exit("no program was run")
    if table:
        print_table(results)
    else:
        sys.exit(not all([is_as_expected(*result) for result in results]))


main()
