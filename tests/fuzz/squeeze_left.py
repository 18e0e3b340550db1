#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""usage: squeeze_left.py FILE... >INPUT

Makes of files that ranks left behind (RUN/unfinished/0, 1 ...) an input of the
format `left', see left.c: without holes, the names of procedures and those of
most libraries.
"""

import struct
import sys

LIST = struct.Struct('=24sIIIIQQ')
SEGMENT = struct.Struct('=IIQQ')
SEGMENTS = 4096
HEAD, JOURNAL, PEERS, CALLS = 1, 2, 5, 254
FACT, MODULE = 4, 5  # of records
MODULES = 2  # are enough
SIZES = slice(32, 56)  # of structures, in the head; and of procedures
UNIT = 256
ROOM = 4096  # behind what is used


def segments(data):
    for i in range(SEGMENTS):
        kind, owner, offset, size = SEGMENT.unpack_from(
            data, LIST.size + i * SEGMENT.size)
        if kind:
            yield kind, owner, data[offset:offset + size]


def records(journal):
    at = 0
    while at + 8 <= len(journal):
        length, kind = struct.unpack_from('=II', journal, at)
        if length == 0:
            return
        whole = 8 + (length + 7 & ~7)
        yield kind, journal[at + 8:at + 8 + length], journal[at:at + whole]
        at += whole


def shortened(journal):
    kept, modules = [], 0
    for kind, body, record in records(journal):
        modules += kind == MODULE
        if (kind != FACT or not body.startswith(b'\5calls')) and \
                (kind != MODULE or modules <= MODULES):
            kept.append(record)
    return b''.join(kept)


def pieces(content):
    """Zeros between bytes that are not; two zeros are no gap."""
    at = 0
    while content[at:].strip(b'\0'):
        start = at
        while content[start] == 0 and start - at < 65535:
            start += 1
        end = start
        while end < len(content) and end - start < 255 and \
                content[end:end + 3].strip(b'\0'):
            end += 1
        yield struct.pack('<HB', start - at, end - start)
        yield content[start:end]
        at = end
    yield bytes(3)


def squeeze(kind, owner, content):
    used = len(content.rstrip(b'\0'))
    units = min(len(content), used + ROOM) // UNIT + 1
    return struct.pack('<BBH', kind, owner, units) + \
        b''.join(pieces(content[:used]))


def squeeze_file(path):
    with open(path, 'rb') as file:
        data = file.read()
    out, journals = b'', 0
    for kind, owner, content in segments(data):
        if kind == HEAD:
            content = bytearray(content)
            content[SIZES] = bytes(SIZES.stop - SIZES.start)
            content = bytes(content)
        if kind == JOURNAL:
            content = shortened(content)
            journals += 1
        out += squeeze(kind, owner, content)
    return out + struct.pack('<BBH', CALLS, journals, 0) + bytes(4)


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith('-'):
        sys.exit(__doc__)
    for path in sys.argv[1:]:
        sys.stdout.buffer.write(squeeze_file(path))


main()
