# SPDX-License-Identifier: BSD-3-Clause
"""Writes the profile, however the process ends.

    the script ends, raises, calls sys.exit     when it does
    threads go on behind it                     once more when they are over
    os._exit                                    before that
    MPI_Abort, exit() of some library           by libmpiprof, if it is there
    SIGTERM, which launchers send               _terminate.py
    a child of fork()                           writes nothing
"""

import atexit
import os
import threading

from mpiprof import _output

WAIT_SECONDS = 5  # until another thread has written the file


class Ending:
    def __init__(self, profiler, place, library, wanted, memory=None):
        self._profiler = profiler
        self._memory = memory
        self._place = place
        self._library = library
        self._wanted = wanted      # is a rank's profile asked for?
        self._process = os.getpid()
        self._busy = threading.Lock()
        self._over = False
        self._path = None
        self._exit = os._exit
        self.when_idle = None      # to be called after each attempt to write

    def prepare(self):
        os._exit = self._before_exit
        os.register_at_fork(after_in_child=self._forget)
        if self._library:
            self._library.before_end(self._last_moment)
            atexit.register(self._library.before_end, None)

    def _forget(self):
        """In a child of fork()."""
        self._over = True
        os._exit = self._exit
        self._profiler.stop()
        self._profiler.main.disable()

    def _write(self):
        if not self._wanted(self._place.rank()):
            return
        first = self._path is None
        if self._memory:
            self._memory.write(self._place)
        self._path = _output.write(self._profiler.stats(), self._place,
                                   self._path)
        if first and self._path and not self._place.of_run() and \
                self._place.rank() == 0:
            _output.say("the Python profiles are in %s; that of rank 0 is %s"
                        % os.path.split(self._path))

    def _once(self, last, write, wait=False):
        """last: nothing is written after that.  False: somebody else is at it,
        in this thread, even, which a signal has interrupted."""
        if os.getpid() != self._process:
            return True
        if not self._busy.acquire(timeout=WAIT_SECONDS if wait else 0):
            return False
        try:
            if not self._over:
                self._over = last
                write()
        except Exception as error:  # ours, and no harm to the program
            _output.say("the Python profile is lost: %s: %s"
                        % (type(error).__name__, error))
        finally:
            self._busy.release()
        if self.when_idle:
            self.when_idle()
        return True

    def leave_only_in_run(self):
        """The program has not begun: its profile is worth no file in the
        current directory."""
        self._over = self._over or not self._place.is_chosen()

    def script_ends(self):
        """The main profile is off; threads may go on."""
        self._profiler.stop()
        threads = self._profiler.has_live_threads()
        self._once(not threads, self._write)
        if threads:
            atexit.register(self.end_now)
        elif self._library:
            self._library.before_end(None)

    def end_now(self, wait=False):
        return self._once(True, self._flush_and_write, wait)

    def _last_moment(self):
        self.end_now(wait=True)

    def _flush_and_write(self):
        self._profiler.flush_all()
        self._write()

    def _before_exit(self, status):
        self.end_now(wait=True)
        self._exit(status)
