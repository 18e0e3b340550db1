# SPDX-License-Identifier: BSD-3-Clause
"""Rank 1 works three times as long as the others."""

import ctypes
import sys
from array import array

from mpi4py import MPI

work = ctypes.CDLL("./libwork.so").work
work.argtypes = [ctypes.c_double]
work.restype = None
comm = MPI.COMM_WORLD
cured = sys.argv[1:] == ["1"]


def solve():
    work(15 if cured else 30 if comm.rank == 1 else 10)
    comm.Allreduce(array("d", [1]), array("d", [0]))


for _ in range(8):
    solve()
