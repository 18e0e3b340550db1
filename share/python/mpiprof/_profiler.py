# SPDX-License-Identifier: BSD-3-Clause
"""cProfile on the script's main thread, and on those it starts.

Before Python 3.12 a cProfile.Profile is of the thread that enabled it, so each
has its own.  From 3.12 on there is one for all, and it takes the calls of
several threads for calls of each other: then counts are right and times are
not, which `mixed' tells.
"""

import cProfile
import gc
import sys
import threading
import weakref

from mpiprof import _snapshot

ONE_FOR_ALL = hasattr(sys, "monitoring")
FOLD_FROM = 64  # profiles of threads that are kept apart


def other_profiler():
    """The profiler that is active already, in a word, or None."""
    if sys.getprofile() is not None:
        return getattr(type(sys.getprofile()), "__module__", "sys.setprofile")
    if ONE_FOR_ALL:
        return sys.monitoring.get_tool(sys.monitoring.PROFILER_ID)
    return None


def _is_alive(reference):
    thread = reference()
    return thread is not None and thread.is_alive()


class Profiler:
    def __init__(self):
        self.main = cProfile.Profile()
        self.mixed = False     # threads ran that cProfile did not tell apart
        self.replaced = False  # the script has turned on another profiler
        self._threads = []     # (weak reference to a thread, its Profile)
        self._finished = _snapshot.Sums()  # of threads that are over

    def watch_threads(self):
        threading.setprofile(self._thread_begins)
        if ONE_FOR_ALL:
            self._make_way()

    def _make_way(self):
        """Python 3.12 and later have room for one profiler, and refuse a second
        one to the script: ours ends when the script turns on its own, be it
        cProfile, line_profiler or another user of sys.monitoring."""
        use_tool_id = sys.monitoring.use_tool_id

        def use_alone(tool, name):
            if tool == sys.monitoring.PROFILER_ID and not self.replaced and \
                    sys.monitoring.get_tool(tool) is not None:
                self.replaced = True
                self.main.disable()
            return use_tool_id(tool, name)

        sys.monitoring.use_tool_id = use_alone

    def _thread_begins(self, *_):
        if ONE_FOR_ALL:
            sys.setprofile(None)
            self.mixed = True
            return
        if len(self._threads) >= FOLD_FROM:
            self._fold()
        profile = cProfile.Profile()
        # Python may act on a thread's object until the script drops it.
        self._threads.append((weakref.ref(threading.current_thread()), profile))
        profile.enable()

    def _fold(self):
        """Adds up the threads that are over, so that the profile of a program
        that starts threads again and again does not grow."""
        alive = []
        for thread, profile in self._threads:
            if _is_alive(thread):
                alive.append((thread, profile))
            else:
                self._finished.add(profile.getstats())
        self._threads = alive

    def note_main_ends(self):
        """On the main thread.  A profiler that has taken this one's place goes
        on: disabling ours would stop that."""
        if not ONE_FOR_ALL:
            self.replaced = sys.getprofile() is not self.main
        if not self.replaced or (not ONE_FOR_ALL
                                 and sys.getprofile() is None):
            self.main.disable()

    def stop(self):
        """No thread that starts from here on is profiled."""
        if getattr(threading, "_profile_hook", None) == self._thread_begins:
            threading.setprofile(None)

    def flush_all(self):
        """The process ends: calls that have not returned count up to here."""
        if not (ONE_FOR_ALL and self.replaced):
            self.main.disable()
        for _, profile in self._threads:
            profile.disable()

    def has_live_threads(self):
        return any(_is_alive(thread) for thread, _ in self._threads)

    def stats(self):
        collecting = gc.isenabled()
        gc.disable()  # it could let other threads run, and change what is read
        try:
            sums = self._finished.copy()
            for profile in [self.main] + [own for _, own in self._threads]:
                sums.add(profile.getstats())
        finally:
            if collecting:
                gc.enable()
        return sums.stats()
