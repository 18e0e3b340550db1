#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes an archive as another tool might: with the bindings of OTF2.

    write_foreign.py DIRECTORY [MANNER]

No MPI_Init, no call paths, instrumented functions, a procedure that nobody
knows, one thread more, a communicator without a name; samples,
by time and by a counter, also in a procedure of MPI.  A tick is a microsecond.
MANNER is how procedures are spelled, or what is wrong:

  tau      "MPI_Send() [{mpi.h} {7}]", a function of the program said to be
           MPI, collectives without records
  fortran  "pmpi_send_", without a paradigm
  outside  the records of messages are not inside of calls
  rest     what is not evaluated, regions too deep, MPI_Finalize inside of main
"""

import sys

import otf2
from otf2.enums import (CollectiveOp, CollectiveRoot, GroupType,
                        InterruptGeneratorMode, LocationType, Paradigm,
                        ParameterType, RegionRole)


def spelled(name, manner):
    if manner == "tau":
        return name + "() [{mpi.h} {7}]"
    return "p" + name.lower() + "_" if manner == "fortran" else name


def define(trace, manner):
    """Regions by name, locations, and the communicator."""
    make = trace.definitions
    regions = {}
    for name in ("MPI_Send", "MPI_Recv", "MPI_Allreduce", "MPI_Frobnicate",
                 "MPI_Finalize"):
        told = manner != "fortran" or name == "MPI_Frobnicate"
        regions[name] = make.region(
            spelled(name, manner), source_file="MPI",
            paradigm=Paradigm.MPI if told else Paradigm.UNKNOWN)
    for name in ("main", "compute"):
        paradigm = (Paradigm.MPI if (manner, name) == ("tau", "compute")
                    else Paradigm.COMPILER)
        regions[name] = make.region(name, paradigm=paradigm,
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


def define_samples(trace, regions):
    """A calling context, and what interrupts by time and by a counter."""
    make = trace.definitions
    outer = make.calling_context(
        regions["main"], make.source_code_location("sim.c", 9), None)
    inner = make.calling_context(
        regions["compute"], make.source_code_location("sim.c", 5), outer)
    timer = make.interrupt_generator("timer", exponent=-6, period=20)
    counter = make.interrupt_generator(
        "cycles", interrupt_generator_mode=InterruptGeneratorMode.COUNT,
        period=1000)
    return inner, timer, counter


def play(trace, rank, locations, regions, comm, samples, manner):
    inner, timer, counter = samples
    writer = trace.event_writer_from_location(locations[2 * rank])
    writer.enter(1000, regions["main"])
    writer.enter(1100, regions["compute"])
    writer.calling_context_sample(1110, inner, 3, timer)
    writer.calling_context_sample(1111, inner, 1, counter)
    writer.leave(1400, regions["compute"])
    name = "MPI_Send" if rank == 0 else "MPI_Recv"
    if manner != "outside":
        writer.enter(1500, regions[name])
    if rank == 0:
        writer.mpi_send(1500, 1, comm, 3, 4096)
    else:
        writer.mpi_recv(1600, 0, comm, 3, 4096)
    writer.calling_context_sample(1600, inner, 1, timer)
    if manner != "outside":
        writer.leave(1600, regions[name])
    writer.enter(1700 + 50 * rank, regions["MPI_Allreduce"])
    if manner != "tau":
        writer.mpi_collective_begin(1700 + 50 * rank)
        writer.mpi_collective_end(1900, CollectiveOp.ALLREDUCE, comm,
                                  CollectiveRoot.NONE, 16, 16)
    writer.leave(1900, regions["MPI_Allreduce"])
    writer.enter(1950, regions["MPI_Frobnicate"])
    writer.leave(1960, regions["MPI_Frobnicate"])
    if manner == "rest":
        play_rest(trace, locations, regions, rank)
    writer.leave(2010 if manner == "rest" else 2000, regions["main"])
    worker = trace.event_writer_from_location(locations[2 * rank + 1])
    worker.enter(1200, regions["compute"])
    for i in range(3):
        worker.calling_context_sample(1210 + 20 * i, inner, 1, timer)
    worker.leave(1300, regions["compute"])


def play_rest(trace, locations, regions, rank):
    """A thread, parameters, a stream of an accelerator, metrics, the end."""
    writer = trace.event_writer_from_location(locations[2 * rank])
    number = trace.definitions.parameter("n", ParameterType.INT64)
    writer.thread_fork(2000, Paradigm.OPENMP, 2)
    writer.thread_join(2000, Paradigm.OPENMP)
    writer.parameter_int(2000, number, 5)
    writer.parameter_int(2000, number, 6)
    for step in (writer.enter, writer.leave):
        for _ in range(300):
            step(2000, regions["compute"])
    writer.enter(2000, regions["MPI_Finalize"])
    writer.leave(2010, regions["MPI_Finalize"])
    stream = trace.definitions.location("stream", type=LocationType.GPU,
                                        group=locations[2 * rank].group)
    trace.event_writer_from_location(stream).enter(1200, regions["compute"])
    metrics = trace.definitions.location("metrics", type=LocationType.METRIC,
                                         group=locations[2 * rank].group)
    trace.event_writer_from_location(metrics).enter(1200, regions["compute"])


def main(directory, manner=""):
    with otf2.writer.open(directory, archive_name="other",
                          timer_resolution=1000000) as trace:
        regions, locations, comm = define(trace, manner)
        samples = define_samples(trace, regions)
        for rank in range(2):
            play(trace, rank, locations, regions, comm, samples, manner)


if __name__ == "__main__":
    main(*sys.argv[1:])
