#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What mpiprof costs at the end of runs with many ranks, `make bench-scale'.

    scale.py [OUTPUT.json]

Runs the example heat2d with many more ranks than this machine has cores, and
a program with 7000 call sites: plain, with the profile, and with profile and
trace.  Prints for each the time and memory of MPI_Finalize against plain, what
was written, and how long mpiprof-report takes.  Results depend on the machine
and are never a reason to fail; a run that MPI itself cannot start is shown
with MPI's message.

Environment: what the Makefile gives to tests (see tests/local.mk), and
SCALE_RANKS="64 256 1024" of heat2d, SCALE_SITES_RANKS="64" of the other one,
SCALE_MODES="plain profile trace", SCALE_STEPS=20, SCALE_SECONDS=900 (the most
that a run may take).

The settings that let a thousand ranks start on two cores are explained in
share/doc/develop/testing.md.
"""

import ctypes
import json
import os
import platform
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.environ["SRC_DIR"], "share", "flavours"))
import flavours  # noqa: E402

PR_SET_TIMERSLACK = 29
TIMER_SLACK_NS = 50_000_000

MODES = {  # settings; None: without mpiprof
    "plain": None,
    "profile": {"MPIPROF_TRACE": "off"},
    "trace": {"MPIPROF_TRACE": "on"},
}
PROGRAMS = {  # arguments
    "heat2d": ["--size", "1024", "--steps",
               os.environ.get("SCALE_STEPS", "20")],
    "sites": [],
}
SITES, SITES_PER_FUNCTION = 7000, 100
COLUMNS = [  # key, heading, width, format
    ("program", "", 7, "%s"),
    ("ranks", "ranks", 6, "%d"),
    ("mode", "mode", 8, "%s"),
    ("run_s", "run", 8, "%.1f"),
    ("init_s", "Init", 7, "%.2f"),
    ("finalize_s", "Finalize", 9, "%.2f"),
    ("added_s", "added", 7, "%+.2f"),
    ("own_s", "own", 7, "%.2f"),
    ("aim_s", "aim", 6, "%.2f"),
    ("rank_kib", "KiB/rank", 9, "%d"),
    ("added_kib", "added", 7, "%+d"),
    ("rank0_added_kib", "rank 0", 8, "%+d"),
    ("files", "files", 6, "%d"),
    ("bytes", "bytes", 11, "%d"),
    ("report_s", "report", 7, "%.2f"),
    ("report_kib", "KiB", 8, "%d"),
    ("reported", "of ranks", 9, "%d"),
]
LEGEND = """
run: seconds of the whole command.  Init, Finalize: the longest of all ranks,
from a barrier on for Finalize.  added: above plain, where MPI's own part varies
by seconds; own: until MPI's own part began, with what is waited there for ranks
that leave the barrier late; aim: 1 s + 5 ms per rank.
KiB/rank: the most memory that a rank ever had, mean of all ranks; added: above
plain, mean, and of rank 0 alone.  files, bytes: the run's directory.  report:
seconds and memory of mpiprof-report, and the ranks that it reports on."""


def spread_wakeups():
    """With a large timer slack the kernel wakes sleeping ranks in batches."""
    if flavours.has_trait("naps_at_start"):
        ctypes.CDLL(None).prctl(PR_SET_TIMERSLACK,
                                ctypes.c_ulong(TIMER_SLACK_NS))


def raise_limits():
    """The launcher needs some files per rank."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


