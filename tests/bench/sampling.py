#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What sampling costs: `make bench-sampling'.

    sampling.py [OUTPUT.json]

Loops of one and of four threads and two in Python do the same work in stretches of
30 ms, with samples and without in turn, and print the CPU time of each.  Pairs of
neighbouring stretches are compared, since whole runs differ by several per cent
from each other on a shared machine.  The column `off' is the same without
MPIPROF_SAMPLE: how well this measures.  `own' is what mpiprof itself reports as
spent on samples, without the kernel's part.  The second table divides both by the
number of samples: those of 1000 Hz show best what one costs in all, with the kernel's
part and what it pushes out of the caches, those of 100 Hz what ours takes when it is
not in the caches itself.  `added' times 100 is what 100 Hz add.  Results depend on
the machine and are never a reason to fail.

Environment: what the Makefile gives to tests (see tests/local.mk), and
BENCH_RUNS (2) of each program, BENCH_PAIRS (80) of stretches in each.
"""

import json
import math
import os
import re
import shutil
import statistics
import sys
import tempfile

import bench

RATES = ("off", "100", "1000")


class Sampling(bench.Bench):
    def __init__(self, work):
        super().__init__(work)
        self.runs = int(os.environ.get("BENCH_RUNS", "2"))
        self.pairs = os.environ.get("BENCH_PAIRS", "80")
        self.programs = {"loop, 1 thread": ["./sampling", "1"],
                         "loop, 4 threads": ["./sampling", "4"]}
        python = os.environ.get("TEST_PYTHON")
        for depth in (10, 40) if python else ():
            self.programs["Python, %d frames" % depth] = [
                python, os.path.join(self.here, "sampled.py"), str(depth)]

    def compile_all(self):
        self.compile(os.environ["MPICC"], "sampling.c", "sampling",
                     "-pthread")
        self.environment["MPI_LIBRARY"] = re.search(
            r"=> (\S*libmpi[a-z]*\.so\S*)",
            self.execute(["ldd", "./sampling"], {}).stdout).group(1)

    def own_seconds(self, results):
        """And the number of samples: some stand for several ticks of the timer."""
        report = json.loads(self.execute(
            [os.path.join(os.environ["BUILD_DIR"], "mpiprof-report"), "--all",
             "--format", "json", results], {}).stdout)
        table = report["tables"].get("functions", {"columns": [], "rows": []})
        names = [column["name"] for column in table["columns"]]
        functions = [dict(zip(names, row)) for row in table["rows"]]
        return report["run"]["own_samples_s"] or 0, sum(
            (row["time_s"] / row["error_s"]) ** 2 for row in functions
            if row["error_s"])

    def run_once(self, words, rate):
        """Per cent that samples add to the CPU time: of each pair, and by
        mpiprof's own count; samples per second."""
        results = os.path.join(self.work, "results")
        done = self.execute([*self.launcher, "-n", "1", "env",
                             "LD_PRELOAD=" + self.library, *words, self.pairs],
                            {**bench.PROFILE, "MPIPROF_SAMPLE": rate,
                             "MPIPROF_SYMBOLS": "later",
                             "MPIPROF_OUTPUT": results})
        if done.returncode != 0:
            sys.exit("failed: %s: %s" % (" ".join(words), done.stderr))
        pairs = [[float(word) for word in line.split()]
                 for line in done.stdout.splitlines()]
        seconds = sum(on for on, _ in pairs)
        own, samples = self.own_seconds(results)
        shutil.rmtree(results)
        return ([100 * (on / off - 1) for on, off in pairs], 100 * own / seconds,
                samples / seconds)

    def measure(self, words):
        """{rate: {"added": of each pair, "own", "samples": of each run}}; the rates
        take turns."""
        found = {rate: {"added": [], "own": [], "samples": []} for rate in RATES}
        for _ in range(self.runs):
            for rate in RATES:
                pairs, own, samples = self.run_once(words, rate)
                found[rate]["added"] += pairs
                found[rate]["own"].append(own)
                found[rate]["samples"].append(samples)
        return found


def interval(values):
    """The median is in it with a probability of 95 %, whatever the distribution."""
    values = sorted(values)
    below = max(0, int((len(values) - 1.96 * math.sqrt(len(values))) / 2))
    return values[below], values[-1 - below]


def print_each(results):
    print("\nmicroseconds of a sample: added at 1000 Hz (95 % interval), own there, "
          "own at 100 Hz")
    for title, found in results.items():
        each = {rate: 1e4 / statistics.median(found[rate]["samples"])
                for rate in ("100", "1000") if min(found[rate]["samples"]) > 0}
        if "1000" in each and "100" in each:
            added = found["1000"]["added"]
            print("%-18s %6.1f (%6.1f %6.1f) %6.1f %6.1f" % (
                title, each["1000"] * statistics.median(added),
                *(each["1000"] * end for end in interval(added)),
                *(each[rate] * statistics.median(found[rate]["own"])
                  for rate in ("1000", "100"))))


def main(arguments):
    if not os.environ.get("MPIEXEC"):
        sys.exit("bench-sampling: there is no launcher (MPIEXEC)")
    with tempfile.TemporaryDirectory(prefix="mpiprof-bench-") as work:
        sampling = Sampling(work)
        sampling.compile_all()
        results = {title: sampling.measure(words)
                   for title, words in sampling.programs.items()}
    print("%s: per cent of CPU time that samples add: median of %d pairs of "
          "stretches (95 %% interval), own" % (
              os.environ["MPI_FLAVOUR"], sampling.runs * int(sampling.pairs)))
    print("%-18s" % "", *("%27s" % (rate if rate == "off" else rate + " Hz")
                          for rate in RATES))
    for title, found in results.items():
        print("%-18s" % title,
              *("%+6.2f (%+6.2f %+6.2f)%5.2f" % (
                  statistics.median(found[rate]["added"]),
                  *interval(found[rate]["added"]),
                  statistics.median(found[rate]["own"])) for rate in RATES))
    print_each(results)
    if arguments:
        with open(arguments[0], "w") as file:
            json.dump({"schema": "mpiprof-bench-sampling", "version": 3,
                       "mpi": os.environ["MPI_FLAVOUR"],
                       "cpu": bench.cpu_model(), "percent": results},
                      file, indent=1)
        print("written to", arguments[0])


if __name__ == "__main__":
    main(sys.argv[1:])
