# SPDX-License-Identifier: BSD-3-Clause
"""Files that are damaged or made to hurt: one line with the file's name, nothing
of them is executed, time and memory bounded.

    all_hostile.py MPIPROF-REPORT     in a folder of its own; prints what it tested
"""
import gzip
import json
import os
import pickle
import struct
import sys

import make_files
from limited import report

HAVE_JSON = os.environ.get("HAVE_JANSSON") == "yes"


def must(holds, *what):
    if not holds:
        sys.exit("FAIL: %s" % " ".join(str(part)[:500] for part in what))


def put(name, data):
    with open(name, "wb") as file:
        file.write(data)


def refused(title, data, said):
    put("bad_1.bin", data)
    status, out, lines = report("bad_1.bin")
    must(status == 1 and out == "" and len(lines) == 1 and
         lines[0].startswith("mpiprof: bad_1.bin: ") and said in lines[0],
         title, status, out, lines)
    must(not os.path.exists("executed"), title, "was executed")


class Evil:
    """A pickle of it runs a command when Python loads it."""

    def __reduce__(self):
        return os.system, ("touch executed",)


def stats(timings, unit=1e-6):
    made = make_files.class_of("line_profiler._line_profiler", "LineStats")()
    made.timings = timings
    made.unit = unit
    return made


class Odd:
    """An object of a class that no profiler has."""


def shared_lists():
    """1000 functions whose lines are one list of 1000."""
    lines = [(i, 1, 1) for i in range(1000)]
    return pickle.dumps(stats({("f", i, "g"): lines for i in range(1000)}), 4)


def itself():
    """Timings that contain themselves."""
    timings = {}
    timings[("f", 1, "g")] = [timings]
    return pickle.dumps(stats(timings), 4)


def changed(data, at):
    """One byte of it is another."""
    data = bytearray(data)
    data[at] ^= 1
    return bytes(data)


LINES = make_files.lines(4)
HEAD = b"\x80\x04"
FOLDED = b"a;b 12\n"

CASES = [
    ("system()", pickle.dumps(Evil(), 4), "none of it was executed"),
    ("system(), protocol 0", b"cos\nsystem\n(S'touch executed'\ntR.",
     "is not a file of cProfile, nor of another Python profiler"),
    ("in the timings", pickle.dumps(stats(Evil()), 4),
     "names posix.system, which no file of"),
    ("in the timings, protocol 1", pickle.dumps(stats(Evil()), 1),
     "names posix.system, which no file of"),
    ("eval by _reconstructor", HEAD +
     b"ccopyreg\n_reconstructor\n(cbuiltins\neval\ntR.",
     "names builtins.eval"),
    ("a call of a class", HEAD + b"cline_profiler._line_profiler\n"
     b"LineStats\n)R.", "calls a function, which mpiprof never does, at byte"),
    ("another class", pickle.dumps(Odd(), 4), "names __main__.Odd"),
    ("an opcode of persistent objects", HEAD + b"Pid\n.", "opcode 0x50"),
    ("the opcode INST", HEAD + b"(ios\nsystem\n.", "opcode 0x69"),
    ("the opcode OBJ", HEAD + b"(o.", "opcode 0x6f"),
    ("the opcode EXT1", HEAD + b"\x82\x01.", "opcode 0x82"),
    ("the opcode DUP", HEAD + b"N2.", "opcode 0x32"),
    ("bytes", pickle.dumps(b"abc", 4), "opcode 0x43"),
    ("a set", pickle.dumps({1}, 4), "opcode 0x8f"),
    ("a dictionary", pickle.dumps({"timings": {}}, 4),
     "is a pickle, but not one of line_profiler"),
    ("a list of tracemalloc", pickle.dumps(["tracemalloc"], 4),
     "is a pickle, but not a tracemalloc snapshot"),
    ("2^63 - 1 bytes of text", HEAD + b"\x8d" + b"\xff" * 7 + b"\x7f",
     "is cut off in the text that begins at byte 2"),
    ("2^31 bytes of text", HEAD + b"X\0\0\0\x80abc", "is cut off in the text"),
    ("a number of 2^31 bytes", HEAD + b"\x8b\0\0\0\x80", "too large a number"),
    ("a number of 9 bytes", HEAD + b"\x8a\x09" + b"\1" * 9,
     "too large a number"),
    ("a reference of 2^32 - 1", HEAD + b"Nr\xff\xff\xff\xff.", "out of order"),
    ("no such reference", HEAD + b"j\xff\0\0\0.", "refers to an object that does not exist"),
    ("nothing to stop at", HEAD + b".", "takes a value that is not there"),
    ("no mark", HEAD + b"N)e.", "uses a mark that is not there"),
    ("below the mark", HEAD + b"N(\x85.", "takes a value that is not there"),
    ("a key without a value", HEAD + b"(Nd.", "a key without a value"),
    ("added to a number", HEAD + b"K\1K\2a.", "adds to an object of the wrong kind"),
    ("a state of a number", HEAD + b"K\1}b.", "sets the state of something that is not an object"),
    ("protocol 6", b"\x80\x05\x80\x06N.", "a pickle of an unknown protocol"),
    ("a text for a number", HEAD + b"Iabc\n.", "has no number"),
    ("unit 0", pickle.dumps(stats({}, 0.0), 4), "not one of line_profiler"),
    ("unit is no number", pickle.dumps(stats({}, float("nan")), 4),
     "not one of line_profiler"),
    ("lines of a text", pickle.dumps(stats({("f", 1, "g"): "abc"}), 4),
     "no function and its lines"),
    ("a key of two", pickle.dumps(stats({("f", 1): []}), 4),
     "no function and its lines"),
    ("a line of two", pickle.dumps(stats({("f", 1, "g"): [(1, 2)]}), 4),
     "no line, hits and time"),
    ("hits of a text", pickle.dumps(stats({("f", 1, "g"): [(1, "2", 3)]}), 4),
     "lacks the numbers of a line"),
    ("a list for many", shared_lists(), "no function and its lines"),
    ("itself", itself(), "no line, hits and time"),
    ("mprof, no number", b"MEM x 1\n", "no number where one should be in line"),
    ("mprof, of nothing", b"CMDLINE a\n", "no memory readings"),
    ("mprof, what else", b"MEM 1 2\nfoo bar\n", "does not write in line 2"),
    ("folded, cut", b"a;b 12\na;b\n", "number of samples in line 2"),
    ("folded, negative", b"a;b 12\na;b -3\n", "number of samples in line 2"),
    ("folded, 2^64", b"a;b 12\na;b 18446744073709551616\n", "in line 2"),
    ("folded, deep", b"a;" * 5000 + b"b 1\n", "more than 4096 frames"),
    ("gzip, cut", b"\x1f\x8b\x08\0\0\0\0\0\0\x03\x4b", "is cut off"),
    ("gzip, cut in its header", b"\x1f\x8b\x08\0\0", "is cut off"),
    ("gzip, no end", gzip.compress(FOLDED)[:-4], "is cut off"),
    ("gzip, cut, large", gzip.compress(FOLDED * 20000)[:-4], "is cut off"),
    ("gzip, another sum", changed(gzip.compress(FOLDED), -6),
     "is damaged: it cannot be decompressed"),
    ("gzip of no profiler's file", gzip.compress(b"Hello, world"),
     "is compressed by gzip, or damaged; decompress it first"),
    ("gzip, large, another sum", changed(gzip.compress(FOLDED * 20000), -6),
     "is damaged"),
]

