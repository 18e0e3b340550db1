#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The archive tells the time of day of its events.

    check_time_of_day.py run.otf2 STAMPS

STAMPS has, of rank 0, the time right before each MPI_Barrier, in ns since
1970: in virtual time that of its events.
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
    if entered != said or not said:
        sys.exit("%s, expected %s" % (entered, said))


main(*sys.argv[1:])
