#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""One program of this collection, with and without mpiprof.

    run.py PROGRAM.INTERFACE    e.g. p2p.mpi_f08

INTERFACE is mpif_h, mpi or mpi_f08.  The program runs plain and preloaded;
what it prints, its exit status and what others print on stderr must be the
same, and calls, bytes and peers in the profile those that the program itself
counted (odd_cases.f90).  A folder of the name PROGRAM.INTERFACE in
$BUILD_DIR/tests/made/odd/fortran is made empty.  Ends with 0, 1 (fail) or 77
(skip, with a reason).
"""

import glob
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile

INTERFACES = {"mpif_h": "MPIF_H", "mpi": "MPI_MODULE", "mpi_f08": "MPI_F08"}
RANKS = {"p2p": 3, "collectives": 3, "nonblocking": 3, "comms": 3,
         "mpi4": 3, "onesided": 3}
# Programs of which some sources are in C.
C_PARTS = {"mixed_c": ["mixed_c.c"], "mixed_fortran": ["mixed_fortran_c.c"]}
# Programs for MPI 4 and later.
NEED_MPI_4 = ["mpi4"]
SECONDS = 60

HERE = os.path.dirname(os.path.abspath(__file__))
BUILD = os.environ["BUILD_DIR"]
FLAVOUR = os.environ["MPI_FLAVOUR"]


class Failed(Exception):
    """What is wrong, in a line."""


def skip(reason):
    print("SKIP: " + reason)
    sys.exit(77)


# ---- building ----

def run_or_fail(command):
    result = subprocess.run(command, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True)
    if result.returncode != 0:
        print(" ".join(command))
        print(result.stdout)
        raise Failed("does not compile")


def compile_all(program, interface):
    """Buffers of several types in one source need a flag of gfortran."""
    fortran = os.environ["MPIFC"].split()
    flags = ["-D" + INTERFACES[interface], "-I" + HERE, "-g", "-O0"]
    if b"GNU" in subprocess.run(fortran + ["--version"],
                                stdout=subprocess.PIPE).stdout:
        flags += ["-fallow-argument-mismatch", "-ffree-line-length-none", "-w"]
    objects = []
    for part in C_PARTS.get(program, []):
        objects.append(part + ".o")
        run_or_fail(os.environ["MPICC"].split() +
                    ["-g", "-c", os.path.join(HERE, part), "-o", part + ".o"])
    sources = ["odd_cases.f90", "odd_world.F90", program + ".F90"]
    run_or_fail(fortran + flags +
                [os.path.join(HERE, source) for source in sources] +
                objects + ["-o", program])


# ---- running ----

def environment():
    return {name: value for name, value in os.environ.items()
            if not name.startswith("MPIPROF_")}


def launch(name, command, settings):
    """(exit status, lines of stdout, lines of stderr), sorted."""
    job = subprocess.Popen(
        os.environ["MPIEXEC"].split() + ["-n", str(RANKS.get(name, 2))] +
        command, env={**environment(), **settings}, text=True,
        errors="replace", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, start_new_session=True)
    try:
        out, err = job.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(job.pid, signal.SIGTERM)
        out, err = job.communicate()
        print(out, err)
        raise Failed("no end after %d seconds: %s" %
                     (SECONDS, " ".join(command)))
    return job.returncode, sorted(out.splitlines()), sorted(err.splitlines())


def without_ours(lines):
    return [line for line in lines if not line.startswith("mpiprof: ")]


def compare(plain, measured):
    """Exit status, output, and what others say on stderr."""
    plain = plain[:2] + (without_ours(plain[2]),)
    measured = measured[:2] + (without_ours(measured[2]),)
    if plain == measured:
        return
    for what, a, b in zip(("stdout", "stderr"), plain[1:], measured[1:]):
        for line in a:
            if line not in b:
                print("only plain, %s: %s" % (what, line))
        for line in b:
            if line not in a:
                print("only measured, %s: %s" % (what, line))
    raise Failed("not the same; exit status %s plain, %s measured" %
                 (plain[0], measured[0]))


# ---- counts ----

def known_procedures():
    """{name in lower case: its name, or None if it is never in a report}.
    Fortran does not tell letters apart."""
    table = os.path.join(HERE, "..", "..", "..", "wrappers", "calls.tsv")
    with open(table) as file:
        rows = [line.split("\t") for line in file
                if line.startswith("MPI_")]
    known = {row[0].lower(): None if row[4] == "untimed" else row[0]
             for row in rows}
    known.update((name + "_c", timed and timed + "_c")
                 for name, timed in list(known.items()))
    return known


def add_pair(pairs, mark, rank, peer, messages, bytes):
    """A line of odd_cases.f90 with one of its marks."""
    kind = "p2p" if mark == "->" else "one-sided"
    key = (peer, rank, kind) if mark == "<=" else (rank, peer, kind)
    before = pairs.get(key, (0, 0))
    pairs[key] = before[0] + messages, before[1] + bytes


def read_told(prefix):
    """What the program counted: ({(rank, procedure): (calls, out, in)},
    {(from, to, kind): (messages, bytes)})"""
    calls, pairs = {}, {}
    procedures = known_procedures()
    for path in glob.glob(prefix + ".*.tsv"):
        with open(path) as file:
            for line in file:
                rank, name, *cells = line.rstrip("\n").split("\t")
                numbers = [None if cell == "-" else int(cell)
                           for cell in cells]
                if name in ("->", "=>", "<="):
                    add_pair(pairs, name, int(rank), *numbers)
                elif procedures[name.lower()] is not None:
                    calls[int(rank), procedures[name.lower()]] = tuple(numbers)
    return calls, pairs


def read_table(run, name):
    report = subprocess.run(
        [os.path.join(BUILD, "mpiprof-report"), "--format", "json", "--all",
         "--table", name, run], stdout=subprocess.PIPE, check=True)
    table = json.loads(report.stdout)["tables"].get(name)
    if table is None:
        return []
    names = [column["name"] for column in table["columns"]]
    return [dict(zip(names, row)) for row in table["rows"]]


def read_calls(run):
    return {(row["rank"], row["procedure"]):
            (row["calls"], row["bytes_out"] or 0, row["bytes_in"] or 0)
            for row in read_table(run, "calls_per_rank") if row["calls"]}


def read_pairs(run):
    return {(row["from"], row["to"], row["kind"]):
            (row["messages"], row["bytes"] or 0)
            for row in read_table(run, "comm_matrix")}


def unequal(told, found):
    """Numbers that the program does not tell are right."""
    return found is None or any(t is not None and t != f
                                for t, f in zip(told, found))


def differences(kind, told, found):
    return ["%s %s: told %s, found %s" % (kind, key, told.get(key),
                                         found.get(key))
            for key in sorted(set(told) | set(found))
            if key not in told or unequal(told[key], found.get(key))]


def check_counts(run, prefix):
    calls, pairs = read_told(prefix)
    if not calls:
        raise Failed("the program counted nothing")
    wrong = differences("rank, procedure", calls, read_calls(run))
    if pairs:
        wrong += differences("from, to, kind", pairs, read_pairs(run))
    for line in wrong[:40]:
        print(line)
    if wrong:
        raise Failed("%d counts differ" % len(wrong))
    return sum(row[0] for row in calls.values())


# ---- a test ----

def run_both(program):
    plain = launch(program, ["./" + program, "plain"], {})
    if plain[0] != 0:
        print("\n".join(plain[1] + plain[2]))
        if not any(line.startswith("WRONG") for line in plain[1]):
            said = [line for line in plain[2] + plain[1] if "[0x" not in line]
            skip("MPI itself fails, with status %d: %s" %
                 (plain[0], (said or ["silently"])[0]))
        raise Failed("status %d without mpiprof" % plain[0])
    run = os.path.abspath("run")
    measured = launch(program, [os.path.join(BUILD, "mpiprof-run"),
                                "./" + program, "measured"],
                      {"MPIPROF_OUTPUT": run,
                       "MPIPROF_LIBDIR": os.path.join(BUILD, ".libs")})
    compare(plain, measured)
    return run, plain[1]


def test(program, interface):
    work = os.path.join(BUILD, "tests", "made", "odd", "fortran",
                        program + "." + interface)
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    os.chdir(work)
    compile_all(program, interface)
    run, lines = run_both(program)
    calls = check_counts(run, "measured")
    for line in lines:
        if line.startswith("skip "):
            print(line)
    print("ok: %d cases, %d calls" %
          (sum(line.startswith("case ") for line in lines), calls))


def mpi_version():
    """The number before the point in what mpi.h says."""
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "version.c")
        with open(source, "w") as file:
            file.write("#include <mpi.h>\nversion MPI_VERSION\n")
        result = subprocess.run(
            os.environ["MPICC"].split() + ["-E", source],
            stdout=subprocess.PIPE, text=True, check=True)
    return int(result.stdout.split()[-1])


def main(name):
    program, interface = os.path.basename(name).split(".")[:2]
    if not os.environ.get("MPIEXEC"):
        skip("no launcher of %s was found" % FLAVOUR)
    if not os.environ.get("MPIFC"):
        skip("no Fortran compiler of %s" % FLAVOUR)
    if interface == "mpi_f08" and os.environ.get("HAVE_MPI_F08") != "yes":
        skip("no module mpi_f08 of %s" % FLAVOUR)
    if program in NEED_MPI_4 and mpi_version() < 4:
        skip("this %s is older than MPI 4" % FLAVOUR)
    try:
        test(program, interface)
    except Failed as failed:
        print("FAIL: %s.%s: %s" % (program, interface, failed))
        sys.exit(1)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
