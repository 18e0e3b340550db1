#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What the Python bindings of OTF2 see in the made-up run.

    totals.py run.otf2 RANKS STEPS

Every event that the run wrote is there, regions nest, times do not go back,
sends and receives match one to one, and call paths are resolved.
"""

import collections
import sys

import otf2
from otf2 import events


def path_of(event):
    """The functions of an Enter's call path, innermost first."""
    names = []
    for attribute, context in (event.attributes or {}).items():
        if attribute.name != "call path":
            continue
        while context is not None:
            names.append(context.region.name)
            context = context.parent
    return names


class Location:
    """The open regions and the last time of one location."""

    def __init__(self):
        self.stack, self.time = [], 0

    def step(self, event):
        if event.time < self.time:
            sys.exit("time goes back")
        self.time = event.time
        if isinstance(event, events.Enter):
            self.stack.append(event.region.name)
        elif isinstance(event, events.Leave):
            if self.stack.pop() != event.region.name:
                sys.exit("regions do not nest")


def read(name):
    locations = collections.defaultdict(Location)
    kinds = collections.Counter()
    messages = collections.Counter()
    with otf2.reader.open(name) as trace:
        for location, event in trace.events:
            locations[location].step(event)
            kinds[type(event).__name__] += 1
            rank = location.group.name
            if isinstance(event, (events.MpiSend, events.MpiIsend)):
                key = (rank, "MPI Rank %d" % event.receiver, event.msg_tag)
                messages[key + (event.msg_length,)] += 1
            elif isinstance(event, (events.MpiRecv, events.MpiIrecv)):
                key = ("MPI Rank %d" % event.sender, rank, event.msg_tag)
                messages[key + (event.msg_length,)] -= 1
            elif isinstance(event, events.Enter):
                if event.region.name == "MPI_Isend" and path_of(event) != [
                        "exchange", "step", "main"]:
                    sys.exit("call path is %s" % path_of(event))
    if any(location.stack for location in locations.values()):
        sys.exit("regions are left open")
    if any(messages.values()):
        sys.exit("messages without their other end")
    return kinds


def expected(ranks, steps):
    calls = 3 + 9 * steps
    collectives = 3 + 2 * steps
    enters = ranks * (calls + 2 + steps) + 3
    return {
        "ProgramBegin": ranks,
        "ProgramEnd": ranks,
        "Enter": enters,
        "Leave": enters,
        "Metric": 2 * enters,
        "MpiSend": ranks * steps + 1,
        "MpiRecv": ranks * steps + 1,
        "MpiIsend": ranks * steps,
        "MpiIsendComplete": ranks * steps,
        "MpiIrecvRequest": ranks * steps,
        "MpiIrecv": ranks * steps,
        "NonBlockingCollectiveRequest": ranks * steps,
        "NonBlockingCollectiveComplete": ranks * steps,
        "MpiCollectiveBegin": ranks * collectives,
        "MpiCollectiveEnd": ranks * collectives,
        "CommCreate": ranks * 3,
        "CommDestroy": ranks * 2,
        "MeasurementOnOff": ranks * 2,
    }


def main(name, ranks, steps):
    kinds = read(name)
    for kind, count in expected(ranks, steps).items():
        if kinds.pop(kind, 0) != count:
            sys.exit("%s: not %d of them" % (kind, count))
    if kinds:
        sys.exit("unexpected: %s" % dict(kinds))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
