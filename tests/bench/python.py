#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""How fast mpiprof-report merges profiles of Python, `make bench-python'.

    python.py [OUTPUT.json]

Makes a file per rank as cProfile writes them, has them merged by mpiprof-report
and by pstats, which is also asked whether both have made the same of them.
Prints seconds, the least of several runs (of pstats: one), and memory.  Results
depend on the machine and are never a reason to fail.

Environment: what the Makefile gives to tests (see tests/local.mk), and
PYTHON_FILES=1024 PYTHON_FUNCTIONS=3000 PYTHON_RUNS=3.
"""

import json
import marshal
import os
import platform
import random
import shutil
import subprocess
import sys
import tempfile
import time

CALLERS = 4   # of a function, at most
KINDS = 16    # files that differ; the others are copies of these
AIM_SECONDS, AIM_MIB = 5, 1024
MERGE = """
import pstats, sys
merged = pstats.Stats(sys.argv[2])
for name in sys.argv[3:]:
    merged.add(pstats.Stats(name))
merged.dump_stats(sys.argv[1])
"""
SAME = """
import marshal, sys
a, b = (marshal.load(open(name, "rb")) for name in sys.argv[1:])
sys.exit(a != b)
"""


def made_up(functions, seed):
    """The same functions and callers for each seed, with other numbers."""
    shape, rng = random.Random(1), random.Random(seed)
    labels = [("/opt/software/python/lib/site-packages/package%d/module%d.py"
               % (i % 37, i % 211), i, "function_%d" % i)
              for i in range(functions)]
    stats = {}
    for label in labels:
        callers = {c: (rng.randrange(9999), rng.randrange(999), rng.random(),
                       rng.random())
                   for c in shape.sample(labels, shape.randrange(CALLERS + 1))}
        # a tuple of its own for the key, as cProfile makes it
        stats[tuple(list(label))] = (rng.randrange(999), rng.randrange(9999),
                                     rng.random(), rng.random(), callers)
    return stats


def make_files(folder, files, functions):
    names = [os.path.join(folder, "cpu_%d.prof" % i) for i in range(files)]
    for i, name in enumerate(names):
        if i < KINDS:
            with open(name, "wb") as file:
                marshal.dump(made_up(functions, i), file)
        else:
            shutil.copyfile(names[i % KINDS], name)
    return names


def run(command):
    """seconds and KiB"""
    began = time.monotonic()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    if status != 0:
        sys.exit("bench-python: status %d of %s" % (status,
                                                    " ".join(command)[:200]))
    return time.monotonic() - began, usage.ru_maxrss


def main(arguments):
    get = os.environ.get
    files = int(get("PYTHON_FILES", "1024"))
    functions = int(get("PYTHON_FUNCTIONS", "3000"))
    report = os.path.join(os.environ["BUILD_DIR"], "mpiprof-report")
    with tempfile.TemporaryDirectory(prefix="mpiprof-python-") as work:
        print("making %d files of %d functions ..." % (files, functions),
              file=sys.stderr, flush=True)
        names = make_files(work, files, functions)
        size = sum(os.path.getsize(name) for name in names)
        ours, theirs = (os.path.join(work, name)
                        for name in ("ours.prof", "theirs.prof"))
        merge = [report, "python", "-o", ours, "-o",
                 os.path.join(work, "report.txt")] + names
        found = [run(merge) for _ in range(int(get("PYTHON_RUNS", "3")))]
        rows = [("mpiprof-report, merged file and report",
                 min(found)[0], max(kib for _, kib in found)),
                ("pstats, merged file",) +
                run([sys.executable, "-c", MERGE, theirs] + names)]
        same = subprocess.run([sys.executable, "-c", SAME, ours,
                               theirs]).returncode == 0
    print("\n%d files of %d functions, %.0f MiB" % (files, functions,
                                                   size / 2**20))
    print("%-40s %9s %14s" % ("", "time [s]", "memory [MiB]"))
    for title, seconds, kib in rows:
        print("%-40s %9.2f %14.1f" % (title, seconds, kib / 1024))
    print("both have made the same" if same
          else "they have NOT made the same")
    print("aim: 1024 files of 3000 functions in less than %d s and %d MiB"
          % (AIM_SECONDS, AIM_MIB))
    if arguments:
        with open(arguments[0], "w") as file:
            json.dump({"schema": "mpiprof-bench-python", "version": 1,
                       "system": platform.release(),
                       "cores": os.cpu_count(), "files": files,
                       "functions": functions, "bytes": size, "same": same,
                       "rows": [{"who": title, "seconds": seconds,
                                 "kib": kib}
                                for title, seconds, kib in rows]},
                      file, indent=1)
        print("written to", arguments[0])


if __name__ == "__main__":
    main(sys.argv[1:])
