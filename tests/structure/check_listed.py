# SPDX-License-Identifier: BSD-3-Clause
"""Every source file is in the local.mk of some folder, so that it is built
and in the tarball, and every file that a local.mk names is there.  A unit test
tests/unit/F/test_x.c is listed by the folder it is of, src/F, tools or wrappers.

usage: check_listed.py ROOT        exit status 1
"""
import os
import re
import sys

import source_files

FOLDERS = ("src/", "wrappers/by_hand/", "tools/", "tests/unit/",
           "tests/structure/", "share/examples/", "share/html/src/",
           "share/python/")
ENDS = (".c", ".h", ".py", ".f90", ".js", ".tsv")
NAMED = re.compile(r"(?<![\w/)])(?:src|tools|wrappers|share|tests)/"
                   r"[\w./-]+\.(?:c|h|py|sh|f90|F90|js|tsv|map)(?![\w.])")
UNIT_TEST = re.compile(r"tests/unit/\w+/test_\w+\.c$")


def text_of_makefiles(root):
    names = [n for n in source_files.all_files(root)
             if n.endswith("local.mk") or n == "Makefile.am"]
    lines = "\n".join(source_files.read(root, n) for n in names).splitlines()
    return "\n".join(l for l in lines if not l.startswith("#"))


def is_listed(name, words):
    """A program tests/unit/test_x is made of test_x.c without being told."""
    return name in words or name[:-2] in words


def misplaced(root, tests):
    """Unit tests that another folder than theirs lists."""
    for name in tests:
        folder = name.split("/")[2]
        place = folder if folder in ("tools", "wrappers") else "src/" + folder
        path = place + "/local.mk"
        words = source_files.read(root, path).split() if os.path.exists(
            os.path.join(root, path)) else []
        if not is_listed(name, words):
            yield f"{name} is not in {path}"


def main(root):
    text = text_of_makefiles(root)
    words = set(text.split())
    wanted = [n for n in source_files.all_files(root)
              if n.startswith(FOLDERS) and n.endswith(ENDS)]
    problems = [f"{n} is in no local.mk" for n in wanted
                if not is_listed(n, words)]
    problems += [f"{n} is in a local.mk but not there"
                 for n in sorted(set(NAMED.findall(text)))
                 if not os.path.exists(os.path.join(root, n))]
    problems += misplaced(root, [n for n in wanted if UNIT_TEST.match(n)])
    print("\n".join(problems + [f"{len(wanted)} files"]))
    return 1 if problems or not wanted else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
