# SPDX-License-Identifier: BSD-3-Clause
"""Small profiles for the tests of the command line, whose numbers are easily
said in one's head.

    make_set.py FOLDER KIND [RANKS]     writes FOLDER/cpu_<rank>.prof

main() calls solve() and io(); solve() calls dot(), a function that is built in
and has an address in its name.  Times of rank r, in seconds:
    main 1 own; solve 2 + r; io 0.5; dot 1.5     so that all is 5 + r
"""
import os
import sys

import profiles


def stats(rank, root="/srv/app", calls=10, line=10):
    main = (root + "/main.py", 1, "main")
    solve = (root + "/solver.py", line, "solve")
    io = (root + "/out.py", 3, "io")
    dot = ("~", 0, "<built-in method dot of type object at 0x7f%04x>" % rank)
    solving = 2.0 + rank
    return {
        main: (1, 1, 1.0, 5.0 + rank, {}),
        solve: (calls, calls, solving, solving + 1.5,
                {main: (calls, calls, solving, solving + 1.5)}),
        io: (2, 2, 0.5, 0.5, {main: (2, 2, 0.5, 0.5)}),
        dot: (100, 100, 1.5, 1.5, {solve: (100, 100, 1.5, 1.5)}),
    }


def nodes(rank):
    """Each pair of ranks has its own folder."""
    return stats(rank, "/local/node%d/app" % (rank // 2))


def _h5py(rank, opens):
    """Each rank reads for 2 s; one opens the parallel file."""
    main = ("/srv/app/main.py", 1, "main")
    read = ("~", 0, "<method 'read' of 'h5py.h5d.DatasetID' objects>")
    made = {main: (1, 1, 1.0, 3.0, {}),
            read: (1, 1, 2.0, 2.0, {main: (1, 1, 2.0, 2.0)})}
    if rank == opens:
        made["~", 0, "<method 'set_fapl_mpio' of 'h5py.h5p.PropFAID' "
             "objects>"] = (1, 1, 0.0, 0.0, {main: (1, 1, 0.0, 0.0)})
    return made


def h5py_first(rank):
    return _h5py(rank, 0)


def h5py_last(rank):
    return _h5py(rank, 3)


def two_trees(rank):
    """Both folders on every rank: they are not the same one."""
    both = stats(rank, "/srv/a")
    both.update(stats(rank, "/srv/b"))
    return both


def second_tree(rank):
    """From rank 1 on all in another folder, and main() in the first, too."""
    if rank == 0:
        return stats(rank, "/srv/a")
    both = stats(rank, "/srv/b")
    both[("/srv/a/main.py", 1, "main")] = (1, 1, 1.0, 1.0, {})
    return both


def strangers(rank):
    """Files called alike on each rank, with other functions in them."""
    return {("/srv/part%d/__init__.py" % rank, 1, "<module>"):
            (1, 1, 1.0, 1.0, {}),
            ("/srv/part%d/__init__.py" % rank, 5 + rank, "f%d" % rank):
            (1, 1, 1.0, 1.0, {}),
            ("/srv/part%d/__init__.py" % rank, 9 + rank, "g%d" % rank):
            (1, 1, 1.0, 1.0, {})}


def hostile(rank):
    name = "a\x1b[31m\r\n\t\"b\\;c,d\u202e\udcff\0e" + "'" * 3
    return {("/x/" + name + ".py", 7, name): (1, 1, 2.0, 2.0 + rank, {
        ("/x/" + name + ".py", 9, "<b>&" + name): (1, 1, 2.0, 2.0 + rank)}),
        ("/x/" + name + ".py", 9, "<b>&" + name): (1, 1, 1.0, 3.0 + rank,
                                                   {})}


def clash(rank):
    """What cProfile leaves of two lambdas of one line: f (4 s in all) called
    one for 1 s and one for 2 s, which called g."""
    f = ("app.py", 1, "f")
    both = ("app.py", 2, "<lambda>")
    g = ("app.py", 5, "g")
    return {f: (1, 1, 1.0, 4.0, {}),
            both: (1, 1, 1.0, 1.0, {f: (1, 1, 1.0, 1.0)}),
            g: (1, 1, 1.5, 1.5, {both: (1, 1, 1.5, 1.5)})}


def mixed(rank):
    """Threads, from Python 3.12 on: each takes the calls of the other for its
    own."""
    f, g = ("/a/x.py", 1, "f"), ("/a/x.py", 5, "g")
    begin = ("/opt/lib/python3.13/threading.py", 1000, "_bootstrap")
    return {f: (1, 1, 1.0, 3.0, {}),
            begin: (1, 1, 0.5, 3.0, {f: (1, 1, 0.5, 3.0)}),
            g: (4, 4, 1.5, 1.5, {begin: (4, 4, 1.5, 1.5)})}


def mixed_clash(rank):
    """The same, with two lambdas in one line."""
    f, g = ("/a/x.py", 1, "f"), ("/a/x.py", 5, "g")
    found = mixed(rank)
    found["/a/x.py", 9, "<lambda>"] = (1, 1, 0.0, 0.0, {
        f: (1, 1, 0.0, 0.0), g: (1, 1, 0.0, 0.0)})
    return found


def only_called(rank):
    found = stats(rank)
    del found[("/srv/app/main.py", 1, "main")]
    return found


def odd(rank):
    """Rank 1 has times that cannot be."""
    f, g, h = [("/a/x.py", line, name) for line, name in ((1, "f"), (5, "g"),
                                                          (9, "h"))]
    if rank == 0:
        return {f: (1, 1, 1.0, 4.25, {}),
                g: (1, 1, 2.25, 2.25, {f: (1, 1, 2.25, 2.25)}),
                h: (1, 1, 1.0, 1.0, {f: (1, 1, 1.0, -0.25)})}
    return {f: (1, 1, 2.0, 5.0, {}),
            g: (1, 1, float("nan"), 1.75, {f: (1, 1, float("inf"), 1.75)}),
            h: (1, 1, -1.0, -1.0, {f: (1, 1, -1.0, 1.0)})}


def recursive(rank):
    """f calls itself, so its times overlap: that is no loss."""
    main, f, g = [("/a/x.py", line, name) for line, name in ((1, "main"),
                                                             (5, "f"),
                                                             (9, "g"))]
    return {main: (1, 1, 0.0, 4.5, {}),
            f: (2, 6, 3.0, 3.0, {main: (2, 2, 1.0, 3.0),
                                 f: (4, 4, 2.0, 2.0)}),
            g: (3, 3, 1.5, 1.5, {main: (3, 3, 1.5, 1.5)})}


def recount(rank):
    """Of two functions with one label one is left: more calls by the callers
    than in all, and times that fit."""
    f, g = ("/a/x.py", 1, "f"), ("/a/x.py", 5, "<lambda>")
    return {f: (1, 1, 1.0, 2.0, {}),
            g: (2, 2, 1.0, 1.0, {f: (3, 3, 1.0, 1.0)})}


def gone(rank):
    """Of what f calls 3 s are nowhere."""
    f, g = ("/a/x.py", 1, "f"), ("/a/x.py", 5, "g")
    return {f: (1, 1, 1.0, 5.0, {}),
            g: (1, 1, 1.0, 1.0, {f: (1, 1, 1.0, 1.0)})}


def inexact(rank):
    """0.1 + 0.2 is a little more than 0.3; h was not called."""
    f, g, h = [("/a/x.py", line, name) for line, name in ((1, "f"), (5, "g"),
                                                          (9, "h"))]
    return {f: (1, 1, 0.1, 0.3, {}),
            g: (1, 1, 0.2, 0.2, {f: (1, 1, 0.2, 0.2)}),
            h: (0, 0, 0.0, 0.0, {})}


def callerless(rank):
    """Nothing is known of callers, so nothing of losses."""
    return {("/a/x.py", 1, "f"): (1, 1, 1.0, 3.0, {}),
            ("/a/x.py", 5, "g"): (1, 1, 1.0, 2.0, {})}


def bare(rank):
    """The module profile on ranks 0 and 1."""
    f, g = ("/a/x.py", 1, "f"), ("/a/x.py", 5, "g")
    return {f: (1, 1, 1.0, 3.0, {}),
            g: (3, 3, 2.0, 2.0, {f: 3 if rank < 2 else (3, 3, 2.0, 2.0)})}


def near(rank):
    """105.2 is near to 100, 106 is not."""
    own = (100.0, 105.2, 106.0)[rank]
    return {("/a/x.py", 1, "f"): (1, 1, own, own, {})}


def many(rank):
    """Sixteen groups; the next rank is nearest to that of rank 3."""
    own = 42.5 if rank == 16 else 10.0 * (rank + 1)
    return {("/a/x.py", 1, "f"): (1, 1, own, own, {})}


def cells(rank):
    """A cell of a notebook, in a folder with the number of the process; a module
    by two paths; two files that could be the whole of third.py."""
    folder = "/tmp/ipykernel_%d" % (4000 + rank)
    return {(folder + "/77.py", 1, "f"): (1, 1, 1.0, 1.0, {}),
            (("/home/u/run/pkg/m.py", "/home/../home/u/x/y/../../run/./pkg/m.py",
              "/../home/u/run/pkg/m.py", "/home/u/run/pkg/m.py")[rank], 3, "g"):
            (1, 1, 1.0, 1.0, {}),
            ("./pkg/../pkg//m.py", 3, "g"): (1, 1, 1.0, 1.0, {}),
            ("third.py", 3, "h"): (1, 1, 1.0, 1.0, {}),
            ("/a/third.py", 3, "h"): (1, 1, 1.0, 1.0, {}),
            ("/b/third.py", 3, "h"): (1, 1, 1.0, 1.0, {})}


def waiting(rank):
    """order() has 4 s in all: of sorting, on rank 3 of waiting."""
    order = ("s.py", 3, "order")
    called = ("~", 0, "<method 'sort' of 'list' objects>")
    if rank == 3:
        called = ("~", 0, "<method 'Barrier' of 'mpi4py.MPI.Comm' objects>")
    return {order: (1, 1, 0.0, 4.0, {}),
            called: (1, 1, 4.0, 4.0, {order: (1, 1, 4.0, 4.0)})}


def class_methods(rank):
    """Waitall(), a class method, takes what step() does not of 8 s; open_() calls
    two methods called Open, of which cProfile keeps one."""
    main, step, open_ = [("/u/a.py", line, name) for line, name in (
        (1, "main"), (9, "step"), (20, "open_"))]
    wait, opening, send = [("~", 0, name) for name in (
        "<built-in method Waitall>", "<built-in method Open>",
        "<method 'Isend' of 'mpi4py.MPI.Comm' objects>")]
    work = 6.0 if rank == 1 else 2.0
    return {main: (1, 1, 0.0, 10.0, {}),
            step: (4, 4, work, work, {main: (4, 4, work, work)}),
            send: (4, 4, 0.25, 0.25, {main: (4, 4, 0.25, 0.25)}),
            wait: (4, 4, 7.75 - work, 7.75 - work, {
                main: (4, 4, 7.75 - work, 7.75 - work)}),
            open_: (1, 1, 0.0, 2.0, {main: (1, 1, 0.0, 2.0)}),
            opening: (1, 1, 0.5, 0.5, {open_: (1, 1, 0.5, 0.5)})}


def class_methods_alone(rank):
    """Nothing shows that they are mpi4py's."""
    found = class_methods(rank)
    del found["~", 0, "<method 'Isend' of 'mpi4py.MPI.Comm' objects>"]
    return found


def pool(rank):
    """mpi4py.futures: rank 0 waits 8 s for the others, which run task() for 6 and
    2 s and wait for more."""
    lib = "/v/site-packages/mpi4py/futures/"
    main, task = ("/u/a.py", 1, "main"), ("/u/a.py", 9, "task")
    result, serve = (lib + "pool.py", 219, "result"), (lib + "_lib.py", 5, "serve")
    wait = ("/usr/lib/python3.11/threading.py", 288, "wait")
    acquire, sleep, probe = [("~", 0, name) for name in (
        "<method 'acquire' of '_thread.lock' objects>",
        "<built-in method time.sleep>",
        "<method 'iprobe' of 'mpi4py.MPI.Comm' objects>")]
    if rank == 0:
        return {main: (1, 1, 0.0, 8.0, {}),
                result: (1, 1, 1.0, 8.0, {main: (1, 1, 1.0, 8.0)}),
                wait: (1, 1, 2.0, 7.0, {result: (1, 1, 2.0, 7.0)}),
                acquire: (1, 1, 5.0, 5.0, {wait: (1, 1, 5.0, 5.0)})}
    work = 6.0 if rank == 1 else 2.0
    return {main: (1, 1, 0.0, 8.0, {}),
            serve: (1, 1, 0.5, 8.0, {main: (1, 1, 0.5, 8.0)}),
            sleep: (9, 9, 7.0 - work, 7.0 - work, {
                serve: (9, 9, 7.0 - work, 7.0 - work)}),
            probe: (9, 9, 0.5, 0.5, {serve: (9, 9, 0.5, 0.5)}),
            task: (1, 1, work, work, {serve: (1, 1, work, work)})}


def hidden_pool(rank):
    """mpi4py 4.1: iprobe() is in serve()."""
    found = pool(rank)
    probe = ("~", 0, "<method 'iprobe' of 'mpi4py.MPI.Comm' objects>")
    if found.pop(probe, None):
        serve = ("/v/site-packages/mpi4py/futures/_lib.py", 5, "serve")
        found[serve] = (1, 1, 1.0, 8.0, found[serve][4])
    return found


def namesakes(rank):
    """run() of two files of one name, in the same line."""
    return {("/u/%s/solve.py" % folder, 5, "run"):
            (1, 1, seconds, seconds, {})
            for folder, seconds in (("a", 4.0), ("b", 1.0 + rank))}


def rounded(_):
    """Two methods of MPI that take 0.6 ns each are 2 ns, or 1 ns together."""
    return {("~", 0, "<method '%s' of 'mpi4py.MPI.Comm' objects>" % name):
            (1, 1, 0.6e-9, 0.6e-9, {}) for name in ("Barrier", "Bcast")}


def even(rank):
    """The longest function is the same on all ranks."""
    return {("/a/x.py", 1, "z"): (1, 1, 10.0, 10.0, {}),
            ("/a/x.py", 5, "a"): (1, 1, float(rank), float(rank), {})}


def twins(rank, first=1, second=10):
    return {("/a/x.py", second, "f"): (1, 1, 5.0, 5.0, {}),
            ("/a/x.py", first, "f"): (1, 1, 1.0, 1.0, {})}


def twins_moved(rank):
    """Further down, and the other one first."""
    moved = twins(rank, 3, 12)
    return {key: moved[key] for key in reversed(list(moved))}


def in_file(file, *names):
    return {(file, 3 + 7 * i, name): (1, 1, 1.0, 1.0, {})
            for i, name in enumerate(names)}


def relative(rank):
    """A file by another path on each rank; and two that are only called
    alike."""
    found = in_file(("/home/u/sim.py", "sim.py", "./sim.py")[rank], "a", "b")
    if rank != 1:
        found.update(in_file(("/home/u/util.py", "", "util.py")[rank],
                             "f" if rank == 0 else "g"))
    return found


def packages(rank):
    """A package in two folders (a namespace), and a zip file, on each node
    elsewhere; a cell of an old notebook."""
    node = "/n%d" % rank
    found = in_file(node + "/site1/pkg/one.py", "a", "b")
    found.update(in_file(node + "/site2/pkg/two.py", "x", "y"))
    found.update(in_file("/tmp/r%d/app.pyz/mod.py" % rank, "p", "q"))
    found.update(in_file("<ipython-input-3-abc>", "cell"))
    return found


def barrier(seconds, caller):
    return {("~", 0, "<method 'Barrier' of 'mpi4py.MPI.Comm' objects>"):
            (1, 1, seconds, seconds, {caller: (1, 1, seconds, seconds)})}


def idle(rank):
    """Of 32 ranks 20 extract for 96 to 101.75 s, most of it in pixels(); all are
    together at 102 s."""
    main = ("/u/desi.py", 50, "main")
    extract = ("/u/desi.py", 30, "extract")
    pixels = ("/u/desi.py", 10, "pixels")
    busy = 96 + rank % 8 * 0.75 + (rank == 7) * 0.5 if rank < 20 else 0
    found = {main: (1, 1, 0.0, 102.0, {})}
    if busy > 0:
        found[extract] = (1, 1, 0.25 * busy, busy, {main: (1, 1, 0.25 * busy,
                                                           busy)})
        found[pixels] = (10, 10, 0.75 * busy, 0.75 * busy,
                         {extract: (10, 10, 0.75 * busy, 0.75 * busy)})
    found.update(barrier(102 - busy, main))
    return found


def two_causes(rank):
    """step() takes 2 s, on rank 2 6 s; then rank 0 alone writes for 4 s."""
    main, step, save = [("/u/a.py", line, name) for line, name in (
        (1, "main"), (9, "step"), (20, "save"))]
    stepping = 6.0 if rank == 2 else 2.0
    found = {main: (1, 1, 0.0, 10.0, {}),
             step: (5, 5, stepping, stepping, {main: (5, 5, stepping,
                                                      stepping)})}
    if rank == 0:
        found[save] = (1, 1, 4.0, 4.0, {main: (1, 1, 4.0, 4.0)})
    found.update(barrier(10.0 - stepping - 4.0 * (rank == 0), main))
    return found


def mapped(rank):
    """The same, but 2 s of writing; and step() has map() call most of its
    work."""
    found = two_causes(rank)
    main, step, save, item = [("/u/a.py", line, name) for line, name in (
        (1, "main"), (9, "step"), (20, "save"), (30, "item"))]
    if rank == 0:
        found[save] = (1, 1, 2.0, 2.0, {main: (1, 1, 2.0, 2.0)})
        found.update(barrier(6.0, main))
    map_ = ("~", 0, "<built-in method builtins.map>")
    seconds = 4.5 if rank == 2 else 1.5
    calls, _, _, all_, callers = found[step]
    found[step] = (calls, calls, all_ - seconds, all_, callers)
    found[map_] = (5, 5, 0.0, seconds, {step: (5, 5, 0.0, seconds)})
    found[item] = (9, 9, seconds, seconds, {map_: (9, 9, seconds, seconds)})
    return found


def own_work(rank):
    """main() itself works for 1 s, on rank 2 for 4 s; step() takes 5 s on all."""
    main, step = ("/u/a.py", 1, "main"), ("/u/a.py", 9, "step")
    own = 4.0 if rank == 2 else 1.0
    found = {main: (1, 1, own, 9.0, {}),
             step: (1, 1, 5.0, 5.0, {main: (1, 1, 5.0, 5.0)})}
    found.update(barrier(4.0 - own, main))
    return found


def swapped(rank):
    """One rank does more of a(), the other of b(), and nobody waits."""
    main, a, b = [("/u/a.py", line, name) for line, name in (
        (1, "main"), (9, "a"), (20, "b"))]
    first, second = (6.0, 2.0) if rank == 0 else (2.0, 6.0)
    found = {main: (1, 1, 0.0, 8.1, {}),
             a: (5, 5, first, first, {main: (5, 5, first, first)}),
             b: (5, 5, second, second, {main: (5, 5, second, second)})}
    found.update(barrier(0.1, main))
    return found


def balanced(_):
    """9.9 s of work on each rank."""
    main, step = ("/u/a.py", 1, "main"), ("/u/a.py", 9, "step")
    found = {main: (1, 1, 0.0, 10.0, {}),
             step: (5, 5, 9.9, 9.9, {main: (5, 5, 9.9, 9.9)})}
    found.update(barrier(0.1, main))
    return found


def exchanging(rank):
    """Ranks take turns: each works 5 s and waits 5 s, which no profile
    explains."""
    main, step = ("/u/a.py", 1, "main"), ("/u/a.py", 9, "step")
    found = {main: (1, 1, 0.0, 10.0, {}),
             step: (5, 5, 5.0, 5.0, {main: (5, 5, 5.0, 5.0)})}
    found.update(barrier(5.0, main))
    return found


def pickled(rank):
    """As `exchanging', by send() of objects."""
    return {(file, line, name.replace("Barrier", "send")): numbers
            for (file, line, name), numbers in exchanging(rank).items()}


def hidden(rank):
    """mpi4py 4.1: Barrier() is in the own time of main()."""
    main, step = ("/u/a.py", 1, "main"), ("/u/a.py", 9, "step")
    step_s = 2.0 + rank
    return {main: (1, 1, 10.0 - step_s, 10.0, {}),
            step: (5, 5, step_s, step_s, {main: (5, 5, step_s, step_s)}),
            ("/v/site-packages/mpi4py/run.py", 3, "main"):
            (1, 1, 0.0, 0.0, {})}


def two_programs(rank):
    """Ranks 2 and 3 run another one; both use json."""
    file = "/u/ocean.py" if rank < 2 else "/u/ice.py"
    script, main = (file, 1, "<module>"), (file, 5, "main")
    dumps = ("/usr/lib/python3.11/json/__init__.py", 183, "dumps")
    return {script: (1, 1, 0.0, 3.0, {}),
            main: (1, 1, 2.0, 3.0, {script: (1, 1, 2.0, 3.0)}),
            dumps: (1, 1, 1.0, 1.0, {main: (1, 1, 1.0, 1.0)})}


def libraries(rank):
    """A parallel file of h5py, and petsc4py, which works and communicates."""
    main = ("/u/a.py", 1, "main")
    built_in = [("<method 'read' of 'h5py.h5d.DatasetID' objects>", 2.0),
                ("<method 'assemble' of 'petsc4py.PETSc.Mat' objects>", 1.0),
                ("<method 'solve' of 'petsc4py.PETSc.KSP' objects>", 4.0)]
    found = {("~", 0, name): (1, 1, s, s, {main: (1, 1, s, s)})
             for name, s in built_in}
    found[main] = (1, 1, 3.0, 10.0, {})
    if rank < 2:
        found[("/v/site-packages/h5py/_hl/files.py", 40,
               "_set_fapl_mpio")] = (1, 1, 0.0, 0.0, {})
    return found


def importing(rank):
    """8 of 20 s are spent on finding and reading modules."""
    script = ("/u/a.py", 1, "<module>")
    find = ("<frozen importlib._bootstrap>", 1165, "_find_and_load")
    stat = ("~", 0, "<built-in method posix.stat>")
    return {script: (1, 1, 12.0, 20.0, {}),
            find: (9, 9, 2.0, 8.0, {script: (9, 9, 2.0, 8.0)}),
            stat: (99, 99, 6.0, 6.0, {find: (99, 99, 6.0, 6.0)})}


def plain(rank):
    return stats(rank)


def changed(rank):
    """solve() has moved down and takes 1 s more."""
    found = stats(rank + 1, line=14)
    return found


KINDS = {f.__name__: f for f in (plain, nodes, two_trees, second_tree,
                                 strangers, hostile, clash, only_called,
                                 changed, odd, recursive, recount,
                                 gone, inexact, callerless, bare, near, many,
                                 even, waiting, rounded, cells, twins, twins_moved,
                                 idle, two_causes, balanced, exchanging, pickled,
                                 hidden,
                                 two_programs, libraries, importing, relative,
                                 packages, mapped, own_work, swapped, h5py_first,
                                 h5py_last, class_methods, class_methods_alone,
                                 pool, hidden_pool, namesakes, mixed,
                                 mixed_clash)}


def main(folder, kind, ranks="4"):
    os.makedirs(folder)
    for rank in range(int(ranks)):
        profiles.write("%s/cpu_%d.prof" % (folder, rank), KINDS[kind](rank))


if __name__ == "__main__":
    main(*sys.argv[1:])
