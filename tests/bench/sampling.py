#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What sampling costs: `make bench-sampling'.

    sampling.py [OUTPUT.json]

Programs that do the same work each time: a loop of one and of four threads, and
one in Python, which print their CPU time, and heat2d of one rank, of which all processor
time counts, that of the launcher and of mpiprof's end among it.  Its field fits
into a cache: where pages of a larger one lie makes 10 % of difference between
two runs.  Each runs measured without and with samples, in turn; the least of
each is compared.  Results depend on the machine and are never a reason to
fail.

Environment: what the Makefile gives to tests (see tests/local.mk), and
BENCH_RUNS (5), BENCH_SECONDS of each thread (3).
"""

import json
import os
import re
import resource
import shutil
import statistics
import sys
import tempfile

import bench

RATES = ("off", "100", "1000")


def children_s():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Sampling(bench.Bench):
    def __init__(self, work):
        super().__init__(work)
        self.runs = int(os.environ.get("BENCH_RUNS", "5"))
        seconds = os.environ.get("BENCH_SECONDS", "3")
        steps = str(int(float(seconds) * 35000))
        self.programs = {
            "loop, 1 thread": ["./sampling", "1", seconds],
            "loop, 4 threads": ["./sampling", "4", seconds],
            "heat2d, 1 rank": ["./heat2d", "--size", "200", "--steps", steps],
        }
        python = os.environ.get("TEST_PYTHON")
        if python:
            self.programs["Python, 1 thread"] = [
                python, os.path.join(self.here, "sampled.py"), seconds]

    def compile_all(self):
        examples = os.path.join(self.here, "../../share/examples")
        include = "-I" + os.path.join(self.here, "../../include")
        self.compile(os.environ["MPICC"], "sampling.c", "sampling",
                     "-pthread")
        self.environment["MPI_LIBRARY"] = re.search(
            r"=> (\S*libmpi[a-z]*\.so\S*)",
            self.execute(["ldd", "./sampling"], {}).stdout).group(1)
        self.compile(os.environ["MPICC"], os.path.join(examples, "heat2d.c"),
                     "heat2d", include, "-lm")

    def seconds(self, words, rate):
        """Of CPU time."""
        before, results = children_s(), os.path.join(self.work, "results")
        done = self.execute([*self.launcher, "-n", "1", "env",
                             "LD_PRELOAD=" + self.library, *words],
                            {**bench.PROFILE, "MPIPROF_SAMPLE": rate,
                             "MPIPROF_SYMBOLS": "later",
                             "MPIPROF_OUTPUT": results})
        shutil.rmtree(results, ignore_errors=True)
        if done.returncode != 0:
            sys.exit("failed: %s: %s" % (" ".join(words), done.stderr))
        if words[0] == "./heat2d":
            return children_s() - before
        return float(done.stdout.split()[-1])

    def measure(self, words):
        """{rate: [seconds of each run]}; the rates take turns."""
        found = {rate: [] for rate in RATES}
        for _ in range(self.runs):
            for rate in RATES:
                found[rate].append(self.seconds(words, rate))
        return found


def added(found, rate, of):
    """Per cent."""
    return 100 * (of(found[rate]) / of(found["off"]) - 1)


def main(arguments):
    if not os.environ.get("MPIEXEC"):
        sys.exit("bench-sampling: there is no launcher (MPIEXEC)")
    with tempfile.TemporaryDirectory(prefix="mpiprof-bench-") as work:
        sampling = Sampling(work)
        sampling.compile_all()
        results = {title: sampling.measure(words)
                   for title, words in sampling.programs.items()}
    print("%s: seconds without samples; per cent that they add, least "
          "(median) of %d runs" % (os.environ["MPI_FLAVOUR"], sampling.runs))
    print("%-18s %10s" % ("", "off"),
          *("%18s" % (rate + " Hz") for rate in RATES[1:]))
    for title, found in results.items():
        print("%-18s %10.3f" % (title, min(found["off"])),
              *("%+9.2f (%+6.2f)" % (added(found, rate, min),
                                     added(found, rate, statistics.median))
                for rate in RATES[1:]))
    if arguments:
        with open(arguments[0], "w") as file:
            json.dump({"schema": "mpiprof-bench-sampling", "version": 1,
                       "mpi": os.environ["MPI_FLAVOUR"],
                       "cpu": bench.cpu_model(), "seconds": results},
                      file, indent=1)
        print("written to", arguments[0])


if __name__ == "__main__":
    main(sys.argv[1:])
