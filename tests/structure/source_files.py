# SPDX-License-Identifier: BSD-3-Clause
"""The files that the checks of structure look at, below a given root."""
import os
import re
import shutil
import subprocess

SKIPPED = {".git", "_build", "_install", "_cache", "autom4te.cache",
           "build-aux", "__pycache__"}
MADE = re.compile(r"(configure|aclocal\.m4|Makefile\.in|config\.h\.in|"
                  r"libtool\.m4|lt.*\.m4|.*\.pyc)~?$")


def listed_by_git(root):
    """What git tracks or would track; None where there is no repository."""
    if not os.path.exists(os.path.join(root, ".git")) or \
            not shutil.which("git"):
        return None
    out = subprocess.run(
        ["git", "-C", root, "ls-files", "-co", "--exclude-standard"],
        capture_output=True, text=True)
    return out.stdout.splitlines() if out.returncode == 0 else None


def walked(root):
    for folder, folders, names in os.walk(root):
        folders[:] = [f for f in folders if f not in SKIPPED]
        for name in names:
            if not MADE.match(name):
                yield os.path.relpath(os.path.join(folder, name), root)


def all_files(root):
    names = listed_by_git(root)
    if names is None:
        names = walked(root)
    return sorted(n for n in names if os.path.isfile(os.path.join(root, n)))


def c_files(root, folders=("src/", "wrappers/", "tools/", "include/")):
    return [n for n in all_files(root)
            if n.startswith(folders) and n.endswith((".c", ".h"))]


def read(root, name):
    with open(os.path.join(root, name), encoding="utf-8",
              errors="replace") as file:
        return file.read()


def table(path):
    """Rows of a .tsv of two columns: {first: [words of the second]}."""
    rows = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            if not line.startswith("#") and line.strip():
                key, _, words = line.rstrip("\n").partition("\t")
                rows[key] = words.split()
    return rows
