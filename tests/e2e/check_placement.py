#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Four ranks in turns on two hosts exchange 4 x 50 MiB in pairs.

    check_placement.py REPORT.json placement|fine
"""

import sys

from report_rows import read_report, rows_of


def main():
    path, expected = sys.argv[1:]
    report = read_report(path)
    advice = [row for row in rows_of(report, "advice")
              if row["rule"] == "placement"]
    run_time = rows_of(report, "run")[0]["run_time_s"]
    if expected == "fine":
        return not advice
    print("measured gain: %s s, expected 2 to 50 %% of %.3f s; evidence: %s" % (
        [row["gain_s"] for row in advice], run_time,
        [row["evidence"] for row in advice]))
    # Of pairs at distance 1 on hosts of two, half are on one host.
    return (len(advice) == 1 and advice[0]["rank"] is None and
            "200 MiB of the 200 MiB sent between ranks cross hosts (2 hosts); "
            "with neighbouring ranks on one host about 100 MiB would."
            in advice[0]["evidence"] and
            0.02 * run_time <= advice[0]["gain_s"] <= 0.5 * run_time)


sys.exit(not main())
