#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Programs that do one thing over and over keep their memory: `make soak'.

    soak.py [--short] [OUTPUT.json]

Runs each case of soak_cases.c plain and preloaded, and compares what memory
the ranks hold at a quarter of the way and at the end, how long the loop took,
and the calls in the report with those that were made.  Prints a table; status
1 when memory grows or calls are missing.

--short: what `make check' does, a second or so each.  Environment: what the
Makefile gives to tests (see tests/local.mk), and
  SOAK_CASES   some of the cases, separated by blanks
  SOAK_SCALE   0.1: a tenth of the times
  SOAK_TRACE   on: with the trace, of which MPIPROF_TRACE_MB are kept
"""

import json
import os
import shlex
import subprocess
import sys
import tempfile

# name: ranks, times, times with --short; by how many bytes memory may grow for
# each: all is open at once, or MPICH 4.0 keeps 68 of a file in some runs, with
# mpiprof and without, or MPI has room for messages that wait for a slow rank
# (one time of "calls" is 4000 calls, after which ranks wait for each other)
CASES = {
    "calls": (2, 1250, 10, 1000),
    "threads": (1, 10000, 4000, 0),
    "paths": (1, 2000000, 200000, 0),
    "regions": (1, 100000, 50000, 0),
    "comms": (2, 100000, 6000, 0),
    "members": (4, 100000, 0, 0),
    "families": (1, 400000, 60000, 0),
    "datatypes": (1, 1000000, 100000, 0),
    "windows": (2, 100000, 6000, 0),
    "files": (1, 100000, 4000, 80),
    "file_names": (1, 100000, 50000, 0),
    "requests": (1, 1000000, 50000, 270),
    "open_windows": (2, 10000, 1500, 600),
    "open_files": (1, 900, 900, 600),
    "open_messages": (1, 10000, 2000, 600),
}
# Tables of fixed size, small ones that are full in time.
SETTINGS = {"paths": {"MPIPROF_MEMORY": "2"},
            "regions": {"MPIPROF_MEMORY": "4"}}
# What the report must say.
SAID = {"paths": "The tables had no room",
        "regions": "share the row (other regions)",
        "families": "share the row (other communicators)",
        "members": "share the row (other communicators)",
        "comms": "the same parent and members",
        "windows": "windows of the same communicator",
        "open_windows": "windows of the same communicator",
        "file_names": "share the row (other files)"}
FLAT_KB = 2048     # what may come after a quarter of the way
FLAT_HEAP = 16384  # the same of malloc, a thread more than before
FLAT_BYTES = 2     # and for each time
TIMEOUT = 900


def settings(case, measured, folder):
    result = {name: value for name, value in os.environ.items()
              if not name.startswith("MPIPROF_")}
    if CASES[case][0] == 1:
        result["TEST_TIMED"] = "yes"  # nobody to give way to, see yield.c
    if measured:
        result["MPIPROF_OUTPUT"] = os.path.join(folder, "run")
        result["MPIPROF_TRACE"] = os.environ.get("SOAK_TRACE", "off")
        result.update(SETTINGS.get(case, {}))
    return result


def read(path):
    """of one rank: samples, counts, peak and seconds"""
    result = {"samples": [], "counts": {}}
    with open(path, encoding="ascii") as file:
        for line in file:
            kind, *words = line.split()
            if kind == "sample":
                result["samples"].append(tuple(map(int, words)))
            elif kind == "count":
                result["counts"][words[0]] = int(words[1])
            else:
                result[kind] = float(words[0])
    return result


def run(program, case, ranks, number, measured, folder):
    os.makedirs(folder)
    command = shlex.split(os.environ["MPIEXEC"]) + ["-n", str(ranks)]
    if measured:
        library = os.path.join(os.environ["BUILD_DIR"], ".libs",
                               "libmpiprof.so")
        command += ["sh", "-c", 'LD_PRELOAD="$0 $LD_PRELOAD" exec "$@"',
                    library]  # beside what the launcher preloads
    command += [program, case, str(number), os.path.join(folder, "out")]
    done = subprocess.run(["timeout", str(TIMEOUT)] + command, cwd=folder,
                          stdin=subprocess.DEVNULL,
                          env=settings(case, measured, folder),
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        return None, done.stdout.decode("utf-8", "replace")[-2000:]
    return [read(os.path.join(folder, "out.%d" % rank))
            for rank in range(ranks)], None


def report(folder):
    text = subprocess.run(
        [os.path.join(os.environ["BUILD_DIR"], "mpiprof-report"), "--all",
         "--format", "json", os.path.join(folder, "run")],
        stdout=subprocess.PIPE, check=True).stdout
    data = json.loads(text)
    table = data["tables"]["procedures"]
    names = [column["name"] for column in table["columns"]]
    calls = {row[names.index("procedure")]: row[names.index("calls")]
             for row in table["rows"]}
    return calls, data["completeness"]


def grown(ranks):
    """most kB and bytes of malloc since a quarter"""
    most_kb, most_bytes = 0, 0
    for rank in ranks:
        samples = rank["samples"]
        warm, end = samples[len(samples) // 4], samples[-1]
        most_kb = max(most_kb, end[1] - warm[1])
        most_bytes = max(most_bytes, end[2] - warm[2])
    return most_kb, most_bytes


def judge(case, number, plain, ours, folder):
    problems = []
    kb, heap = (a - b for a, b in zip(grown(ours), grown(plain)))
    # What is open at once ends with the last sample.
    if kb > FLAT_KB + CASES[case][3] * number / 1024:
        problems.append("%d kB more than at a quarter" % kb)
    if heap > FLAT_HEAP + (FLAT_BYTES + CASES[case][3]) * number:
        problems.append("%d bytes of malloc more than at a quarter" % heap)
    calls, remarks = report(folder)
    for procedure in ours[0]["counts"]:
        expected = sum(rank["counts"][procedure] for rank in ours)
        if calls.get(procedure, 0) != expected:
            problems.append("%s: %s of %d calls" %
                            (procedure, calls.get(procedure), expected))
    said = " ".join(remarks)
    if SAID.get(case, "") not in said:
        problems.append("the report does not say: %s" % SAID[case])
    if "MPIPROF_END" in said:
        problems.append("ends of regions do not match: %s" % said)
    return problems, remarks


def mb(ranks, at, field=1):
    return max(rank["samples"][at][field] for rank in ranks) / 1024


def measure(program, case, number, top):
    ranks = CASES[case][0]
    folders = [os.path.join(top, case + kind) for kind in ("plain", "ours")]
    plain, why = run(program, case, ranks, number, False, folders[0])
    if plain is None:
        return {"case": case, "skipped": why.strip().splitlines()[:1]}
    ours, why = run(program, case, ranks, number, True, folders[1])
    if ours is None:
        return {"case": case, "problems": [why]}
    problems, remarks = judge(case, number, plain, ours, folders[1])
    quarter = len(ours[0]["samples"]) // 4
    return {
        "case": case, "times": number, "ranks": ranks,
        "plain_s": max(rank["seconds"] for rank in plain),
        "ours_s": max(rank["seconds"] for rank in ours),
        "plain_mb": [mb(plain, quarter), mb(plain, -1)],
        "ours_mb": [mb(ours, quarter), mb(ours, -1)],
        "peak_mb": max(rank["peak"] for rank in ours) / 1024,
        "heap_bytes": grown(ours)[1] - grown(plain)[1],
        "problems": problems, "remarks": remarks,
    }


HEADING = """case            times ranks  seconds     with  MB of rank: plain  \
  with    peak   heap
                             plain  mpiprof     1/4     end   \
  1/4     end         bytes"""


def show(result):
    if "skipped" in result:
        print("%-14s not possible with this MPI: %s" %
              (result["case"], " ".join(result["skipped"])[:120]))
    elif "times" in result:
        print("%-14s %7d %5d %8.2f %8.2f %7.1f %7.1f %7.1f %7.1f %7.1f %6d"
              % (result["case"], result["times"], result["ranks"],
                 result["plain_s"], result["ours_s"], *result["plain_mb"],
                 *result["ours_mb"], result["peak_mb"],
                 result["heap_bytes"]))
    for problem in result.get("problems", ()):
        print("FAIL: %s: %s" % (result["case"], problem))
    sys.stdout.flush()


def build(top):
    here = os.path.dirname(os.path.abspath(__file__))
    program = os.path.join(top, "soak")
    subprocess.run(
        shlex.split(os.environ["MPICC"]) +
        ["-O1", "-g", "-I", os.path.join(here, "../../include"), "-o",
         program] + [os.path.join(here, name) for name in
                     ("soak.c", "soak_cases.c", "soak_paths.c")] +
        ["-lpthread"], check=True)
    return program


def numbers(short):
    scale = float(os.environ.get("SOAK_SCALE", "1"))
    chosen = os.environ.get("SOAK_CASES", "").split() or list(CASES)
    for case in chosen:
        number = int(CASES[case][2 if short else 1] * scale)
        if number > 0:
            yield case, max(number, 20)


def main():
    short = "--short" in sys.argv[1:]
    output = [word for word in sys.argv[1:] if word != "--short"]
    results = []
    if not os.environ.get("MPIEXEC"):
        print("SKIP: no launcher of this MPI was found")
        return 77
    with tempfile.TemporaryDirectory() as top:
        program = build(top)
        print(HEADING)
        for case, number in numbers(short):
            results.append(measure(program, case, number, top))
            show(results[-1])
    if output:
        with open(output[0], "w", encoding="utf-8") as file:
            json.dump(results, file, indent=1)
    return 1 if any(result.get("problems") for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
