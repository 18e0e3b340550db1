#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compares the wait states of runs with what their ranks did.

    check_waits.py CASE NAME

NAME.json is the report of a run in virtual time, NAME.RANK.tsv what moments.c
has written.  A case says who waits where for whom, and how long that is to be:
the sleeps are known, and each call takes a microsecond.  A time is that from
when the waiting call began until the call that it waits for did, and differs
from the sleeps by no more than the calls in between.  Nothing else may wait.
What a report says twice must be the same.
"""

import glob
import os
import sys

from report_rows import read_report, rows_of

CALLS_S = 5e-6
# A lock is given back when the rank that has the memory polls the next time.
POLLS_S = {"lock_contention": 0.060}

# Kind, name of the waiting call, its ranks, the rank they wait for, name of
# that one's call (None: the same), seconds (of each).
PAIRS = [
    ("late_sender", "receive", [0], 1, "receive.late", 0.300),
    ("late_sender", "wait", [0], 1, "wait.late", 0.150),
    ("late_sender", "persistent", [0], 1, "persistent.late", 0.100),
    ("late_sender", "persistent again", [0], 1, "persistent again.late",
     0.200),
    ("late_sender", "any", [0], 1, "any.late", 0.150),
    ("late_sender", "exchange", [0], 1, None, 0.150),
    ("late_sender_wrong_order", "order", [0], 1, "order.late", 0.150),
    ("late_sender_wrong_order", "posted", [0], 1, "posted.late", 0.150),
    ("late_sender", "cancelled", [1], 0, "cancelled.late", 0.100),
    ("late_sender", "partly", [0], 1, "partly.late", 0.100),
    ("late_sender", "other comm", [0], 1, "other comm.late", 0.100),
    ("late_sender", "world", [0], 1, "world.late", 0.150),
    ("late_receiver", "synchronous", [0], 1, "synchronous.late", 0.200),
    ("late_receiver", "synchronous wait", [0], 1, "synchronous wait.late",
     0.150),
    ("late_receiver", "large", [0], 1, "large.late", 0.180),
    ("wait_at_finalize", "finalize", [0], 1, None, 0.150),
]
MATCHED = [
    ("late_sender", "probe", [0], 1, "probe.late", 0.100),
    ("late_sender", "iprobe", [0], 1, "iprobe.late", 0.150),
    ("late_sender", "testsome", [0], 1, "testsome.late", 0.200),
    ("late_broadcast", "persistent bcast", [0], 1, "persistent bcast.late",
     0.150),
    ("wait_at_finalize", "finalize", [0], 1, None, 0.150),
]
THREE = [
    ("late_sender", "several", [0], 2, "several.late", 0.250),
    ("late_sender", "both", [0], 1, "both.late", 0.100),
    ("late_sender", "first of two", [0], 1, "first of two.late", 0.100),
    ("late_sender", "second of two", [0], 2, "second of two.late", 0.100),
    ("late_sender", "probe", [0], 1, "matched.late", 0.100),
    ("late_sender", "after", [0], 2, "after.late", 0.100),
    ("late_sender_wrong_source", "source", [0], 1, "source.late", 0.150),
    ("late_sender", "between", [1], 2, "between.late", 0.150),
    ("wait_at_finalize", "finalize", [0, 1], 2, None, 0.150),
]
THREADS = [
    ("late_sender", "first thread", [0], 1, "first thread.late", 0.100),
    ("late_sender", "thread", [0], 1, "thread.late", 0.200),
    ("wait_at_finalize", "finalize", [0], 1, None, 0.150),
]
MEMBERS = [
    ("wait_at_barrier", "barrier", [0, 2], 1, None, 0.150),
    ("wait_at_barrier", "barrier here", [0, 2], 1, "barrier elsewhere",
     0.150),
    ("wait_at_nxn", "allreduce", [0, 2], 1, None, 0.150),
    ("wait_at_nxn", "alltoall", [0, 1], 2, None, 0.150),
    ("wait_at_nxn", "allgather", [0, 2], 1, None, 0.150),
    ("wait_at_nxn", "reduce_scatter", [1, 2], 0, None, 0.150),
    ("wait_at_nxn", "alltoallv", [0, 2], 1, None, 0.150),
    ("wait_at_nxn", "alltoallv of others", [0, 2], 1, None, [0.150, 0.250]),
    ("wait_at_nxn", "allreduce in place", [0, 1], 2, None, 0.150),
    ("wait_at_nxn", "comm_dup", [0, 2], 1, None, 0.150),
    ("wait_at_barrier", "ibarrier wait", [0, 2], 1, "ibarrier", 0.150),
    ("wait_at_nxn", "iallreduce wait", [0, 2], 1, "iallreduce", 0.150),
    ("late_broadcast", "ibcast wait", [0, 2], 1, "ibcast", 0.150),
    ("early_reduce", "ireduce wait", [0], 1, "ireduce", 0.100),
    ("late_broadcast", "bcast", [0, 2], 1, None, 0.150),
    ("late_broadcast", "scatter", [0, 2], 1, None, 0.150),
    ("early_reduce", "reduce", [0], 1, None, 0.150),
    ("early_reduce", "gather", [0], 1, None, 0.150),
    ("early_scan", "scan", [2], 1, None, 0.150),
    ("early_scan", "scan from late", [1, 2], 0, None, 0.150),
    ("early_scan", "exscan", [2], 1, None, 0.150),
    ("late_broadcast", "bcast of two", [0], 1, None, 0.150),
    ("wait_at_barrier", "barrier of two", [1], 0, None, 0.150),
    ("wait_at_barrier", "barrier between", [0, 1], 2, None, 0.150),
    ("wait_at_barrier", "barrier with own late", [2], 1, None, 0.150),
    ("wait_at_nxn", "allreduce between", [0, 1], 2, None, 0.150),
    ("late_broadcast", "bcast between", [0, 1], 2, None, 0.150),
    ("early_reduce", "reduce between", [2], 1, None, 0.150),
    ("wait_at_finalize", "finalize", [0, 1], 2, None, 0.150),
]
REMOTE = [
    ("wait_at_create", "create", [0, 2], 1, None, 0.150),
    ("wait_at_fence", "fence", [0, 1], 2, None, 0.150),
    ("wait_at_free", "free", [1, 2], 0, None, 0.150),
    ("late_post", "late post", [0], 1, "post", 0.200),
    ("late_complete", "late complete", [1], 0, "complete", 0.150),
    ("early_wait", "early wait", [1], 2, "put and complete", 0.150),
    ("lock_contention", "lock", [2], 1, "unlock", 0.150),
    ("wait_at_finalize", "finalize", [0, 1], 2, None, 0.150),
]
FILES = [
    ("wait_at_collective_io", "open", [0, 2], 1, None, 0.150),
    ("wait_at_collective_io", "set_size", [0, 1], 2, None, 0.150),
    ("wait_at_collective_io", "write_at_all", [1, 2], 0, None, 0.150),
    ("wait_at_collective_io", "write_at_all_begin", [0, 2], 1, None, 0.150),
    ("wait_at_collective_io", "iwrite_at_all wait", [0, 1], 2,
     "iwrite_at_all", 0.150),
    ("wait_at_collective_io", "write_ordered", [2], 1, None, 0.150),
    ("wait_at_collective_io", "sync", [0, 1], 2, None, 0.150),
    ("wait_at_collective_io", "close", [1, 2], 0, None, 0.150),
    ("wait_at_finalize", "finalize", [0, 1], 2, None, 0.150),
]
CASES = {"pairs": PAIRS, "matched": MATCHED, "three": THREE,
         "threads": THREADS, "members": MEMBERS, "remote": REMOTE, "files": FILES}

# Calls that an MPI may leave before the other side has come: then these wait,
# for that one, so long.
NEED_NOT_BLOCK = {"large": ([], 0, 0), "alltoallv of others": ([2], 0, 0.100),
                  "set_size": ([], 0, 0), "sync": ([], 0, 0),
                  "write_at_all_begin": ([], 0, 0),
                  "iwrite_at_all wait": ([], 0, 0)}
# One rank may leave these, while another one waits.
EACH_FOR_ITSELF = {"iwrite_at_all wait"}
# Not every MPI has these.
OPTIONAL = {"persistent bcast"}
# One collective.
TWO_PLACES = {"barrier here", "barrier elsewhere"}
# What is needed between the cases, where anybody may wait.
BETWEEN = {"together", "setup", "cleanup"}
NOT_COUNTED = {"init_completion", "wait_at_finalize"}
# Loops that sleep between their calls: waits inside all of these, and between.
POLLED_S = {("late_sender_between_polls", "test"): 0.100,
            ("late_sender", "test"): 0.000050}
ONE_TO_ONE = {"late_sender", "late_sender_between_polls",
              "late_sender_wrong_order",
              "late_sender_wrong_source", "late_receiver", "late_progress",
              "late_post", "early_wait", "late_complete", "lock_contention"}
COMPLETION = {"barrier_completion", "nxn_completion", "init_completion"}


class Moment:
    def __init__(self, line):
        name, rank, first, last, begin, end = line.rstrip("\n").split("\t")
        self.name, self.rank = name, int(rank)
        self.first, self.last = int(first), int(last)
        self.begin, self.end = float(begin), float(end)


class Run:
    """What the ranks did, and what the report says of it."""

    def __init__(self, name):
        self.wrong = {}
        self.report = read_report(name + ".json")
        self.moments = []
        for path in sorted(glob.glob(glob.escape(name) + ".*.tsv")):
            with open(path) as file:
                self.moments += [Moment(line) for line in file]
        self.names = {moment.name for moment in self.moments}
        self.ranks = len({moment.rank for moment in self.moments})
        self.sites = self.rows("wait_sites")

    def rows(self, table):
        return rows_of(self.report, table)

    def complain(self, key, text):
        self.wrong.setdefault(key, text)

    def moment(self, name, rank):
        return [moment for moment in self.moments
                if (moment.name, moment.rank) == (name, rank)][-1]

    def name_of(self, where):
        """That of the calls in a line; `where' is FILE:LINE[, from CALLER]."""
        where = (where or "").split(", from ")[0]
        file, _, line = os.path.basename(where).rpartition(":")
        line = int(line) if line.isdigit() else 0
        for moment in self.moments:
            common = moment.name in ("together", "finalize")
            if (file == "moments.c") == common and \
                    moment.first <= line <= moment.last:
                return moment.name
        return where

    def sites_of(self, kind, name):
        return [site for site in self.sites
                if site["name"] == kind and
                self.name_of(site["where"]) == name]


def near(actual, expected):
    return abs(actual - expected) <= CALLS_S


def as_it_went(run, wait):
    """The wait with seconds as a list; None: the MPI did without it."""
    kind, name, ranks, culprit, late, sleeps = wait
    if name in OPTIONAL and name not in run.names:
        return None
    begin = run.moment(late or name, culprit).begin
    if not isinstance(sleeps, list):
        sleeps = [sleeps] * len(ranks)
    stayed = [(rank, sleep) for rank, sleep in zip(ranks, sleeps)
              if run.moment(name, rank).end >= begin]
    if name in EACH_FOR_ITSELF and 0 < len(stayed) < len(ranks):
        ranks, sleeps = [list(part) for part in zip(*stayed)]
    elif name in NEED_NOT_BLOCK and len(stayed) < len(ranks):
        ranks, culprit, sleep = NEED_NOT_BLOCK[name]
        sleeps = [sleep] * len(ranks)
    if not ranks:
        return None
    return kind, name, ranks, culprit, late or name, sleeps


def check_wait(run, wait):
    kind, name, ranks, culprit, late, sleeps = wait
    key = kind, name
    begin = run.moment(late, culprit).begin
    if kind == "lock_contention":  # until it is given back
        begin = run.moment(late, culprit).end
    moments = [run.moment(name, rank) for rank in ranks]
    waits = [min(begin, moment.end) - moment.begin for moment in moments]
    for rank, sleep, seconds in zip(ranks, sleeps, waits):
        if not abs(seconds - sleep) <= POLLS_S.get(kind, CALLS_S):
            run.complain(key, "rank %d really waited %.6f s, not %.6f" %
                         (rank, seconds, sleep))
    sites = run.sites_of(kind, name)
    if len(sites) != 1:
        run.complain(key, "%d such rows" % len(sites))
        return
    check_site(run, key, sites[0], waits)
    facts = sites[0]["culprit_rank"], run.name_of(sites[0]["culprit_where"])
    if facts != (culprit, late) or sites[0]["max_rank"] not in ranks:
        run.complain(key, "rank %s waits for %s, expected %s for %s" %
                     (sites[0]["max_rank"], facts, ranks, (culprit, late)))


def check_site(run, key, site, waits):
    total, most = sum(waits), max(waits)
    for column, seconds in (("time_s", total), ("max_s", most),
                            ("longest_s", most), ("culprit_s", total)):
        if not near(site[column] or 0, seconds):
            run.complain(key, "%s is %s, expected %.6f" %
                         (column, site[column], seconds))
    # Others that begin a collective before each other wait a little, too.
    others = 0 if key[0] in ONE_TO_ONE else run.ranks - 1 - len(waits)
    for column in "waits", "ranks":
        if not len(waits) <= site[column] <= len(waits) + others:
            run.complain(key, "%s is %d, expected %d" %
                         (column, site[column], len(waits)))


def completion_of(run, name):
    """From when the first leaves and all have come until each has left."""
    names = TWO_PLACES if name in TWO_PLACES else {name}
    moments = [moment for moment in run.moments if moment.name in names]
    since = max(min((moment.end for moment in moments), default=0),
                max((moment.begin for moment in moments), default=0))
    return sum(max(0, moment.end - since) for moment in moments
               if moment.name == name)


def check_nothing_else(run, waits):
    expected = {wait[:2] for wait in waits}
    for key in POLLED_S:
        if key[1] in run.names and not run.sites_of(*key):
            run.complain(key, "no such row")
    for site in run.sites:
        key = kind, name = site["name"], run.name_of(site["where"])
        seconds = POLLED_S.get(key, 0)
        if key in expected or name in BETWEEN or kind == "init_completion":
            continue
        if kind in COMPLETION:
            seconds = completion_of(run, name)
        if not near(site["time_s"], seconds):
            run.complain(key, "%.6f s in %s, expected %.6f" %
                         (site["time_s"], site["procedure"], seconds))


def total(rows, column, value):
    sums = {}
    for row in rows:
        sums[row[column]] = sums.get(row[column], 0) + row[value]
    return sums


def differ(what, left, right):
    for key in sorted(set(left) | set(right), key=str):
        if abs(left.get(key, 0) - right.get(key, 0)) > 1e-6:
            yield "%s of %s: %s and %s" % (what, key, left.get(key),
                                           right.get(key))


def check_identities(run):
    """What must be so on any machine: the complaints."""
    kinds = total(run.rows("wait_states"), "name", "time_s")
    ranks = run.rows("waits_per_rank")
    counted = [row for row in ranks if row["wait"] not in NOT_COUNTED]
    in_mpi = total(run.rows("calls_per_rank"), "rank", "time_s")
    outside = total(run.rows("rank_times"), "rank", "polled_s")
    yield from differ("ranks and kinds", total(ranks, "wait", "time_s"),
                      kinds)
    yield from differ("sites and kinds",
                      total(run.sites, "name", "time_s"), kinds)
    yield from differ("number of waits",
                      total(ranks, "wait", "waits"),
                      total(run.rows("wait_states"), "name", "waits"))
    pairs = sum(row["time_s"] for row in run.rows("wait_pairs"))
    yield from differ("pairs and", {"kinds": pairs},
                      {"kinds": sum(kinds.get(kind, 0)
                                    for kind in ONE_TO_ONE)})
    blamed = sum(row["time_s"] for row in run.rows("wait_culprits"))
    yield from differ("culprits and", {"kinds": blamed},
                      {"kinds": sum(seconds
                                    for kind, seconds in kinds.items()
                                    if kind not in COMPLETION | NOT_COUNTED)})
    for rank, seconds in total(counted, "rank", "time_s").items():
        if seconds > in_mpi.get(rank, 0) + outside.get(rank, 0) + 1e-6:
            yield "rank %d waits %.6f of %.6f s in MPI" % (
                rank, seconds, in_mpi.get(rank, 0))


def main(case, name):
    run = Run(name)
    waits = [wait for wait in (as_it_went(run, wait)
                               for wait in CASES[case]) if wait]
    for wait in waits:
        check_wait(run, wait)
    check_nothing_else(run, waits)
    wrong = ["%s in `%s': %s" % (*key, text)
             for key, text in run.wrong.items()]
    wrong += check_identities(run)
    if wrong:
        print(*wrong, sep="\n")
        sys.exit("%d waits are wrong" % len(wrong))


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in CASES:
        sys.exit(__doc__)
    main(*sys.argv[1:])
