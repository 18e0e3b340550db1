# SPDX-License-Identifier: BSD-3-Clause
"""Regions of a Python program for mpiprof, and its profile on every rank.

    with mpiprof.region("solve"):       @mpiprof.timed
        ...                             def solve(): ...

    mpiprof.begin("halo")               @mpiprof.timed("name")
    mpiprof.end("halo")                 def other(): ...

are regions of the MPI profile and of the trace where libmpiprof is loaded
(`mpiprof-run python3 ...'), and nothing where it is not.

    python3 -m mpiprof script.py ARGUMENTS

runs a script under cProfile and writes cpu_RANK.prof into the directory of the
run; see python3 -m mpiprof --help.
"""

from mpiprof._regions import begin, end, region, timed

__all__ = ["begin", "end", "region", "timed"]
