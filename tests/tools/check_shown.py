#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Outputs of mpiprof-report are sound whatever names are in them.

    check_shown.py text|whole|json|csv|line FILE [--names NAMES TABLE COLUMN]
    check_shown.py table FILE TITLE
    check_shown.py - <LIST              a line of it has the words of one check

text: lines of bounded width; whole: of any; table: numbers stand
below their titles; line: a message of one line.  --names (json, csv): that column holds these names, NUL
after each, spelled as share/doc/report-formats.md says, and no others.
"""

import csv
import io
import json
import re
import sys
import unicodedata

LONGEST = 100
INVISIBLE = ("Cc", "Cf", "Cs", "Zl", "Zp", "Zs")
# Nothing to see, though letters, marks or symbols by category.
FILLERS = {0x34f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x2800, 0x3164, 0xffa0,
           *range(0x180b, 0x1810), *range(0xfe00, 0xfe10),
           *range(0xe0000, 0xe1000), *range(0xfdd0, 0xfdf0)}


def is_hidden(char):
    code = ord(char)
    return char != " " and (unicodedata.category(char) in INVISIBLE or
                            code in FILLERS or code & 0xfffe == 0xfffe)


def spelled(name):
    """as a report must show these bytes"""
    out = []
    for char in name.decode("utf-8", "surrogateescape"):
        code = ord(char)
        if 0xdc80 <= code <= 0xdcff:
            out.append("\\x%02x" % (code - 0xdc00))
        elif char in "\n\t\r\\":
            out.append({"\n": "\\n", "\t": "\\t", "\r": "\\r",
                        "\\": "\\\\"}[char])
        elif is_hidden(char):
            out.append(("\\x%02x" if code < 0x80 else "\\u%04x"
                        if code < 0x10000 else "\\U%08x") % code)
        else:
            out.append(char)
    for end in (0, -1):
        if out and out[end] == " ":
            out[end] = "\\x20"
    return "".join(out)


def width(text):
    return sum(0 if unicodedata.category(c) in ("Mn", "Me") else
               2 if unicodedata.east_asian_width(c) in "WF" else 1
               for c in text)


def check_string(text, where):
    for char in text:
        assert not is_hidden(char), "%r in %s: %r" % (char, where, text)


def check_text(text, longest=LONGEST):
    for line in text.split("\n"):
        check_string(line, "line")
        assert width(line) <= longest, "%d columns: %s" % (width(line), line)
        assert line == line.rstrip(), "blanks at the end of %r" % line


def check_whole(text):
    check_text(text, len(text))


def columns_of(line):
    """one character for each column of a terminal"""
    return "".join(c * width(c) for c in line) + " "


def check_table(text, title):
    """a column of whole numbers ends where its title does: the widest name
    makes every row longer than any note"""
    lines = [columns_of(line) for line in text.rstrip("\n").split("\n")[1:]]
    end = lines[0].index(" %s " % title) + 1 + len(title)
    units = 2 if re.match(r" *\[", lines[1]) else 1
    rows = [line for line in lines[units:]
            if len(line) > end and line[:end].strip()]  # no notes, no rests
    assert len(rows) > 10, "only %d rows" % len(rows)
    for row in rows:
        check_string(row, "line")
        assert row[end - 1] != " " and row[end] == " ", \
            "%r is not below %r" % (row[end - 20:end + 1], title)


def no_duplicates(pairs):
    keys = [key for key, _ in pairs]
    assert len(keys) == len(set(keys)), "keys twice: %s" % keys
    return dict(pairs)


def refuse(constant):
    raise AssertionError("not JSON: %s" % constant)


def strings_in(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            if key != "note":  # may be a picture of several lines
                yield from strings_in(item)
    elif isinstance(value, list):
        for item in value:
            yield from strings_in(item)


def check_json(text):
    data = json.loads(text, object_pairs_hook=no_duplicates,
                      parse_constant=refuse)
    for string in strings_in(data):
        check_string(string, "JSON")
    return {name: [[column["name"] for column in table["columns"]],
                   *table["rows"]]
            for name, table in data["tables"].items()}


def check_csv(text):
    tables, rows, bare = {}, None, True
    assert text.endswith("\r\n") and "\n" not in text.replace("\r\n", ""), \
        "line ends"
    for row in csv.reader(io.StringIO(text, newline=""), strict=True):
        if len(row) == 1 and row[0].startswith("# "):
            assert row[0][2:] not in tables, "%s twice" % row[0]
            rows, bare = tables.setdefault(row[0][2:], []), False
        elif row:
            if rows is None:
                rows = tables.setdefault("", [])
            for cell in row:
                check_string(cell, "CSV")
            assert not rows or len(row) == len(rows[0]), \
                "%d cells for %d columns: %s" % (len(row), len(rows[0]), row)
            rows.append(row)
        else:
            assert not bare, "an empty line in a table"
    return tables


def check_line(text):
    assert text.endswith("\n") and text.count("\n") == 1, "not one line"
    assert text.startswith("mpiprof: "), text
    check_string(text[:-1], "message")
    assert len(text) < 4200, "%d characters" % len(text)


def check_names(tables, names_file, table, column):
    with open(names_file, "rb") as file:
        names = file.read().split(b"\0")[:-1]
    header, *rows = tables.get(table) or tables[""]
    shown = [row[header.index(column)] for row in rows]
    expected = {spelled(name) for name in names}
    assert len(expected) == len(set(names)), "two are spelled alike"
    missing = expected - set(shown)
    assert not missing, "%s.%s lacks %s" % (table, column, missing)
    return len(expected)


CHECKS = {"text": check_text, "whole": check_whole, "json": check_json,
          "csv": check_csv, "line": check_line}


def check_file(kind, path, *words):
    with open(path, "rb") as file:
        text = file.read().decode("utf-8")  # raises where it is not
    if kind == "table":
        check_table(text, *words)
        return
    tables = CHECKS[kind](text)
    if words:
        check_names(tables, *words[1:])


def main(arguments):
    checks = [line.split() for line in sys.stdin] if arguments == ["-"] \
        else [arguments]
    wrong = 0
    for words in checks:
        try:
            check_file(*words)
        except (AssertionError, ValueError, csv.Error) as problem:
            print("%s: %.2000s" % (words[1], problem))
            wrong = 1
    return wrong


sys.exit(main(sys.argv[1:]))
