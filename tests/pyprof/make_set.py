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
            ("/home/u/run/pkg/m.py", 3, "g"): (1, 1, 1.0, 1.0, {}),
            ("./pkg/m.py", 3, "g"): (1, 1, 1.0, 1.0, {}),
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
                                 even, waiting, rounded, cells, twins, twins_moved)}


def main(folder, kind, ranks="4"):
    os.makedirs(folder)
    for rank in range(int(ranks)):
        profiles.write("%s/cpu_%d.prof" % (folder, rank), KINDS[kind](rank))


if __name__ == "__main__":
    main(*sys.argv[1:])
