# SPDX-License-Identifier: BSD-3-Clause
"""The command line of python3 -m mpiprof."""

import sys

from mpiprof import _library, _memory, _output, _profiler, _program
from mpiprof._ending import Ending
from mpiprof._terminate import Terminate

USAGE = """\
usage: python3 -m mpiprof [options] [--] script.py [ARGUMENTS]
       python3 -m mpiprof [options] -m module [ARGUMENTS]

Runs a Python program under cProfile and writes cpu_RANK.prof, on every rank
of an MPI program: into the directory of the run where it is measured, too
(mpiexec -n 4 mpiprof-run python3 -m mpiprof script.py), else into this one.
mpiprof-report python, pstats and other tools read the files.

  -o, --output DIRECTORY  where cpu_RANK.prof goes; created if missing
  --ranks LIST            profile only these ranks, such as 0,4-7
  --no-profile            run the program, and nothing else
  -h, --help              show this help

With MPIPROF_PYTHON_MEMORY=on memory_RANK.tsv is written, too: which lines hold
memory, by tracemalloc, which makes programs slower.
"""

class BadUsage(Exception):
    pass


class Request:
    def __init__(self):
        self.output = None
        self.ranks = None
        self.profile = True
        self.module = None
        self.words = []

    def wants(self, rank):
        return self.ranks is None or any(first <= rank <= last
                                         for first, last in self.ranks)


def read_ranks(text):
    """0,4-7 as [(0, 0), (4, 7)]"""
    ranges = []
    for part in text.split(","):
        first, dash, last = part.partition("-")
        last = last if dash else first
        if not (first.isdecimal() and last.isdecimal() and
                int(first) <= int(last)):
            raise BadUsage("--ranks %s: %r is not a rank or range such as 4-7"
                           % (text, part))
        ranges.append((int(first), int(last)))
    return ranges


def _take_option(request, name, value):
    if name in ("-o", "--output"):
        request.output = value()
    elif name == "--ranks":
        request.ranks = read_ranks(value())
    elif name == "--no-profile":
        request.profile = False
    elif name == "-m":
        request.module = value()
    else:
        raise BadUsage("there is no option %s" % name)


def read_words(words):
    """The request, or a text to print and be done."""
    request, words = Request(), list(words)
    while words and words[0].startswith("-") and request.module is None:
        word = words.pop(0)
        if word == "--":
            break
        name, given, rest = word.partition("=") if word.startswith("--") \
            else (word[:2], word[2:], word[2:])

        def value():
            text = rest if given else words.pop(0) if words else ""
            if not text:
                raise BadUsage("%s needs a value" % name)
            return text

        if word in ("-h", "--help"):
            return USAGE
        if given and name not in ("-o", "--output", "--ranks", "-m"):
            raise BadUsage("there is no option %s" % word)
        _take_option(request, name, value)
    request.words = words
    if request.module is None and not words:
        raise BadUsage("no program given: give a script or -m module")
    return request


def _refuse(text):
    if _output.is_first():
        sys.stderr.write("mpiprof: %s\n%s" % (text, USAGE))
    sys.exit(2)


def _is_wanted(request):
    """Whether to profile here at all."""
    rank = _output.launched_rank()
    if not request.profile or rank is not None and not request.wants(rank):
        return False
    other = _profiler.other_profiler()
    if other is not None and _output.is_first():
        _output.say("another profiler (%s) is active: mpiprof writes no Python "
                    "profile" % other)
    return other is None


def _tell(profiler):
    if profiler.replaced:
        _output.say("the script turned on a profiler of its own: the "
                    "Python profile ends there")
    if profiler.mixed and _output.is_first():
        _output.say("cProfile of this Python (3.12 and later) mixes the calls "
                    "of threads: counts in the Python profile are right, "
                    "times are not")


def _children():
    """How many processes the script has made with multiprocessing, which
    concurrent.futures uses, too."""
    counter = getattr(sys.modules.get("multiprocessing.process"),
                      "_process_counter", None)
    digits = repr(counter)[len("count("):-1]
    return int(digits) - 1 if digits.isdecimal() else 0


def _tell_children():
    count = _children()
    if count > 0 and _output.is_first():
        _output.say("%s that the script started with multiprocessing %s not "
                    "in the Python profile"
                    % (("a process", "is") if count == 1
                       else ("%d processes" % count, "are")))


def _run(program, profiler, ending, terminate):
    if profiler is None:
        program.run(None)
        return
    profiler.watch_threads()
    for part in ending, terminate:
        try:
            part.prepare()
        except Exception as error:  # the program runs all the same
            _output.say("some ways of ending the program will leave no Python "
                        "profile: %s: %s" % (type(error).__name__, error))
    try:
        program.run(profiler.main)
    except (ImportError, SyntaxError) as error:
        if _program.failed_at_import(error):
            ending.leave_only_in_run()
        raise
    finally:
        profiler.note_main_ends()
        ending.script_ends()
        _tell(profiler)
        _tell_children()


def main():
    try:
        request = read_words(sys.argv[1:])
    except BadUsage as problem:
        _refuse(problem)
    if isinstance(request, str):
        sys.stdout.write(request)
        sys.exit(0)
    profiler = ending = terminate = memory = None
    if _is_wanted(request):
        library = _library.find()
        profiler = _profiler.Profiler()
        if _memory.is_wanted():
            memory = _memory.Memory()
        ending = Ending(profiler, _output.Place(library, request.output),
                        library, request.wants, memory)
        terminate = Terminate(ending, library)
    program = _program.Module(request.module, request.words) \
        if request.module is not None \
        else _program.of_script(request.words[0], request.words[1:])
    try:
        program.prepare()
        if memory:
            memory.start()
        _run(program, profiler, ending, terminate)
    except _program.Missing as missing:
        sys.stderr.write("%s\n" % missing)
        sys.exit(2)
    except BaseException as error:
        _program.hide_frames(error)
        raise
