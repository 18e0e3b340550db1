"""How long the functions are; too long a function is an error.

usage: check_functions.py ROOT     exit status 1 past LIMIT lines

A function's lines are those from its { in column 0 to its } in column 0.
"""
import sys

import source_files

LIMIT = 90
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
    return 1 if too_long else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
