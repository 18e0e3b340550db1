"""Comments are in plain English: none has a phrase that the list refuses.

usage: check_comments.py ROOT        exit status 1

All comments of headers, and of .c files below C_FOLDERS.  Strings and quoted
words are not looked at.
"""
import re
import sys

import source_files

# The folders of .c files whose comments are checked, too.
C_FOLDERS = ("src/", "tools/", "wrappers/")

START = r"(?:^|(?<=[.?!] )|(?<=[.?!]  )|(?<=\n\n))"

# pattern, what to write instead
PHRASES = [
    (START + r"Of\b", "begin with the noun or a verb: `The bytes of ...'"),
    (START + r"What\b(?! to do)", "name the thing: `Data that ...', `Prints ...'"),
    (START + r"Who(ever|m)?\b", "name the actor: `A thread that ...'"),
    (START + r"It\b", "repeat the noun"),
    (START + r"Th(at|ose)\b(?! [a-z]+s?\b)", "repeat the noun"),
    (START + r"There\b", "begin with the noun"),
    (START + r"Likewise\b", "`Same', and the difference"),
    (r"^likewise\b", "`same', and the difference"),
    (START + r"(True|False): (it|not all of it|nobody|they)\b",
     "`Returns false if ...'"),
    (r"\bNULL: (there is none|it |nobody wants)", "`NULL: none', or the noun"),
    (r"\bin all\b(?=[,.;:)]|$)", "`in total', `over all ranks'"),
    (r"(?<!are )\bso (many|long|much)\b(?! (?:that|as|a|longer|more))",
     "`that many', or the parameter's name"),
    (r"(?<!because )(?<!all )\bof it\b", "repeat the noun"),
    (r"\bthose of (the|it|its|others)\b", "repeat the noun: `the others' times'"),
    (r"\bthat of (the|its|it|a|all|this)\b", "repeat the noun, or `the strbuf's'"),
    (r"\b(the|its|a) begin\b(?! (?:of a|and))", "`the start'"),
    (r"(?<!who waited for )\bwhom\b", "name the rank: `waiting rank'"),
    (r"\b(is|are|be) told\b", "`is reported', `is known', `gets'"),
    (r"\bas many-th\b|\bhow many-th\b", "`index', `number'"),
    (r"\b(nobody|who|somebody) (asks|wants)\b", "`if requested'"),
    (r"\bprocessor time\b", "`CPU time'"),
    (r"\b(made|begins?|writes?) anew\b", "`rebuilt', `again'"),
    (r"\b(left|leaves?) behind\b", "`left by a killed rank', `persisted'"),
    (r"\bpassed on to what\b", "`propagated'"),
    (r"\bcloseup\b(?!s?_)", "`detail window'"),
    (r"\bpage of HTML\b", "`HTML report'"),
    (r"\bnot known\b", "`unknown'"),
    (r"\bwhere there is none\b", "`otherwise', or the condition"),
    (r"\bhas (not )?got\b", "`has', `received'"),
    (r"\bforced switches\b", "`involuntary context switches'"),
    (r"\bwithout a look\b", "`without checking'"),
    (r"\bthe same of\b", "`same for'"),
    (r"\ba word of its own|\bof its own kind\b", "`its own word'"),
]
PHRASES = [(re.compile(pattern), instead) for pattern, instead in PHRASES]

# A comment, or what may look like one in a string.
TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|/\*.*?\*/',
                   re.DOTALL)
SPAN = re.compile(r"`[^'`\n]*'|\"[^\"\n]*\"")


def comments(text):
    """The comments of a source: line number and text on one line each."""
    for found in TOKEN.finditer(text):
        if found.group().startswith("/*"):
            lines = [re.sub(r"^\s*\* ?", "", line) if i else line.strip()
                     for i, line in
                     enumerate(found.group()[2:-2].split("\n"))]
            said = "\n".join(line.strip() for line in lines).strip()
            said = re.sub(r"(?<!\n)\n(?!\n)", " ", said)
            yield text.count("\n", 0, found.start()) + 1, \
                SPAN.sub("`'", said)


def problems_of(name, text):
    for number, said in comments(text):
        for pattern, instead in PHRASES:
            found = pattern.search(said)
            if found:
                around = said[max(found.start() - 10, 0):found.end() + 25]
                yield f"{name}:{number}: `{around.strip()}': " \
                      f"write {instead}"


def main(root):
    names = [n for n in source_files.c_files(root)
             if n.endswith(".h") or n.startswith(C_FOLDERS)]
    problems = [p for n in names
                for p in problems_of(n, source_files.read(root, n))]
    print("\n".join(problems + [f"{len(names)} files, "
                                f"{len(problems)} phrases to rewrite"]))
    return 1 if problems or not names else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
