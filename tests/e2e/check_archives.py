#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Whether OTF2 archives hold what their readers rely on.

    check_archives.py [--alone] [--most MIB] RUN.otf2...

Reads each with the Python bindings of OTF2, nothing of ours.  Definitions:
their order, names and numbers; each location has as many events as it says.
Events: time stamps, nesting, what belongs together, every message has both
ends, every collective all of its members and as many bytes sent as received.
Between hosts a message may come earlier by as much as their clocks are said to
be wrong.
Of a run that was paused or cut off, or of which some rank was not traced,
only what can be told is checked; --alone: the program leaves messages without
another end, each location is checked alone; --most: larger archives are left
out, with a word, as 2 MiB take some seconds.  Prints what is wrong, status 1.
Without these bindings nothing is checked, status 0.
"""

import argparse
import collections
import glob
import os
import sys

try:
    import otf2
except ImportError:
    print("archives are not checked: Python has no module otf2")
    sys.exit()
from otf2 import events
from otf2_fixed import groups_of, open_archive, peer_group

MOST_LINES = 20
LIFE = (otf2.CollectiveOp.CREATE_HANDLE, otf2.CollectiveOp.DESTROY_HANDLE,
        otf2.CollectiveOp.CREATE_HANDLE_AND_ALLOCATE,
        otf2.CollectiveOp.DESTROY_HANDLE_AND_DEALLOCATE)
NO_ROOT = 2 ** 32 - 4  # from here on a root is none of the ranks


class Wrong(list):
    """What is wrong with an archive."""

    def unless(self, good, *words):
        if not good:
            self.append(" ".join(map(str, words)))


# ---- definitions ----

def check_places(trace, wrong):
    defs = trace.definitions
    wrong.unless(defs.strings[0] == "",
                 "string 0 is not empty")
    nodes = list(defs.system_tree_nodes)
    wrong.unless(nodes[0].class_name == "machine" and nodes[0].parent is None,
                 "the first system tree node is no machine")
    for node in nodes[1:]:
        wrong.unless(node.class_name == "node" and node.parent == nodes[0],
                     "system tree node", node.name)
    domains = [item.system_tree_node_domain
               for item in defs.system_tree_node_domains]
    wrong.unless(domains == [otf2.SystemTreeDomain.MACHINE] +
                 [otf2.SystemTreeDomain.SHARED_MEMORY] * (len(nodes) - 1),
                 "domains", domains)
    known = {(item.system_tree_node, item.name)
             for item in defs.system_tree_node_properties}
    for node in nodes[1:]:
        wrong.unless((node, "cpu model") in known and
                     (node, "memory [bytes]") in known,
                     "properties of", node.name)
    for rank, group in enumerate(defs.location_groups):
        wrong.unless(group._ref == rank and
                     group.name == "MPI Rank %d" % rank and
                     group.system_tree_parent in nodes[1:],
                     "location group", rank, group.name)
    for location in defs.locations:
        thread = location._ref >> 32
        name = "Thread %d" % thread if thread else "Master thread"
        wrong.unless(location.name == name and
                     location.type == otf2.LocationType.CPU_THREAD and
                     location.group._ref == location._ref % 2 ** 32,
                     "location", location._ref, location.name)


def check_region(region, wrong):
    wrong.unless(region.name and region.canonical_name == region.name,
                 "region", region._ref, "has no name")
    if region.paradigm == otf2.Paradigm.MPI:
        wrong.unless(region.name.startswith(("MPI_", "MPIX_")) and
                     region.source_file == "MPI" and
                     region.begin_line_number == 0,
                     "region", region.name, region.source_file)
    elif region.paradigm == otf2.Paradigm.USER:
        wrong.unless(region.region_role == otf2.RegionRole.CODE,
                     "region", region.name, region.region_role)


def check_groups(trace, wrong):
    defs = trace.definitions
    kinds = [group.group_type for group in defs.groups]
    own = [group for group in defs.groups
           if group.group_type == otf2.GroupType.COMM_SELF]
    ranks = [location for location in defs.locations
             if location._ref < 2 ** 32]
    wrong.unless(kinds[0] == otf2.GroupType.COMM_LOCATIONS and
                 list(defs.groups[0].members) == ranks,
                 "the first group is not that of all ranks")
    wrong.unless(set(kinds[1:-1]) <= {otf2.GroupType.COMM_GROUP} and
                 len(own) == 1 and not own[0].members and
                 kinds[-1] == otf2.GroupType.COMM_SELF,
                 "kinds of groups", kinds)
    for comm in defs.comms:
        wrong.unless(comm.flags == otf2.CommFlag.CREATE_DESTROY_EVENTS and
                     comm.parent is not comm, "communicator", comm.name)


def check_grids(trace, wrong):
    coordinates = collections.defaultdict(dict)
    for place in trace.definitions._cart_coordinates:
        coordinates[place.topology][place.rank] = tuple(place.coordinates)
    for grid in trace.definitions._cart_topologies:
        sizes = [dimension.size for dimension in grid.dimensions]
        places = coordinates[grid]
        wrong.unless(sorted(places) == list(range(len(places))) and
                     len(set(places.values())) == len(places) and
                     all(at < size for place in places.values()
                         for at, size in zip(place, sizes)),
                     "grid of", grid.communicator.name, places)


def take_in_all(known):
    """What a reader does that makes a table of all definitions, as Pipit: all
    fields of all of them, whatever they are."""
    for kind, items in vars(known).items():
        if "otf2" in kind or kind == "clock_properties":
            continue
        for item in items:
            for field in item._fields:
                str(getattr(item, field.name))


def check_definitions(trace, wrong):
    take_in_all(trace.definitions)
    check_places(trace, wrong)
    for region in trace.definitions.regions:
        check_region(region, wrong)
    check_groups(trace, wrong)
    check_grids(trace, wrong)


# ---- events ----

class Location:
    """What one location, a thread of a rank, did so far."""

    def __init__(self, archive, location):
        self.archive, self.wrong = archive, archive.wrong
        self.location = location
        self.rank = location._ref % 2 ** 32
        self.master = location._ref < 2 ** 32
        self.count = self.calls = 0
        self.last = None
        self.left = (None, 0) # the last call of MPI, and when
        self.stack = []       # of (region, time of Enter)
        self.metric = None    # time of one that waits for its Enter or Leave
        self.began = 0        # collectives
        self.rma_began = 0
        self.on, self.offs = True, 0
        self.locks = collections.Counter()

    def unless(self, good, *words):
        if not good:
            self.wrong.append("location %d, event %d: %s" % (
                self.location._ref, self.count, " ".join(map(str, words))))

    def take(self, event):
        self.count += 1
        kind = type(event)
        self.unless(self.last is None or event.time >= self.last.time,
                    "goes backwards")
        self.check_first(event, kind)
        self.unless(self.metric is not None or not self.archive.counts or
                    kind not in (events.Enter, events.Leave),
                    "no metric before", kind.__name__)
        if self.metric is not None:
            self.unless(kind in (events.Enter, events.Leave) and
                        event.time == self.metric,
                        "metric without its Enter or Leave")
            self.metric = None
        handler = HANDLERS.get(kind)
        self.unless(handler is not None, "unknown", kind.__name__)
        self.last = event
        if handler is not None:
            handler(self, event)

    def check_first(self, event, kind):
        root = 1 + self.master + self.archive.counts
        if self.count <= self.master:
            self.unless(kind is events.ProgramBegin, "begins with", kind)
        elif self.count == root:
            self.unless(kind is events.Enter and event.region._ref == 0,
                        "the root region is not entered first")
        self.unless(not isinstance(self.last, events.ProgramEnd),
                    "goes on after its end")

    def in_call(self):
        return bool(self.stack) and \
            self.stack[-1][0].paradigm == otf2.Paradigm.MPI

    def at_enter(self, event):
        """Records that tell what a call begins with."""
        self.unless(self.in_call() and event.time == self.stack[-1][1],
                    type(event).__name__, "not at the begin of a call")

    def within(self, event):
        self.unless(self.in_call(), type(event).__name__, "outside of a call")

    def program(self, event):
        self.unless(not self.stack and self.master, type(event).__name__)

    def enter(self, event):
        if event.region.paradigm == otf2.Paradigm.MPI:
            self.unless(not self.in_call(), event.region.name, "inside a call")
            self.unless(len(self.stack) > 1 or
                        event.time > self.stack[-1][1],
                        event.region.name, "begins with the program")
            self.calls += 1
        self.stack.append((event.region, event.time))

    def leave(self, event):
        region = self.stack.pop()[0] if self.stack else None
        self.unless(region is event.region, "leaves", event.region.name,
                    "inside", region and region.name)
        self.unless(not self.began and not self.rma_began,
                    "leaves inside a collective")
        if event.region.paradigm == otf2.Paradigm.MPI:
            self.left = (event.region.name, event.time)

    def metrics(self, event):
        self.metric = event.time
        self.unless(len(event.values) == len(event.metric.members),
                    "number of values")

    def on_off(self, event):
        on = event.measurement_mode == otf2.MeasurementMode.ON
        self.unless(on != self.on, "is on or off twice")
        self.on = on
        self.offs += not on
        if self.is_cut():
            self.archive.paused.add(self.rank)

    def flushed(self, event):
        self.unless(event.stop_time >= event.time and not self.in_call(),
                    "flush inside a call")

    def sampled(self, event):
        self.unless(not self.in_call(), "sample inside a call")
        self.unless(self.on, "sample while recording is off")
        self.unless(event.interrupt_generator is not None and
                    event.unwind_distance > 0, "unwind distance",
                    event.unwind_distance)

    # ---- communicators ----

    def uses(self, comm):
        """The communicator exists here and this rank is a member."""
        self.unless(comm is not None, "no communicator")
        if comm is None:
            return
        alive = self.archive.comms[self.rank]
        self.unless(comm._ref in alive or self.archive.late(self.rank),
                    "communicator", comm._ref, "is used before its creation")
        self.unless(self.archive.is_member(comm, self.location),
                    "is no member of", comm.name)

    def comm_created(self, event):
        comm = event.communicator
        self.within(event)
        self.archive.comms[self.rank].add(comm._ref)
        self.uses(comm)

    def comm_destroyed(self, event):
        self.within(event)
        self.uses(event.communicator)

    # ---- messages ----

    def peers(self, comm):
        return peer_group(comm, self.archive.masters[self.rank]).members

    def peer(self, comm, rank):
        """The rank of the run behind one of a communicator."""
        members = self.peers(comm)
        if not members and rank == 0:
            return self.rank
        self.unless(rank < len(members), "rank", rank, "of", comm.name)
        return members[rank]._ref if rank < len(members) else None

    def sent(self, event):
        self.at_enter(event)
        self.uses(event.communicator)
        to = self.peer(event.communicator, event.receiver)
        self.archive.send(self, event, to)

    def isent(self, event):
        self.sent(event)
        self.begin_request(event, "send")

    def isend_done(self, event):
        self.end_request(event, "send")

    def received(self, event, start=None):
        self.within(event)
        self.uses(event.communicator)
        self.archive.receive(self, event,
                             self.peer(event.communicator, event.sender),
                             (start or event).time)

    def irecv_begun(self, event):
        self.within(event)
        self.begin_request(event, "receive")

    def ireceived(self, event):
        self.received(event, self.end_request(event, "receive"))

    def begin_request(self, event, kind):
        requests = self.archive.requests[self.rank]
        self.unless(event.request_id not in requests,
                    "request", event.request_id, "begins twice")
        requests[event.request_id] = kind, event

    def end_request(self, event, kind):
        self.within(event)
        requests = self.archive.requests[self.rank]
        begun, start = requests.get(event.request_id, (None, None))
        self.unless(begun == kind, "request", event.request_id, "is no", kind,
                    "but", begun)
        requests[event.request_id] = "ended", start
        return start

    def cancelled(self, event):
        self.within(event)
        begun, start = self.archive.requests[self.rank].get(
            event.request_id, (None, None))
        self.unless(begun in ("send", "receive", "collective"),
                    "cancels request", event.request_id)
        self.archive.requests[self.rank][event.request_id] = "ended", start
        if begun == "send":
            self.archive.take_back(self, start)

    # ---- collectives ----

    def collective_begun(self, event):
        self.at_enter(event)
        self.began += 1

    def collective_ended(self, event):
        self.within(event)
        self.unless(self.began == 1, "collective ends that has not begun")
        self.began = 0
        self.collective(event, self.count)

    def collective(self, event, order):
        comm = event.communicator
        self.uses(comm)
        if comm is None:
            return
        members = len(self.peers(comm)) or 1
        self.unless(event.root >= NO_ROOT or event.root < members,
                    "root", event.root, "of", comm.name)
        if event.collective_op not in LIFE:
            self.archive.collect(self, event, order)

    def icollective_begun(self, event):
        self.at_enter(event)
        self.begin_request(event, "collective")
        event.order = self.count

    def icollective_ended(self, event):
        start = self.end_request(event, "collective")
        if start is not None:
            self.collective(event, start.order)

    # ---- one-sided ----

    def window(self, event):
        self.within(event)
        self.unless(event.win._ref in self.archive.windows[self.rank],
                    "window", event.win._ref, "does not exist")

    def win_created(self, event):
        self.unless(self.rma_began, "window without a collective")
        self.archive.windows[self.rank].add(event.win._ref)
        self.uses(event.win.comm)

    def win_destroyed(self, event):
        self.window(event)
        self.archive.windows[self.rank].discard(event.win._ref)

    def rma_begun(self, event):
        self.at_enter(event)
        self.rma_began += 1

    def rma_ended(self, event):
        self.unless(self.rma_began == 1, "collective ends that has not begun")
        self.rma_began = 0
        if event.collective_op not in LIFE:
            self.window(event)
        self.no_transfers(event.win)

    def no_transfers(self, window):
        open_ = self.archive.transfers[self.rank]
        self.unless(window._ref not in open_.values(),
                    "transfers are left behind on window", window._ref)

    def transfer(self, event):
        self.window(event)
        self.at_enter(event)
        members = event.win.comm.group.members
        self.unless(event.remote < max(1, len(members)), "target")
        self.archive.transfers[self.rank][event.matching_id] = event.win._ref
        self.archive.remote[self.rank].add(event.matching_id)

    def transfer_done(self, event):
        self.window(event)
        window = self.archive.transfers[self.rank].pop(event.matching_id, None)
        self.unless(window == event.win._ref, "transfer ends twice")

    def transfer_remote(self, event):
        self.window(event)
        known = self.archive.remote[self.rank]
        self.unless(event.matching_id in known, "transfer ends there twice")
        known.discard(event.matching_id)

    def transfer_tested(self, event):
        self.window(event)
        self.unless(event.matching_id in self.archive.transfers[self.rank],
                    "tests a transfer that is over")

    def lock_requested(self, event):
        self.window(event)
        self.locks[event.win._ref, event.remote] += 1

    def lock_released(self, event):
        self.window(event)
        key = event.win._ref, event.remote
        self.unless(self.locks[key] == 1, "releases what it has not locked")
        self.locks[key] = 0
        if event.remote == 2 ** 32 - 1:
            self.no_transfers(event.win)

    # ---- files ----

    def file_opened(self, event):
        self.within(event)
        files = self.archive.files[self.rank]
        self.unless(event.handle._ref not in files, "opens a handle twice")
        files.add(event.handle._ref)
        self.unless(event.handle.file is not None and
                    event.handle.comm is not None, "handle of nothing")

    def on_file(self, event):
        self.within(event)
        self.unless(event.handle._ref in self.archive.files[self.rank],
                    "the handle is not open")

    def file_closed(self, event):
        self.on_file(event)
        self.archive.files[self.rank].discard(event.handle._ref)

    def io_begun(self, event):
        self.on_file(event)
        self.at_enter(event)
        key = event.handle._ref, event.matching_id
        self.unless(key not in self.archive.operations[self.rank],
                    "operation begins twice")
        self.archive.operations[self.rank].add(key)

    def io_goes_on(self, event):
        self.within(event)
        key = event.handle._ref, event.matching_id
        self.unless(key in self.archive.operations[self.rank],
                    type(event).__name__, "of no operation")
        return key

    def io_done(self, event):
        self.archive.operations[self.rank].discard(self.io_goes_on(event))

    def is_cut(self):
        """Some of it is not there: paused, or the limit was met.  The master
        is off between MPI_Init and the begin of what is measured."""
        off = not self.on and self.calls > self.master
        return off or self.offs > self.master

    def end(self):
        self.unless(not self.stack, "is left inside", self.stack)
        self.unless(not self.master or
                    isinstance(self.last, events.ProgramEnd), "has no end")
        self.unless(self.left[0] not in ("MPI_Finalize",
                                         "MPI_Session_finalize") or
                    self.left[1] + 1 == self.last.time,
                    "does not end a tick after", self.left[0])
        self.unless(self.count == self.location.number_of_events,
                    "has not", self.location.number_of_events, "events")


HANDLERS = {
    events.ProgramBegin: Location.program,
    events.ProgramEnd: Location.program,
    events.Enter: Location.enter,
    events.Leave: Location.leave,
    events.Metric: Location.metrics,
    events.MeasurementOnOff: Location.on_off,
    events.BufferFlush: Location.flushed,
    events.CallingContextSample: Location.sampled,
    events.CommCreate: Location.comm_created,
    events.CommDestroy: Location.comm_destroyed,
    events.MpiSend: Location.sent,
    events.MpiIsend: Location.isent,
    events.MpiIsendComplete: Location.isend_done,
    events.MpiRecv: Location.received,
    events.MpiIrecvRequest: Location.irecv_begun,
    events.MpiIrecv: Location.ireceived,
    events.MpiRequestCancelled: Location.cancelled,
    events.MpiCollectiveBegin: Location.collective_begun,
    events.MpiCollectiveEnd: Location.collective_ended,
    events.NonBlockingCollectiveRequest: Location.icollective_begun,
    events.NonBlockingCollectiveComplete: Location.icollective_ended,
    events.RmaWinCreate: Location.win_created,
    events.RmaWinDestroy: Location.win_destroyed,
    events.RmaCollectiveBegin: Location.rma_begun,
    events.RmaCollectiveEnd: Location.rma_ended,
    events.RmaGroupSync: Location.window,
    events.RmaRequestLock: Location.lock_requested,
    events.RmaAcquireLock: Location.window,
    events.RmaReleaseLock: Location.lock_released,
    events.RmaPut: Location.transfer,
    events.RmaGet: Location.transfer,
    events.RmaAtomic: Location.transfer,
    events.RmaOpCompleteNonBlocking: Location.transfer_done,
    events.RmaOpCompleteRemote: Location.transfer_remote,
    events.RmaOpTest: Location.transfer_tested,
    events.IoCreateHandle: Location.file_opened,
    events.IoDestroyHandle: Location.file_closed,
    events.IoDeleteFile: Location.within,
    events.IoSeek: Location.on_file,
    events.IoOperationBegin: Location.io_begun,
    events.IoOperationIssued: Location.io_goes_on,
    events.IoOperationTest: Location.io_goes_on,
    events.IoOperationComplete: Location.io_done,
    events.IoOperationCancelled: Location.io_done,
}


class Archive:
    """What is told of all locations together."""

    def __init__(self, trace, wrong):
        self.trace, self.wrong = trace, wrong
        self.members = {}
        self.sends = collections.defaultdict(list)
        self.receives = collections.defaultdict(list)
        self.collectives = collections.defaultdict(
            lambda: collections.defaultdict(list))
        per_rank = collections.defaultdict
        self.comms, self.paused = per_rank(set), set()
        self.requests = per_rank(dict)
        self.windows, self.files = per_rank(set), per_rank(set)
        self.transfers, self.remote = per_rank(dict), per_rank(set)
        self.operations = per_rank(set)
        self.counts = len(trace.definitions._metrics) > 0
        self.masters = {location._ref: location
                        for location in trace.definitions.locations
                        if location._ref < 2 ** 32}

    def masters_of(self, locations):
        return [locations[master] for master in self.masters.values()]

    def late(self, rank):
        """Without MPI_Init there is no record of the first communicators, nor
        of those that were made during a pause."""
        return 0 not in self.comms[rank] or rank in self.paused

    def is_member(self, comm, location):
        key = comm._ref, location._ref % 2 ** 32
        if key not in self.members:
            ranks = {member._ref for group in groups_of(comm)
                     for member in group.members}
            self.members[key] = not ranks or key[1] in ranks
        return self.members[key]

    def send(self, location, event, to):
        key = event.communicator._ref, location.rank, to, event.msg_tag
        self.sends[key].append(event)

    def receive(self, location, event, source, posted):
        """posted: when; a message belongs to the first receive for it."""
        key = event.communicator._ref, source, location.rank, event.msg_tag
        self.receives[key].append((posted, event))

    def take_back(self, location, start):
        for key, sent in self.sends.items():
            if key[1] == location.rank and start in sent:
                sent.remove(start)

    def collect(self, location, event, order):
        """order: of the calls that began it."""
        comm = event.communicator
        blocking = isinstance(event, events.MpiCollectiveEnd)
        own = comm.group.group_type == otf2.GroupType.COMM_SELF
        key = comm._ref, blocking, location.rank if own else None
        self.collectives[key][location.rank].append((order, event))

    def check_collectives(self):
        """Every member takes part in each, in the same order."""
        for (ref, _, own), by_rank in self.collectives.items():
            comm = self.trace.definitions.comms[ref]
            members = {member._ref for group in groups_of(comm)
                       for member in group.members} or {own}
            found = [[event for _, event in
                      sorted(by_rank.get(rank, []), key=lambda pair: pair[0])]
                     for rank in sorted(members)]
            self.wrong.unless(len({len(row) for row in found}) == 1,
                              "communicator", ref, "collectives of members:",
                              [len(row) for row in found])
            for number, one in enumerate(zip(*found)):
                self.check_collective("collective %d of communicator %d:" %
                                      (number, ref), one)

    def check_collective(self, words, one):
        operations = {event.collective_op for event in one}
        roots = {event.root for event in one if event.root < NO_ROOT}
        sent = sum(event.size_sent for event in one)
        received = sum(event.size_received for event in one)
        self.wrong.unless(len(operations) == 1 and len(roots) <= 1, words,
                          operations, roots)
        self.wrong.unless(sent == received, words, operations, sent,
                          "bytes sent,", received, "received")

    def clock_errors(self):
        """Of each rank, in ticks."""
        defs = self.trace.definitions
        tick = 1e9 / defs.clock_properties.timer_resolution
        of_node = {item.system_tree_node: item.value / tick
                   for item in defs.system_tree_node_properties
                   if item.name == "clock error [ns]"}
        return {rank: of_node.get(group.system_tree_parent, 0)
                for rank, group in enumerate(defs.location_groups)}

    def check_messages(self):
        errors = self.clock_errors()
        for key in sorted(set(self.sends) | set(self.receives), key=str):
            sent = self.sends[key]
            received = [event for _, event in sorted(
                self.receives[key], key=lambda pair: pair[0])]
            words = "communicator %s, %s to %s, tag %s:" % key
            early = errors.get(key[1], 0) + errors.get(key[2], 0)
            self.wrong.unless(len(sent) == len(received), words, len(sent),
                              "sent,", len(received), "received")
            for out, came in zip(sent, received):
                self.wrong.unless(out.msg_length == came.msg_length, words,
                                  out.msg_length, "bytes sent,",
                                  came.msg_length, "received")
                self.wrong.unless(out.time <= came.time + early, words,
                                  "backwards")


def check_clock(trace, wrong, first, last):
    """The span of the run is that of its events."""
    clock = trace.definitions.clock_properties
    end = clock.global_offset + clock.trace_length
    wrong.unless(clock.timer_resolution >= 10 ** 6, "timer resolution",
                 clock.timer_resolution)
    wrong.unless(abs(first - clock.global_offset) <= 1 and
                 abs(last - end) <= 1, "events from", first, "to", last,
                 "outside of", clock.global_offset, "to", end)


def check_events(trace, wrong, with_others):
    archive = Archive(trace, wrong)
    locations = {location: Location(archive, location)
                 for location in trace.definitions.locations}
    first = last = None
    for location, event in trace.events:
        locations[location].take(event)
        first = event.time if first is None else min(first, event.time)
        last = event.time if last is None else max(last, event.time)
    check_clock(trace, wrong, first, last)
    for location in locations.values():
        location.end()
    if with_others and not archive.paused and \
            all(location.calls for location in archive.masters_of(locations)):
        archive.check_messages()
        archive.check_collectives()


def check(path, with_others):
    wrong = Wrong()
    with open_archive(path) as trace:
        check_definitions(trace, wrong)
        check_events(trace, wrong, with_others)
    return wrong


def mib_of(path):
    folder = glob.escape(os.path.splitext(path)[0])
    return sum(map(os.path.getsize, glob.glob(folder + "/*"))) / 2 ** 20


def problems_of(path, options):
    if options.most and mib_of(path) > options.most:
        print("%s: not read, larger than %g MiB" % (path, options.most))
        return []
    try:
        return check(path, not options.alone)
    except Exception as error:  # whatever the bindings say to it
        return ["cannot be read: %r" % error]


def main(arguments):
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--alone", action="store_true")
    parser.add_argument("--most", type=float, metavar="MIB")
    parser.add_argument("archives", nargs="+")
    options = parser.parse_args(arguments)
    bad = False
    for path in options.archives:
        wrong = problems_of(path, options)
        for line in wrong[:MOST_LINES]:
            print("%s: %s" % (path, line))
        bad |= bool(wrong)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
