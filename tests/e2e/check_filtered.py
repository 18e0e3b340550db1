#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What filtered traces hold: these calls, and both ends of messages.

    check_filtered.py RUNS

RUNS has a line for each run: RUN MESSAGES OFF PROCEDURE=CALLS...

Per rank the trace of RUN has the calls of RUN.expected.RANK.tsv, as expect.c
writes them, but for the PROCEDUREs, which have that number of calls instead;
"others=0" changes all that are not named; the profile, of which RUN.json is the
report, has all of them.  With "any" instead of MESSAGES, calls, OFF and the profile
are not looked at.  Each rank sends MESSAGES, and every one is received: same ranks
(where all communicators are MPI_COMM_WORLD), tag and length.  Each location is
switched off OFF times besides once at the end of MPI_Init.  What is over has begun
in the trace, and all but receives whose message is left out also ends.  Prints of
each run how many calls its trace is without.
"""

import collections
import glob
import sys

import otf2
from otf2 import events
import check_counts
import otf2_totals
from otf2_fixed import open_archive


class Rank:
    def __init__(self):
        self.calls = collections.Counter()
        self.sent, self.received = [], []
        self.begun = collections.defaultdict(set)
        self.stack, self.modes = [], []


# What begins in one record, and where it is over.
BEGINS = {events.MpiIsend: "send", events.MpiIrecvRequest: "receive",
          events.NonBlockingCollectiveRequest: "collective",
          events.IoOperationBegin: "transfer of a file",
          events.RmaPut: "one-sided transfer",
          events.RmaGet: "one-sided transfer",
          events.RmaAtomic: "one-sided transfer"}
ENDS = {events.MpiIsendComplete: "send", events.MpiIrecv: "receive",
        events.MpiRequestCancelled: "receive",
        events.NonBlockingCollectiveComplete: "collective",
        events.IoOperationComplete: "transfer of a file",
        events.RmaOpCompleteNonBlocking: "one-sided transfer"}


def on_message(rank, me, event):
    if isinstance(event, (events.MpiSend, events.MpiIsend)):
        rank.sent.append((me, event.receiver, event.msg_tag,
                          event.msg_length))
    elif isinstance(event, (events.MpiRecv, events.MpiIrecv)):
        rank.received.append((event.sender, me, event.msg_tag,
                              event.msg_length))


def number_of(event):
    return event.request_id if hasattr(event, "request_id") \
        else event.matching_id


def on_begin_or_end(rank, event):
    kind = type(event)
    if kind in BEGINS:
        rank.begun[BEGINS[kind]].add(number_of(event))
    elif kind is events.RmaOpCompleteRemote:
        rank.begun["one-sided transfer"].discard(number_of(event))
    elif kind in ENDS:
        if number_of(event) not in rank.begun[ENDS[kind]]:
            sys.exit("%s %s ends, but does not begin" %
                     (ENDS[kind], number_of(event)))
        rank.begun[ENDS[kind]].remove(number_of(event))


def on_call(rank, event):
    kind = type(event)
    if kind is events.Enter:
        rank.stack.append(event.region)
        if event.region.paradigm == otf2.Paradigm.MPI:
            rank.calls[event.region.name] += 1
    elif kind is events.Leave:
        if rank.stack.pop() != event.region:
            sys.exit("%s is left inside another" % event.region.name)
    elif kind is events.MeasurementOnOff:
        if rank.modes and rank.modes[-1] == event.measurement_mode:
            sys.exit("%s twice" % event.measurement_mode)
        rank.modes.append(event.measurement_mode)


def read(path):
    ranks = collections.defaultdict(Rank)
    with open_archive(path) as trace:
        for location, event in trace.events:
            me = int(location.group.name.split()[-1])
            on_call(ranks[me], event)
            on_message(ranks[me], me, event)
            on_begin_or_end(ranks[me], event)
    return ranks


def read_expected(prefix, changes):
    """({rank: calls in the trace}, how many less than in the program)"""
    expected, less = {}, 0
    for path in glob.glob(glob.escape(prefix) + ".*.tsv"):
        with open(path) as file:
            for line in file:
                rank, name, calls = line.split("\t")[:3]
                kept = changes.get(name, changes.get("others", int(calls)))
                less += int(calls) - kept
                if kept:
                    expected.setdefault(
                        int(rank), collections.Counter())[name] = kept
    return expected, less


def check_calls(number, rank, expected, messages, off):
    if rank.calls != expected:
        sys.exit("rank %d: too many %s, too few %s" %
                 (number, dict(rank.calls - expected),
                  dict(expected - rank.calls)))
    if len(rank.sent) != messages:
        sys.exit("rank %d sends %d" % (number, len(rank.sent)))
    if rank.modes != (off + 1) * [otf2.MeasurementMode.OFF,
                                  otf2.MeasurementMode.ON]:
        sys.exit("rank %d: %s" % (number, rank.modes))


def check_ends(number, rank):
    rank.begun.pop("receive", None)
    if any(rank.begun.values()):
        sys.exit("rank %d: not ended: %s" % (number, dict(rank.begun)))
    if rank.stack:
        sys.exit("rank %d: open: %s" % (number, rank.stack))
    if rank.modes[-1] != otf2.MeasurementMode.ON:
        sys.exit("rank %d is off at the end" % number)


def check_profile(run, prefix):
    expected = check_counts.read_expected(
        glob.glob(glob.escape(prefix) + ".*.tsv"))
    found = check_counts.read_calls(run + ".json")
    for text in check_counts.differences(expected, found, False):
        sys.exit("the profile: " + text)


def check(run, messages, off, *changes):
    """Prints how many calls the trace is without."""
    path, prefix = run + "/run.otf2", run + ".expected"
    changes = {name: int(calls) for name, calls in
               (change.split("=") for change in changes)}
    expected, less = read_expected(prefix, changes)
    ranks = read(path)
    if sorted(ranks) != sorted(expected):
        sys.exit("ranks %s" % sorted(ranks))
    for number, rank in sorted(ranks.items()):
        check_ends(number, rank)
        if messages != "any":
            check_calls(number, rank, expected[number], int(messages),
                        int(off))
    if messages == "any":
        otf2_totals.read(path)
    else:
        check_profile(run, prefix)
    known = slice(2, None) if messages == "any" else slice(None)
    if sorted(message[known] for rank in ranks.values()
              for message in rank.sent) != \
            sorted(message[known] for rank in ranks.values()
                   for message in rank.received):
        sys.exit("a message lacks an end")
    print(run, less)


def main(path):
    with open(path) as runs:
        for line in runs:
            try:
                check(*line.split())
            except SystemExit as wrong:
                sys.exit("%s: %s" % (line.strip(), wrong))


if __name__ == "__main__":
    main(*sys.argv[1:])
