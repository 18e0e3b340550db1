# SPDX-License-Identifier: BSD-3-Clause
"""libmpiprof in this process, as include/mpiprof.h describes it.

It is never loaded from here: it comes with the program (LD_PRELOAD, linked), or
is not there.  The functions are called with the interpreter's lock held: none
of them waits.
"""

import ctypes
import os

LAST_FUNCTION = ctypes.CFUNCTYPE(None)


class Library:
    def __init__(self, program):
        # bytes, bytes, int; without argtypes a call takes half the time.
        self.region_begin = program.mpiprof_region_begin
        self.region_begin.restype = None
        self.region_end = program.mpiprof_region_end
        self.region_end.restype = None
        self._directory = program.mpiprof_run_directory
        self._directory.argtypes = ()
        self._directory.restype = ctypes.c_char_p
        self._rank = program.mpiprof_run_rank
        self._rank.argtypes = ()
        self._before_end = program.mpiprof_before_end
        self._before_end.argtypes = (LAST_FUNCTION,)
        self._before_end.restype = None
        self.note_signal = program.mpiprof_note_signal
        self.note_signal.argtypes = (ctypes.c_int,)
        self.note_signal.restype = None
        self._last = None

    def run_directory(self):
        """Where the run's results go; None while nothing is measured."""
        path = self._directory()
        return None if path is None else os.fsdecode(path)

    def run_rank(self):
        return self._rank()

    def before_end(self, function):
        """What the process does before MPI_Abort or exit(); None: nothing."""
        last = LAST_FUNCTION() if function is None else LAST_FUNCTION(function)
        self._before_end(last)
        self._last = last  # the one before is not needed from here on


def find():
    """None where this process has no libmpiprof, or one without all this."""
    try:
        return Library(ctypes.PyDLL(None))
    except (AttributeError, OSError):
        return None
