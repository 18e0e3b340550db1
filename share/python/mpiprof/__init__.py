# SPDX-License-Identifier: BSD-3-Clause
"""Regions of a Python program for mpiprof, and its profile on every rank.

    with mpiprof.region("solve"):       @mpiprof.timed
        ...                             def solve(): ...

    mpiprof.begin("halo")               @mpiprof.timed("name")
    mpiprof.end("halo")                 def other(): ...

are regions of the MPI profile and of the trace where libmpiprof is loaded
(`mpiprof-run python3 ...'), and nothing where it is not.

    with mpiprof.timing("solve") as t:  print(mpiprof.summary())
        ...
    t.seconds                           mpiprof.load(RUN)["procedures"]

are regions that the program can read, a table of them over all ranks, and the
tables of a measured run as numpy arrays.

    python3 -m mpiprof script.py ARGUMENTS

runs a script under cProfile and writes cpu_RANK.prof into the directory of the
run; see python3 -m mpiprof --help.
"""

from mpiprof._load import load
from mpiprof._regions import begin, end, region, timed
from mpiprof._timing import summary, timing

__all__ = ["begin", "end", "load", "region", "summary", "timed", "timing"]
