# SPDX-License-Identifier: BSD-3-Clause
"""Fills in what a man page takes from the sources: commands, options, settings.

usage: generate.py TOP PAGE.in      writes the page on standard output

A line of the page that is one of these becomes what it names:
    @synopsis COMMAND...@  how the commands are called
    @examples COMMAND...@
    @options COMMAND@      its options, with a pointer to those that an earlier
                           command of ORDER describes
    @names COMMAND@        the names of its options alone
    @settings@
    @mpis@                 the MPIs that mpiprof can be built for
The table of options is in tools/options.c and tools/run/run_options.c, a command in
the cmd_*.c that it is in, the settings in src/settings/settings.h.
"""
import glob
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "../flavours"))
import flavours

ORDER = ["report", "compare", "scaling", "history", "whatif", "python", "export", "info",
         "recover", "explain", "help", "report_mpi", "run"]
TEXT = r'"(?:[^"\\]|\\.)*"'
FIELD = re.compile(r'\.(\w+) =\s+((?:%s|[^",}])+)' % TEXT)


def read(top, name):
    with open(os.path.join(top, name), encoding="utf-8") as file:
        return file.read()


def value_of(text, words={}):
    """A string of several parts, some of which are macros."""
    parts = re.findall(r"%s|[A-Z]\w*" % TEXT, text)
    return "".join(p[1:-1] if p[0] == '"' else words.get(p, "")
                   for p in parts).replace("\\n", "\n").replace('\\"', '"') \
        .replace("\\\\", "\\")


def macros_of(text):
    text = text.replace("\\\n", " ")
    return {name: value_of(value) for name, value in
            re.findall(r'#define (\w+)\s+((?:%s\s*)+)' % TEXT, text)}


def sets_of(text):
    """#define SEVERAL (FOR_COMPARE | FOR_SCALING): names of commands."""
    sets = {}
    for name, value in re.findall(r"#define (\w+) \(([A-Z_ |]+)\)", text):
        sets[name] = commands_of(value, sets)
    return sets


def commands_of(text, sets):
    found = set()
    for word in re.findall(r"\w+", text):
        found |= sets[word] if word in sets else {word[4:].lower()}
    return found


def options(top):
    """The rows TAKES(...), FLAG(...) and TELLS(...) of the tables."""
    for name in ("tools/options.c", "tools/run/run_options.c"):
        text = read(top, name)
        sets = sets_of(text)
        for kind, row in re.findall(r"^ +(TAKES|FLAG|TELLS)\(((?:%s|[^\")])+)\)"
                                    % TEXT, text, re.M):
            cells = [c.strip() for c in
                     re.findall(r"((?:%s|[^\",])+)" % TEXT, row)]
            name, letter = value_of(cells[0]), cells[1].strip("0'")
            if kind == "FLAG":
                cells[2:2] = ["", "", ""]
            if kind == "TELLS":
                cells[2:] = ["", "", "", cells[3], "", cells[4], ""]
            yield {"name": name, "letter": letter,
                   "argument": value_of(cells[3]),
                   "words": value_of(cells[4]) if cells[4] != "flavour_words"
                   else flavours.choice(),
                   "commands": commands_of(cells[5], sets),
                   "help": value_of(cells[7]), "details": value_of(cells[8])}


def commands(top):
    found = {}
    for name in glob.glob(os.path.join(top, "tools/cmd_*.c")) + [
            os.path.join(top, "tools/run/run_options.c")]:
        text = read("", name)
        for row in re.findall(r"^(?:static )?const struct command \w+ = \{\n"
                              r"(.*?)^};", text, re.M | re.S):
            row = dict(FIELD.findall(row))
            bit = row["bit"].strip()[4:].lower()
            found[bit] = {key: value_of(row[key], macros_of(text))
                          for key in ("usage", "examples")}
    return found


def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text[:1] in ".'" else text


def marked(text):
    """Options and variables are bold."""
    return re.sub(r"(?<![\w-])((?:--?[a-z][a-z-]*|MPIPROF_[A-Z_]+))",
                  lambda found: f"\0{found[1]}\1", text)


def paragraph(text):
    return roff(marked(text)).replace("\0", "\\fB").replace("\1", "\\fR")


def sentence(row):
    text = row["help"]
    if re.match(r"\w*", text)[0] not in row["words"].split():
        text = text[:1].upper() + text[1:]
    if not text:
        first, *others, last = row["words"].split()
        text = ", ".join([first + " (the default)"] + others) + " or " + last
    return text + "." + (" " + row["details"] if row["details"] else "")


def heading(row):
    label = "\\fB" + roff("--" + row["name"]) + "\\fR"
    if row["letter"]:
        label = "\\fB" + roff("-" + row["letter"]) + "\\fR, " + label
    return label + (" \\fI" + row["argument"] + "\\fR" if row["argument"]
                    else "")


def names(rows):
    words = ["\\fB" + roff("--" + row["name"]) + "\\fR" for row in rows]
    return ", ".join(words[:-1]) + " and " + words[-1] if words[1:] \
        else words[0]


def put_options(rows, command):
    mine = [row for row in rows if command in row["commands"]]
    first = [row for row in mine
             if min(row["commands"], key=ORDER.index) == command]
    later = [row for row in mine if row not in first and row["name"] != "help"]
    for row in first:
        print(".TP\n" + heading(row) + "\n" + paragraph(sentence(row)))
    if later:
        print(".PP\n" + ("Also t" if first else "T") + "akes " + names(later) +
              ", which are described above.")


def put_settings(top):
    listed = read(top, "src/settings/settings.h").replace("\\\n", "\n")
    listed = listed[listed.index("#define SETTINGS_LIST"):
                    listed.index("enum setting {")]
    for name, default, values, text in re.findall(
            r'X\((\w+), \w+, (%s),\s*(%s),\s*((?:%s\s*)+)\)' %
            (TEXT, TEXT, TEXT), listed):
        default, values, text = (value_of(t) for t in
                                 (default, values, text))
        print(f".TP\n.B {roff('MPIPROF_' + name + '=' + values)}\n"
              f"(default: {roff(default or 'none')}).\n.br\n{roff(text)}.")


def put(top, words):
    rows = list(options(top))
    what = words[0]
    if what == "settings":
        put_settings(top)
    elif what == "options":
        put_options(rows, words[1])
    elif what == "mpis":
        print("\nor\n".join(".B " + name
                            for name in flavours.choice().split()[1:]))
    elif what == "names":
        print(names([row for row in rows if words[1] in row["commands"]]) +
              ".")
    else:
        key = {"synopsis": "usage", "examples": "examples"}[what]
        text = "\n".join(commands(top)[word][key].rstrip("\n")
                         for word in words[1:])
        print(".nf\n" + "\n".join(roff(line.strip())
                                  for line in text.split("\n")) + "\n.fi")


def main(top, page):
    with open(page, encoding="utf-8") as file:
        for line in file:
            found = re.match(r"@(\w+ ?[\w ]*)@$", line)
            if found:
                put(top, found[1].split())
            else:
                print(line, end="")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
