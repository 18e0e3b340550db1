#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The calls and messages of an OTF2 archive, as JSON.

    traced_calls.py RUN.otf2

Reads with the Python bindings of OTF2, nothing of ours.  Calls are
[rank, name, begin, end], messages [from, to, begin of the call that sends, end
of the call that receives]; times are ns after the first event.
"""

import collections
import json
import sys

import otf2
from otf2 import events


class Run:
    """What was read so far."""

    def __init__(self, clock):
        self.clock = clock
        self.open = collections.defaultdict(list)
        self.sends = collections.defaultdict(collections.deque)
        self.arrived = collections.defaultdict(list)  # in the call at hand
        self.calls = []
        self.receives = []

    def ns(self, ticks):
        return int((ticks - self.clock.global_offset) * 1e9 /
                   self.clock.timer_resolution)

    def leave(self, rank, event):
        begin = self.open[rank].pop()
        if event.region.paradigm != otf2.Paradigm.MPI:
            return
        end = self.ns(event.time)
        self.calls.append([rank, event.region.name, begin, end])
        for sender, tag in self.arrived.pop(rank, []):
            self.receives.append((sender, rank, tag, end))

    def messages(self):
        for sender, receiver, tag, end in self.receives:
            sent = self.sends[sender, receiver, tag].popleft()
            yield [sender, receiver, sent, end]


def read(path):
    with otf2.reader.open(path) as trace:
        run = Run(trace.definitions.clock_properties)
        for location, event in trace.events:
            rank = int(location.group.name.split()[-1])
            if isinstance(event, events.Enter):
                run.open[rank].append(run.ns(event.time))
            elif isinstance(event, events.Leave):
                run.leave(rank, event)
            elif isinstance(event, (events.MpiSend, events.MpiIsend)):
                run.sends[rank, event.receiver, event.msg_tag].append(
                    run.open[rank][-1])
            elif isinstance(event, (events.MpiRecv, events.MpiIrecv)):
                run.arrived[rank].append((event.sender, event.msg_tag))
    return run


if __name__ == "__main__":
    found = read(sys.argv[1])
    json.dump({"calls": found.calls, "messages": list(found.messages())},
              sys.stdout)
