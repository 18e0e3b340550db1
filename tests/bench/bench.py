#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What mpiprof adds to an MPI call: the overhead table, `make bench'.

    bench.py [OUTPUT.json]

Compiles bench.c, bench_f08.f90 and functions.c, runs them plain and preloaded with each
set of settings, several times in turn, and takes the least of each.  Prints a
table per language: plain nanoseconds, and what each mode adds to them.
Results depend on the machine and are never a reason to fail.

Environment: what the Makefile gives to tests (see tests/local.mk), and
BENCH_QUICK=1 for a rough result in seconds, BENCH_RUNS, BENCH_CALLS.
"""

import json
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.environ["SRC_DIR"], "share", "flavours"))
import flavours  # noqa: E402

LANGUAGES = {"C": "bench", "Fortran (mpi_f08)": "bench_f08"}

CASES = {  # name in bench.c: title, calls of MPI in it
    "send": ("Send", 1),
    "barrier": ("Barrier", 1),
    "allreduce": ("Allreduce", 1),
    "pair_null": ("pair NULL", 3),
    "pair_self": ("pair SELF", 3),
    "duplicate": ("dup, free", 2),
    "ping_pong": ("ping-pong", 2),
}
LEGEND = """
Send to MPI_PROC_NULL; Barrier, Allreduce on MPI_COMM_SELF; pair: Isend, Irecv
and Waitall (3 calls) with MPI_PROC_NULL and with itself; dup, free: of MPI_COMM_SELF
(2 calls); ping-pong of 8 bytes between 2 ranks, halved (2 calls).  Aims are per call,
pair NULL: 170, dup and free: 1000."""

PROFILE = {"MPIPROF_TRACE": "off", "MPIPROF_MEMORY": "16"}
IN_MEMORY = {"MPIPROF_TRACE": "on", "MPIPROF_TRACE_MB": "8192",
             "MPIPROF_TRACE_BUFFER_MB": "2048"}
TO_DISK = {"MPIPROF_TRACE": "on", "MPIPROF_TRACE_MB": "8192",
           "MPIPROF_TRACE_BUFFER_MB": "4"}
EVENT = "perf::TASK-CLOCK"

MODES = [  # title, settings (None: not preloaded), aim per call
    ("plain", None, None),
    ("off", {"MPIPROF_ENABLE": "off"}, 4),
    ("profile, no call site", {**PROFILE, "MPIPROF_CALLPATH": "0"}, 40),
    ("profile, 1 frame", {**PROFILE, "MPIPROF_CALLPATH": "1"}, 45),
    ("profile, 8 frames", {**PROFILE, "MPIPROF_CALLPATH": "8"}, 90),
    ("profile, 30 frames", {**PROFILE, "BENCH_DEPTH": "30"}, 120),
    ("no call site, trace in memory",
     {**IN_MEMORY, "MPIPROF_CALLPATH": "0"}, 90),
    ("8 frames, trace in memory", {**IN_MEMORY, "MPIPROF_CALLPATH": "8"}, 140),
    ("no call site, trace to disk", {**TO_DISK, "MPIPROF_CALLPATH": "0"}, 220),
    ("8 frames, 1 counter",
     {**PROFILE, "MPIPROF_CALLPATH": "8", "MPIPROF_COUNTERS": EVENT}, 650),
]

FUNCTIONS = [  # the same of functions.c; nanoseconds of an enter or an exit
    ("off", {"MPIPROF_ENABLE": "off"}, None),
    ("no function recorded", {**PROFILE, "MPIPROF_FUNCTIONS": "off"}, None),
    ("folded", {**PROFILE, "MPIPROF_FUNCTIONS": "fold:1000/100us"}, None),
    ("profile", {**PROFILE, "MPIPROF_FUNCTIONS": "fold:off"}, 40),
    ("trace in memory", {**IN_MEMORY, "MPIPROF_FUNCTIONS": "fold:off"}, 40),
]


def slowness(settings, ranks):
    """What to divide the number of calls by: a trace holds all that is called
    and must fit into memory, reading counters takes microseconds on some
    machines, and messages between ranks are slow."""
    if "MPIPROF_COUNTERS" in settings:
        return 20
    return 5 if settings.get("MPIPROF_TRACE") == "on" or ranks > 1 else 1


class Bench:
    def __init__(self, work):
        env = os.environ
        quick = env.get("BENCH_QUICK", "") not in ("", "0")
        self.work = work
        self.here = os.path.dirname(os.path.abspath(__file__))
        self.library = os.path.join(env["BUILD_DIR"], ".libs", "libmpiprof.so")
        self.launcher = shlex.split(env["MPIEXEC"])
        self.runs = int(env.get("BENCH_RUNS", "1" if quick else "3"))
        self.calls = int(env.get("BENCH_CALLS", "100000" if quick
                                 else "1000000"))
        self.refused = set()
        self.environment = {name: value for name, value in env.items()
                            if not name.startswith("MPIPROF_")}
        self.environment.update(flavours.environment("environment"))

    def compile(self, compiler, source, program, *options):
        command = [*shlex.split(compiler), "-O2", "-g", *options,
                   os.path.join(self.here, source), "-o", program]
        subprocess.run(command, cwd=self.work, check=True)

    def compile_all(self):
        """The programs that could be made."""
        self.compile(os.environ["MPICC"], "bench.c", "bench")
        if os.environ.get("HAVE_MPI_F08") != "yes":
            return {"C": LANGUAGES["C"]}
        self.compile(os.environ["MPIFC"], "bench_f08.f90", "bench_f08")
        return LANGUAGES

    def functions(self):
        """{mode: ns added to an enter or an exit}"""
        self.compile(os.environ["MPICC"], "functions.c", "functions",
                     "-finstrument-functions")
        least = {}
        for _ in range(self.runs):
            for title, settings, _ in [("plain", None, None), *FUNCTIONS]:
                for ns in self.run("functions", 1, settings).values():
                    least[title] = min(ns, least.get(title, ns))
        plain = least.pop("plain", 0.0)
        return {title: (ns - plain) / 2 for title, ns in least.items()}

    def execute(self, command, settings):
        """A finished process, with what it printed."""
        return subprocess.run(command, cwd=self.work,
                              env={**self.environment, **settings},
                              stdin=subprocess.DEVNULL, timeout=600,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True)

    def run(self, program, ranks, settings):
        """{case: ns}; says what went wrong and is empty when it did."""
        preload, results = [], os.path.join(self.work, "results")
        if settings is not None:
            settings = {**settings, "MPIPROF_OUTPUT": results}
            preload = ["env", "LD_PRELOAD=" + self.library]
        calls = self.calls // slowness(settings or {}, ranks)
        command = [*self.launcher, "-n", str(ranks), *preload,
                   "./" + program, str(calls), "3"]
        done = self.execute(command, settings or {})
        shutil.rmtree(results, ignore_errors=True)
        if done.returncode != 0:
            print("failed: %s: %s" % (" ".join(command), done.stderr),
                  file=sys.stderr)
            return {}
        refused = re.search("MPIPROF_COUNTERS: (cannot count .*)", done.stderr)
        if refused:
            self.refused.add(refused.group(1))
            return {}
        lines = [line.split() for line in done.stdout.splitlines()]
        return {line[0]: float(line[1]) for line in lines}

    def measure(self, program):
        """{mode: {case: least ns}}; the modes take turns."""
        least = {title: {} for title, _, _ in MODES}
        for turn in range(self.runs):
            for title, settings, _ in MODES:
                print("\r%-60s" % ("%s: run %d of %d, %s" % (
                    program, turn + 1, self.runs, title)),
                    end="", file=sys.stderr, flush=True)
                for ranks in (1, 2):
                    found = self.run(program, ranks, settings)
                    for case, ns in found.items():
                        if ns < least[title].get(case, ns + 1):
                            least[title][case] = ns
        print("\r%60s\r" % "", end="", file=sys.stderr)
        return least


def cpu_model():
    with open("/proc/cpuinfo") as file:
        for line in file:
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor()


def print_table(language, modes):
    plain = modes["plain"]
    print("\n%s, %s: nanoseconds; below the line what each mode adds"
          % (os.environ["MPI_FLAVOUR"], language))
    widths = [max(9, len(title)) for title, _ in CASES.values()]
    print("%-30s" % "", *("%*s" % (width, title) for width, (title, _)
                          in zip(widths, CASES.values())), " aim/call")
    for mode, _, aim in MODES:
        cells = []
        for width, case in zip(widths, CASES):
            ns = modes[mode].get(case)
            if ns is None or case not in plain:
                cells.append("%*s" % (width, "-"))
            elif mode == "plain":
                cells.append("%*.1f" % (width, ns))
            else:
                cells.append("%+*.1f" % (width, ns - plain[case]))
        print("%-30s" % mode, *cells, "%9s" % ("" if aim is None else aim))
        if mode == "plain":
            print("-" * (30 + sum(widths) + len(widths) + 10))


def print_functions(added):
    print("\n%s: nanoseconds added to an enter or exit of a function, "
          "-finstrument-functions" % os.environ["MPI_FLAVOUR"])
    for title, _, aim in FUNCTIONS:
        print("%-30s %+9.1f %9s" % (title, added.get(title, float("nan")),
                                    "" if aim is None else aim))


def as_json(results):
    differences = {
        language: {mode: {case: round(ns - modes["plain"][case], 2)
                          for case, ns in cases.items()
                          if case in modes["plain"]}
                   for mode, cases in modes.items() if mode != "plain"}
        for language, modes in results.items()}
    return {"schema": "mpiprof-bench", "version": 1,
            "mpi": os.environ["MPI_FLAVOUR"], "cpu": cpu_model(),
            "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            "calls_per_case": {case: calls
                               for case, (_, calls) in CASES.items()},
            "aim_ns_per_call": {title: aim for title, _, aim in MODES if aim},
            "least_ns": results, "added_ns": differences}


def main(arguments):
    if not os.environ.get("MPIEXEC"):
        sys.exit("bench: there is no launcher (MPIEXEC)")
    with tempfile.TemporaryDirectory(prefix="mpiprof-bench-") as work:
        bench = Bench(work)
        results = {language: bench.measure(program)
                   for language, program in bench.compile_all().items()}
        functions = bench.functions()
    for language, modes in results.items():
        print_table(language, modes)
    for reason in bench.refused:
        print("\nThe row with a counter was not measured: %s" % reason)
    print_functions(functions)
    floor = results["C"]["plain"].pop("clocks", None)
    for modes in results["C"].values():
        modes.pop("clocks", None)
    print(LEGEND)
    print("Floor of a measured call: two clock readings, %s ns" % floor)
    if arguments:
        with open(arguments[0], "w") as file:
            json.dump({**as_json(results), "floor_ns": floor,
                       "added_ns_per_function_event": functions}, file,
                      indent=1)
        print("written to", arguments[0])


if __name__ == "__main__":
    main(sys.argv[1:])
