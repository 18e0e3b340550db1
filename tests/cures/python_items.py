# SPDX-License-Identifier: BSD-3-Clause
"""A list is sent item by item; each is probed for.  The cure: as one object.

    mpiexec -n 4 python3 python_items.py CURE
"""

import sys
import time

from mpi4py import MPI

ITEMS = 50
comm = MPI.COMM_WORLD
cured = len(sys.argv) > 1 and sys.argv[1] == "1"


def ship(items, dest):
    if cured:
        comm.send(items, dest=dest)
        return
    for item in items:
        comm.send(item, dest=dest)


def collect(source):
    if cured:
        return comm.recv(source=source)
    return [comm.recv(source=source) for _ in range(ITEMS)]


for step in range(10):
    time.sleep(0.02)
    ship(list(range(ITEMS)), (comm.rank + 1) % comm.size)
    collect((comm.rank - 1) % comm.size)
