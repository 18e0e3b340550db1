#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What a run found out about its hosts' clocks is so.

    check_clocks.py REPORT.json HOSTS SECONDS

HOSTS has a line per host: process, seconds ahead, parts per million (drift.c);
host N is line N.  What the report tells must be that, within the error that it
states; a drift within what this error makes over SECONDS, the run's length.
"""

import sys
import time

from report_rows import read_report, rows_of


def hosts_of(path):
    return {row["host"]: row for row in rows_of(read_report(path), "hosts")}


def main(report, hosts, seconds):
    rows, wrong, errors = hosts_of(report), 0, [0.0]
    with open(hosts) as file:
        wanted = [[float(word) for word in line.split()[1:]] for line in file]
    now = time.clock_gettime(time.CLOCK_MONOTONIC)
    for number, (ahead, ppm) in enumerate(wanted[1:], 2):
        row = rows["host%d" % number]
        error, drift = row["clock_error_s"], row["clock_drift_ppm"]
        # drift.c changes all of the time since the clock began; the run was
        # less than a minute ago.
        apart = ahead + 1e-6 * ppm * (now + ahead) - wanted[0][0]
        close = abs(row["clock_ahead_s"] - apart) <= error + 60e-6 * ppm
        even = abs(drift - ppm) <= 2e6 * error / seconds
        print("measured host%d: %.6f s ahead, expected %.6f, error %.1f us, "
              "drift %.2f ppm, expected %g" % (number, row["clock_ahead_s"], apart, 1e6 * error,
                        drift, ppm))
        wrong += not close or not even or not 0 < error < 0.1
        errors.append(error)
    print("error between two hosts: %.9f" % sum(sorted(errors)[-2:]))
    if wrong or len(rows) != len(wanted):
        sys.exit("%d of %d hosts are not as they should be" %
                 (wrong, len(wanted)))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], float(sys.argv[3]))
