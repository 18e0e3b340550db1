#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""How fast mpiprof-report reads large runs, `make bench-report'.

    report.py [OUTPUT.json]

Makes traces with make_trace and profile files with make_profile, has them read
by mpiprof-report, by mpiprof-report-mpi with 1, 2 and 4 processes, and the
traces by a loop that only counts events (read_plainly) and, where they are
small, by otf2-print; then single passes over the calls of the trace: for wait
states, and with 16 scenarios, as for the gains of suggestions.  Prints seconds,
the least of several runs, events per second, memory (of the largest process; of
a pass what it adds to that, and its CPU time), and how many times faster two processes are than one (-j 2).  For mpiprof-report-mpi also the CPU time
of the process that takes most, which is what counts where each has a core; the
speed-up is that of these times.  Results depend on the machine, and that on what
else it does, and are never a reason to fail.

Environment: what the Makefile gives to tests (see tests/local.mk), and
REPORT_TRACES="16x2 16x10 256x10 4096x10 256x100" (locations x million events),
REPORT_PROFILES="1000 10000 100000" (ranks, of 60 rows each), REPORT_RUNS=3.
"""

import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.environ["SRC_DIR"], "share", "flavours"))
import flavours  # noqa: E402

COPIES = 12         # of the five rows of a rank
PRINTED_EVENTS = 2  # million; otf2-print is given no more
AIM_RATE = 20       # million events per second, for the profile of a trace
AIM_WAITS = 8       # the same with wait states
READERS = [  # title, command, most million events
    ("OTF2 alone", ["{bench}/read_plainly", "{run}/run.otf2"], None),
    ("without waits", ["{build}/mpiprof-report", "-j1", "--from-trace",
                       "--no-waits", "{run}"], None),
    ("the same, -j 2", ["{build}/mpiprof-report", "-j2", "--from-trace",
                        "--no-waits", "{run}"], None),
    ("with wait states", ["{build}/mpiprof-report", "-j1", "--from-trace",
                          "{run}"], None),
    ("the same, -j 2", ["{build}/mpiprof-report", "-j2", "--from-trace",
                        "{run}"], None),
    ("otf2-print", ["otf2-print", "{run}/run.otf2"], PRINTED_EVENTS),
]
PASSES = [("pass: wait states", "waits"), ("pass: 16 scenarios", "16")]
AIM_SCENARIOS = 2  # times the pass for wait states, at most
PROCESSES = [1, 2, 4]  # of mpiprof-report-mpi


def run_once(command):
    """seconds and KiB, or None"""
    began = time.monotonic()
    with open(os.devnull, "w") as nowhere:
        try:
            child = subprocess.Popen(command, stdout=nowhere)
        except FileNotFoundError:
            return None
        _, status, usage = os.wait4(child.pid, 0)
    if status != 0:
        sys.exit("bench-report: status %d of %s" % (status,
                                                    " ".join(command)))
    return time.monotonic() - began, usage.ru_maxrss


def floor_kib():
    """What a child that takes nothing has: it begins as a copy of this."""
    return run_once(["true"])[1]


def least(command):
    runs = int(os.environ.get("REPORT_RUNS", "3"))
    found = [run_once(command) for _ in range(runs)]
    if None in found:
        return None
    return min(found)[0], max(kib for _, kib in found)


def make(command, what):
    print("making %s ..." % what, file=sys.stderr, flush=True)
    subprocess.run(command, check=True)


def measure_one(folder, command):
    """One process of mpiexec: leaves in the folder what it took."""
    child = subprocess.Popen(command, close_fds=False)
    _, status, usage = os.wait4(child.pid, 0)
    with open(os.path.join(folder, str(child.pid)), "w") as out:
        json.dump([usage.ru_utime + usage.ru_stime, usage.ru_maxrss], out)
    sys.exit(os.waitstatus_to_exitcode(status))


def run_group(work, build, run, processes):
    """seconds, CPU time and KiB of the processes that take most"""
    taken = tempfile.mkdtemp(dir=work)
    os.environ["MPIPROF_LIBDIR"] = os.path.join(build, "tools")
    os.environ.update(flavours.environment("environment"))
    seconds, _ = run_once(os.environ["MPIEXEC"].split() + [
        "-n", str(processes), sys.executable, os.path.abspath(__file__),
        "--one", taken, os.path.join(build, "mpiprof-report-mpi"),
        "--from-trace", run])
    found = []
    for name in os.listdir(taken):
        with open(os.path.join(taken, name)) as one:
            found.append(json.load(one))
    shutil.rmtree(taken)
    return seconds, max(one[0] for one in found), max(one[1] for one in found)


def read_by_crews(work, build, ranks, millions):
    runs = int(os.environ.get("REPORT_RUNS", "3"))
    alone = None
    for processes in PROCESSES if os.environ.get("MPIEXEC") else []:
        found = [run_group(work, build, os.path.join(work, "run"), processes)
                 for _ in range(runs)]
        seconds = min(one[0] for one in found)
        processor = min(one[1] for one in found)
        alone = processor if processes == 1 else alone
        yield {"reader": "mpiexec -n %d" % processes, "locations": ranks,
               "million_events": millions, "seconds": seconds,
               "million_events_per_second": millions / seconds,
               "kib": max(one[2] for one in found),
               "processor_seconds": processor, "speedup": alone / processor}


def time_passes(bench, run, ranks, millions):
    """Single passes over the calls of the trace, without reading it."""
    runs = int(os.environ.get("REPORT_RUNS", "3"))
    plain = None
    for title, what in PASSES:
        found = [subprocess.check_output(
            [os.path.join(bench, "passes"), what,
             os.path.join(run, "run.otf2")]).split() for _ in range(runs)]
        seconds = min(float(one[0]) for one in found)
        plain = plain or seconds
        yield {"reader": title, "locations": ranks,
               "million_events": millions, "seconds": seconds,
               "million_events_per_second": millions / seconds,
               "kib": max(int(one[1]) for one in found),
               "times_plain": seconds / plain}


def read_trace(work, build, ranks, millions):
    run = os.path.join(work, "run")
    bench = os.path.join(build, "tests", "bench")
    make([os.path.join(bench, "make_trace"), run, str(ranks),
          "%d" % (millions * 1e6)],
         "a trace of %d locations, %g million events" % (ranks, millions))
    for title, command, most in READERS:
        if most is not None and millions > most:
            continue
        found = least([word.format(bench=bench, build=build, run=run)
                       for word in command])
        if found is None:
            continue
        row = {"reader": title, "locations": ranks,
               "million_events": millions, "seconds": found[0],
               "million_events_per_second": millions / found[0],
               "kib": found[1]}
        if "-j1" in command:
            alone = found[0]
        elif "-j2" in command:
            row["speedup"] = alone / found[0]
        yield row
    yield from time_passes(bench, run, ranks, millions)
    yield from read_by_crews(work, build, ranks, millions)
    shutil.rmtree(run)


def read_profile(work, build, ranks):
    path = os.path.join(work, "run.mpiprof")
    make([os.path.join(build, "tests", "bench", "make_profile"), path,
          str(ranks), str(COPIES)], "a profile of %d ranks" % ranks)
    for form in ("text", "json"):
        found = least([os.path.join(build, "mpiprof-report"), "--format",
                       form, path])
        yield {"ranks": ranks, "rows": 5 * COPIES, "format": form,
               "bytes": os.path.getsize(path), "seconds": found[0],
               "kib": found[1]}
    os.unlink(path)


def print_traces(rows):
    print("\ntraces           locations  events [10^6]  time [s]"
          "  [10^6/s]  memory [MiB]  speed-up  processor [s]  times")
    for row in rows:
        speedup = row.get("speedup")
        processor = row.get("processor_seconds")
        times = row.get("times_plain")
        print("%-18s %7d %14g %9.2f %9.1f %13.1f  %8s  %13s  %5s" % (
            row["reader"], row["locations"], row["million_events"],
            row["seconds"], row["million_events_per_second"],
            row["kib"] / 1024,
            "" if speedup is None else "%.2f" % speedup,
            "" if processor is None else "%.2f" % processor,
            "" if times is None else "%.2f" % times))
    print("aim: %d million events per second without wait states, %d with; a "
          "pass with 16\nscenarios at most %d times that for wait states"
          % (AIM_RATE, AIM_WAITS, AIM_SCENARIOS))


def print_profiles(rows):
    print("\nprofiles    ranks  rows each  file [MiB]  time [s]"
          "  memory [MiB]")
    for row in rows:
        print("%-8s %8d %10d %11.1f %9.2f %13.1f" % (
            row["format"], row["ranks"], row["rows"], row["bytes"] / 2**20,
            row["seconds"], row["kib"] / 1024))
    print("aim: 100,000 ranks as text in less than 10 s and 2 GiB")


def main(arguments):
    if arguments[:1] == ["--one"]:
        measure_one(arguments[1], arguments[2:])
    get = os.environ.get
    build = os.environ["BUILD_DIR"]
    traces, profiles = [], []
    with tempfile.TemporaryDirectory(prefix="mpiprof-report-") as work:
        if os.environ["HAVE_OTF2"] == "yes":
            for word in get("REPORT_TRACES",
                            "16x2 16x10 256x10 4096x10 256x100").split():
                ranks, millions = word.split("x")
                traces += read_trace(work, build, int(ranks), float(millions))
        for ranks in get("REPORT_PROFILES", "1000 10000 100000").split():
            profiles += read_profile(work, build, int(ranks))
    print_traces(traces)
    print_profiles(profiles)
    print("memory: no less than %.1f MiB is told here" % (floor_kib() / 1024))
    if arguments:
        with open(arguments[0], "w") as file:
            json.dump({"schema": "mpiprof-bench-report", "version": 1,
                       "system": platform.release(),
                       "cores": os.cpu_count(), "traces": traces,
                       "profiles": profiles}, file, indent=1)
        print("written to", arguments[0])


if __name__ == "__main__":
    main(sys.argv[1:])
