# SPDX-License-Identifier: BSD-3-Clause
"""Every header compiles alone, without a warning: what its own source includes
first has done so in the build already.

usage: check_headers.py ROOT COMPILER FLAG...
"""
import os
import re
import subprocess
import sys
import tempfile

import source_files

# Not for #include: generate.py reads its text.
NOT_HEADERS = {"wrappers/removed.h"}
WARNINGS = ["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"]


def is_first_of_its_source(root, name):
    path = os.path.join(root, name[:-2] + ".c")
    if not os.path.exists(path):
        return False
    with open(path, encoding="utf-8") as file:
        first = re.search(r'^#include ["<](.*)[">]', file.read(), re.MULTILINE)
    return first is not None and ("/" + name).endswith("/" + first.group(1))


def compile_alone(root, name, compiler, flags, folder):
    source = os.path.join(folder, "alone.c")
    with open(source, "w", encoding="utf-8") as file:
        file.write(f'#include "{os.path.join(root, name)}"\n')
        file.write("typedef int not_empty;\n")
    return subprocess.run(
        [compiler, *WARNINGS, *flags, "-I" + root,
         *("-I" + os.path.join(root, f) for f in ("src", "include", "wrappers")),
         source],
        capture_output=True, text=True)


def main(root, compiler, *flags):
    root = os.path.abspath(root)
    names = [n for n in source_files.c_files(root)
             if n.endswith(".h") and n not in NOT_HEADERS]
    failed = 0
    asked = [n for n in names if not is_first_of_its_source(root, n)]
    with tempfile.TemporaryDirectory() as folder:
        for name in asked:
            done = compile_alone(root, name, compiler, flags, folder)
            if done.returncode != 0:
                failed += 1
                print(f"{name} does not compile alone:\n{done.stderr}")
    print(f"{len(names)} headers, {len(asked)} of them compiled, "
          f"{failed} do not compile alone")
    return 1 if failed or not names else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
