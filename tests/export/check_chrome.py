# SPDX-License-Identifier: BSD-3-Clause
"""The time line of a run says what its trace says, as the Python bindings of
OTF2 read it: each Enter and Leave is a slice, each message an arrow.

    check_chrome.py MPIPROF-REPORT RUN [NO-TRACE]

In a folder of its own; prints what it tested.  NO-TRACE: bindings are missing,
only the format is looked at.
"""
import collections
import gzip
import json
import subprocess
import sys
from decimal import Decimal

REPORT, RUN = sys.argv[1:3]
COMPARED = len(sys.argv) == 3
if COMPARED:
    import otf2
    from otf2 import events
    from otf2_fixed import open_archive, peer_group

SLACK = 2  # ns: both round times that are ticks


def must(holds, *what):
    if not holds:
        sys.exit("FAIL: %s" % " ".join(str(part)[:1500] for part in what))


def export(*words):
    done = subprocess.run([REPORT, "export", "--format", "chrome", *words,
                           RUN], capture_output=True)
    must(done.returncode == 0, words, done.stderr.decode())
    return done.stdout


class Shown:
    """What is in the file, by the rules of the Trace Event Format."""

    def __init__(self, *words):
        data = json.loads(export(*words), parse_float=Decimal)
        must(data["displayTimeUnit"] == "ns", data["displayTimeUnit"])
        self.origin = self.ns(data["otherData"]["run_begins_us"])
        self.slices = collections.defaultdict(list)
        self.ends = {"s": {}, "f": {}}
        self.names, self.order, self.threads = {}, {}, set()
        self.counters = 0
        for event in data["traceEvents"]:
            getattr(self, "take_" + event["ph"])(event)
        self.check_nesting()
        self.check_arrows()

    def take_M(self, event):
        rank = event["pid"]
        if event["name"] == "process_name":
            must(event["args"]["name"].startswith("rank %d" % rank), event)
            self.names[rank] = event["args"]["name"]
        elif event["name"] == "process_sort_index":
            must(event["args"]["sort_index"] == rank, event)
            self.order[rank] = rank
        elif event["name"] == "thread_name":
            self.threads.add((rank, event["tid"]))

    def ns(self, value):
        ns = Decimal(value) * 1000
        must(ns == int(ns), value)
        return int(ns)

    def take_X(self, event):
        about = event.pop("args", {"file": ""})
        must({"ph", "pid", "tid", "ts", "dur", "name", "cat"} == set(event) and
             about, event)
        begin = self.ns(event["ts"])
        end = begin + self.ns(event["dur"])
        self.slices[event["pid"], event["tid"]].append(
            (begin, end, event["name"], event["cat"], about))

    def take_s(self, event):
        ends = self.ends[event["ph"]]
        must(event["id"] not in ends, "twice", event)
        must(event["name"] == "message" and event["cat"] == "message", event)
        int(event["id"], 16)
        ends[event["id"]] = (event["pid"], event["tid"],
                             self.ns(event["ts"]))

    def take_f(self, event):
        must(event["bp"] == "e", event)
        self.take_s(event)

    def take_C(self, event):
        must(event["args"]["per second"] >= 0, event)
        self.counters += 1

    def check_nesting(self):
        for place, slices in self.slices.items():
            must(place in self.threads and place[0] in self.names and
                 place[0] in self.order, place)
            open_ends = []
            for begin, end, *rest in sorted(slices, key=lambda s: (s[0],
                                                                   -s[1])):
                while open_ends and open_ends[-1] <= begin:
                    open_ends.pop()
                must(not open_ends or end <= open_ends[-1], place, begin,
                     end, rest)
                open_ends.append(end)

    def check_arrows(self):
        """Both ends are there, each inside of a call."""
        must(set(self.ends["s"]) == set(self.ends["f"]), "one end only",
             set(self.ends["s"]) ^ set(self.ends["f"]))
        calls = {}
        for (rank, thread), slices in self.slices.items():
            for begin, end, name, kind, _ in slices:
                if kind != "region":
                    calls[rank, thread, begin] = end
                    calls[rank, thread, "end", end] = begin
        self.arrows = collections.Counter()
        for key, (rank, thread, begin) in self.ends["s"].items():
            must((rank, thread, begin) in calls, key, "begins in no call")
            to, there, time = self.ends["f"][key]
            end = time + 1
            if (to, there, "end", end) not in calls:
                end = time  # a call that took no time
            must((to, there, "end", end) in calls, key, "ends in no call")
            self.arrows[rank, begin, to, end] += 1

    def calls(self, rank_filter=None):
        """[(rank, thread, name, begin, end)]"""
        return sorted((rank, thread, name, begin, end)
                      for (rank, thread), slices in self.slices.items()
                      for begin, end, name, _, _ in slices
                      if rank_filter is None or rank in rank_filter)


