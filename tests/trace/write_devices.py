#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes an archive with accelerators, as Score-P does for CUDA and HIP.

    write_devices.py DIRECTORY [STEPS [overlap]]

Two ranks; a tick is a nanosecond, and all times below are microseconds.  MPI
is measured from 1000 on.  Rank 0 has the streams "CUDA[0:7]", in the group of
its process, and "CUDA[0:13]", in a group of its own that the process made;
rank 1 has "HIP <b>[1]".  In each of STEPS steps of 2000 (three) each first
stream copies 1 MB x (rank + 1) to the device in 100, runs the kernel stencil for
500, and copies 4096 bytes back in 50; the second stream copies 8192 bytes on
the device in 20 and runs `reduce<float>(T *)' for 200 - with 64 bytes that are
transferred in a region of their own.  A kernel of rank 0 before MPI_Init ends
does not count; "nobody" belongs to no rank.  While it copies a stream is said to
be idle, by a region that is artificial.  Memory in use, as Score-P writes it: on
"CUDA 0" of rank 0 1 MiB from 500 on, 8 MiB from 1100, 3 MiB from 2000, 16 MiB from
4000, and nothing once MPI_Finalize has begun; on the host of rank 0 5000 bytes from
1500 on; on "HIP 1" of rank 1 32 MiB, freed at once, at 1200.  overlap: three copies of the last
stream overlap, from 1000 to 1400, from 1100 to 1150, and at 1200.
"""

import sys

import otf2
from otf2.enums import (CollectiveOp, CollectiveRoot, GroupType,
                        LocationGroupType, LocationType, MetricMode, Paradigm,
                        RegionRole, Type)

STEP = 2000


class Run:
    def __init__(self, trace):
        self.trace, self.make = trace, trace.definitions
        self.regions = {}
        self.define()

    def region(self, name, paradigm, role=RegionRole.FUNCTION):
        if name not in self.regions:
            self.regions[name] = self.make.region(
                name, paradigm=paradigm, region_role=role)
        return self.regions[name]

    def stream(self, name, group):
        kind = getattr(LocationType, "ACCELERATOR_STREAM", None)
        return self.make.location(
            name, type=LocationType.GPU if kind is None else kind, group=group)

    def device(self, name, process):
        return self.make.location_group(
            name, location_group_type=LocationGroupType.ACCELERATOR,
            system_tree_parent=self.node, creating_location_group=process)

    def define(self):
        self.node = self.make.system_tree_node("node1", class_name="node")
        processes = [self.make.location_group("MPI Rank %d" % rank,
                                              system_tree_parent=self.node)
                     for rank in range(2)]
        self.hosts = [self.make.location("Master thread", group=process)
                      for process in processes]
        hip = self.device("HIP 1", processes[1])
        cuda = self.device("CUDA 0", processes[0])
        self.streams = [self.stream("CUDA[0:7]", processes[0]),
                        self.stream("HIP <b>[1]", hip),
                        self.stream("CUDA[0:13]", cuda)]
        self.define_metrics(processes, cuda, hip)
        self.nobody = self.stream("nobody", self.device("none", None))
        self.comm = self.define_comm("MPI_COMM_WORLD", Paradigm.MPI,
                                     self.hosts)
        # As Score-P: members are hosts, then streams.
        devices = self.define_comm("CUDA", Paradigm.CUDA,
                                   self.hosts + self.streams)
        self.window = self.make.rma_win("CUDA_WINDOW", devices)

    def define_metrics(self, processes, cuda, hip):
        self.readers = [self.make.location(
            "Per process metrics", type=LocationType.METRIC, group=process)
            for process in processes]
        self.memory = {}
        for name, reader, scope in (
                ("CUDA Memory", 0, cuda), ("Host Memory", 0, processes[0]),
                ("HIP <b>Memory", 1, hip)):
            kind = self.make.metric_class([self.make.metric_member(
                name, metric_mode=MetricMode.ABSOLUTE_NEXT,
                value_type=Type.UINT64, unit="bytes")])
            self.memory[name] = (reader, self.make.metric_instance(
                kind, self.readers[reader], scope=scope))
        self.meter = self.make.location(
            "power", type=LocationType.METRIC, group=processes[0])
        self.power = self.make.metric_instance(
            self.make.metric_class([self.make.metric_member(
                "node power", unit="W")]), self.meter, scope=self.node)

    def in_use(self, name, time, size):
        reader, metric = self.memory[name]
        self.writer(self.readers[reader]).metric(time * 1000, metric, size)

    def define_comm(self, name, paradigm, locations):
        self.make.group("", group_type=GroupType.COMM_LOCATIONS,
                        paradigm=paradigm, members=locations)
        members = self.make.group("", group_type=GroupType.COMM_GROUP,
                                  paradigm=paradigm, members=locations)
        return self.make.comm(name, members)

    def writer(self, location):
        return self.trace.event_writer_from_location(location)

    def call(self, rank, name, begin, end, collective=False):
        writer = self.writer(self.hosts[rank])
        region = self.region(name, Paradigm.MPI)
        writer.enter(begin * 1000, region)
        if collective:
            writer.mpi_collective_begin(begin * 1000)
            writer.mpi_collective_end(
                end * 1000, CollectiveOp.ALLREDUCE, self.comm,
                CollectiveRoot.NONE, 8, 8)
        writer.leave(end * 1000, region)

    def kernel(self, stream, name, begin, length, transfers=0):
        writer = self.writer(self.streams[stream])
        region = self.region(name, Paradigm.CUDA)
        writer.enter(begin * 1000, region)
        if transfers:
            writer.rma_put(begin * 1000, self.window, 0, transfers, 9)
            writer.rma_op_complete_blocking(begin * 1000, self.window, 9)
        writer.leave((begin + length) * 1000, region)

    def copy(self, stream, method, remote, size, begin, length):
        writer = self.writer(self.streams[stream])
        idle = self.region("COMPUTE IDLE", Paradigm.CUDA,
                           RegionRole.ARTIFICIAL)
        writer.enter(begin * 1000, idle)
        getattr(writer, method)(begin * 1000, self.window, remote, size, 42)
        writer.rma_op_complete_blocking((begin + length) * 1000, self.window,
                                        42)
        writer.leave((begin + length) * 1000, idle)

    def step(self, begin):
        for rank in range(2):
            self.copy(rank, "rma_get", rank, 1000000 * (rank + 1), begin, 100)
            self.kernel(rank, "stencil", begin + 100, 500)
            self.copy(rank, "rma_put", rank, 4096, begin + 600, 50)
            self.call(rank, "MPI_Allreduce", begin + 1500 + 100 * rank,
                      begin + STEP, True)
        self.copy(2, "rma_get", 4, 8192, begin + 600, 20)
        self.kernel(2, "reduce<float>(T *)", begin + 700, 200)
        self.kernel(2, "cudaMemcpyDtoH", begin + 950, 10, 64)

    def overlap(self, begin):
        writer = self.writer(self.streams[2])
        for time, number in ((1000, 1), (1100, 2), (1150, -2), (1200, 3),
                             (1200, -3), (1400, -1)):
            at = (begin + time) * 1000
            if number > 0:
                writer.rma_put(at, self.window, 0, 4096, number)
            else:
                writer.rma_op_complete_blocking(at, self.window, -number)

    def play(self, steps, overlap):
        for rank in range(2):
            self.call(rank, "MPI_Init", 0, 1000)
        self.kernel(0, "warm up", 500, 100)
        for number in range(steps):
            self.step(1000 + number * STEP)
            if overlap:
                self.overlap(1000 + number * STEP)
        for rank in range(2):
            end = 1000 + steps * STEP
            self.call(rank, "MPI_Finalize", end, end + 10)
        for time, size in ((500, 1), (1100, 8), (2000, 3)):
            self.in_use("CUDA Memory", time, size << 20)
            if time == 1100:
                self.in_use("Host Memory", 1500, 5000)
        self.in_use("CUDA Memory", 4000, 16 << 20)
        self.in_use("CUDA Memory", end + 5, 0)
        self.in_use("HIP <b>Memory", 1200, 32 << 20)
        self.in_use("HIP <b>Memory", 1200, 0)
        self.writer(self.meter).metric(1500000, self.power, 200)
        self.writer(self.nobody).enter(
            1000000, self.region("stencil", Paradigm.CUDA))


def main(directory, steps="3", overlap=""):
    with otf2.writer.open(directory, archive_name="device",
                          timer_resolution=1000000000) as trace:
        Run(trace).play(int(steps), overlap)


if __name__ == "__main__":
    main(*sys.argv[1:])
