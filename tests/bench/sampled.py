# SPDX-License-Identifier: BSD-3-Clause
"""Python that only computes, a function in another; prints its CPU time.

    sampled.py SECONDS    roughly so long; always the same work
"""

import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "../e2e/programs"))
import some_mpi  # noqa: E402, F401: starts MPI, and so mpiprof


def inner(count):
    total = 0
    for number in range(count):
        total += number * number & 7
    return total


def outer(turns):
    for _ in range(turns):
        inner(1000)


begin = time.process_time()
outer(int(float(sys.argv[1]) * 20000))
print(time.process_time() - begin)