class Trace:
    """What the archive says."""

    def __init__(self):
        self.calls, self.arrows = [], collections.Counter()
        self.sends = collections.defaultdict(list)
        self.receives = collections.defaultdict(list)
        self.posts = {}     # (rank, request): place in self.received
        self.received = collections.defaultdict(list)  # by rank: messages
        self.stacks = collections.defaultdict(list)
        with open_archive(RUN + "/run.otf2") as trace:
            clock = trace.definitions.clock_properties
            self.zero = clock.global_offset
            self.per_tick = 10 ** 9 / clock.timer_resolution
            for location, event in trace.events:
                rank = int(location.group.name.split()[-1])
                self.take(location, rank, location._ref >> 32, event)
        self.match()
        self.calls.sort()

    def ns(self, ticks):
        return int((ticks - self.zero) * self.per_tick)

    def take(self, location, rank, thread, event):
        stack = self.stacks[rank, thread]
        if isinstance(event, events.Enter):
            stack.append([event.region, self.ns(event.time), None])
        elif isinstance(event, events.Leave):
            call = stack.pop()
            call[2] = self.ns(event.time)
            inside_mpi = any(is_mpi(above[0]) for above in stack)
            if not inside_mpi and (stack or is_mpi(event.region)):
                self.calls.append((rank, thread, event.region.name, call[1],
                                   call[2]))
        elif isinstance(event, (events.MpiSend, events.MpiIsend)):
            to = world_rank(event.communicator, location, event.receiver)
            self.sends[key(event, rank, to)].append((rank, outermost(stack)))
        elif isinstance(event, events.MpiRecv):
            self.received[rank].append(
                [key(event, self.sender(event, location), rank),
                 outermost(stack)])
        elif isinstance(event, events.MpiIrecvRequest):
            self.posts[rank, event.request_id] = len(self.received[rank])
            self.received[rank].append(None)
        elif isinstance(event, events.MpiIrecv):
            place = self.posts.pop((rank, event.request_id))
            self.received[rank][place] = [
                key(event, self.sender(event, location), rank),
                outermost(stack)]

    def sender(self, event, location):
        return world_rank(event.communicator, location, event.sender)

    def match(self):
        for rank, messages in self.received.items():
            for message in messages:
                if message is not None:
                    self.receives[message[0]].append((rank, message[1]))
        for channel, sent in self.sends.items():
            for one, other in zip(sent, self.receives[channel]):
                self.arrows[one[0], one[1][1], other[0], other[1][2]] += 1


def is_mpi(region):
    return region.paradigm == otf2.Paradigm.MPI


def outermost(stack):
    return next(call for call in stack if is_mpi(call[0]))


def key(event, sender, receiver):
    return event.communicator._ref, sender, receiver, event.msg_tag


def world_rank(comm, location, rank):
    if comm.group.group_type == otf2.GroupType.COMM_SELF:
        return int(location.group.name.split()[-1])
    return int(peer_group(comm, location).members[rank]
               .group.name.split()[-1])


def near(a, b):
    return abs(a - b) <= SLACK


def compare(shown, trace):
    calls = shown.calls()
    must(len(calls) == len(trace.calls), "slices", len(calls),
         len(trace.calls), set((c[0], c[2]) for c in trace.calls) ^
         set((c[0], c[2]) for c in calls))
    for mine, theirs in zip(calls, trace.calls):
        must(mine[:3] == theirs[:3] and near(mine[3], theirs[3]) and
             near(mine[4], theirs[4]), "slice", mine, theirs)
    mine = sorted(shown.arrows.elements())
    theirs = sorted(trace.arrows.elements())
    must(len(mine) == len(theirs), "arrows", len(mine), len(theirs))
    for one, other in zip(mine, theirs):
        must(one[0] == other[0] and one[2] == other[2] and
             near(one[1], other[1]) and near(one[3], other[3]), "arrow", one,
             other)
    print("%d slices and %d arrows are those of the trace"
          % (len(calls), len(mine)))


def windows(whole):
    """--from, --to and --ranks leave out what they say, and no more.  Their
    seconds are those of the run: not of the file's times."""
    times = sorted(call[3] for call in whole.calls())
    inits = [call[4] for call in whole.calls() if call[2] == "MPI_Init"]
    must(not inits or whole.origin >= min(inits), whole.origin, inits)
    first = max(times[len(times) // 4], whole.origin)
    last = max(times[3 * len(times) // 4], first + 1)
    words = ["--from", "%.9f" % ((first - whole.origin) / 1e9),
             "--to", "%.9f" % ((last - whole.origin) / 1e9)]
    part = Shown(*words)
    must(part.calls() == [call for call in whole.calls()
                          if call[4] >= first and call[3] <= last], words)
    inside = {(call[0], call[3]) for call in part.calls()}
    done = {(call[0], call[4]) for call in part.calls()}
    must(part.arrows == collections.Counter(
        {arrow: count for arrow, count in whole.arrows.items()
         if (arrow[0], arrow[1]) in inside and
         (arrow[2], arrow[3]) in done}), "arrows of a window",
        len(part.arrows))
    some = Shown("--ranks", "0")
    must(some.calls() == whole.calls({0}), "--ranks 0")
    must(some.arrows == collections.Counter(
        {arrow: count for arrow, count in whole.arrows.items()
         if arrow[0] == 0 and arrow[2] == 0}), "arrows of rank 0")
    must(set(some.names) == {0}, some.names)
    print("--from, --to: %d of %d slices, %d of %d arrows; --ranks 0: %d"
          % (len(part.calls()), len(whole.calls()),
             sum(part.arrows.values()), sum(whole.arrows.values()),
             len(some.calls())))


def main():
    whole = Shown()
    must(gzip.decompress(export("--gzip")) == export(), "--gzip")
    must(export("-j", "1") == export("-j", "2"), "-j")
    if COMPARED:
        compare(whole, Trace())
    windows(whole)
    if whole.counters:
        print("%d readings of counters" % whole.counters)


if __name__ == "__main__":
    main()
