#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Calls with known counts and bytes, from mpi4py.

    mpiexec -n 3 python3 counts.py PREFIX    (2 ranks or more)

Compare p2p.c and collectives.c, and expect.h for what PREFIX and expect() are.
mpi4py calls more procedures of its own; those are not listed here.
"""

from array import array
import collections
import sys

import mpi4py
from mpi4py import MPI

mpi4py_major = int(mpi4py.__version__.split(".")[0])
WITH_COUNT = frozenset("MPI_" + name for name in """
    Allreduce Alltoall Bcast Gather Iallreduce Irecv Isend Mrecv Recv Recv_init
    Reduce Send Send_init Sendrecv""".split())
WORLD = MPI.COMM_WORLD
ME, RANKS = WORLD.Get_rank(), WORLD.Get_size()
RIGHT, LEFT = (ME + 1) % RANKS, (ME - 1) % RANKS
N = 10
B = N * 4

data = array("i", [1]) * 1000
room = array("i", [0]) * 1000
expectations = collections.defaultdict(lambda: [0, 0, 0])


def name_called(procedure):
    """mpi4py 4 calls the large-count procedures of an MPI that has them."""
    large = mpi4py_major >= 4 and MPI.VERSION >= 4
    return procedure + "_c" if large and procedure in WITH_COUNT else procedure


def expect(procedure, calls, bytes_out, bytes_in):
    row = expectations[name_called(procedure)]
    row[0] += calls
    row[1] += bytes_out
    row[2] += bytes_in


def write_expectations(prefix):
    with open("%s.%d.tsv" % (prefix, ME), "w") as file:
        for procedure, row in expectations.items():
            print(ME, procedure, *row, sep="\t", file=file)


def numbers(count):
    return [data, count, MPI.INT]


def space(count=1000):
    return [room, count, MPI.INT]


def receive(count):
    WORLD.Recv(space(), source=MPI.ANY_SOURCE, tag=5)
    expect("MPI_Recv", 1, 0, 4 * count)


def blocking():
    if ME > 0:
        receive(10)
    WORLD.Send(numbers(10), RIGHT, tag=5)
    expect("MPI_Send", 1, 40, 0)
    if ME == 0:
        receive(10)
    WORLD.Sendrecv(numbers(11), RIGHT, 5, space(), LEFT, 5)
    expect("MPI_Sendrecv", 1, 44, 44)
    WORLD.Send(numbers(12), MPI.PROC_NULL)
    expect("MPI_Send", 1, 0, 0)


def nonblocking():
    MPI.Request.Waitall([WORLD.Irecv(space(), LEFT, 5),
                         WORLD.Isend(numbers(20), RIGHT, 5)])
    expect("MPI_Irecv", 1, 0, 0)
    expect("MPI_Isend", 1, 80, 0)
    expect("MPI_Waitall", 1, 0, 80)
    request = WORLD.Irecv(space(), LEFT, 5)
    WORLD.Send(numbers(21), RIGHT, 5)
    request.Wait()
    expect("MPI_Irecv", 1, 0, 0)
    expect("MPI_Send", 1, 84, 0)
    expect("MPI_Wait", 1, 0, 84)


def persistent():
    into = WORLD.Recv_init(space(), LEFT, 5)
    out = WORLD.Send_init(numbers(30), RIGHT, 5)
    expect("MPI_Recv_init", 1, 0, 0)
    expect("MPI_Send_init", 1, 0, 0)
    for _ in range(3):
        MPI.Prequest.Startall([into, out])
        MPI.Request.Waitall([into, out])
        expect("MPI_Startall", 1, 120, 0)
        expect("MPI_Waitall", 1, 0, 120)
    into.Free()
    out.Free()
    expect("MPI_Request_free", 2, 0, 0)


def probes():
    WORLD.Send(numbers(40), RIGHT, 5)
    expect("MPI_Send", 1, 160, 0)
    message = WORLD.Mprobe(LEFT, 5)
    expect("MPI_Mprobe", 1, 0, 0)
    message.Recv(space())
    expect("MPI_Mrecv", 1, 0, 160)


def collectives(comm):
    size, me = comm.Get_size(), comm.Get_rank()
    all_, rest = size * B, (size - 1) * B
    root = me == 0
    comm.Barrier()
    expect("MPI_Barrier", 1, 0, 0)
    comm.Bcast(numbers(N), 0)
    expect("MPI_Bcast", 1, all_ if root else 0, B)
    comm.Allreduce(numbers(N), space(N))
    expect("MPI_Allreduce", 1, all_, all_)
    comm.Allreduce(MPI.IN_PLACE, space(N))
    expect("MPI_Allreduce", 1, rest, rest)
    comm.Reduce(numbers(N), space(N), root=0)
    expect("MPI_Reduce", 1, B, all_ if root else 0)
    comm.Gather(numbers(N), space(N) if root else None, 0)
    expect("MPI_Gather", 1, B, all_ if root else 0)
    comm.Alltoall(numbers(N), space(N))
    expect("MPI_Alltoall", 1, all_, all_)
    request = comm.Iallreduce(numbers(N), space(N))
    expect("MPI_Iallreduce", 1, all_, all_)
    request.Wait()
    expect("MPI_Wait", 1, 0, 0)


def main():
    blocking()
    nonblocking()
    persistent()
    probes()
    collectives(WORLD)
    half = WORLD.Split(ME % 2)
    expect("MPI_Comm_split", 1, 0, 0)
    collectives(half)
    half.Free()
    expect("MPI_Comm_free", 1, 0, 0)
    write_expectations(sys.argv[1])


main()
