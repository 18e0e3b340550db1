#!/usr/bin/env python3
"""Writes an archive as another tool might: with the bindings of OTF2.

    write_foreign.py DIRECTORY

No MPI_Init, no call paths, instrumented functions, a procedure that nobody
knows, one thread more, a communicator without a name.  A tick is a microsecond.
"""

import sys

import otf2
from otf2.enums import (CollectiveOp, CollectiveRoot, GroupType, LocationType,
                        Paradigm, RegionRole)


def define(trace):
    """Regions by name, locations, and the communicator."""
    make = trace.definitions
    regions = {}
    for name in ("MPI_Send", "MPI_Recv", "MPI_Allreduce", "MPI_Frobnicate"):
        regions[name] = make.region(name, paradigm=Paradigm.MPI,
                                    source_file="MPI")
    for name in ("main", "compute"):
        regions[name] = make.region(name, paradigm=Paradigm.COMPILER,
                                    region_role=RegionRole.FUNCTION,
                                    source_file="sim.c", begin_line_number=7)
    root = make.system_tree_node("machine")
    node = make.system_tree_node("host7", class_name="node", parent=root)
    locations = []
    for rank in range(2):
        group = make.location_group("MPI Rank %d" % rank,
                                    system_tree_parent=node)
        locations.append(make.location("Master", group=group))
        locations.append(make.location("Worker", group=group))
    masters = locations[0::2]
    make.group("all", group_type=GroupType.COMM_LOCATIONS,
               paradigm=Paradigm.MPI, members=masters)
    members = make.group("both", group_type=GroupType.COMM_GROUP,
                         paradigm=Paradigm.MPI, members=masters)
    comm = make.comm("", members)
    return regions, locations, comm


def play(trace, rank, locations, regions, comm):
    writer = trace.event_writer_from_location(locations[2 * rank])
    writer.enter(1000, regions["main"])
    writer.enter(1100, regions["compute"])
    writer.leave(1400, regions["compute"])
    name = "MPI_Send" if rank == 0 else "MPI_Recv"
    writer.enter(1500, regions[name])
    if rank == 0:
        writer.mpi_send(1500, 1, comm, 3, 4096)
    else:
        writer.mpi_recv(1600, 0, comm, 3, 4096)
    writer.leave(1600, regions[name])
    writer.enter(1700, regions["MPI_Allreduce"])
    writer.mpi_collective_begin(1700)
    writer.mpi_collective_end(1900, CollectiveOp.ALLREDUCE, comm,
                              CollectiveRoot.NONE, 16, 16)
    writer.leave(1900, regions["MPI_Allreduce"])
    writer.enter(1950, regions["MPI_Frobnicate"])
    writer.leave(1960, regions["MPI_Frobnicate"])
    writer.leave(2000, regions["main"])
    worker = trace.event_writer_from_location(locations[2 * rank + 1])
    worker.enter(1200, regions["compute"])
    worker.leave(1300, regions["compute"])


def main(directory):
    with otf2.writer.open(directory, archive_name="other",
                          timer_resolution=1000000) as trace:
        regions, locations, comm = define(trace)
        for rank in range(2):
            play(trace, rank, locations, regions, comm)


if __name__ == "__main__":
    main(sys.argv[1])