class Scale:
    def __init__(self, work):
        env = os.environ
        self.work = work
        self.flavour = env["MPI_FLAVOUR"]
        self.build = env["BUILD_DIR"]
        self.source = env["SRC_DIR"]
        self.launcher = shlex.split(env["MPIEXEC"])
        self.library = os.path.join(self.build, ".libs", "libmpiprof.so")
        self.shim = os.path.join(work, "scale_shim.so")
        self.seconds = float(env.get("SCALE_SECONDS", "900"))
        self.environment = {name: value for name, value in env.items()
                            if not name.startswith("MPIPROF_")}
        self.environment.update(
            flavours.environment("environment", "scale_environment"),
            SCALE_LOG=os.path.join(work, "log"))

    def compile(self):
        compiler = shlex.split(os.environ["MPICC"])
        here = os.path.dirname(os.path.abspath(__file__))
        subprocess.run([*compiler, "-O2", "-shared", "-fPIC",
                        os.path.join(here, "scale_shim.c"), "-o", self.shim],
                       check=True)
        write_sites(os.path.join(self.work, "sites.c"))
        for program, source, level in (
                ("heat2d", "share/examples/heat2d.c", "-O2"),
                ("sites", os.path.join(self.work, "sites.c"), "-O0")):
            subprocess.run([*compiler, level, "-g",
                            "-I" + os.path.join(self.source, "include"),
                            os.path.join(self.source, source), "-o",
                            os.path.join(self.work, program), "-lm"],
                           check=True)

    def command(self, program, ranks, preload):
        """The launcher answers all ranks: they get the cores it leaves."""
        return [*self.launcher, "-n", str(ranks), "nice", "-n", "19", "env",
                "LD_PRELOAD=" + ":".join(preload), "./" + program,
                *PROGRAMS[program]]

    def run(self, program, ranks, mode):
        """What is known of one run, or why there is nothing."""
        settings = MODES[mode]
        environment = dict(self.environment)
        preload = [self.shim]
        results = os.path.join(self.work, "results")
        shutil.rmtree(results, ignore_errors=True)
        if os.path.exists(environment["SCALE_LOG"]):
            os.unlink(environment["SCALE_LOG"])
        if settings is not None:
            environment.update(settings, MPIPROF_OUTPUT=results)
            preload.append(self.library)
        began = time.monotonic()
        failure = launch(self.command(program, ranks, preload), self.work,
                         environment, self.seconds)
        found = {"program": program, "ranks": ranks, "mode": mode,
                 "run_s": time.monotonic() - began}
        if failure is None:
            failure = self.read_log(ranks, found)
        if failure is not None:
            found["failed"] = failure
        elif settings is not None:
            self.look_at(results, found)
        return found

    def read_log(self, ranks, found):
        with open(self.environment["SCALE_LOG"]) as file:
            lines = [line.split() for line in file]
        if len(lines) != ranks:
            return "%d of %d ranks came to the end" % (len(lines), ranks)
        most = {int(line[0]): int(line[4]) for line in lines}
        found["init_s"] = max(float(line[1]) for line in lines)
        found["finalize_s"] = max(float(line[2]) for line in lines)
        found["own_s"] = max(float(line[5]) for line in lines)
        found["rank_kib"] = sum(most.values()) / ranks
        found["rank0_kib"] = most[0]
        return None

    def look_at(self, results, found):
        """The files of the run, and what mpiprof-report makes of them."""
        sizes = [os.path.getsize(os.path.join(folder, name))
                 for folder, _, names in os.walk(results) for name in names]
        found["files"], found["bytes"] = len(sizes), sum(sizes)
        output = os.path.join(self.work, "report.json")
        began = time.monotonic()
        tool = subprocess.Popen(
            [os.path.join(self.build, "mpiprof-report"), "--format", "json",
             "-o", output, results])
        _, status, usage = os.wait4(tool.pid, 0)
        found["report_s"] = time.monotonic() - began
        found["report_kib"] = usage.ru_maxrss
        if status != 0:
            found["failed"] = "mpiprof-report: status %d" % status
            return
        with open(output) as file:
            report = json.load(file)
        found["reported"] = count_ranks(report)


