# SPDX-License-Identifier: BSD-3-Clause
"""Files that are damaged or made to hurt: one line with the file's name, the
other files merged all the same, never a crash, time and memory bounded.

    all_hostile.py MPIPROF-REPORT     in a folder of its own; prints what it tested
"""
import gzip
import marshal
import os
import pickle
import struct
import sys

import profiles
from limited import report

GOOD = marshal.dumps(profiles.made_up(1, 3, 3))


def put(name, data):
    with open(name, "wb") as file:
        file.write(data)


def must(holds, *what):
    if not holds:
        sys.exit("FAIL: %s" % " ".join(str(part)[:500] for part in what))


def refused(title, data, said):
    """Alone it fails; beside another the other one is shown."""
    put("bad_1.prof", data)
    status, out, lines = report("bad_1.prof")
    must(status == 1 and out == "", title, status, out)
    must(len(lines) == 1 and lines[0].startswith("mpiprof: bad_1.prof: ") and
         said in lines[0], title, lines)
    put("good_0.prof", GOOD)
    status, out, lines = report("good_0.prof", "bad_1.prof")
    must(status == 0 and len(lines) == 1 and said in lines[0], title, status,
         lines)
    must("Not read: bad_1.prof (rank 1): " in " ".join(out.split()), title,
         out)
    return title


def key(file=b"z\x01f", line=b"i\x01\0\0\0", name=b"z\x01g"):
    return b")\x03" + file + line + name


ONE = b"i\1\0\0\0"
NUMBERS = ONE + ONE + b"g" + b"\0" * 8 + b"g" + b"\0" * 8


def entry(callers=b"{0"):
    return key() + b")\x05" + NUMBERS + callers


CASES = [
    ("empty", b"", "is empty"),
    ("pickle", pickle.dumps({"a": 1}), "is a pickle"),
    ("pickle, protocol 0", pickle.dumps({"a": 1}, 0), "is a pickle"),
    ("pickle, protocol 2", pickle.dumps({}, 2), "is a pickle"),
    ("text", b"Hello, world", "is not a file of cProfile, nor of another"),
    ("a list", marshal.dumps([1, 2]), "is not a file of cProfile"),
    ("compressed", gzip.compress(GOOD), "is compressed by gzip, or damaged"),
    ("cut off", GOOD[:len(GOOD) // 2], "is cut off at byte"),
    ("2^31 entries", b"{(" + b"\xff\xff\xff\x7f", "more items than the file"),
    ("2^32 - 1 entries", b"{(" + b"\xff" * 4, "more items than the file"),
    ("a text of 2^31 bytes", b"{)\x03u" + b"\xff\xff\xff\x7f", "is cut off"),
    ("a text of -1 bytes", b"{)\x03u" + b"\xff" * 4, "negative length"),
    ("nested 10,000 deep", b"{" * 10000, "a table where a function"),
    ("tuples 10,000 deep", b"{" + b")\x03" * 10000, "a tuple where"),
    ("a key of two", b"{)\x02z\x01fz\x01g", "a function (file, line, name)"),
    ("line is a text", b"{)\x03z\x01fz\x01gz\x01h", "the line of a function"),
    ("four numbers", b"{" + key() + b")\x04" + NUMBERS,
     "the times of a function"),
    ("no number", b"{" + key() + b")\x05" + b"z\x011" + NUMBERS,
     "a number of calls"),
    ("negative calls", b"{" + key() + b")\x05i\xff\xff\xff\xff" + NUMBERS,
     "negative number of calls"),
    ("2^64 calls", b"{" + key() + b")\x05l" + struct.pack("<i5H", 5, 0, 0, 0,
                                                         0, 16) + NUMBERS,
     "too large a number"),
    ("a long of 2^31 digits", b"{" + key() + b")\x05l\xff\xff\xff\x7f",
     "too large a number"),
    ("reference to nothing", b"{r\x05\0\0\0", "refers to an object that does not exist"),
    ("reference to itself", b"{\xa9\x03r\0\0\0\0", "the file of a function"),
    ("callers twice", b"{" + entry(b"\xfb0") + entry(b"r\0\0\0\0") + b"0",
     "the callers of a function"),
    ("a text for a caller", b"{" + entry(b"{" + key() + b"z\x011"),
     "the times of a caller"),
    ("text of a number", b"{" + key() + b")\x05" + ONE + ONE + b"f\x03abc",
     "no number"),
]


def big(name, stats_bytes, wanted=0):
    put(name, stats_bytes)
    status, _, lines = report("--all", "--format", "json", "-o", "/dev/null",
                              name)
    must(status == wanted and not lines, name, status, lines)
    return name


def one_long_name():
    """One name of a megabyte that 20,000 functions share."""
    name = b"\xf5" + struct.pack("<i", 1 << 20) + b"n" * (1 << 20)
    return b"{" + b"".join(
        b")\x03z\x01fi" + struct.pack("<i", i) +
        (name if i == 0 else b"r\0\0\0\0") + b")\x05" + NUMBERS + b"{0"
        for i in range(20000)) + b"0"


def many_callers():
    """Each of 300 functions is called by all of them."""
    keys = [("f", i, "g") for i in range(300)]
    return marshal.dumps({k: (1, 1, 0.0, 1.0, {c: (1, 1, 0.0, 1.0)
                                               for c in keys})
                          for k in keys})


def cut_everywhere():
    for size in range(len(GOOD)):
        put("cut_0.prof", GOOD[:size])
        status, _, lines = report("cut_0.prof")
        must(status == 1 and len(lines) == 1 and "cut_0.prof" in lines[0],
             "cut at", size, status, lines)


def main():
    for case in CASES:
        refused(*case)
    must(refused("folder", b"", "is empty"), "")
    os.mkdir("dir_3.prof")
    status, _, lines = report("dir_3.prof")
    must(status == 1 and "no file ends in" in lines[0], lines)
    os.mkfifo("fifo_1.prof")
    status, _, lines = report("fifo_1.prof")
    must(status == 1 and "is not a regular file" in lines[0], lines)
    status, _, lines = report("/dev/zero")
    must(status == 1 and "is not a regular file" in lines[0], lines)
    with open("huge_1.prof", "wb") as file:
        file.truncate(1 << 40)
    status, _, lines = report("huge_1.prof")
    must(status == 1 and "larger than 1 GiB" in lines[0], lines)
    print("%d kinds of files are refused" % (len(CASES) + 4))
    for name, data in (("long_0.prof", one_long_name()),
                       ("callers_0.prof", many_callers())):
        big(name, data)
        for export in ("folded", "dot", "speedscope"):
            status, _, lines = report("--export", export, "-o", "/dev/null",
                                      name)
            must(status == 0 and not lines, name, export, status, lines)
        print("%s is shown and exported" % name)
    cut_everywhere()
    print("cut at each of %d bytes" % len(GOOD))


main()
