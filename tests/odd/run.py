#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs programs of the odd collection with and without mpiprof and compares.

    run.py SOURCE [CASE...]       odd_NAME.c, .f90 or .F90; all its cases
    run.py --coverage SOURCE...   procedures of MPI that no case calls; fails
                                  when one has no reason in not_called.tsv

A source is compiled with odd.c (a C one), and with the files that a comment
`odd-with: FILE...' in it names; `odd-flags: WORD...' adds compiler flags, a
report of the run may hold remarks that match `odd-remark: REGEX', mpiprof
may say one line more that matches `odd-line: REGEX', and `odd-bytes: all'
says that the program tells the bytes of all its calls; `odd-lost: REASON' that
messages of it have no other end in the trace, `odd-again: CASE STATUS' that a
launcher at times tells this status instead of the rank's, plain or measured:
such a run is done again.  The program knows the options that odd.h describes.  For each case the output, the exit status and
the calls per rank and procedure must be the same in both runs, mpiprof may say
three lines on standard error and leave no complaint in the report.

From the Makefile: SRC_DIR BUILD_DIR MPI_FLAVOUR MPICC MPIFC MPIEXEC.  Prints
`ok CASE', `not ok CASE' or `skip CASE: REASON'; status 0, 1 or 77.
"""

import glob
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.environ.get("SRC_DIR") or os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("BUILD_DIR") or os.getcwd()
WORK = os.path.join(BUILD, "tests", "made", "odd")
RANKS = 3
PLAIN_SECONDS = 20  # a case that takes longer without mpiprof is skipped
MOST_SECONDS = 120  # of a measured run, on a busy machine
NO_STATUS = "no end in time"
MOST_LINES = 3  # of mpiprof on standard error
MOST_RUNS = 8  # of a case whose launcher is known to tell another status
PLAIN_AGAIN = 8  # runs that may show that MPI itself sometimes fails
HARMLESS = [r"ranks shared (core \d+|\d+ cores)", "writing the trace",
            "returned an error", "threads of a rank called",
            r"Only the first 1000 .* have a row each"]
SAMPLED = ["^Functions and lines were sampled", "For [0-9]+ samples?, the outer",
           "inlined functions are unknown", "functions on call paths ha(s|ve) no name"]
# The last ones: mpi.h declares MPI_STATUSES_IGNORE and the like in a way that
# compilers misunderstand, and procedures of MPI 1 that are still there.
C_FLAGS = ["-std=gnu11", "-Wall", "-Wextra", "-Wno-stringop-overflow",
           "-Wno-stringop-overread", "-Wno-deprecated-declarations"]


class Skip(Exception):
    """Nothing can be said about this source here."""


class Result:
    """What one launch left."""

    def __init__(self, status, out, err, counts, run):
        self.status, self.out, self.err = status, out, err
        self.counts, self.run = counts, run

    def lines(self):
        return sorted(self.out.splitlines())


# ---- compiling ----

def compiler_of(source):
    fortran = source.lower().endswith((".f90", ".f"))
    name = "MPIFC" if fortran else "MPICC"
    words = shlex.split(os.environ.get(name, ""))
    if not words:
        raise Skip("no %s" % name)
    return words + ([] if fortran else C_FLAGS)


def words_of(source, label):
    """What follows LABEL in comments of the source."""
    with open(source) as file:
        found = re.findall(r"\b%s:(.*)" % label, file.read())
    return " ".join(found).replace("*/", "").split()


def compile_program(source):
    """The path of the program in a folder of its own, made empty."""
    source = os.path.abspath(source)
    name = os.path.splitext(os.path.basename(source))[0]
    folder = os.path.join(WORK, name)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    beside = os.path.dirname(os.path.abspath(source))
    more = [os.path.join(beside, f) for f in words_of(source, "odd-with")]
    if source.endswith(".c"):
        more.append(os.path.join(HERE, "odd.c"))
    program = os.path.join(folder, name)
    done = subprocess.run(
        compiler_of(source) + ["-g", "-O0", "-pthread", "-I" + HERE,
                               "-I" + beside, "-o", program, source] + more +
        words_of(source, "odd-flags"), text=True, cwd=folder,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    print(done.stdout, end="")
    if done.returncode:
        raise SystemExit("not ok %s: does not compile" % name)
    return program


# ---- running ----

def launch_environment():
    return {name: value for name, value in os.environ.items()
            if not name.startswith("MPIPROF_") and name != "LD_PRELOAD"}


def communicate(command, environment, folder, seconds):
    """Exit status, output, errors; everything it started ends with it."""
    job = subprocess.Popen(command, env=environment, cwd=folder, text=True,
                           errors="replace", stdin=subprocess.DEVNULL,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                           start_new_session=True)
    try:
        out, err = job.communicate(timeout=seconds)
        return job.returncode, out, err
    except subprocess.TimeoutExpired:
        os.killpg(job.pid, signal.SIGTERM)
        try:
            out, err = job.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            os.killpg(job.pid, signal.SIGKILL)
            out, err = job.communicate()
        return NO_STATUS, out, err


def read_counts(prefix):
    counts = {}
    for path in glob.glob(prefix + ".*.tsv"):
        with open(path) as file:
            for line in file:
                rank, procedure, *numbers = line.rstrip("\n").split("\t")
                counts[int(rank), procedure] = tuple(map(int, numbers))
    return counts


def launch(program, name, ranks, case, measured):
    """One run; case None: all that share a job."""
    prefix = os.path.join(os.path.dirname(program), name)
    environment = launch_environment()
    command = shlex.split(os.environ["MPIEXEC"]) + ["-n", str(ranks)]
    if measured:
        environment["MPIPROF_LIBDIR"] = os.path.join(BUILD, ".libs")
        environment["MPIPROF_OUTPUT"] = prefix + ".run"
        if os.environ.get("TEST_SAMPLE"):  # make check-sampled
            environment["MPIPROF_SAMPLE"] = os.environ["TEST_SAMPLE"]
        command.append(os.path.join(BUILD, "mpiprof-run"))
    command += [program, "--counts", prefix + ".counts"]
    command += [case] if case else []
    status, out, err = communicate(command, environment,
                                   os.path.dirname(program),
                                   MOST_SECONDS if measured
                                   else PLAIN_SECONDS)
    with open(prefix + ".err", "w") as file:
        file.write(err)
    return Result(status, out, err, read_counts(prefix + ".counts"),
                  prefix + ".run")


# ---- comparing ----

def untimed():
    with open(os.path.join(TOP, "wrappers", "calls.tsv")) as file:
        rows = [line.split("\t") for line in file if line[0] not in "#\n"]
    names = {row[0] for row in rows if row[4] == "untimed"}
    return names | {name + "_c" for name in names}


def read_report(run, harmless):
    """{(rank, procedure): (calls, bytes out, bytes in)} and what the report
    complains about."""
    done = subprocess.run(
        [os.path.join(BUILD, "mpiprof-report"), "--format", "json",
         "--table", "calls_per_rank", run],
        text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        return {}, ["no report: " + done.stdout.strip()]
    report = json.loads(done.stdout)
    table = report["tables"]["calls_per_rank"]
    names = [column["name"] for column in table["columns"]]
    rows = [dict(zip(names, row)) for row in table["rows"]]
    return ({(row["rank"], row["procedure"]):
             (row["calls"], row["bytes_out"] or 0, row["bytes_in"] or 0)
             for row in rows if row["calls"]},
            ["report: " + text for text in report["completeness"]
             if not re.search("|".join(harmless), text)])


def count_differences(expected, found, with_bytes):
    skip, none = untimed(), (0, 0, 0)
    for key in sorted(set(expected) | set(found)):
        wanted, got = expected.get(key, none), found.get(key, none)
        if key[1] in skip:
            wanted = none
        if not with_bytes:
            wanted, got = wanted[:1], got[:1]
        if wanted != got:
            yield "rank %d %s: program %s, profile %s" % (*key, wanted, got)


# What a run lost depends on how busy the machine is.
CAUSE = r"mpiprof: \d\. .*Estimated run time "


def our_lines(err, expected):
    return [line for line in err.splitlines() if "mpiprof:" in line and
            not re.search(CAUSE, line) and
            not (expected and re.search(expected, line))]


def complaints(plain, measured, may):
    """What is not the same; empty when all is well."""
    found = []
    if plain.status != measured.status:
        found.append("exit status %s, plain %s" %
                     (measured.status, plain.status))
    if plain.lines() != measured.lines():
        found.append("output differs:")
        found += ["  plain    " + line for line in
                  sorted(set(plain.lines()) - set(measured.lines()))]
        found += ["  measured " + line for line in
                  sorted(set(measured.lines()) - set(plain.lines()))]
    ours = our_lines(measured.err, may.line)
    if len(ours) > MOST_LINES:
        found += ["says too much:"] + ["  " + line for line in ours]
    if set(plain.counts) != set(measured.counts):
        found.append("the program calls other procedures")
    expected = {k: n for k, n in measured.counts.items() if n[0]}
    if any(name not in untimed() for _, name in expected):
        counts, remarks = read_report(measured.run, may.harmless)
        found += remarks
        found += count_differences(expected, counts, may.with_bytes)
    elif measured.counts and os.path.exists(measured.run):
        found.append("left files though nothing was to be measured")
    return found


def plain_problem(plain, status):
    """Why nothing can be compared, if so."""
    failed = [line for line in plain.lines() if line.startswith("FAIL")]
    if plain.status == status and not failed:
        return None
    last = plain.err.strip().splitlines()[-1:]
    return "; ".join(["plain run ends with %s" % plain.status] +
                     failed[:3] + last)


def said_skip(plain, case):
    found = re.search(r"^skip %s: (.*)" % re.escape(case), plain.out, re.M)
    return found and found.group(1)


# ---- one program ----

def marker_of(program):
    """A file that says that all cases of the program were run."""
    return os.path.join(os.path.dirname(program), "all-cases-were-run")


class Allowed:
    """What the comments of a source say about its runs."""

    def __init__(self, source):
        remark = " ".join(words_of(source, "odd-remark"))
        self.harmless = HARMLESS + ([remark] if remark else [])
        if os.environ.get("TEST_SAMPLE"):
            self.harmless = self.harmless + SAMPLED
        self.line = " ".join(words_of(source, "odd-line"))
        self.with_bytes = words_of(source, "odd-bytes") == ["all"]
        self.lost = bool(words_of(source, "odd-lost"))
        again = words_of(source, "odd-again")
        self.again = {case: int(status) for case, status in
                      zip(again[::2], again[1::2])}
        if self.lost: # messages without their other ends
            self.harmless += ["^Wait states: .* (only|too few) "]


def archive_problems(program, lost):
    """What is wrong with the archives beside the program."""
    python = os.environ.get("TEST_PYTHON") or sys.executable
    archives = sorted(glob.glob(os.path.join(
        glob.escape(os.path.dirname(program)), "*", "run.otf2")))
    if not archives:
        return []
    checker = os.path.join(TOP, "tests", "e2e", "check_archives.py")
    done = subprocess.run(
        [python, checker, "--most", "2"] + ["--alone"] * lost + archives, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.stdout.splitlines() if done.returncode else []


class Tester:
    def __init__(self, source):
        self.program = compile_program(source)
        self.may = Allowed(source)
        self.passed = self.failed = 0

    def cases(self):
        out = subprocess.run([self.program, "--list"], check=True, text=True,
                             env=launch_environment(),
                             stdout=subprocess.PIPE).stdout
        rows = [line.split("\t") for line in out.splitlines()]
        return [(row[0], int(row[1]), int(row[2])) for row in rows]

    def good(self, case, plain):
        reason = said_skip(plain, case)
        if reason:
            print("skip %s: %s" % (case, reason))
            return
        self.passed += 1
        print("ok %s" % case)

    def one(self, case, ranks, status):
        ranks = ranks or RANKS
        plain = self.launch_one(case, ".plain", ranks, False)
        problem = plain_problem(plain, status)
        if problem:
            print("skip %s: %s" % (case, problem))
            return
        measured = self.launch_one(case, "", ranks, True)
        found = complaints(plain, measured, self.may)
        if not found:
            self.good(case, plain)
            return
        if (measured.status != plain.status and
                self.plain_ends_so(case, ranks, measured.status)):
            print("skip %s: plain runs, too, end with %s at times" %
                  (case, measured.status))
            return
        self.failed += 1
        print("not ok %s" % case)
        for line in found:
            print("    " + line)

    def launch_one(self, case, suffix, ranks, measured):
        """A run of one case, not one that ends as the launcher likes."""
        for _ in range(MOST_RUNS):
            result = launch(self.program, case + suffix, ranks, case, measured)
            if result.status != self.may.again.get(case):
                break
        return result

    def plain_ends_so(self, case, ranks, status):
        """Whether MPI itself fails like that, not in each run."""
        return any(launch(self.program, case + ".again", ranks, case,
                          False).status == status
                   for _ in range(PLAIN_AGAIN))

    def together(self, cases):
        """All in one job; False when that does not work out."""
        plain = launch(self.program, "all.plain", RANKS, None, False)
        if plain_problem(plain, 0):
            return False
        measured = launch(self.program, "all", RANKS, None, True)
        found = complaints(plain, measured, self.may)
        if found:
            print("together:", *found[:20], sep="\n    ")
            return False
        for case in cases:
            self.good(case, plain)
        return True

    def run(self, wanted):
        shared = [c for c, ranks, _ in self.cases() if ranks == 0]
        done = []
        if shared and not wanted and self.together(shared):
            done = shared
        for case, ranks, status in self.cases():
            if case not in done and (not wanted or case in wanted):
                self.one(case, ranks, status)
            sys.stdout.flush()
        for line in archive_problems(self.program, self.may.lost):
            self.failed += 1
            print("not ok archive %s" % line)
        if not wanted:
            open(marker_of(self.program), "w").close()
        print("%d ok, %d not ok" % (self.passed, self.failed))
        return 1 if self.failed else 0 if self.passed else 77


# ---- coverage ----

def procedures_of_mpi():
    sys.dont_write_bytecode = True
    sys.path.insert(0, os.path.join(TOP, "tests", "wrappers"))
    import check_exports
    libraries = check_exports.libraries_of(os.environ["MPICC"], "a.c",
                                           "int main(void) { return 0; }\n")
    return {name for library in libraries
            for name in check_exports.functions_of(library)
            if re.match(r"MPIX?_[A-Z]", name)}


def run_plain(tester):
    """All that share a job, each alone if that fails, and the other jobs."""
    together = launch(tester.program, "all.plain", RANKS, None, False)
    failed = plain_problem(together, 0)
    for case, ranks, _ in tester.cases():
        if ranks > 0 or failed:
            launch(tester.program, case + ".plain", ranks or RANKS, case,
                   False)


def called_by(source):
    """By the runs of the tests, or by plain runs now."""
    name = os.path.splitext(os.path.basename(source))[0]
    if not os.path.exists(marker_of(os.path.join(WORK, name, name))):
        run_plain(Tester(source))
    prefix = os.path.join(WORK, name, "*.plain.counts")
    return {procedure for _, procedure in read_counts(prefix)}


def name_of_mpi():
    """MPICH 4.0.2, say."""
    return os.environ["MPI_NAME"] + " " + os.environ["MPI_RELEASE"]


def read_reasons(mpi):
    """[(what names match, why)] of those that hold for this MPI."""
    reasons = []
    with open(os.path.join(HERE, "not_called.tsv")) as file:
        for line in file:
            if not line.startswith("#"):
                pattern, which, reason = line.rstrip("\n").split("\t")
                if which == "-" or re.search(which, mpi):
                    reasons.append((re.compile(pattern), reason))
    return reasons


def coverage(sources):
    called = set().union(*map(called_by, sources))
    theirs, reasons = procedures_of_mpi(), read_reasons(name_of_mpi())
    unexplained = 0
    for name in sorted(theirs - called):
        reason = [text for pattern, text in reasons if pattern.fullmatch(name)]
        unexplained += not reason
        print("%s\t%s" % (name, reason[0] if reason else "NOT CALLED"))
    print("%d of %d procedures are called, %d of the others have no reason" %
          (len(theirs & called), len(theirs), unexplained))
    return 1 if unexplained or not called else 0


def main(arguments):
    if not os.environ.get("MPIEXEC"):
        print("SKIP: no launcher was found")
        return 77
    if arguments[0] == "--coverage":
        return coverage(arguments[1:])
    try:
        return Tester(arguments[0]).run(arguments[1:])
    except Skip as reason:
        print("SKIP: %s" % reason)
        return 77


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
