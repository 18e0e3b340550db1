#!/usr/bin/env python3
"""Writes an archive with windows and a file as another tool might.

    write_remote.py DIRECTORY

No Enter names a window or a file; a tick is a millisecond.  Each case of play()
says which rank waits how long in it.
"""

import sys

import otf2
from otf2.enums import (CollectiveOp, CollectiveRoot, GroupType,
                        IoAccessMode, IoCreationFlag, IoOperationFlag,
                        IoOperationMode, IoParadigmClass, IoParadigmFlag,
                        IoStatusFlag, LockType, Paradigm, RmaSyncLevel)

RANKS = 3
BYTES = 8


class Run:
    """Its definitions, and a writer for each rank."""

    def __init__(self, trace):
        self.trace = trace
        make = self.make = trace.definitions
        root = make.system_tree_node("machine")
        locations = []
        for rank in range(RANKS):
            group = make.location_group("MPI Rank %d" % rank,
                                        system_tree_parent=root)
            locations.append(make.location("Master", group=group))
        self.all = make.group("all", group_type=GroupType.COMM_LOCATIONS,
                              paradigm=Paradigm.MPI, members=locations)
        self.groups = {}
        for members in ((0,), (1, 2), (0, 1, 2)):
            self.groups[members] = make.group(
                "group", group_type=GroupType.COMM_GROUP,
                paradigm=Paradigm.MPI,
                members=[locations[rank] for rank in members])
        comm = make.comm("", self.groups[0, 1, 2])
        self.window = make.rma_win("", comm)
        paradigm = make.io_paradigm("MPI", "MPI-IO",
                                    IoParadigmClass.PARALLEL,
                                    IoParadigmFlag.NONE)
        data = make.io_regular_file("data", scope=root)
        self.file = make.io_handle("", data, paradigm, comm=comm)
        self.regions = {}
        self.writers = [trace.event_writer_from_location(location)
                        for location in locations]
        self.ids = 0

    def call(self, rank, name, begin, end, *records):
        """records: (whether at its begin, method of the writer, arguments)."""
        if name not in self.regions:
            self.regions[name] = self.make.region(
                name, paradigm=Paradigm.MPI, source_file="MPI")
        writer = self.writers[rank]
        writer.enter(begin, self.regions[name])
        for at_begin, method, *arguments in records:
            getattr(writer, method)(begin if at_begin else end, *arguments)
        writer.leave(end, self.regions[name])

    # ---- windows ----

    def together(self, rank, name, operation, begin, end):
        self.call(rank, name, begin, end,
                  (True, "rma_collective_begin"),
                  (False, "rma_collective_end", operation,
                   RmaSyncLevel.PROCESS, self.window, CollectiveRoot.NONE,
                   0, 0))

    def sync(self, rank, name, members, begin, end):
        group = self.all if members is None else self.groups[members]
        self.call(rank, name, begin, end,
                  (False, "rma_group_sync", RmaSyncLevel.PROCESS,
                   self.window, group))

    def lock(self, rank, target, begin, end):
        self.call(rank, "MPI_Win_lock", begin, end,
                  (True, "rma_request_lock", self.window, target, 0,
                   LockType.EXCLUSIVE))

    def put(self, rank, target, begin, end):
        self.ids += 1
        self.call(rank, "MPI_Put", begin, end,
                  (True, "rma_put", self.window, target, BYTES, self.ids))

    def flush(self, rank, target, begin, end):
        self.call(rank, "MPI_Win_flush", begin, end,
                  (False, "rma_acquire_lock", self.window, target, 0,
                   LockType.EXCLUSIVE))

    def unlock(self, rank, target, begin, end):
        self.call(rank, "MPI_Win_unlock", begin, end,
                  (False, "rma_release_lock", self.window, target, 0))

    # ---- files ----

    def open_file(self, rank, begin, end):
        self.call(rank, "MPI_File_open", begin, end,
                  (False, "io_create_handle", self.file,
                   IoAccessMode.READ_WRITE, IoCreationFlag.NONE,
                   IoStatusFlag.NONE))

    def write(self, rank, name, begin, end, flags=IoOperationFlag.COLLECTIVE):
        self.ids += 1
        self.call(rank, name, begin, end,
                  (True, "io_operation_begin", self.file,
                   IoOperationMode.WRITE, flags, BYTES, self.ids),
                  (False, "io_operation_complete", self.file, BYTES,
                   self.ids))

    def close_file(self, rank, begin, end):
        self.call(rank, "MPI_File_close", begin, end,
                  (False, "io_destroy_handle", self.file))


def play_windows(run):
    # Rank 0 waits 100 for its window.
    for rank, begin in enumerate((100, 200, 200)):
        run.together(rank, "MPI_Win_create", CollectiveOp.CREATE_HANDLE,
                     begin, 210 + rank)
    # Rank 2 waits 145 in MPI_Win_flush for the lock of rank 1.
    run.lock(1, 0, 300, 301)
    run.put(1, 0, 302, 303)
    run.flush(1, 0, 304, 320)
    run.unlock(1, 0, 500, 505)
    run.lock(2, 0, 350, 351)
    run.put(2, 0, 352, 353)
    run.flush(2, 0, 360, 510)
    run.unlock(2, 0, 520, 521)
    # Rank 0 waits 150 for the post of rank 2, rank 1 waits 10 for rank 0,
    # which could have completed before.  Of all locations nobody is a target.
    run.sync(0, "MPI_Win_post", None, 590, 591)
    run.sync(0, "MPI_Win_start", (1, 2), 600, 601)
    run.sync(0, "MPI_Win_complete", (1, 2), 650, 801)
    run.sync(1, "MPI_Win_post", (0,), 610, 611)
    run.sync(1, "MPI_Win_wait", (0,), 640, 900)
    run.sync(2, "MPI_Win_post", (0,), 800, 801)
    run.sync(2, "MPI_Win_wait", (0,), 810, 811)
    # Ranks 0 and 2 wait 100 and 50.
    for rank, begin in enumerate((1000, 1100, 1050)):
        run.together(rank, "MPI_Win_fence", CollectiveOp.BARRIER, begin,
                     1101 + rank)


def play_files(run):
    # Rank 0 waits 100.
    for rank, begin in enumerate((1200, 1300, 1300)):
        run.open_file(rank, begin, 1301 + rank)
    # Ranks 0 and 1 wait 150.
    for rank, begin in enumerate((1400, 1400, 1550)):
        run.write(rank, "MPI_File_write_all", begin, 1551 + rank)
    # Rank 1 waits 50; rank 0 would wait as long for rank 2, did it need that.
    for rank, begin in enumerate((1700, 1650, 1750)):
        run.write(rank, "MPI_File_write_ordered", begin, 1760 + rank)
    # Nobody waits for who writes alone.
    for rank, begin in enumerate((1800, 1900, 1800)):
        run.write(rank, "MPI_File_write", begin, 1910, IoOperationFlag.NONE)
    # Ranks 1 and 2 wait 30.
    for rank, begin in enumerate((2030, 2000, 2000)):
        run.close_file(rank, begin, 2040 + rank)


def main(directory):
    with otf2.writer.open(directory, archive_name="other",
                          timer_resolution=1000) as trace:
        run = Run(trace)
        play_windows(run)
        play_files(run)


if __name__ == "__main__":
    main(sys.argv[1])
