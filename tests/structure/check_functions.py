# SPDX-License-Identifier: BSD-3-Clause
"""How long the functions are, and whether their names say of what.

usage: check_functions.py ROOT     exit status 1 past LIMIT lines, or for a
                                   name that is a bare verb or the C
                                   library's, or a static of one word

A function's lines are those from its { in column 0 to its } in column 0.
"""
import re
import sys

import source_files

LIMIT = 90
NAMED = ("src/", "wrappers/", "tools/")  # folders where names matter
BARE = set("""fill add take find get set put next more charge drop hold load play
    remark survey trace""".split())
OF_LIBRARY = set("""abs accept access advance alarm bind clock close connect
    creat div dup error exec exit exp fork free index kill link listen log open
    pause pipe raise read recv remove rename rewind round select send signal
    sleep stat step sync system time truncate unlink wait write""".split())
FOLDERS = ("src/", "wrappers/", "tools/", "tests/", "share/examples/")


def functions_of(text):
    """(name, lines) of each; the name is the line that starts it."""
    start = None
    title = ""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if line.startswith("{") and number > 0:
            start = number
        elif line.startswith("}") and start is not None:
            if line.rstrip() == "}":
                yield title, number - start - 1
            start = None
        elif start is None and line[:1].isalpha() and "(" in line:
            title = line.strip()


def share_within(sizes, limit):
    return 100 * sum(size <= limit for size in sizes) // len(sizes)


def bad_name(name, title):
    called = re.search(r"(\w+)\s*\(", title)
    if not name.startswith(NAMED) or called is None:
        return False
    word = called.group(1)
    return word in BARE | OF_LIBRARY or \
        (title.startswith("static ") and word.islower() and "_" not in word)


def main(root):
    found = [(size, name, title)
             for name in source_files.c_files(root, FOLDERS)
             for title, size in functions_of(source_files.read(root, name))]
    if not found:
        print("no functions found")
        return 1
    found.sort(reverse=True)
    sizes = [size for size, _, _ in found]
    print(f"{len(found)} functions, median {sizes[len(sizes) // 2]} lines, "
          f"{share_within(sizes, 40)} % within 40; the longest:")
    for size, name, title in found[:5]:
        print(f"{size:5} {name}: {title}")
    too_long = [f for f in found if f[0] > LIMIT]
    for size, name, title in too_long:
        print(f"{name}: {size} lines, limit {LIMIT}: {title}")
    badly_named = [f for f in found if bad_name(f[1], f[2])]
    for _, name, title in badly_named:
        print(f"{name}: name it subject_verb, such as row_fill: {title}")
    return 1 if too_long or badly_named else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
