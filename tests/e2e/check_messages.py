#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The messages of a trace arrive after they were sent.

    check_messages.py RUN.OTF2 LATE [ERROR]     seconds

Every MpiSend has its MpiRecv, in order per (sender, receiver, tag); none is
received before it was sent, or by ERROR at most.  The message of tag 999 made its receiver wait from
its Enter to the sender's for LATE, within 5 %.  Prints how many there were and
the shortest time one took.
"""

import sys
from collections import defaultdict, deque

import otf2
from otf2.events import Enter, MpiRecv, MpiSend


def read(path):
    """{(from, to, tag): ([(time sent, entered)], [(received, entered)])}"""
    messages = defaultdict(lambda: (deque(), deque()))
    with otf2.reader.open(path) as trace:
        resolution = trace.timer_resolution
        entered = {}
        for location, event in trace.events:
            rank = int(location.group.name.split()[-1])
            if isinstance(event, Enter):
                entered[location] = event.time
            elif isinstance(event, MpiSend):
                messages[rank, event.receiver, event.msg_tag][0].append(
                    (event.time, entered[location]))
            elif isinstance(event, MpiRecv):
                messages[event.sender, rank, event.msg_tag][1].append(
                    (event.time, entered[location]))
    return messages, resolution


def main(path, late, error=0.0):
    messages, resolution = read(path)
    times = []
    for key, (sent, received) in sorted(messages.items()):
        if len(sent) != len(received):
            sys.exit("%s: %d sent, %d received" %
                     (key, len(sent), len(received)))
        times += [r[0] - s[0] for s, r in zip(sent, received)]
    backward = [time for time in times if time < -error * resolution]
    print("%d messages, the shortest took %.1f us" %
          (len(times), 1e6 * min(times) / resolution))
    if backward or not times:
        sys.exit("%d messages arrive before they are sent" % len(backward))
    (sent, received), = [both for key, both in messages.items()
                         if key[2] == 999]
    waited = (sent[0][1] - received[0][1]) / resolution
    print("late sender: %.6f s, told %.6f s" % (waited, late))
    if abs(waited - late) > 0.05 * late:
        sys.exit("not within 5 %")


if __name__ == "__main__":
    main(sys.argv[1], *map(float, sys.argv[2:]))
