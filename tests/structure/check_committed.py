# SPDX-License-Identifier: BSD-3-Clause
"""What must not be in a committed file: places of one machine, also in packed
runs, hosts that packages are fetched from, marks of unfinished work.

usage: check_committed.py ROOT     prints file:line: what; exit status 1
"""
import os
import re
import sys
import tarfile

import source_files

# In pieces, so that this file passes its own check.
FORBIDDEN = [
    ("a path of one machine", r"/wo" r"rk/|/ro" r"ot/"),
    ("a registry's host",
     r"deb\.deb" r"ian\.org|py" r"pi\.org|npm" r"js\.(org|com)|"
     r"snapshot\.deb" r"ian|registry\.\w+\.\w+|archive\.ubu" r"ntu\.com"),
    ("unfinished work", r"\bTO" r"DO\b|\bFIX" r"ME\b|\bXX" r"X\b"),
]
PACKED = ".tar.gz"
BINARY = (".otf2", ".def", ".evt", ".mpiprof", ".prof", ".png", ".gz", ".so")


def problems_in_packed(root, name):
    what, pattern = FORBIDDEN[0]
    with tarfile.open(os.path.join(root, name)) as archive:
        for member in archive:
            if member.isfile() and re.search(
                    pattern.encode(), archive.extractfile(member).read()):
                yield f"{name}: {what} in {member.name}"


def problems_of(root, name):
    if name.endswith(PACKED):
        yield from problems_in_packed(root, name)
    if name.endswith(BINARY):
        return
    for number, line in enumerate(
            source_files.read(root, name).splitlines(), 1):
        for what, pattern in FORBIDDEN:
            if re.search(pattern, line):
                yield f"{name}:{number}: {what}: {line.strip()[:60]}"


def main(root):
    names = source_files.all_files(root)
    problems = [p for n in names for p in problems_of(root, n)]
    print("\n".join(problems + [f"{len(names)} files"]))
    return 1 if problems or not names else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
