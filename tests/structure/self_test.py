# SPDX-License-Identifier: BSD-3-Clause
"""Proves that each check of structure can fail, and can pass.

Each sample is a tree of its own with one file that is good or bad; prints
`ok NAME' or `not ok NAME', exit status 1 when one of them is wrong.
"""
import contextlib
import io
import os
import shutil
import sys
import tarfile
import tempfile

import check_comments
import check_committed
import check_documents
import check_format
import check_functions
import check_headers
import check_includes
import check_licence
import check_listed
import check_traps

LONG = "int f(int x)\n{\n" + "    x++;\n" * 91 + "    return x;\n}\n"
SHORT = "int f(int x)\n{\n    return x;\n}\n"
GOOD_HEADER = "#include <stddef.h>\nsize_t one(void);\n"


def header(guard, *included):
    return (f"#ifndef {guard}\n#define {guard}\n" +
            "".join(f'#include "base/{name}.h"\n' for name in included) +
            "#endif\n")


# Files and their texts.
CHAIN = {"src/base/a.h": header("BASE_A_H", "b"),
         "src/base/b.h": header("BASE_B_H")}
CIRCLE = {**CHAIN, "src/base/b_more.c": '#include "base/a.h"\n'}
PART = {"src/base/a.h": header("BASE_A_H"),
        "src/base/a_part.h": header("BASE_A_PART_H", "a"),
        "src/base/a_more.c": '#include "base/a_part.h"\n'}
PARTS = {**PART, "src/base/a_rest.h": header("BASE_A_REST_H", "a_part"),
         "src/base/a_more.c": '#include "base/a_rest.h"\n'}
BOTH = {"src/base/a.h": header("BASE_A_H", "a_part"),
        "src/base/a_part.h": header("BASE_A_PART_H", "a")}


