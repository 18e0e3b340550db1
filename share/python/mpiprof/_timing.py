# SPDX-License-Identifier: BSD-3-Clause
"""Regions whose time the program can read, and a table of them."""

import sys
from threading import Lock, get_ident
from time import perf_counter

from mpiprof import _regions


class _Total:
    """All that was timed by one name in this process."""

    def __init__(self):
        self.calls = 0
        self.seconds = 0.0


_totals = {}
_lock = Lock()


class timing:
    """with mpiprof.timing("solve") as t: ...; t.seconds

    A region, as mpiprof.region() is, that takes its time, too, with or without
    libmpiprof: `calls' and `seconds' of this object, `last' the seconds of the
    last time.  summary() adds up all objects of one name.  As a decorator each
    call is timed.
    """

    def __init__(self, name):
        self.name = str(name)
        self.calls = 0
        self.seconds = self.last = 0.0
        self._open = []  # of each time: the thread, and when it began
        frame = sys._getframe(1)
        self._region = _regions.region_at(self.name, frame.f_code.co_filename,
                                          frame.f_lineno)
        with _lock:
            self._total = _totals.setdefault(self.name, _Total())

    def __enter__(self):
        self._region.__enter__()
        self._open.append((get_ident(), perf_counter()))
        return self

    def _close(self, thread):
        for i in range(len(self._open) - 1, -1, -1):
            if self._open[i][0] == thread:
                return self._open.pop(i)[1]
        raise RuntimeError("mpiprof.timing %s ends in a thread where it did "
                           "not begin" % self.name)

    def __exit__(self, *_):
        now = perf_counter()
        self._region.__exit__()
        with _lock:
            seconds = self.last = now - self._close(get_ident())
            for counted in self, self._total:
                counted.calls += 1
                counted.seconds += seconds

    def __call__(self, function):
        return _regions.wrap(function, self)

    def __repr__(self):
        return "<mpiprof.timing %s: %d calls, %.3g s>" % (
            self.name, self.calls, self.seconds)


class Row:
    """One region: `calls' over all ranks, seconds of ranks."""

    def __init__(self, region, calls, seconds):
        self.region = region
        self.calls = sum(calls)
        self.min, self.max = min(seconds), max(seconds)
        self.mean = sum(seconds) / len(seconds)
        self.max_rank = seconds.index(self.max)

    def __repr__(self):
        return "<%s: %d call%s, %.3g to %.3g s>" % (
            self.region, self.calls, "" if self.calls == 1 else "s",
            self.min, self.max)


class Summary:
    """What summary() returns: `rows', the longest first, and their text."""

    def __init__(self, ranks):
        self.ranks = len(ranks)
        names = dict.fromkeys(name for rank in ranks for name in rank)
        self.rows = [Row(name, [rank.get(name, (0, 0.0))[0] for rank in ranks],
                         [rank.get(name, (0, 0.0))[1] for rank in ranks])
                     for name in names]
        self.rows.sort(key=lambda row: -row.max)

    def __str__(self):
        width = max([len(row.region) for row in self.rows] + [len("region")])
        lines = ["%-*s %10s %10s %10s %10s %9s" % (
            width, "region", "calls", "min [s]", "mean [s]", "max [s]",
            "max rank")]
        for row in self.rows:
            lines.append("%-*s %10d %10.4g %10.4g %10.4g %9d" % (
                width, row.region, row.calls, row.min, row.mean, row.max,
                row.max_rank))
        return "\n".join(lines)


def _world():
    """COMM_WORLD of a program that has mpi4py, and MPI up; else None."""
    MPI = sys.modules.get("mpi4py.MPI")
    if MPI is None or not MPI.Is_initialized() or MPI.Is_finalized():
        return None
    return MPI.COMM_WORLD


def summary(comm=None):
    """The regions of timing(), over the ranks of comm (of mpi4py).

    Without comm these are all ranks where MPI is up, else this process.  All
    ranks have to call it, as any collective call, and all get the table:
    print(mpiprof.summary()) on one of them.
    """
    with _lock:
        here = {name: (total.calls, total.seconds)
                for name, total in _totals.items() if total.calls}
    comm = comm or _world()
    return Summary([here] if comm is None else comm.allgather(here))
