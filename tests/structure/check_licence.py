# SPDX-License-Identifier: BSD-3-Clause
"""Every source file names its licence in one of its first two lines.

usage: check_licence.py ROOT       exit status 1

A source file is in a language that has comments, and longer than LEAST lines;
tests/data and the documents are not looked at.
"""
import re
import sys

import source_files

LEAST = 5
LINE = "SPDX-License-Identifier: BSD-3-Clause"
SOURCE = re.compile(r"\.(c|h|cpp|f90|F90|py|sh|js|mjs|css|m4|mk|am|ac|cmake)"
                    r"(\.in)?$|^share/completion/")


def is_source(name, lines):
    return len(lines) > LEAST and not name.startswith("tests/data/") and \
        bool(SOURCE.search(name) or lines[0].startswith("#!"))


def main(root):
    found = [(name, lines) for name in source_files.all_files(root)
             if is_source(name, lines := source_files.read(root, name).splitlines())]
    problems = [f"{name}: add {LINE}" for name, lines in found
                if LINE not in "\n".join(lines[:2])]
    print("\n".join(problems + [f"{len(found)} files"]))
    return 1 if problems or not found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
