# SPDX-License-Identifier: BSD-3-Clause
"""What documents for developers name is there: files, functions, folders.

usage: check_documents.py ROOT     prints what is not; exit status 1

In backticks: a path that begins with a folder of the top (NAME in capitals and
* stand for anything), a file without a folder, a function with its ().  A
function is in the file that is named beside it: `f()` in `FILE`, `f()` (`FILE`,
`f()` and `g()` in `FILE`.  What an example adds has " (new)" behind it.  The
folders of src in ARCHITECTURE.md are those of include_table.tsv, in that order.
"""
import fnmatch
import os
import re
import sys

import source_files

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDERS = ("src", "wrappers", "tools", "tests", "share", "include")
MAP = "ARCHITECTURE.md"
TOP = (MAP, "CONTRIBUTING.md", "README")
NAMED = re.compile(r"`([^`\n]+)`(?! \(new\))")
PATH = re.compile(r"(?:%s)/[\w./*-]*\w[\w*]*/?$" % "|".join(FOLDERS))
FILE = re.compile(r"[a-z]\w*\.(?:c|h|py|sh|tsv|mk|in)$")
FUNCTION = re.compile(r"([a-z]\w+)\(\)$")
PAIR = re.compile(r"((?:`\w+\(\)`(?:, | and |,?\s+))+)(?:in\s|\()\s*"
                  r"`([\w/]+\.(?:c|h|py|sh))`(?! \(new\))")
CODE = (".c", ".h", ".in", ".py", ".sh")
NOT_OURS = {"mpi.h", "execv", "dlsym", "exit"}
MADE = ("tests/made/",)


def documents(names):
    return [n for n in names if n in TOP or
            n.startswith("share/doc/develop/") and n.endswith(".md")]


def is_there(path, names):
    """NAME in capitals is any word."""
    path = re.sub(r"(?<![a-z])[A-Z_]{3,}(?![a-z])", "*", path.rstrip("/"))
    return any(fnmatch.fnmatch(n, path) or fnmatch.fnmatch(n, path + "/*")
               for n in names)


def problem_of(word, names, called):
    if PATH.match(word) and not word.startswith(MADE) and \
            not is_there(word, names):
        return f"{word} is not there"
    if FILE.match(word) and word not in NOT_OURS and \
            not any(n.endswith("/" + word) for n in names):
        return f"no file {word}"
    function = FUNCTION.match(word)
    if function and function[1] not in NOT_OURS and function[1] not in called:
        return f"no function {function[1]}()"
    return None


def pair_problems(text, names, root):
    """Functions that are not in the file that is named beside them."""
    for functions, path in PAIR.findall(text):
        files = [n for n in names if n == path or n.endswith("/" + path)]
        code = "\n".join(source_files.read(root, n) for n in files)
        for function in re.findall(r"\w+(?=\()", functions):
            if files and not re.search(r"^(?:\S.*\b)?%s\(" % function, code,
                                       re.M):
                yield f"{function}() is not in {path}"


def folders_of_map(text):
    text = text.split("## The folders of src")[-1].split("\n## ")[0]
    rows = re.findall(r"^\| `([\w/]+)` \|", text, re.M)
    table = source_files.table(os.path.join(HERE, "include_table.tsv"))
    wanted = [f for f in table if not re.match("wrappers$|(?:tools|share)\\b", f)]
    if rows != wanted:
        differ = [w for w in wanted if w not in rows] + \
            [r for r in rows if r not in wanted]
        yield f"{MAP}: its folders are not those of include_table.tsv, in " \
            f"that order: {' '.join(differ)}"


def main(root):
    names = source_files.all_files(root)
    called = set()
    for name in names:
        if name.endswith(CODE) and name.startswith(FOLDERS):
            called.update(re.findall(r"\b(\w+)\(",
                                     source_files.read(root, name)))
    problems = []
    for name in documents(names):
        text = source_files.read(root, name)
        problems += [f"{name}: {problem}"
                     for word in NAMED.findall(text)
                     if (problem := problem_of(word, names, called))]
        problems += [f"{name}: {problem}"
                     for problem in pair_problems(text, names, root)]
        if name == MAP:
            problems += folders_of_map(text)
    print("\n".join(problems + [f"{len(documents(names))} documents"]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
