# SPDX-License-Identifier: BSD-3-Clause
"""What sampling.c does, in Python, where the innermost of DEPTH functions computes.

    sampled.py DEPTH PAIRS
"""

import os
import signal
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "../e2e/programs"))
import some_mpi  # noqa: E402: starts MPI, and so mpiprof

SIGNALS = range(signal.SIGRTMAX - 8, signal.SIGRTMAX)


def inner(count):
    total = 0
    for number in range(count):
        total += number * number & 7
    return total


def outer(depth, turns):
    if depth > 0:
        outer(depth - 1, turns)
        return
    for _ in range(turns):
        inner(1000)


def stretch(on):
    """CPU seconds."""
    signal.pthread_sigmask(
        signal.SIG_UNBLOCK if on else signal.SIG_BLOCK, SIGNALS)
    begin = time.process_time()
    outer(int(sys.argv[1]), 600)
    some_mpi.barrier()
    return time.process_time() - begin


for pair in range(int(sys.argv[2])):
    order = (True, False) if pair % 2 == 0 else (False, True)
    seconds = {on: stretch(on) for on in order}
    print(seconds[True], seconds[False])
