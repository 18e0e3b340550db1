# SPDX-License-Identifier: BSD-3-Clause
"""Rank 1 sleeps for 4 s in work(), the others for 1 s; then all meet in
MPI_Barrier, which profilers of Python do not see, like those of mpi4py 4.1."""

import time

import some_mpi


def work(seconds):
    time.sleep(seconds)


def main():
    work(4 if some_mpi.rank == 1 else 1)
    some_mpi.barrier()


main()
