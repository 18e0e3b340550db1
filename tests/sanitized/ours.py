#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Picks what is mpiprof's out of the complaints of a checker of memory.

    ours.py LOG...

The logs are of valgrind (--fullpath-after=) or of AddressSanitizer and
LeakSanitizer.  A complaint is ours when, from the innermost frame out, a frame
of mpiprof comes before one of MPI or of the program; libc and the libraries
that only mpiprof uses are passed over.  Prints these; status 1 when there are
any.
"""

import re
import sys

FRAME = re.compile(r"^\s*(#\d+|at|by)\s+0x")
# By source: an address of a library that is gone may be taken for one of ours.
OURS = re.compile(r"/src/(base|model|measure|analyze|render)/|"
                  r"/wrappers/|gen/wrappers_")
PASSED = re.compile(r"/libc[.-]|/ld-linux|/lib(a|l|ub)san|vgpreload|"
                    r"/lib(unwind|otf2|dw|elf|papi|pfm|z|pthread|dl|m)[.-]|"
                    r"/sysdeps/|/nptl/|/(elf|malloc|string|libsanitizer)/|"
                    r"\.S:\d+\)")
COMPLAINT = re.compile(r"definitely lost in|Direct leak|Invalid |uninitialised|"
                       r"points to|runtime error:|ERROR: AddressSanitizer|"
                       r"Mismatched|overlap")


def blocks(path):
    block = []
    with open(path, errors="replace") as file:
        for line in file:
            line = re.sub(r"^==\d+== ?", "", line.rstrip("\n"))
            if line.strip():
                block.append(line)
            elif block:
                yield block
                block = []
    if block:
        yield block


def is_ours(block):
    if any("runtime error:" in line and OURS.search(line) for line in block):
        return True
    for line in block:
        if FRAME.match(line):
            if OURS.search(line):
                return True
            if not PASSED.search(line):
                return False
    return False


def main(paths):
    if not paths:
        sys.exit(__doc__)
    found = [block for path in paths for block in blocks(path)
             if any(COMPLAINT.search(line) for line in block) and
             is_ours(block)]
    for block in found:
        print("\n".join(block), end="\n\n")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