def write_sites(path):
    """A program that calls MPI from 7000 places."""
    functions = range(SITES // SITES_PER_FUNCTION)
    with open(path, "w") as file:
        file.write("#include <mpi.h>\n")
        for i in functions:
            file.write("static void sites_%d(void)\n{\n" % i)
            file.write("    MPI_Barrier(MPI_COMM_SELF);\n"
                       * SITES_PER_FUNCTION + "}\n")
        file.write("int main(int argc, char **argv)\n{\n"
                   "    MPI_Init(&argc, &argv);\n")
        for i in functions:
            file.write("    sites_%d();\n" % i)
        file.write("    return MPI_Finalize();\n}\n")


def launch(command, work, environment, seconds):
    """None, or what went wrong."""
    with open(os.path.join(work, "output"), "w+") as output:
        try:
            done = subprocess.run(command, cwd=work, env=environment,
                                  stdin=subprocess.DEVNULL, stdout=output,
                                  stderr=subprocess.STDOUT, timeout=seconds,
                                  preexec_fn=spread_wakeups)
        except subprocess.TimeoutExpired:
            return "not over after %g s" % seconds
        output.seek(0)
        text = output.read()
    if done.returncode == 0:
        return None
    lines = [line for line in text.splitlines() if line.strip(" -")]
    return "status %d: %s" % (done.returncode, " / ".join(lines[:3]))


def count_ranks(report):
    """Over how many ranks the report is, by its own account."""
    return len(report["tables"]["rank_times"]["rows"])


def compare(rows):
    """What each run has more than the plain one of as many ranks."""
    plain = {(row["program"], row["ranks"]): row for row in rows
             if row["mode"] == "plain" and "failed" not in row}
    for row in rows:
        base = plain.get((row["program"], row["ranks"]))
        if row["mode"] == "plain" or "failed" in row or base is None:
            continue
        row["added_s"] = row["finalize_s"] - base["finalize_s"]
        row["added_kib"] = row["rank_kib"] - base["rank_kib"]
        row["rank0_added_kib"] = row["rank0_kib"] - base["rank0_kib"]
        if row["mode"] == "profile":
            row["aim_s"] = 1 + 0.005 * row["ranks"]


def print_row(row):
    cells = [(form % row[key] if key in row else "-").rjust(width)
             for key, _, width, form in COLUMNS]
    if "failed" in row:
        cells = cells[:4] + [" " + row["failed"]]
    print("".join(cells), flush=True)


def print_table(flavour, rows):
    print("\n%s, many ranks on %d cores" % (flavour, os.cpu_count()))
    print("".join(heading.rjust(width) for _, heading, width, _ in COLUMNS))
    for row in rows:
        print_row(row)
    print(LEGEND)


def wanted():
    """Program, ranks and mode of each run."""
    get = os.environ.get
    for program, ranks in (
            ("heat2d", get("SCALE_RANKS", "64 256 1024")),
            ("sites", get("SCALE_SITES_RANKS", "64"))):
        for count in ranks.split():
            for mode in get("SCALE_MODES", " ".join(MODES)).split():
                yield program, count, mode


def main(arguments):
    if not os.environ.get("MPIEXEC"):
        sys.exit("bench-scale: there is no launcher (MPIEXEC)")
    raise_limits()
    rows = []
    with tempfile.TemporaryDirectory(prefix="mpiprof-scale-") as work:
        scale = Scale(work)
        scale.compile()
        for program, ranks, mode in wanted():
            print("%s: %s, %s ranks, %s ..." % (scale.flavour, program, ranks,
                                                mode),
                  file=sys.stderr, flush=True)
            rows.append(scale.run(program, int(ranks), mode))
            compare(rows)
            print_row(rows[-1])
    print_table(scale.flavour, rows)
    if arguments:
        with open(arguments[0], "w") as file:
            json.dump({"schema": "mpiprof-bench-scale", "version": 1,
                       "mpi": scale.flavour, "cores": os.cpu_count(),
                       "system": platform.release(), "rows": rows}, file,
                      indent=1)
        print("written to", arguments[0])


if __name__ == "__main__":
    main(sys.argv[1:])