def packed(text):
    """A .tar.gz with one file."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        member = tarfile.TarInfo("run.mpiprof")
        member.size = len(text)
        archive.addfile(member, io.BytesIO(text.encode()))
    return out.getvalue()


# check, what it shows, files, text, bytes or texts by file (then without files),
# whether the check has to fail
SAMPLES = [
    ("includes", "base includes nothing of ours", "src/base/log.c",
     '#include "model/call.h"\n', True),
    ("includes", "model includes base", "src/model/profile.c",
     '#include "base/log.h"\n', False),
    ("includes", "one folder of measure includes another",
     "src/measure/trace/trace.c", '#include "measure/track/comms.h"\n', True),
    ("includes", "render includes analyze", "src/render/text.c",
     '#include "analyze/analyze.h"\n', True),
    ("includes", "wrappers include hook.h", "wrappers/by_hand/start.c",
     '#include "measure/record/hook.h"\n', False),
    ("includes", "wrappers include the rest of record", "wrappers/a.c",
     '#include "measure/record/thread.h"\n', True),
    ("includes", "tools include measure", "tools/main.c",
     '#include "measure/session/session.h"\n', True),
    ("includes", "papi.h has one owner", "src/measure/record/record.c",
     "#include <papi.h>\n", True),
    ("includes", "its owner includes papi.h",
     "src/measure/counters/counters_papi.c", "#include <papi.h>\n", False),
    ("includes", "otf2 is not for analyze", "src/analyze/a.c",
     "#include <otf2/otf2.h>\n", True),
    ("includes", "analyses are not for pyprof", "src/pyprof/a.c",
     '#include "analyze/facts/say.h"\n', True),
    ("includes", "pyprof includes the model", "src/pyprof/a.c",
     '#include "report/table.h"\n', False),
    ("includes", "the guard of another path", "src/base/text/utf8.h",
     "#ifndef BASE_UTF8_H\n#define BASE_UTF8_H\n#endif\n", True),
    ("includes", "the guard of its path", "src/base/text/utf8.h",
     "#ifndef BASE_TEXT_UTF8_H\n#define BASE_TEXT_UTF8_H\n#endif\n", False),
    ("includes", "a header without a guard", "src/base/text/utf8.h",
     "int x;\n", True),
    ("includes", "a header that only generate.py reads", "wrappers/removed.h",
     "int x;\n", False),
    ("includes", "a folder that the table does not know", "src/new/a.c",
     "#include <stdio.h>\n", True),
    ("includes", "a widget imports a view", "share/html/src/widgets/a.js",
     'import { a,\n         b } from "../views/b.js";\n', True),
    ("includes", "a view imports a widget", "share/html/src/views/a.js",
     'import { a } from\n  "../widgets/b.js";\n', False),
    ("includes", "a source that includes the header that includes its own", "",
     CIRCLE, True),
    ("includes", "a header that includes another", "", CHAIN, False),
    ("includes", "a header and another one for its sources", "", PART, False),
    ("includes", "a header and two others for its sources", "", PARTS, True),
    ("includes", "two headers that include each other", "", BOTH, True),
    ("functions", "a function of 92 lines", "src/base/log.c", LONG, True),
    ("functions", "a short function", "src/base/log.c", SHORT, False),
    ("functions", "a bare verb", "src/base/log.c",
     SHORT + "static int fill(int x)\n{\n    return x;\n}\n", True),
    ("functions", "a static of one word", "src/base/log.c",
     SHORT + "static int weigh(int x)\n{\n    return x;\n}\n", True),
    ("functions", "a name of the C library", "tools/x.c",
     SHORT + "static void step(void)\n{\n}\n", True),
    ("functions", "a subject and a verb", "src/base/log.c",
     SHORT + "static int row_fill(int x)\n{\n    return x;\n}\n", False),
    ("functions", "no function at all", "src/base/log.c", "int x;\n", True),
    ("licence", "a source without a licence", "src/base/a.c", SHORT * 2, True),
    ("licence", "a script with its licence", "tests/a",
     "#!/bin/sh\n# SPDX-License-Identifier: BSD-3-Clause\n" + "echo\n" * 5,
     False),
    ("listed", "a file that no local.mk names", "src/base/a.c", "int x;\n",
     True),
    ("listed", "a view that no local.mk names", "share/html/src/views/a.js",
     "export const a = 1;\n", True),
    ("listed", "a local.mk that names a file that is not there",
     "src/base/local.mk", "x_SOURCES = src/base/gone.c\n", True),
    ("listed", "a unit test that another folder lists",
     "src/base/local.mk tests/unit/model/test_x.c",
     "x_SOURCES = tests/unit/model/test_x.c\n", True),
    ("listed", "a unit test that its folder lists",
     "src/model/local.mk tests/unit/model/test_x.c",
     "x_SOURCES = tests/unit/model/test_x.c\n", False),
    ("committed", "the path of a machine", "share/a.sh",
     "cd /wo" "rk/main\n", True),
    ("committed", "a folder that looks like such a path", "tests/a.sh",
     "cd tests/wo" "rk/here\n", True),
    ("committed", "a registry", "share/a.sh", "curl https://py" "pi.org\n",
     True),
    ("committed", "unfinished work", "src/base/a.c", "/* TO" "DO: more */\n",
     True),
    ("committed", "the path of a machine in a packed run", "tests/a.tar.gz",
     packed("\0/wo" "rk/main/heat2d\0"), True),
    ("committed", "a packed run", "tests/a.tar.gz", packed("/tmp/run/heat2d"),
     False),
    ("committed", "an ordinary file", "src/base/a.c", "int x;\n", False),
    ("traps", "a test that is not there", "tests/odd/traps.tsv",
     "fork\ttests/odd/gone.c:fork\n", True),
    ("traps", "a trap without a test", "tests/odd/traps.tsv", "fork\t\n",
     True),
    ("traps", "a case that is not there", "tests/odd/traps.tsv",
     "fork\ttests/odd/traps.tsv:a_child\n", True),
    ("traps", "a case that is there", "tests/odd/traps.tsv",
     "fork\ttests/odd/traps.tsv:a_child\n# CASE(a_child)\n", False),
    ("documents", "a file that is not there", "CONTRIBUTING.md",
     "see `src/base/gone.c`\n", True),
    ("documents", "a function that is not there", "CONTRIBUTING.md",
     "calls `gone_is()`\n", True),
    ("documents", "a function beside a file that only calls it",
     "CONTRIBUTING.md src/base/a.c", " `log_fail()` (`src/base/a.c`)\n" +
     "    log_fail();\n", True),
    ("documents", "functions beside the file that has them",
     "CONTRIBUTING.md src/base/a.c", "`one()` and\n`two()` in `a.c`\n" +
     "void one(void);\nint two(void)\n{\n}\n", False),
    ("documents", "what an example adds", "share/doc/develop/add-x.md",
     "`src/base/made.c` (new) has `made()` (new)\n", False),
    ("documents", "a path with a word that stands for any", "CONTRIBUTING.md",
     "`share/doc/NAME.md`\n", True),
    ("documents", "a map without the folders of the include table",
     "ARCHITECTURE.md", "| `base` | errors |\n", True),
    ("comments", "a sentence without its noun", "src/base/a.h",
     "/* a.h - a list.\n *\n * Threads: any.  What is in it stays. */\n",
     True),
    ("comments", "a phrase that goes on in the next line", "src/base/a.h",
     "int x; /* so\n        * many of these */\n", True),
    ("comments", "a field without its noun", "src/base/a.h",
     "int most; /* of it */\n", True),
    ("comments", "such a phrase in a string or in quotes", "src/base/a.h",
     '/* Prints `so many\'. */\nchar a[] = "/* What is in it */";\n', False),
    ("comments", "plain English", "src/base/a.h",
     "/* Number of ranks; NULL: none. */\n", False),
    ("comments", "a bad top of a .c file", "src/base/a.c",
     "/* SPDX */\n/*\n * a.c - a list.  It is told.\n */\nint x;\n", True),
    ("comments", "a bad comment inside a .c file", "src/base/a.c",
     "/* SPDX */\nint x;\n\n/* Of a list. */\nint y;\n", True),
    ("comments", "a message with a phrase in two parts", "src/base/a.c",
     'char a[] = "the name is "\n           "not known";\n', True),
    ("comments", "a sentence of the HTML report in two parts",
     "share/html/src/a.js", 'el("p", "the name is " +\n  "not known")\n', True),
    ("comments", "a phrase in a template literal inside another",
     "share/html/src/a.js", "f(`a ${b ? `, ${b.c} not known` : \"d\"} e`)\n", True),
    ("comments", "a phrase around what a template literal inserts",
     "share/html/src/a.js", "f(`no ${b ? `, ${c}` : {}} anew`)\n", True),
    ("comments", "names in what it inserts", "share/html/src/a.js",
     "f(`the ${in_all(anew, `a ${anew}`)} row`)\n", False),
    ("comments", "what a word is not", "share/doc/a.md",
     "A rank that waits is no master.\n", True),
    ("comments", "what there is not", "share/doc/a.md",
     "There is no master, and a run is no longer than that.\n", False),
    ("comments", "a document with a phrase in two lines", "share/doc/a.md",
     "The name is not\nknown.\n", True),
    ("comments", "such a phrase in code of a document", "share/doc/a.md",
     "The word `anew` and\n\n    run anew\n", False),
    ("comments", "plain English in a .c file", "src/base/a.c",
     "/* SPDX */\nint x; /* a list's length */\n", False),
    ("format", "what clang-format lays out in another way", "src/base/a.c",
     "int f( void )\n{\n  return 0;\n}\n", True),
    ("format", "what it leaves as it is", "src/base/a.c", SHORT, False),
    ("headers", "a header that needs another one first", "src/base/a.h",
     "size_t one(void);\n", True),
    ("headers", "a header that warns", "src/base/a.h",
     "static int unused(void) { int x; return 0; }\n", True),
    ("headers", "a header that stands alone", "src/base/a.h", GOOD_HEADER,
     False),
]
HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))


def format_of(root):
    shutil.copy(os.path.join(TOP, ".clang-format"), root)
    return check_format.main(root)


CHECKS = {
    "includes": check_includes.main,
    "licence": check_licence.main,
    "listed": check_listed.main,
    "functions": check_functions.main,
    "traps": check_traps.main,
    "comments": check_comments.main,
    "committed": check_committed.main,
    "documents": check_documents.main,
    "format": format_of,
    "headers": lambda root: check_headers.main(root,
                                               os.environ.get("CC", "cc")),
}


def verdict(check, name, text):
    texts = text if isinstance(text, dict) else dict.fromkeys(name.split(),
                                                              text)
    with tempfile.TemporaryDirectory() as root:
        for one, text in texts.items():
            path = os.path.join(root, one)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(text if isinstance(text, bytes)
                           else text.encode())
        with contextlib.redirect_stdout(io.StringIO()):
            return CHECKS[check](root) != 0


def main():
    wrong = 0
    if check_format.program(TOP) is None:
        print("skip format: its clang-format is not installed")
        SAMPLES[:] = [sample for sample in SAMPLES if sample[0] != "format"]
    for check, what, name, text, must_fail in SAMPLES:
        good = verdict(check, name, text) == must_fail
        wrong += not good
        print(f"{'ok' if good else 'not ok'} {check} "
              f"{'refuses' if must_fail else 'accepts'}: {what}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
