# SPDX-License-Identifier: BSD-3-Clause
"""Comments, messages and documents are in plain English: none has a phrase that
its list refuses.

usage: check_comments.py ROOT        exit status 1

PHRASES are for all comments of headers, and of .c files below C_FOLDERS; quoted
words are not looked at.  SAID is for the strings of these files, of the HTML report
and of the Python module, and for the documents of users; code in these is not looked
at.
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

SAID = [
    (r"(?:^|[.?!:;]  ?)Of (the|a|all|these|those|what)\b", "begin with the noun"),
    (r"\b(the|its|a) begin\b|\bbegin of\b", "`the start'"),
    (r"(?<!are )\bso (many|long)\b(?! (?:that|as|threads))", "the number, or `that'"),
    (r"\bin all\b(?=[,.;:)])", "`in total', `over all ranks'"),
    (r"\bthose of (the others|its)\b", "repeat the noun: `the others' times'"),
    (r"\b(is|are|be) told\b(?! from)", "`is reported', `is known', `gets'"),
    (r"\bnot known\b(?! to\b)", "`unknown'"),
    (r"\bprocessor time\b", "`CPU time'"),
    (r"\b(out|in)side of\b", "`outside', `inside'"),
    (r"\banew\b", "`again'"),
    (r"\bleft behind\b|\bleave behind\b", "`data left by a killed rank'"),
    (r"\bcomes between\b", "`sits between'"),
    (r"\bto the byte\b", "`byte by byte'"),
    (r"\bin vain\b", "`failing', `without success'"),
    (r"\bwork until MPI\b", "`work before MPI'"),
    (r"\bmet (its|the) limit\b", "`reached its limit'"),
    (r"\bhas (not )?got\b", "`has', `received'"),
    (r"\bpage of HTML\b", "`HTML report'"),
    (r"(?<![Tt]here )\b(is|are) no (?!longer|more|less|later|shorter|larger|wider)",
     "`is not a'"),
    (r"\bdealt out to\b", "`placed round-robin on'"),
    (r"\bunder way at the same time\b", "`in flight at the same time'"),
    (r"(?:^|[.?!]  ?)Against the mean\b", "`Compared with the mean'"),
    (r"\breasons? of\b", "`reason for'"),
    (r"\b(site|call) behind which\b|\bwork behind the\b", "`after'"),
    (r"\bwhat (it|a rank|the rank) works longer\b", "`its extra work'"),
    (r"\bagain, all of it\b", "`the whole ... again'"),
    (r"\bread it with that one\b", "`read it with that version'"),
    (r"\bof a size that there is not\b", "`impossible', `wrong'"),
    (r"[;,] The section\b", "`the section'"),
    (r"\bwhat was (read|to be done)\b", "name the thing: `the data', `the function'"),
]
SAID = [(re.compile(pattern), instead) for pattern, instead in SAID]
DOCUMENTS = re.compile(r"(README|CHANGES|share/examples/README|"
                       r"share/doc/[^/]*\.md|share/man/.*\.in)$")
SCRIPTS = re.compile(r"share/(html/src/.*\.js|python/.*\.py)$")

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


PART = re.compile(r'"(?:\\.|[^"\\\n])*"')
STRINGS = re.compile(r"%s(?:[\s\\+]*%s)*" % (PART.pattern, PART.pattern))
INSERTED = re.compile(r"\$\{(?:[^{}`]|\{[^{}`]*\})*\}")
TEMPLATE = re.compile(r"`(?:\\.|%s|[^`\\$]|\$(?!\{))*`" % INSERTED.pattern,
                      re.DOTALL)
CODE = re.compile(r"^```.*?^```|^    .*?$|`[^`\n]*`", re.DOTALL | re.MULTILINE)


def quoted(text, *part):
    for found in STRINGS.finditer(text, *part):
        yield text.count("\n", 0, found.start()) + 1, \
            re.sub(r'"[\s\\+]*"', "", found.group())[1:-1]


def strings(text, is_script):
    """The strings of a source, each with its parts put together.  A template
    literal of a script becomes one, the innermost first, with blanks for the code
    that it inserts."""
    text = re.sub(r"/\*.*?\*/", lambda c: "\n" * c.group().count("\n"), text,
                  flags=re.DOTALL)
    if is_script:  # A string may have a command in it, `such as this'.
        text = PART.sub(lambda part: re.sub(r"`(?=\w)", "'", part[0]), text)
    while is_script and (literal := TEMPLATE.search(text)):
        for code in INSERTED.finditer(text, *literal.span()):
            yield from quoted(text, *code.span())
        said = re.sub(r'[\n"\\]', " ", INSERTED.sub(" ", literal[0][1:-1]))
        text = f'{text[:literal.start()]}"{said}"' + \
            "\n" * literal[0].count("\n") + text[literal.end():]
    yield from quoted(text)


def paragraphs(text):
    """The paragraphs of a document, without code, on one line each."""
    text = CODE.sub(lambda c: "`'" + "\n" * c.group().count("\n"), text)
    for found in re.finditer(r"(?:.+\n?)+", text):
        yield text.count("\n", 0, found.start()) + 1, \
            re.sub(r"\n\s*", " ", found.group())


def problems_of(name, parts, phrases):
    for number, said in parts:
        for pattern, instead in phrases:
            found = pattern.search(said)
            if found:
                around = said[max(found.start() - 10, 0):found.end() + 25]
                yield f"{name}:{number}: `{around.strip()}': " \
                      f"write {instead}"


def problems_in(root, name):
    text = source_files.read(root, name)
    if DOCUMENTS.match(name):
        return list(problems_of(name, paragraphs(text), SAID))
    said = list(problems_of(name, strings(text, name.endswith(".js")), SAID))
    if SCRIPTS.match(name):
        return said
    return list(problems_of(name, comments(text), PHRASES)) + said


def main(root):
    names = [n for n in source_files.c_files(root)
             if n.endswith(".h") or n.startswith(C_FOLDERS)]
    names += [n for n in source_files.all_files(root)
              if DOCUMENTS.match(n) or SCRIPTS.match(n)]
    problems = [p for n in names for p in problems_in(root, n)]
    print("\n".join(problems + [f"{len(names)} files, "
                                f"{len(problems)} phrases to rewrite"]))
    return 1 if problems or not names else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
