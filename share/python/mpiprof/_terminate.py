# SPDX-License-Identifier: BSD-3-Clause
"""SIGTERM, where the script leaves it alone: the profile is written, then the
signal ends the process as it would have done.

Launchers and batch systems send it before they kill a job: to the other ranks
when one calls MPI_Abort, or when the time is over.  Python's handlers run on
the main thread and only between steps of Python code, and that thread may be
waiting inside MPI: a second thread, which sleeps until there is a signal, does
it then.
"""

import _thread
import atexit
import ctypes
import os
import signal

STOP = b"\0"  # no signal's number
SECONDS = 1   # until a thread has begun or ended, which takes no time


def _set_default():
    """On any thread, which signal.signal() is not for."""
    function = ctypes.PyDLL(None).signal
    function.argtypes = (ctypes.c_int, ctypes.c_void_p)
    function.restype = ctypes.c_void_p
    function(signal.SIGTERM, None)


class Terminate:
    def __init__(self, ending, library):
        self._ending = ending
        self._library = library
        self._process = os.getpid()
        self._pending = False
        self._pipe = None
        self._started = _thread.allocate_lock()
        self._gone = _thread.allocate_lock()

    def prepare(self):
        if signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
            return
        signal.signal(signal.SIGTERM, self._handle)
        os.register_at_fork(after_in_child=self._forget)
        self._ending.when_idle = self._end_if_pending
        atexit.register(self._finish)
        self._start_thread()

    def _start_thread(self):
        read, write = os.pipe()
        os.set_blocking(write, False)
        other = signal.set_wakeup_fd(write, warn_on_full_buffer=False)
        if other != -1:
            signal.set_wakeup_fd(other)
            return
        self._started.acquire()
        self._gone.acquire()
        _thread.start_new_thread(self._wait, (read,))
        self._pipe = write
        # One that has only begun to start when Python ends can crash it.
        self._started.acquire(timeout=SECONDS)

    def _forget(self):
        """As if all this were not there: in a child of fork(), and when Python
        ends."""
        other = signal.set_wakeup_fd(-1)
        if other not in (-1, self._pipe):
            signal.set_wakeup_fd(other)
        if signal.getsignal(signal.SIGTERM) == self._handle:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)

    def _finish(self):
        if os.getpid() != self._process:
            return
        self._forget()
        if self._pipe is not None:
            os.write(self._pipe, STOP)
            self._gone.acquire(timeout=SECONDS)

    def _handle(self, *_):
        if self._ending.end_now():
            self._end()
        else:
            self._pending = True  # this thread may be in the middle of it

    def _end_if_pending(self):
        if self._pending:
            self._end()

    def _wait(self, read):
        self._started.release()
        signals = b""
        while STOP not in signals:
            signals = os.read(read, 64)
            if signal.SIGTERM in signals and \
                    signal.getsignal(signal.SIGTERM) == self._handle:
                self._ending.end_now(wait=True)
                self._end()
        self._gone.release()

    def _end(self):
        if os.getpid() == self._process and self._library:
            self._library.note_signal(signal.SIGTERM)
        _set_default()
        os.kill(os.getpid(), signal.SIGTERM)
