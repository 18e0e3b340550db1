#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes an archive in the manner of another tool, and what is true of it.

    write_others.py MANNER NAME

The archive is NAME/run.otf2.  NAME.TABLE.tsv are columns of tables that follow
from the times written here, for check_table.py; NAME.RANK.tsv are calls and
bytes, for check_counts.py.  MANNER is one of

  scorep     Score-P: MPI_Init and MPI_Finalize inside main, an OpenMP thread
             beside each rank's own, records of requests, half nanoseconds
  converter  what converts formats without definitions of ranks: locations in
             any order, no MPI_Init, no program, microseconds since 1970
"""

import collections
import sys

import otf2
from otf2.enums import (CollectiveOp, CollectiveRoot, GroupType, Paradigm,
                        RegionRole)


class Archive:
    """Definitions by name, the present time of each rank, calls counted."""

    def __init__(self, trace, ticks_per_us, origin_us=0):
        self.trace, self.make = trace, trace.definitions
        self.ticks, self.origin = ticks_per_us, origin_us
        self.regions, self.writers = {}, {}
        self.counts = collections.defaultdict(lambda: [0, 0, 0])

    def region(self, name):
        if name not in self.regions:
            mpi = name.startswith("MPI_")
            paradigm = (Paradigm.MPI if mpi else Paradigm.OPENMP
                        if name.startswith("!$omp") else Paradigm.COMPILER)
            self.regions[name] = self.make.region(
                name, paradigm=paradigm, region_role=RegionRole.FUNCTION,
                source_file="MPI" if mpi else "sim.c")
        return self.regions[name]

    def define_comm(self, locations):
        """Ranks are what the order of these says."""
        self.make.group("", group_type=GroupType.COMM_LOCATIONS,
                        paradigm=Paradigm.MPI, members=locations)
        world = self.make.group("", group_type=GroupType.COMM_GROUP,
                                paradigm=Paradigm.MPI, members=locations)
        self.comm = self.make.comm("MPI_COMM_WORLD", world)
        for rank, location in enumerate(locations):
            self.writers[rank] = self.writer_of(location)

    def writer_of(self, location):
        return self.trace.event_writer_from_location(location)

    def at(self, us):
        return round((self.origin + us) * self.ticks)

    def inside(self, rank, name, begin, end, *records):
        """records: us, method of the writer, arguments."""
        writer = self.writers[rank]
        writer.enter(self.at(begin), self.region(name))
        for us, method, *arguments in records:
            getattr(writer, method)(self.at(us), *arguments)
        writer.leave(self.at(end), self.region(name))

    def count(self, rank, procedure, bytes_out=0, bytes_in=0):
        row = self.counts[rank, procedure]
        for i, number in enumerate((1, bytes_out, bytes_in)):
            row[i] += number

    def call(self, rank, name, begin, end, *records, out=0, into=0):
        self.count(rank, name, out, into)
        self.inside(rank, name, begin, end, *records)

    def collective(self, rank, name, operation, begin, end, out=0, into=0,
                   root=CollectiveRoot.NONE):
        self.call(rank, name, begin, end, (begin, "mpi_collective_begin"),
                  (end, "mpi_collective_end", operation, self.comm, root,
                   out, into), out=out, into=into)


def write_table(name, table, *lines):
    with open("%s.%s.tsv" % (name, table), "w") as file:
        for line in lines:
            print(*line.split(), sep="\t", file=file)


def write_counts(name, counts):
    for rank in sorted({rank for rank, _ in counts}):
        with open("%s.%d.tsv" % (name, rank), "w") as file:
            for (of, procedure), row in sorted(counts.items()):
                if of == rank:
                    print(rank, procedure, *row, sep="\t", file=file)


# ---- Score-P ----

RANKS, STEPS, STEP, BYTES = 4, 5, 2100, 800


def define_scorep(archive):
    root = archive.make.system_tree_node("cluster", class_name="machine")
    masters, workers = [], []
    for rank in range(RANKS):
        node = archive.make.system_tree_node(
            "node%d" % (1 + rank // 2), class_name="node", parent=root) \
            if rank % 2 == 0 else node
        group = archive.make.location_group("MPI Rank %d" % rank,
                                            system_tree_parent=node)
        masters.append(archive.make.location("Master thread", group=group))
        workers.append(archive.make.location("OMP thread 1", group=group))
    archive.define_comm(masters)
    for rank, location in enumerate(workers):
        archive.writers[RANKS + rank] = archive.writer_of(location)


def exchange(archive, rank, begin, end, number):
    """Around the ring; requests are numbered per rank."""
    right, left = (rank + 1) % RANKS, (rank + RANKS - 1) % RANKS
    send, receive = 2 * number, 2 * number + 1
    archive.call(rank, "MPI_Irecv", begin, begin + 10,
                 (begin + 9, "mpi_irecv_request", receive))
    archive.call(rank, "MPI_Isend", begin + 10, begin + 20,
                 (begin + 10, "mpi_isend", right, archive.comm, 7, BYTES,
                  send), out=BYTES)
    archive.call(rank, "MPI_Waitall", begin + 20, end,
                 (end, "mpi_isend_complete", send),
                 (end, "mpi_irecv", left, archive.comm, 7, BYTES, receive),
                 into=BYTES)


def step_scorep(archive, rank, number):
    """Rank 2 computes twice as long: rank 3 waits for its message, 0 and 1 in
    the collective."""
    begin = 1000 + number * STEP
    computed = begin + (2000 if rank == 2 else 1000)
    archive.inside(rank, "solve", begin, computed)
    archive.inside(RANKS + rank, "!$omp parallel", begin, computed)
    exchanged = begin + (2040 if rank >= 2 else 1040)
    exchange(archive, rank, computed, exchanged, number)
    archive.collective(rank, "MPI_Allreduce", CollectiveOp.ALLREDUCE,
                       exchanged, begin + STEP, 8 * RANKS, 8 * RANKS)


def scorep(trace, name):
    archive = Archive(trace, 2000)
    define_scorep(archive)
    for rank in range(RANKS):
        writer = archive.writers[rank]
        writer.program_begin(0, "sim", [])
        writer.enter(0, archive.region("main"))
        archive.call(rank, "MPI_Init", 0, 1000)
        for number in range(STEPS):
            step_scorep(archive, rank, number)
        end = 1000 + STEPS * STEP
        archive.call(rank, "MPI_Finalize", end, end + 500)
        writer.leave(archive.at(end + 600), archive.region("main"))
        writer.program_end(archive.at(end + 600), 0)
    write_counts(name, archive.counts)
    # Rank 3 is at Waitall after 1020 us of each step, rank 2 at Isend after
    # 2010; ranks 0 and 1 are at Allreduce after 1040 us, 2 and 3 after 2040.
    write_table(name, "wait_states", "name waits time_s",
                "late_sender 5 0.00495", "wait_at_nxn 10 0.01")
    write_table(name, "rank_times", "rank total_s useful_s mpi_s",
                *("%d 0.0105 %s" % (rank, "0.01 0.0005" if rank == 2 else
                                    "0.005 0.0055") for rank in range(RANKS)))


# ---- a converter ----

def converter(trace, name):
    """The three ranks' locations are defined in the order 2, 0, 1."""
    archive = Archive(trace, 1, 1500000000 * 1000000)
    root = archive.make.system_tree_node("")
    locations = {}
    for rank in 2, 0, 1:
        group = archive.make.location_group("process %d" % rank,
                                            system_tree_parent=root)
        locations[rank] = archive.make.location("", group=group)
    archive.define_comm([locations[rank] for rank in range(3)])
    comm, world = archive.comm, CollectiveOp
    # Rank 1 is 300 us late to receive what rank 0 sends in rendezvous.
    archive.call(0, "MPI_Ssend", 100, 420,
                 (101, "mpi_send", 1, comm, 5, 4096), out=4096)
    archive.call(1, "MPI_Recv", 400, 420,
                 (419, "mpi_recv", 0, comm, 5, 4096), into=4096)
    # The root is 500 us late; then rank 2 is, 240 us after rank 1.
    for rank, begin, end in (0, 1000, 1010), (1, 500, 1015), (2, 500, 1020):
        archive.collective(rank, "MPI_Bcast", world.BCAST, begin, end,
                           24 if rank == 0 else 0, 8, root=0)
    for rank, begin in (0, 1100), (1, 1200), (2, 1440):
        archive.collective(rank, "MPI_Barrier", world.BARRIER, begin, 1450)
    write_counts(name, archive.counts)
    write_table(name, "wait_states", "name waits time_s",
                "late_receiver 1 0.0003", "late_broadcast 2 0.001",
                "wait_at_barrier 2 0.00058")


MANNERS = {"scorep": (scorep, 2000000000), "converter": (converter, 1000000)}


def main(manner, name):
    write, resolution = MANNERS[manner]
    with otf2.writer.open(name, archive_name="run",
                          timer_resolution=resolution) as trace:
        write(trace, name)


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in MANNERS:
        sys.exit(__doc__)
    main(*sys.argv[1:])
