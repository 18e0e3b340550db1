#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""usage: check_left_trace.py RUN.otf2 COUNTS [FEWER...]

Reads a recovered archive with otf2-print, nothing of ours, which must have no
word of complaint: each thread has the calls that the program itself had counted
in COUNTS.<rank>.<thread> (or COUNTS.<rank>), or one more: the one it was in.
FEWER: locations, as <rank>.<thread>, that may have fewer, but not more.
Each thread that has a file COUNTS.<rank>.<thread> has events.  All is left that
was entered, times do not decrease, a program that begins ends, and each location
has as many events as it says.
"""

import collections
import glob
import os
import re
import subprocess
import sys

# A reader of a million events: in text, as Python's own takes ten times as long.
LOCATION = re.compile(r'LOCATION +(\d+) .*# Events: (\d+),')


class Location:
    def __init__(self):
        self.calls = self.events = self.said = self.time = self.programs = 0
        self.open, self.wrong = [], []

    def take(self, kind, time, rest):
        self.events += 1
        if time < self.time:
            self.wrong.append('a time decreases')
        self.time = time
        if kind == 'ENTER':
            self.open.append(rest)
            self.calls += rest.startswith('Region: "MPI_')
        elif kind == 'LEAVE':
            if not self.open or self.open.pop() != rest:
                self.wrong.append('%s is left' % rest)
        elif kind == 'PROGRAM_BEGIN':
            self.programs += 1
        elif kind == 'PROGRAM_END':
            self.programs -= 1

    def check(self, rank, thread):
        name = '%d.%d' % (rank, thread)
        yield from self.wrong
        if self.open:
            yield 'not left: %s' % self.open
        if self.programs != 0:
            yield 'a program without begin or end'
        if self.said != self.events:
            yield '%d events, it says %d' % (self.events, self.said)
        path = '%s.%s' % (sys.argv[2], name)
        if not os.path.exists(path):
            path = '%s.%d' % (sys.argv[2], rank)
        with open(path) as file:
            counted = int(file.read())
        least = 1 if name in sys.argv[3:] else counted
        if not least <= self.calls <= counted + 1:
            yield '%d calls, it counted %d' % (self.calls, counted)


def print_of(*options):
    command = ['otf2-print', '-Werror', *options, sys.argv[1]]
    with subprocess.Popen(command, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True) as job:
        yield from job.stdout
        complaints = job.stderr.read()
    if job.returncode or re.search('warning|error', complaints, re.I):
        sys.exit('%s: %s' % (' '.join(command), complaints))


def main():
    found, wrong = collections.defaultdict(Location), []
    for line in print_of('-G'):
        location = LOCATION.match(line)
        if location:
            found[int(location[1])].said = int(location[2])
    for line in print_of():
        words = line.rstrip('\n').split(None, 3)
        if len(words) > 2 and words[2].isdigit():
            found[int(words[1])].take(words[0], int(words[2]),
                                      words[3] if len(words) > 3 else '')
    for number, own in sorted(found.items()):
        key = number & 0xffffffff, number >> 32
        if own.said > 0 or own.events > 0:
            wrong += ['%d.%d: %s' % (key + (text,))
                      for text in own.check(*key)]
        print('%d.%d: %d calls, %d events' %
              (key + (own.calls, own.events)))
    for path in glob.glob(sys.argv[2] + '.*.*'):
        rank, thread = map(int, path.split('.')[-2:])
        if not found[thread << 32 | rank].events:
            wrong.append('%d.%d: no events' % (rank, thread))
    sys.exit('\n'.join(wrong) if wrong else 0)


main()
