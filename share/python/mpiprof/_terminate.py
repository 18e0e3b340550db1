"""SIGTERM, where the script leaves it alone: the profile is written, then the
signal ends the process as it would have done.

Launchers and batch systems send it before they kill a job: to the other ranks
when one calls MPI_Abort, or when the time is over.  Python's handlers run on
the main thread and only between steps of Python code, and that thread may be
waiting inside MPI: a second thread, which sleeps until there is a signal, does
it then.
"""

import _thread
import ctypes
import os
import signal


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

    def prepare(self):
        if signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
            return
        signal.signal(signal.SIGTERM, self._handle)
        os.register_at_fork(after_in_child=self._forget)
        self._ending.when_idle = self._end_if_pending
        read, write = os.pipe()
        os.set_blocking(write, False)
        other = signal.set_wakeup_fd(write, warn_on_full_buffer=False)
        if other != -1:
            signal.set_wakeup_fd(other)
            return
        _thread.start_new_thread(self._wait, (read,))

    def _forget(self):
        """In a child of fork(): as if all this were not there."""
        signal.set_wakeup_fd(-1)
        if signal.getsignal(signal.SIGTERM) == self._handle:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)

    def _handle(self, *_):
        if self._ending.end_now():
            self._end()
        else:
            self._pending = True  # this thread may be in the middle of it

    def _end_if_pending(self):
        if self._pending:
            self._end()

    def _wait(self, read):
        while True:
            signals = os.read(read, 64)
            if signal.SIGTERM in signals and \
                    signal.getsignal(signal.SIGTERM) == self._handle:
                break
        self._ending.end_now(wait=True)
        self._end()

    def _end(self):
        if os.getpid() == self._process and self._library:
            self._library.note_signal(signal.SIGTERM)
        _set_default()
        os.kill(os.getpid(), signal.SIGTERM)
