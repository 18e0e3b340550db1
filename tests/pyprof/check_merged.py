# SPDX-License-Identifier: BSD-3-Clause
"""A merged profile is what pstats of this Python makes of the same files.

    check_merged.py MERGED FILE...

The files in the order of their ranks.  For Python 2.7 and 3.  Where the merged
file is not this Python's to read (2.7), FILE... are read by Python 3, too.
"""
import marshal
import pstats
import sys


def as_text(value):
    """Texts of Python 2 as Python 3 has them, all the way down."""
    if isinstance(value, bytes):
        return value.decode("utf-8", "surrogateescape")
    if isinstance(value, tuple):
        return tuple(as_text(item) for item in value)
    if isinstance(value, dict):
        return {as_text(key): as_text(item) for key, item in value.items()}
    return value


def main(merged, first, *others):
    wanted = pstats.Stats(first)
    for other in others:
        wanted.add(pstats.Stats(other))
    with open(merged, "rb") as file:
        got = marshal.load(file)
    expected = as_text(wanted.stats)
    if got != expected:
        for key in set(got) | set(expected):
            if got.get(key) != expected.get(key):
                print("%r: %r, pstats has %r" % (key, got.get(key),
                                                 expected.get(key)))
        sys.exit(1)
    for key, (_, _, _, _, callers) in got.items():
        if not set(callers) <= set(got):
            sys.exit("%r has callers that are no functions" % (key,))
    loaded = pstats.Stats(merged)
    loaded.stream = open("/dev/null", "w")
    loaded.sort_stats("cumulative").print_stats(5)
    loaded.print_callers(2)
    loaded.print_callees(2)
    if loaded.total_calls != wanted.total_calls:
        sys.exit("calls: %r, pstats has %r" % (loaded.total_calls,
                                               wanted.total_calls))
    print("%d functions" % len(got))


if __name__ == "__main__":
    main(*sys.argv[1:])