JSON_CASES = [
    ("cut off", b'{"root_frame": {', "is cut off"),
    ("deep", b'{"root_frame": ' + b"[" * 100000, "nested too deeply"),
    ("no JSON", b'{"root_frame": nothing}', "is not valid JSON at byte"),
    ("neither", b'{"a": 1}', "neither pyinstrument's nor speedscope's"),
    ("a unit", b'{"$schema": "", "shared": {"frames": []}, "profiles": '
     b'[{"unit": "bytes"}]}', "a profile in bytes, not in a unit of time"),
    ("a frame that is not there", b'{"shared": {"frames": []}, "profiles": '
     b'[{"unit": "seconds", "samples": [[0]], "weights": [1]}]}',
     "frames that do not exist"),
    ("weights", b'{"shared": {"frames": []}, "profiles": '
     b'[{"unit": "seconds", "samples": [[]], "weights": []}]}',
     "not have as many weights"),
    ("closed without being open", b'{"shared": {"frames": [{"name": "a"}]}, '
     b'"profiles": [{"unit": "seconds", "type": "evented", "events": '
     b'[{"type": "C", "at": 1, "frame": 0}]}]}', "not the innermost"),
    ("of a later version", b'{"shared": {"frames": []}, "profiles": '
     b'[{"unit": "seconds", "type": "graph"}]}', "of the unknown type graph"),
    ("Chrome, cut off", b'{"traceEvents": [{"ph": "X", "dur": 1}', "is cut off"),
    ("Chrome, cut in an event", b'{"traceEvents": [{"ph": "X", ', "is cut off"),
    ("Chrome, deep", b'{"traceEvents": [' + b"[" * 100000, "too deeply"),
    ("Chrome, empty", b'{"traceEvents": []}', "has no slices"),
    ("Chrome, no comma", b'{"traceEvents": [{} {}]}', "',' expected"),
    ("Chrome, nothing", b"[{", "is cut off"),
]


def big(name, data):
    """Large files that are right: within the limits."""
    put(name, data)
    status, _, lines = report("--all", "--format", "json", "-o", "/dev/null",
                              name)
    must(status == 0 and not lines, name, status, lines)


def bombs():
    """Little that becomes very much: limited.py leaves 400 MiB to read it."""
    part = gzip.compress(bytes(64 << 20))
    refused("10 GiB in 10 MB", gzip.compress(HEAD) + part * 160,
            "is larger than 1 GiB when decompressed")
    refused("2^26 opcodes", gzip.compress(HEAD * (1 << 26) + b"N."),
            "has more than 67 million values")


