#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks what a report says of programs/python_calls.py.

    check_python_calls.py REPORT.json WHAT VERSION python_calls.py
        python_native.c

WHAT: sites, threads, locked, off, short, stuck, again, several, collected, or
of programs/python_embedded.c: embedded, late; VERSION: of the Python that ran it.
Lines are found in the sources by what stands there.
"""

import re
import sys

from report_rows import read_report, rows_of


class Sources:
    def __init__(self, script, native, version):
        self.script = open(script).read().splitlines()
        self.native = open(native).read().splitlines()
        self.version = version
        self.classes = version >= (3, 11)  # functions tell their class
        self.first = version < (3, 8)      # a call of several lines

    def line(self, name):
        """Where the script has that name in a comment."""
        return self.find(self.script, "# in %s$" % name)

    def find(self, lines, pattern):
        found = [number for number, line in enumerate(lines, 1)
                 if re.search(pattern, line)]
        assert len(found) == 1, (pattern, found)
        return found[0]

    def function(self, name):
        return name if self.classes else name.rsplit(".", 1)[-1]

    def path(self, *names):
        return " > ".join(["<module>"] + [self.function(name)
                                          for name in names])


def cells_of(report, table, *columns):
    return sorted((tuple(row[column] for column in columns)
                   for row in rows_of(report, table)), key=str)


def call_sites(report):
    return cells_of(report, "call_sites", "procedure", "function", "location",
                    "calls", "path")


def compare(found, expected):
    expected = sorted(expected, key=str)
    for row in found:
        if row not in expected:
            print("found:    ", row)
    for row in expected:
        if row not in found:
            print("expected: ", row)
    if found != expected:
        sys.exit("differs")


def ends(sources):
    """MPI_Init and MPI_Finalize of a rank."""
    init = sources.find(sources.native, "MPI_Init_thread\\(")
    end = sources.find(sources.script, "^program.MPI_Finalize")
    return [("MPI_Init_thread", "native_init", "python_native.c:%d" % init, 1,
             "<module> > native_init"),
            ("MPI_Finalize", "<module>", "python_calls.py:%d" % end, 1,
             "<module>")]


def barriers(sources):
    """Of sites(): function, its line, calls, and the path to it."""
    inner = sources.find(sources.native, "int error = MPI_Barrier")
    script = [("Heat.step", "step", 10, ("sites", "Heat.run", "Heat.step")),
              ("barrier", "barrier", 10, ("sites", "Heat.run", "barrier")),
              ("down", "down", 1, ("sites",) + 4 * ("down",)),
              ("each", "each", 4, ("sites", "each")),
              ("twice", "twice", 1, ("sites", "twice")),
              ("twice", "twice again", 1, ("sites", "twice")),
              ("sites.<locals>.<lambda>", "lambda", 1,
               ("sites", "sites.<locals>.<lambda>"))]
    return [(sources.function(name),
             "python_calls.py:%d" % sources.line(line), calls, path)
            for name, line, calls, path in script] + [
                ("<module>", "made\\nup:3", 1, ("sites", "<module>")),
                ("solve_inner", "python_native.c:%d" % inner, 6,
                 ("sites", "solve", "native_solve", "solve_inner"))]


def functions(report):
    return {row[0]: row[1:] for row in
            cells_of(report, "python_mpi", "function", "calls",
                     "first_line", "file")}


def check_functions(report, sources):
    found = functions(report)
    expected = {"Heat.step": 10, "Heat.run": 0, "barrier": 10, "down": 1,
                "each": 4, "twice": 2, "solve": 6, "sites": 0,
                "sites.<locals>.<lambda>": 1}
    for name, calls in expected.items():
        name = sources.function(name)
        assert found[name][0] == calls, (name, found[name])
    first = sources.find(sources.script, "def step")
    assert found[sources.function("Heat.step")][1] == first
    within = dict(cells_of(report, "python_mpi", "function",
                           "mpi_within_s"))
    direct = dict(cells_of(report, "python_mpi", "function", "mpi_s"))
    run = sources.function("Heat.run")
    step = sources.function("Heat.step")
    assert direct[run] == 0
    assert abs(within[run] - direct[step] - direct["barrier"]) < 2e-9


def sites(report, sources):
    compare(call_sites(report), ends(sources) + [
        ("MPI_Barrier", name, place, calls, sources.path(*path))
        for name, place, calls, path in barriers(sources)])
    check_functions(report, sources)


def short(report, sources):
    """Four frames: of six the outermost and the innermost are kept."""
    down = " > ".join(["<module>", "..."] + 3 * ["down"])
    compare(call_sites(report), ends(sources) + [
        ("MPI_Barrier", name, place, calls,
         down if name == "down" else sources.path(*path))
        for name, place, calls, path in barriers(sources)])


def threads(report, sources):
    """A call with the lock in hand is over before they begin."""
    place = "python_calls.py:%d" % sources.line("look")
    inner = sources.find(sources.native, "int error = MPI_Barrier")
    compare(call_sites(report), ends(sources) + [
        ("MPI_Barrier", "solve_inner", "python_native.c:%d" % inner, 1,
         sources.path("threads", "native_solve", "solve_inner"))] + [
        ("MPI_Iprobe", "look", place, 500, path)
        for path in ("look", "look_too > look",
                     sources.path("threads", "look"))])


def locked(report, sources):
    """Machine code without the lock, beside another thread: above it are only
    frames of threading.py."""
    found = [row for row in call_sites(report) if row[1] == "native_send"]
    assert sum(row[3] for row in found) == 2001, found
    assert {row[4] for row in found} == {"native_send"}, found
    received = [row for row in call_sites(report)
                if row[1] == "native_receive"]
    paths = [row[4] for row in received]
    assert sum(row[3] for row in received) == 2001, received
    assert all(path.startswith(sources.path("waits_with_lock"))
               for path in paths), paths
    expect_unnamed(report, 0 if reads_frames(sources) else 2001)


def reads_frames(sources):
    """Whether mpiprof knows the frames of this Python."""
    return (3, 8) <= sources.version < (3, 15)


def kept(report, sources):
    found = [row for row in call_sites(report) if row[0] == "MPI_Iprobe"]
    assert [row[3:] for row in found] == [(1, "native_call_when_kept")], found
    expect_unnamed(report, 0 if reads_frames(sources) else 1)


def expect_unnamed(report, count, why="without Python's lock"):
    """The trace does not tell how many these are."""
    if cells_of(report, "run", "source") == [("trace",)]:
        return
    remarks = " ".join(report["completeness"])
    found = re.findall("([0-9]+) calls?, summed over ranks, ha(?:s|ve) no "
                       "Python line: ([^.]*)", remarks)
    assert [int(number) for number, _ in found] == [count][:count], remarks
    assert count == 0 or why in found[0][1], remarks


def off(report, sources):
    assert functions(report) == {}
    assert not [row for row in call_sites(report) if row[1] == "Heat.step"]
    assert sum(row[3] for row in call_sites(report)) == 37


def stuck(report, sources):
    place = "python_calls.py:%d" % sources.line("stuck")
    found = cells_of(report, "endings", "call", "location", "path")
    assert set(found) == {("MPI_Recv", place, sources.path("stuck"))}, found
    found = cells_of(report, "waiting", "location", "outlook")
    # Who was killed before it gave a second sign of life is not sure.
    assert set(found) <= {(place, "deadlock"), (place, "each other")}, found


def iprobes(report):
    return [row[1:] for row in call_sites(report) if row[0] == "MPI_Iprobe"]


def again(report, sources):
    """All of both threads have their line."""
    found = [row for row in iprobes(report) if row[3] == "look_too > look"]
    assert [row[2] for row in found] == [20000], found


def several(report, sources):
    """Those beside another interpreter have none, and are counted."""
    found = [row for row in iprobes(report)
             if row[3] == "<module> > several > look"]
    assert [row[2] for row in found] == [3], found
    assert sum(row[2] for row in iprobes(report)) == 10, iprobes(report)
    expect_unnamed(report, 7, "several interpreters")


def collected(report, sources):
    """No call is lost that the collector's finalizers make, and none is in
    another one."""
    found = iprobes(report)
    assert sum(row[2] for row in found) == 600, found
    own = [row for row in found
           if row[3].endswith(sources.function("Circle.__del__") + " > look")]
    assert sum(row[2] for row in own) == 300, found


def embedded(report, sources):
    """Before, beside, between and after Pythons calls are those of C."""
    found = [(row[0], row[3], row[4]) for row in call_sites(report)
             if row[0] != "MPI_Init_thread"]
    expected = [("MPI_Barrier", 2, "<module> > inner > embedded_barrier"),
                ("MPI_Barrier", 3, "main > embedded_barrier"),
                ("MPI_Barrier", 4, "main > one_python > embedded_barrier"),
                ("MPI_Finalize", 1, "main")]
    assert sorted(found) == expected, found
    expect_late(report, 0)


def expect_late(report, count):
    remarks = " ".join(report["completeness"])
    assert remarks.count("On 1 rank Python was loaded after MPI_Init: no "
                         "call there has a Python line") == count, remarks


def late(report, sources):
    """A Python that comes after MPI_Init is told."""
    found = [(row[0], row[3]) for row in call_sites(report)
             if row[0] == "MPI_Barrier"]
    assert sum(row[1] for row in found) == 9, found
    assert functions(report) == {}
    expect_late(report, 1)


def main(arguments):
    if len(arguments) != 5:
        sys.exit(__doc__)
    report = read_report(arguments[0])
    version = tuple(map(int, arguments[2].split(".")))
    checks = {"sites": sites, "short": short, "threads": threads,
              "locked": locked, "kept": kept, "off": off, "stuck": stuck,
              "again": again, "several": several, "collected": collected,
              "embedded": embedded, "late": late}
    checks[arguments[1]](report, Sources(*arguments[3:], version))


if __name__ == "__main__":
    main(sys.argv[1:])
