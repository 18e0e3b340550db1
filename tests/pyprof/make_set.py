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


def plain(rank):
    return stats(rank)


def changed(rank):
    """solve() has moved down and takes 1 s more."""
    found = stats(rank + 1, line=14)
    return found


KINDS = {f.__name__: f for f in (plain, nodes, two_trees, second_tree,
                                 strangers, hostile, clash, only_called,
                                 changed, odd)}


def main(folder, kind, ranks="4"):
    os.makedirs(folder)
    for rank in range(int(ranks)):
        profiles.write("%s/cpu_%d.prof" % (folder, rank), KINDS[kind](rank))


if __name__ == "__main__":
    main(*sys.argv[1:])
