#!/usr/bin/env python3
"""The archive tells the time of day of its events.

    check_time_of_day.py run.otf2 STAMPS

STAMPS has, of rank 0, the time right before each MPI_Barrier, in ns since
1970.  A rank that has to wait for a core in between only comes later, so the
smallest difference counts: less than 20 ms, either way.
"""

import sys

import otf2


def main(archive, stamps):
    with open(stamps) as file:
        said = [int(line) for line in file]
    with otf2.reader.open(archive) as trace:
        clock = trace.definitions.clock_properties
        entered = [
            clock.realtime_timestamp + 10**9 *
            (event.time - clock.global_offset) // clock.timer_resolution
            for location, event in trace.events
            if isinstance(event, otf2.events.Enter) and
            event.region.name == "MPI_Barrier" and
            location.group.name == "MPI Rank 0"]
    late = [got - own for got, own in zip(entered, said)]
    print("measured barriers: late by %s ns at least, expected less than 20 ms"
          % min(late, key=abs, default=None))
    if len(entered) != len(said) or not said or \
            not -20e6 < min(late, key=abs) < 20e6:
        sys.exit("%d barriers, %d stamps, late by %s ns" %
                 (len(entered), len(said), late))


main(*sys.argv[1:])
