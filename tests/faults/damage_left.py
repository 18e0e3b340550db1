#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""usage: damage_left.py REPORT RUN CASES

Damages the files that the ranks of RUN left behind: bits of what is no hole,
and cuts.  The report of each is made, or refused with a line that names the
file; never a crash, never more than SECONDS.
"""

import os
import random
import shutil
import subprocess
import sys

SECONDS = 20


def extents(path):
    """(from, to) of all that is no hole."""
    found, at = [], 0
    with open(path, 'rb') as file:
        size = os.path.getsize(path)
        while at < size:
            try:
                at = os.lseek(file.fileno(), at, os.SEEK_DATA)
            except OSError:
                break
            end = os.lseek(file.fileno(), at, os.SEEK_HOLE)
            found.append((at, end))
            at = end
    return found


def used_bytes(path):
    """Places of bytes that are not zero, and those right behind them."""
    places = []
    with open(path, 'rb') as file:
        for start, end in extents(path):
            file.seek(start)
            data = file.read(end - start)
            places += [start + i for i, byte in enumerate(data) if byte]
    return places


def flip(path, place, bit):
    with open(path, 'r+b') as file:
        file.seek(place)
        byte = file.read(1)[0]
        file.seek(place)
        file.write(bytes([byte ^ 1 << bit]))


def check(report, run, what):
    try:
        done = subprocess.run([report, '--all', '--format', 'json', run],
                              stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return '%s: no end' % what
    said = done.stderr.decode(errors='replace')
    if done.returncode not in (0, 1):
        return '%s: status %d: %s' % (what, done.returncode, said)
    if done.returncode == 1 and 'mpiprof: ' not in said:
        return '%s: refused without a line' % what
    return None


def main():
    report, run, cases = sys.argv[1], sys.argv[2], int(sys.argv[3])
    good = os.path.join(run, 'unfinished', '0')
    kept = good + '.good'
    shutil.copy(good, kept)
    chance = random.Random(1)
    places = used_bytes(kept)
    wrong = []
    for case in range(cases):
        subprocess.run(['cp', '--sparse=always', kept, good], check=True)
        if case % 8 == 0:
            size = chance.randrange(os.path.getsize(kept))
            os.truncate(good, size)
            what = 'cut at %d' % size
        else:
            place, bit = chance.choice(places), chance.randrange(8)
            flip(good, place, bit)
            what = 'bit %d of %d' % (bit, place)
        wrong.append(check(report, run, what))
    os.replace(kept, good)
    wrong = [line for line in wrong if line]
    print('%d cases, %d wrong' % (cases, len(wrong)))
    sys.exit('\n'.join(wrong[:10]) if wrong else 0)


main()
