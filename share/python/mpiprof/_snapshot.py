# SPDX-License-Identifier: BSD-3-Clause
"""From what cProfile has counted to what a .prof file holds.

A file is one marshalled dictionary, as cProfile and pstats have it:
{(file, line, name): (primitive calls, calls, own time, time with callees,
{caller: (calls, primitive calls, own time, time with callees)})}.

Functions that look alike, such as two lambdas in a line, are added up here;
cProfile keeps the last one.
"""

import os


def _label(code):
    if isinstance(code, str):
        return "~", 0, code
    return code.co_filename, code.co_firstlineno, code.co_name


# As the files are called in their code: however the module was found.
_OWN = frozenset(
    os.path.join(os.path.dirname(_label.__code__.co_filename), name)
    for name in ("_command.py", "_ending.py", "_memory.py", "_output.py",
                 "_profiler.py", "_program.py", "_snapshot.py",
                 "_terminate.py"))


def _is_own(label):
    return label[0] in _OWN


def _add(row, more):
    return tuple(a + b for a, b in zip(row, more))


class Sums:
    def __init__(self):
        self._rows = {}
        self._callers_of = {}

    def copy(self):
        same = Sums()
        same._rows = dict(self._rows)
        same._callers_of = {label: dict(callers) for label, callers
                            in self._callers_of.items()}
        return same

    def _add_callees(self, entry, caller):
        for callee in entry.calls or ():
            callers = self._callers_of.setdefault(_label(callee.code), {})
            row = (callee.callcount, callee.callcount - callee.reccallcount,
                   callee.inlinetime, callee.totaltime)
            callers[caller] = _add(callers[caller], row) \
                if caller in callers else row

    def add(self, entries):
        """entries: what getstats() of a cProfile.Profile gives."""
        for entry in entries:
            label = _label(entry.code)
            if _is_own(label):
                continue
            row = (entry.callcount - entry.reccallcount, entry.callcount,
                   entry.inlinetime, entry.totaltime)
            self._rows[label] = _add(self._rows[label], row) \
                if label in self._rows else row
            self._add_callees(entry, label)

    def stats(self):
        """What a file holds."""
        return {label: row + (self._callers_of.get(label, {}),)
                for label, row in self._rows.items()}
