#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Heat spreading in a square plate, on any number of ranks.

The same program as heat2d.c, with mpi4py and numpy: Jacobi's iteration, a
rectangle of the plate per rank, a halo exchange, a sweep and a global residual
in every step.  --slow and --uneven make a load imbalance for a profiler to
find; neither changes the result.

    mpiexec -n 4 python3 heat2d.py --slow 2

With regions, and a Python profile of each rank:

    mpiexec -n 4 mpiprof-run python3 -m mpiprof heat2d.py --slow 2
"""

import argparse
import contextlib
import os

from mpi4py import MPI
import numpy

try:
    from mpiprof import region
except ImportError:  # then the marks do nothing
    region = contextlib.nullcontext

EDGE_TEMPERATURE = 100.0


def share_of(size, parts, index, uneven):
    """The number of points of size that the part with this index gets."""
    shares = parts + 1 if uneven else parts
    first = index + 1 if uneven and index > 0 else index
    last = index + 2 if uneven else index + 1
    return size * last // shares - size * first // shares


class Part:
    """The rectangle of one rank, with a rim one point wide all around."""

    def __init__(self, size, uneven):
        dims = MPI.Compute_dims(MPI.COMM_WORLD.Get_size(), 2)
        self.grid = MPI.COMM_WORLD.Create_cart(dims)
        self.dims = dims
        coords = self.grid.Get_coords(self.grid.Get_rank())
        self.north, self.south = self.grid.Shift(0, 1)
        self.west, self.east = self.grid.Shift(1, 1)
        rows, columns = (share_of(size, dims[i], coords[i], uneven)
                         for i in (0, 1))
        self.now = numpy.zeros((rows + 2, columns + 2))
        if self.north == MPI.PROC_NULL:
            self.now[0, :] = EDGE_TEMPERATURE
        self.next = self.now.copy()
        self.column = MPI.DOUBLE.Create_vector(rows, 1, columns + 2).Commit()

    def free(self):
        self.column.Free()
        self.grid.Free()

    def swap_halo(self):
        """Fills the rim with what the neighbours computed."""
        flat = self.now.reshape(-1)
        rows, columns = (n - 2 for n in self.now.shape)
        width = columns + 2
        last = rows * width
        # Per neighbour: where its points go, which of ours it needs.
        swaps = (
            (self.north, 1, width + 1, columns, MPI.DOUBLE),
            (self.south, last + width + 1, last + 1, columns, MPI.DOUBLE),
            (self.west, width, width + 1, 1, self.column),
            (self.east, width + columns + 1, width + columns, 1, self.column),
        )
        requests = [self.grid.Irecv([flat[into:], count, kind], side)
                    for side, into, _, count, kind in swaps]
        requests += [self.grid.Isend([flat[from_:], count, kind], side)
                     for side, _, from_, count, kind in swaps]
        MPI.Request.Waitall(requests)

    def sweep(self):
        """Computes next from now; returns the largest change of a point."""
        now, inner = self.now, self.next[1:-1, 1:-1]
        numpy.add(now[:-2, 1:-1], now[2:, 1:-1], out=inner)
        inner += now[1:-1, :-2]
        inner += now[1:-1, 2:]
        inner *= 0.25
        change = inner - now[1:-1, 1:-1]
        return max(change.max(initial=0), -change.min(initial=0))

    def solve(self, times):
        for _ in range(times):
            change = self.sweep()
        self.now, self.next = self.next, self.now
        return change

    def step(self, times):
        with region("halo"):
            self.swap_halo()
        with region("solve"):
            change = self.solve(times)
        with region("residual"):
            residual = numpy.array([change])
            self.grid.Allreduce(MPI.IN_PLACE, residual, MPI.MAX)
        return residual[0]

    def mean_temperature(self, size):
        """The mean over the whole plate; right on rank 0 only."""
        own = numpy.array([self.now[1:-1, 1:-1].sum()])
        total = own.copy()
        self.grid.Reduce(own, total, MPI.SUM)
        return total[0] / size / size


def slow(text):
    """RANK[:FACTOR] as two numbers."""
    rank, _, factor = text.partition(":")
    return int(rank), int(factor or 2)


def read_options():
    parser = argparse.ArgumentParser(prog="heat2d.py")
    parser.add_argument("--size", type=int, default=2048, metavar="N",
                        help="points per side of the plate (default 2048)")
    parser.add_argument("--steps", type=int, default=100, metavar="N",
                        help="steps to compute (default 100)")
    parser.add_argument("--slow", type=slow, default=(-1, 1),
                        metavar="RANK[:FACTOR]",
                        help="RANK computes every step FACTOR times (2)")
    parser.add_argument("--uneven", action="store_true",
                        help="the first ranks of the grid get more points")
    options = parser.parse_args()
    if options.size < 1 or options.steps < 0 or options.slow[1] < 1:
        parser.error("numbers must be positive")
    if options.slow[0] >= MPI.COMM_WORLD.Get_size():
        parser.error("--slow: there is no rank %d" % options.slow[0])
    return options


def run(options):
    start = MPI.Wtime()
    rank = MPI.COMM_WORLD.Get_rank()
    times = options.slow[1] if rank == options.slow[0] else 1
    residual = 0
    with region("init"):
        part = Part(options.size, options.uneven)
    for _ in range(options.steps):
        residual = part.step(times)
    mean = part.mean_temperature(options.size)
    if rank == 0:
        print("heat2d.py: %d x %d points on %d x %d ranks, %d steps: "
              "residual %.6g, mean %.6g degrees, %.2f s"
              % (options.size, options.size, *part.dims, options.steps,
                 residual, mean, MPI.Wtime() - start))
    part.free()


def main():
    if MPI.COMM_WORLD.Get_rank() == 0:
        options = read_options()
    else:  # one rank speaks for all when the options are bad
        with open(os.devnull, "w") as nowhere, \
                contextlib.redirect_stdout(nowhere), \
                contextlib.redirect_stderr(nowhere):
            options = read_options()
    run(options)


if __name__ == "__main__":
    main()
