# SPDX-License-Identifier: BSD-3-Clause
"""Rank 0 prepares alone what it then broadcasts, and saves all at the end."""

import ctypes
import sys
from array import array

from mpi4py import MPI

work = ctypes.CDLL("./libwork.so").work
work.argtypes = [ctypes.c_double]
work.restype = None
comm = MPI.COMM_WORLD
cured = sys.argv[1:] == ["1"]


def assemble():
    if cured:
        work(5)
    elif comm.rank == 0:
        work(20)
    comm.Bcast(array("d", [0]))


def save():
    if cured:
        work(10)
    elif comm.rank == 0:
        work(40)


comm.allreduce(1)  # on a communicator of mpi4py's, which it frees at the end
for _ in range(6):
    assemble()
    work(10)
save()
