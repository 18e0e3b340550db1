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
    for name in ("_command.py", "_ending.py", "_output.py", "_profiler.py",
                 "_program.py", "_snapshot.py", "_terminate.py"))


def _is_own(label):
    return label[0] in _OWN


def _add(row, more):
    return tuple(a + b for a, b in zip(row, more))


def _add_callees(callers_of, entry, caller):
    for callee in entry.calls or ():
        callers = callers_of.setdefault(_label(callee.code), {})
        row = (callee.callcount, callee.callcount - callee.reccallcount,
               callee.inlinetime, callee.totaltime)
        callers[caller] = _add(callers[caller], row) if caller in callers \
            else row


def make(profiles):
    """profiles: for each, what getstats() of a cProfile.Profile gives."""
    rows, callers_of = {}, {}
    for entries in profiles:
        for entry in entries:
            label = _label(entry.code)
            if _is_own(label):
                continue
            row = (entry.callcount - entry.reccallcount, entry.callcount,
                   entry.inlinetime, entry.totaltime)
            rows[label] = _add(rows[label], row) if label in rows else row
            _add_callees(callers_of, entry, label)
    return {label: row + (callers_of.get(label, {}),)
            for label, row in rows.items()}