def many_lines():
    return pickle.dumps(stats({("f%d.py" % i, 1, "g" * 200):
                               [(k, 1, 1) for k in range(20)]
                               for i in range(5000)}), 4)


def killed():
    """A tool that is killed leaves its array open, often behind a comma."""
    event = b'{"ph": "X", "ts": 5, "dur": 1, "name": "a"}'
    for end in (b"", b",", b",\n", b"]"):
        put("killed_0.json", b"[" + event + end)
        status, _, lines = report("--format", "csv", "killed_0.json")
        must(status == 0 and not lines, end, status, lines)


def odd_events():
    """Events that no tool writes: what has no time is left out, the rest is
    moved."""
    events = [{"ph": "X", "ts": 5, "dur": 1, "name": "a"}, [], None, 7,
              {"ph": 5}, {"ph": "X", "ts": 1e300, "dur": 1},
              {"ph": "X", "ts": -1e300}, {"ph": "X", "ts": "1"},
              {"ph": "X", "ts": 6, "dur": 1e308, "pid": {}, "tid": [1],
               "id": [], "name": "b\u0001\u202e", "args": {"x": "</script>"}},
              {"ph": "M", "name": "thread_name", "args": 7},
              {"ph": "M", "name": "process_name", "args": {"name": ["c"]}}]
    put("odd_0.json", json.dumps(
        {"traceEvents": events, "baseTimeNanoseconds": 10**30,
         "viztracer_metadata": []}).encode())
    status, out, lines = report("--export", "chrome", "odd_0.json")
    must(status == 1 and len(lines) == 1 and "is not valid JSON at byte" in lines[0], lines)
    put("odd_0.json", json.dumps(
        {"traceEvents": events, "baseTimeNanoseconds": 10**17,
         "viztracer_metadata": []}).encode())
    status, out, lines = report("--export", "chrome", "odd_0.json")
    moved = [event for event in json.loads(out)["traceEvents"]
             if event["ph"] == "X"]
    must(status == 0 and not lines and [event["ts"] for event in moved] ==
         [0, 1], status, lines, out)
    status, out, lines = report("--format", "csv", "odd_0.json")
    must(status == 0 and not lines, status, lines)


def cut_everywhere(data, name):
    for size in range(len(data)):
        put(name, data[:size])
        status, _, lines = report(name)
        must(status == 1 and len(lines) == 1 and name in lines[0],
             name, "cut at", size, status, lines)


def main():
    for case in CASES + (JSON_CASES if HAVE_JSON else []):
        refused(*case)
    print("%d kinds of files are refused" % len(CASES))
    for title, data, said in JSON_CASES if HAVE_JSON else []:
        if title.startswith("Chrome") and "empty" not in title:
            put("bad_1.bin", data)
            status, out, lines = report("--export", "chrome", "bad_1.bin")
            must(status == 1 and out == "" and len(lines) == 1 and
                 said in lines[0], title, status, out, lines)
    if HAVE_JSON:
        killed()
        odd_events()
    put("good_0.lprof", LINES)
    put("evil_1.lprof", pickle.dumps(stats(Evil()), 4))
    status, out, lines = report("good_0.lprof", "evil_1.lprof")
    must(status == 0 and len(lines) == 1 and "Not read: evil_1.lprof" in
         " ".join(out.split()) and "solver.py:4" in out, status, out, lines)
    put("first_0.lprof", b"\0\1\2")
    put("cpu_2.lprof", b"{0")
    put("good_3.lprof", LINES)
    status, out, lines = report("first_0.lprof", "good_3.lprof")
    must(status == 0 and len(lines) == 1 and "solver.py:4" in out and
         "first_0.lprof: is not a file of line_profiler" in lines[0], lines)
    status, out, lines = report("first_0.lprof", "cpu_2.lprof", "good_3.lprof")
    must(status == 0 and len(lines) == 2 and "good_3.lprof: is a pickle" in
         lines[1], "cProfile is the first that is known", status, lines)
    bombs()
    print("what is decompressed has a limit")
    os.mkfifo("fifo.py")
    put("named_0.lprof", pickle.dumps(stats(
        {("fifo.py", 1, "g"): [(1, 1, 1)], ("/dev/zero", 1, "g"): [(1, 1, 1)],
         ("/etc/passwd", 1, "g"): [(1, 1, 1)]}), 4))
    status, out, lines = report("named_0.lprof")
    must(status == 0 and not lines and "root:" not in out, out, lines)
    print("no files but Python's sources are shown")
    big("many_0.lprof", many_lines())
    big("long_0.folded", b"".join(b"main;f%d;g%d %d\n" % (i, i % 7, i)
                                  for i in range(100000)))
    print("large files are read")
    cut_everywhere(LINES, "cut_0.lprof")
    print("cut at each of %d bytes" % len(LINES))


main()
