# SPDX-License-Identifier: BSD-3-Clause
"""Which lines of Python hold memory: MPIPROF_PYTHON_MEMORY=on, by tracemalloc.

tracemalloc knows what is allocated now, by the line that allocated it.  A thread
asks for the sum now and then, and looks at the lines when it is higher than
ever; the lines are looked at once more when the script ends.  Looking takes
time in proportion to the number of blocks, during which no other thread of
Python runs, so a look that took long is followed by a long rest, unless the sum
has doubled.

A file is lines of fields, separated by tabs:

    mpiprof-python-memory  1
    peak  BYTES  BYTES     the highest sum, and that at the look below
    line  PEAK_BYTES  PEAK_BLOCKS  END_BYTES  END_BLOCKS  LINE  FILE

Lines with little are added up: their file is "" and their line 0.
"""

import os
import threading
import time
import tracemalloc

from mpiprof import _output

SETTING = "MPIPROF_PYTHON_MEMORY"
PERIOD = 0.05   # s between two questions
REST = 10       # a rest is that many times as long as a look
GROWN = 1.05    # a sum worth a look
JUMPED = 2      # and one worth a look at once
MOST_LINES = 200
LEAST = 0.001   # of the sum: lines with less are added up


def is_wanted():
    return os.environ.get(SETTING, "").lower() in ("on", "yes", "true")


_OWN = os.path.dirname(is_wanted.__code__.co_filename) + os.sep


def _is_own(file):
    return file.startswith(_OWN) or file == tracemalloc.__file__


def _lines():
    """{(file, line): (bytes, blocks)} of what is allocated now."""
    found = {}
    for trace in tracemalloc.take_snapshot().traces:
        frame = trace.traceback[0]
        if not _is_own(frame.filename):
            size, count = found.get((frame.filename, frame.lineno), (0, 0))
            found[frame.filename, frame.lineno] = (size + trace.size,
                                                   count + 1)
    return found


def _escaped(file):
    return file.replace("\\", "\\\\").replace("\t", "\\t").replace(
        "\n", "\\n").encode("utf-8", "backslashreplace")


def _text(peak, looked, rows):
    """rows: {(file, line): (peak bytes, blocks, end bytes, blocks)}"""
    def most(place):
        return max(rows[place][0], rows[place][2])

    order = sorted(rows, key=lambda place: (-most(place), place))
    shown = [place for place in order[:MOST_LINES]
             if most(place) >= LEAST * looked]
    text = [b"mpiprof-python-memory\t1", b"peak\t%d\t%d" % (peak, looked)]
    for place in shown:
        text.append(b"line\t%d\t%d\t%d\t%d\t" % rows[place] +
                    b"%d\t" % place[1] + _escaped(place[0]))
    if len(order) > len(shown):
        rest = [rows[place] for place in order[len(shown):]]
        text.append(b"line\t%d\t%d\t%d\t%d\t0\t" % tuple(map(sum, zip(*rest))))
    return b"\n".join(text) + b"\n"


class Memory:
    """Threads: the watcher's, and that which the script ends on; the lock is
    of what they share."""

    def __init__(self):
        self._lock = threading.Lock()
        self._looked = 0       # bytes at the look with the most
        self._rested = 0       # when the rest after it is over
        self._lines = {}
        self._over = threading.Event()
        self._failed = False
        self._process = os.getpid()
        self._path = None

    def start(self):
        if not tracemalloc.is_tracing():
            tracemalloc.start()
        threading.Thread(target=self._watch, name="mpiprof memory",
                         daemon=True).start()

    def look(self):
        """Remembers the lines, if there has never been more."""
        with self._lock:
            now, begin = tracemalloc.get_traced_memory()[0], time.perf_counter()
            if now > self._looked * (GROWN if begin >= self._rested
                                     else JUMPED):
                self._lines = _lines()
                self._looked = now
                end = time.perf_counter()
                self._rested = end + REST * (end - begin)

    def _watch(self):
        while not self._over.wait(PERIOD):
            try:
                self.look()
            except RuntimeError:  # the script has stopped tracemalloc
                return

    def _rows(self):
        end = _lines()
        peak = self._lines or end
        return {place: peak.get(place, (0, 0)) + end.get(place, (0, 0))
                for place in set(peak) | set(end)}

    def write(self, place):
        """At the end of the script; once more replaces what was written."""
        if os.getpid() != self._process or self._failed:
            return
        if not tracemalloc.is_tracing():
            self._failed = True
            _output.say("the script has stopped tracemalloc: there is no "
                        "profile of Python's memory")
            return
        self._over.set()
        self._rested = 0
        self.look()
        with self._lock:
            text = _text(tracemalloc.get_traced_memory()[1], self._looked,
                         self._rows())
        self._path = _output.write_file(
            _output.MEMORY, lambda file: file.write(text), place, self._path)
