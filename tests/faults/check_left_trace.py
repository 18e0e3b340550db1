#!/usr/bin/env python3
"""usage: check_left_trace.py RUN.otf2 COUNTS [FEWER]

Reads a recovered archive with the Python bindings of OTF2, nothing of ours:
each thread has the calls that the program itself had counted in
COUNTS.<rank>.<thread> (or COUNTS.<rank>), or one more: the one it was in.
FEWER: locations, as <rank>.<thread>, that may have fewer, but not more.
All is left that was entered, times do not decrease, a program that begins
ends, and each location has as many events as it says.
"""

import os
import sys

import otf2
from otf2 import events


def check(location, own, fewer, wrong):
    name = '%d.%d' % location
    for words in own['wrong']:
        wrong.append('%s: %s' % (name, words))
    if own['open']:
        wrong.append('%s: not left: %s' % (name, own['open']))
    if own['programs'] != 0:
        wrong.append('%s: a program without begin or end' % name)
    if own['said'] != own['events']:
        wrong.append('%s: %d events, it says %d' %
                     (name, own['events'], own['said']))
    path = '%s.%s' % (sys.argv[2], name)
    if not os.path.exists(path):
        path = '%s.%d' % (sys.argv[2], location[0])
    with open(path) as file:
        counted = int(file.read())
    least = 1 if name in fewer else counted
    if not least <= own['calls'] <= counted + 1:
        wrong.append('%s: %d calls, it counted %d' %
                     (name, own['calls'], counted))


def take(own, event):
    own['events'] += 1
    if event.time < own['time']:
        own['wrong'].append('a time decreases')
    own['time'] = event.time
    if isinstance(event, events.Enter):
        own['open'].append(event.region.name)
        own['calls'] += event.region.paradigm == otf2.Paradigm.MPI
    elif isinstance(event, events.Leave):
        if not own['open'] or own['open'].pop() != event.region.name:
            own['wrong'].append('%s is left' % event.region.name)
    elif isinstance(event, events.ProgramBegin):
        own['programs'] += 1
    elif isinstance(event, events.ProgramEnd):
        own['programs'] -= 1


def main():
    found, fewer, wrong = {}, sys.argv[3:], []
    with otf2.reader.open(sys.argv[1]) as trace:
        ranks = {group: number for number, group
                 in enumerate(trace.definitions.location_groups)}
        for location in trace.definitions.locations:
            thread = 0 if location.name == 'Master thread' else \
                int(location.name.split()[-1])
            found[location] = {
                'key': (ranks[location.group], thread), 'calls': 0,
                'events': 0, 'said': location.number_of_events, 'time': 0,
                'open': [], 'programs': 0, 'wrong': []}
        for location, event in trace.events:
            take(found[location], event)
    for own in found.values():
        if own['said'] > 0:
            check(own['key'], own, fewer, wrong)
        print('%d.%d: %d calls, %d events' %
              (own['key'] + (own['calls'], own['events'])))
    sys.exit('\n'.join(wrong) if wrong else 0)


main()
