# SPDX-License-Identifier: BSD-3-Clause
"""As much of MPI as the tests of the module mpiprof need, without mpi4py:
there need not be one for each MPI.  MPI_LIBRARY names the library to load.
Ends MPI when Python ends, as mpi4py does: behind all that Python does then."""

import atexit
import ctypes
import os

ctypes.CDLL(os.environ["MPI_LIBRARY"], ctypes.RTLD_GLOBAL)
MPI = ctypes.CDLL(None)    # gives the interpreter's lock back meanwhile
HELD = ctypes.PyDLL(None)  # keeps it
# Handles are addresses in Open MPI, integers in MPICH.
BY_ADDRESS = hasattr(MPI, "ompi_mpi_comm_world")


def handle(variable, number):
    if not BY_ADDRESS:
        return ctypes.c_int(number)
    return ctypes.c_void_p(ctypes.addressof(
        ctypes.c_byte.in_dll(MPI, variable)))


WORLD = handle("ompi_mpi_comm_world", 0x44000000)
INT = handle("ompi_mpi_int", 0x4c000405)
STATUS_IGNORE = ctypes.c_void_p(0 if BY_ADDRESS else 1)


def finalize():
    done = ctypes.c_int()
    MPI.MPI_Finalized(ctypes.byref(done))
    if not done.value:
        MPI.MPI_Finalize()


def barrier():
    MPI.MPI_Barrier(WORLD)


def receive_for_ever():
    """What nobody sends."""
    MPI.MPI_Recv(ctypes.byref(ctypes.c_int()), 1, INT, rank, 99, WORLD,
                 STATUS_IGNORE)


def send_to(peer):
    MPI.MPI_Send(ctypes.byref(ctypes.c_int()), 1, INT, peer, 99, WORLD)


MPI.MPI_Init_thread(None, None, 3, ctypes.byref(ctypes.c_int()))
_value = ctypes.c_int()
MPI.MPI_Comm_rank(WORLD, ctypes.byref(_value))
rank = _value.value
MPI.MPI_Comm_size(WORLD, ctypes.byref(_value))
ranks = _value.value
atexit.register(finalize)
