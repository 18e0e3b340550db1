# SPDX-License-Identifier: BSD-3-Clause
"""C is formatted as .clang-format says, where clang-format is installed.

usage: check_format.py ROOT        exit status 1

Other releases of clang-format lay out some lines in another way: only the one
that .clang-format names in its first line looks.
"""
import os
import re
import shutil
import subprocess
import sys

import source_files

FOLDERS = ("src/", "wrappers/by_hand/", "tools/", "include/", "tests/unit/")
AT_ONCE = 50


def wanted_release(root):
    first = source_files.read(root, ".clang-format").splitlines()[0]
    return re.search(r"clang-format (\d+)", first).group(1)


def program(root):
    """The name of the right release, or None."""
    release = wanted_release(root)
    for name in ("clang-format-" + release, "clang-format"):
        if shutil.which(name) is None:
            continue
        out = subprocess.run([name, "--version"], capture_output=True,
                             text=True).stdout
        if re.search(r"version %s\." % release, out):
            return name
    return None


def unformatted(command, root, names):
    out = subprocess.run([command, "--dry-run", "--style=file"] + names,
                         cwd=root, capture_output=True, text=True).stderr
    return sorted(set(re.findall(r"^(.+?):\d+:\d+: warning: code should be",
                                 out, re.MULTILINE)))


def main(root):
    command = program(root)
    if command is None:
        print("no clang-format", wanted_release(root))
        return 0
    names = source_files.c_files(root, FOLDERS)
    bad = [name for at in range(0, len(names), AT_ONCE)
           for name in unformatted(command, root, names[at:at + AT_ONCE])]
    for name in bad:
        print(f"{name}: run {command} -i {name}")
    print(f"{len(names)} files")
    return 1 if bad or not names else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
