#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Whether the samples in a trace are those of the profile of the same run.

    check_trace_samples.py [--part] REPORT.json RUN.otf2

REPORT.json: from the profile, of a run of programs/sampled_events.c.  Reads the
archive with the Python bindings of OTF2, nothing of ours.  --part: samples are
missing, because of the trace's limit or rules.  Prints what is wrong, status 1.
"""

import collections
import sys

import otf2
from otf2 import events
from otf2_fixed import open_archive
from report_rows import read_report, rows_of


class Location:
    """What one thread did so far."""

    def __init__(self, wrong, location):
        self.wrong, self.location = wrong, location
        self.stack, self.on, self.last = [], True, None
        self.times = []
        self.count = self.clamped = self.close = 0
        self.own = collections.Counter()

    def unless(self, good, *words):
        if not good:
            self.wrong.append("location %d: %s" % (
                self.location._ref, " ".join(map(str, words))))

    def take(self, event, period):
        self.unless(self.last is None or event.time >= self.last,
                    type(event).__name__, "goes backwards")
        if isinstance(event, events.Enter):
            self.stack.append(event.region)
        elif isinstance(event, events.Leave):
            self.stack.pop()
        elif isinstance(event, events.MeasurementOnOff):
            self.on = event.measurement_mode == otf2.MeasurementMode.ON
        elif isinstance(event, events.CallingContextSample):
            self.sample(event, period)
        self.last = event.time

    def sample(self, event, period):
        self.unless(self.on, "sample while recording is off")
        self.unless(self.stack and
                    self.stack[-1].paradigm != otf2.Paradigm.MPI,
                    "sample in", self.stack and self.stack[-1].name)
        names = functions_of(event.calling_context)
        inside = any(region.name == "region" for region in self.stack)
        self.unless("in_region" not in names or inside,
                    "in_region() outside of the region", names)
        self.unless("outside" not in names or not inside,
                    "outside() in the region", names)
        self.unless("in_pause" not in names, "in_pause() in the trace")
        self.unless("unmarked" not in names, "unmarked() in the trace")
        self.count += 1
        self.clamped += event.time == self.last
        self.own[names[0] if names else "?"] += 1
        if self.times and event.time - self.times[-1] < period / 2:
            self.close += 1
        self.times.append(event.time)


def functions_of(context):
    """Innermost first."""
    names = []
    while context is not None:
        names.append(context.region.name)
        context = context.parent
    return names


def properties_of(trace):
    found = collections.defaultdict(dict)
    for item in trace.definitions._location_group_properties:
        found[item.location_group][item.name] = item.value
    return list(found.values())


def check_totals(report, locations, known, part, wrong):
    """Of threads that are in the trace, as many of each function."""
    expected = collections.Counter()
    for row in rows_of(read_report(report), "functions"):
        expected[row["function"]] += row["samples"]
    found = sum((place.own for place in locations), collections.Counter())
    left_out = sum(item["samples not in the trace"] for item in known)
    if sum(expected.values()) != sum(found.values()) + left_out:
        wrong.append("%d samples in the profile, %d in the trace, %d not" % (
            sum(expected.values()), sum(found.values()), left_out))
    for name in ("in_region", "outside", "in_pause"):
        if not part and found[name] != expected[name]:
            wrong.append("%s: %d samples in the profile, %d in the trace" % (
                name, expected[name], found[name]))


def check_times(locations, together, wrong):
    """They are those at which the samples were taken: a period apart at
    least.  One that comes while others are looked at, which is some per cent of
    the time at 1000 per second, is found behind the next event only."""
    count = sum(place.count for place in locations)
    close = sum(place.close for place in locations)
    clamped = sum(place.clamped for place in locations)
    if not together and (close > 0.1 * count + 2 or
                         clamped > 0.1 * count + 2):
        wrong.append("of %d samples %d have the time of another event, %d "
                     "come too soon" % (count, clamped, close))


def main(arguments):
    part = arguments[:1] == ["--part"]
    if len(arguments) - part != 2:
        sys.exit(__doc__)
    report, archive = arguments[part:]
    wrong = []
    with open_archive(archive) as trace:
        generator = list(trace.definitions._interrupt_generators)[0]
        seconds = generator.period * 10.0 ** generator.exponent
        period = seconds * trace.definitions.clock_properties.timer_resolution
        locations = {location: Location(wrong, location)
                     for location in trace.definitions.locations}
        together = False
        for location, event in trace.events:
            together |= isinstance(event, events.CallingContextSample) and \
                bool(event.attributes)
            locations[location].take(event, period)
        known = properties_of(trace)
    places = list(locations.values())
    check_totals(report, places, known, part, wrong)
    check_times(places, together, wrong)
    for line in wrong[:20]:
        print(line)
    print(["%d: %d" % (place.location._ref, place.count) for place in places])
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
