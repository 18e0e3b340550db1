# SPDX-License-Identifier: BSD-3-Clause
"""The Python profiles in a directory: which there are, and exact counts.

usage: check_python_profiles.py DIRECTORY FILES NAME=CALLS...

FILES: their names with commas, and no others may be there, nor half-written
ones; calls of NAME in all files together, 0: it must not be there.
"""
import os
import pstats
import sys


def calls_of(stats, name):
    return sum(row[1] for label, row in stats.stats.items()
               if label[2] == name)


def main(directory, files, *counts):
    wanted = sorted(files.split(",")) if files else []
    found = sorted(name for name in os.listdir(directory)
                   if "cpu" in name or name.endswith(".prof"))
    if found != wanted:
        print("files: %s, not %s" % (found, wanted))
        return 1
    for count in counts:
        name, _, calls = count.partition("=")
        total = sum(calls_of(pstats.Stats(os.path.join(directory, file)),
                             name) for file in found)
        if total != int(calls):
            print("%s: %d calls, not %s" % (name, total, calls))
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
