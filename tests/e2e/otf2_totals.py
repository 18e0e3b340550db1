#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Calls and bytes per rank and procedure of an OTF2 archive.

    otf2_totals.py RUN.otf2

Reads with the Python bindings of OTF2, nothing of ours, and prints the table
calls_per_rank as the JSON report has it, without times.  Bytes are charged as
the profile charges them: to the procedure that holds the record, those of
nonblocking collectives to the one that started it.
"""

import collections
import json
import sys

import otf2
from otf2 import events
from otf2_fixed import open_archive

COLUMNS = ("rank", "procedure", "calls", "bytes_out", "bytes_in")


class Location:
    """What one location, a thread of a rank, did so far."""

    def __init__(self, rows, rank):
        self.rows, self.rank = rows, rank
        self.stack = []
        self.requests = {}
        self.transfers = {}  # not complete locally
        self.locks, self.windows = [], set()
        self.files, self.operations = set(), {}
        self.collectives = 0

    def row(self, procedure):
        return self.rows[self.rank, procedure]

    def add(self, procedure, calls, bytes_out, bytes_in):
        row = self.row(procedure)
        row[0] += calls
        row[1] += bytes_out
        row[2] += bytes_in

    def enter(self, event):
        self.stack.append(event.region.name)
        if event.region.paradigm == otf2.Paradigm.MPI:
            self.add(event.region.name, 1, 0, 0)

    def leave(self, event):
        name = self.stack.pop()
        if name != event.region.name:
            sys.exit("left %s inside %s" % (event.region.name, name))

    def sent(self, event):
        self.add(self.stack[-1], 0, event.msg_length, 0)

    def received(self, event):
        self.add(self.stack[-1], 0, 0, event.msg_length)

    def put(self, event):
        self.begin_transfer(event, event.bytes, 0)

    def got(self, event):
        self.begin_transfer(event, 0, event.bytes)

    def atomic(self, event):
        self.begin_transfer(event, event.bytes_sent, event.bytes_received)

    def begin_transfer(self, event, bytes_out, bytes_in):
        self.add(self.stack[-1], 0, bytes_out, bytes_in)
        self.transfers[event.matching_id] = event.win

    def transfer_done(self, event):
        if self.transfers.pop(event.matching_id, None) != event.win:
            sys.exit("transfer %d ends twice" % event.matching_id)

    def lock_requested(self, event):
        self.locks.append((event.win, event.remote))

    def lock_released(self, event):
        self.locks.remove((event.win, event.remote))
        self.expect_no_transfers(event)

    def rma_begin(self, _):
        self.collectives += 1

    def rma_end(self, event):
        self.collectives -= 1
        self.expect_no_transfers(event)

    def expect_no_transfers(self, event):
        """A fence, the end of a lock or of a window completes all."""
        if event.win in self.transfers.values():
            sys.exit("rank %d: transfers left behind %s" %
                     (self.rank, type(event).__name__))

    def win_created(self, event):
        self.windows.add(event.win)

    def win_destroyed(self, event):
        self.windows.remove(event.win)

    def file_opened(self, event):
        if event.handle in self.files:
            sys.exit("%s is opened twice" % event.handle)
        self.files.add(event.handle)

    def file_closed(self, event):
        self.files.remove(event.handle)

    def io_begun(self, event):
        self.operations[event.handle, event.matching_id] = event.mode

    def io_done(self, event):
        mode = self.operations.pop((event.handle, event.matching_id))
        if mode == otf2.IoOperationMode.WRITE:
            self.add(self.stack[-1], 0, event.bytes_result, 0)
        elif mode == otf2.IoOperationMode.READ:
            self.add(self.stack[-1], 0, 0, event.bytes_result)

    def io_goes_on(self, event):
        if (event.handle, event.matching_id) not in self.operations:
            sys.exit("%s of what has not begun" % type(event).__name__)

    def check_end(self):
        left = [self.transfers, self.locks, self.windows, self.stack,
                self.files, self.operations]
        if any(left) or self.collectives != 0:
            sys.exit("rank %d: not ended: %s" % (self.rank, left))

    def collective(self, event):
        self.add(self.stack[-1], 0, event.size_sent, event.size_received)

    def collective_started(self, event):
        self.requests[event.request_id] = self.stack[-1]

    def collective_done(self, event):
        self.add(self.requests.pop(event.request_id), 0, event.size_sent,
                 event.size_received)


HANDLERS = {
    events.Enter: Location.enter,
    events.Leave: Location.leave,
    events.MpiSend: Location.sent,
    events.MpiIsend: Location.sent,
    events.MpiRecv: Location.received,
    events.MpiIrecv: Location.received,
    events.RmaPut: Location.put,
    events.RmaGet: Location.got,
    events.RmaAtomic: Location.atomic,
    events.RmaOpCompleteNonBlocking: Location.transfer_done,
    events.RmaRequestLock: Location.lock_requested,
    events.RmaReleaseLock: Location.lock_released,
    events.RmaCollectiveBegin: Location.rma_begin,
    events.RmaCollectiveEnd: Location.rma_end,
    events.RmaWinCreate: Location.win_created,
    events.RmaWinDestroy: Location.win_destroyed,
    events.IoCreateHandle: Location.file_opened,
    events.IoDestroyHandle: Location.file_closed,
    events.IoOperationBegin: Location.io_begun,
    events.IoOperationIssued: Location.io_goes_on,
    events.IoOperationTest: Location.io_goes_on,
    events.IoOperationComplete: Location.io_done,
    events.MpiCollectiveEnd: Location.collective,
    events.NonBlockingCollectiveRequest: Location.collective_started,
    events.NonBlockingCollectiveComplete: Location.collective_done,
}


def ranks_of(definitions):
    """{location group: rank}: by the place of its location among all ranks'"""
    for group in definitions.groups:
        if group.group_type == otf2.GroupType.COMM_LOCATIONS and \
                group.paradigm == otf2.Paradigm.MPI:
            return {location.group: rank
                    for rank, location in enumerate(group.members)}
    sys.exit("no group of all ranks")


def read(path):
    """{(rank, procedure): [calls, bytes_out, bytes_in]}"""
    rows = collections.defaultdict(lambda: [0, 0, 0])
    locations = {}
    with open_archive(path) as trace:
        ranks = ranks_of(trace.definitions)
        for location, event in trace.events:
            handler = HANDLERS.get(type(event))
            if handler is None:
                continue
            if location not in locations:
                locations[location] = Location(rows, ranks[location.group])
            handler(locations[location], event)
    for location in locations.values():
        location.check_end()
    return rows


def main(arguments):
    if len(arguments) != 1:
        sys.exit(__doc__)
    rows = read(arguments[0])
    table = {"columns": [{"name": name} for name in COLUMNS],
             "rows": [[*key, *rows[key]] for key in sorted(rows)]}
    json.dump({"tables": {"calls_per_rank": table}}, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1:])
