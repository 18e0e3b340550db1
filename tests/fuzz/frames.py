# SPDX-License-Identifier: BSD-3-Clause
"""Several files as one input of a fuzz target: of each its length as two
bytes, the lower one first, and what is in it.

usage: frames.py archive run.otf2 OUTPUT     locations 0, 1 ... of an archive
       frames.py profile run.mpiprof OUTPUT  the sections of a profile
"""
import os
import struct
import sys

HEADER = struct.Struct("<8sIIQQQ")
ENTRY = struct.Struct("<IIQQII")


def read(path):
    with open(path, "rb") as file:
        return file.read()


def sections_of(path):
    data = read(path)
    _, _, _, table, count, _ = HEADER.unpack_from(data)
    entries = [ENTRY.unpack_from(data, table + i * ENTRY.size)
               for i in range(count)]
    for kind, rank, offset, size, _, _ in sorted(entries,
                                                 key=lambda e: e[:2]):
        if kind in (1, 2):
            yield data[offset:offset + size]


def files_of(anchor):
    stem = anchor[:-len(".otf2")]
    yield read(anchor)
    yield read(stem + ".def")
    location = 0
    while os.path.exists(f"{stem}/{location}.evt"):
        yield read(f"{stem}/{location}.def")
        yield read(f"{stem}/{location}.evt")
        location += 1


def main(what, path, output):
    parts = {"archive": files_of, "profile": sections_of}[what](path)
    with open(output, "wb") as file:
        for part in parts:
            part = part[:65535]
            file.write(struct.pack("<H", len(part)) + part)


if __name__ == "__main__":
    main(*sys.argv[1:])
