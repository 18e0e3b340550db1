#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compares sampled functions with the time that python_samples.py used in them.

    check_python_samples.py REPORT.json OUTPUT NATIVE

OUTPUT is what the program printed; NATIVE is yesyes where native functions have
names and callers.  Ends with 1, and says what differs.
"""

import json
import re
import sys

from report_rows import read_report, rows_of

POINTS = 0.03
INTERPRETER = re.compile(r"_?Py[A-Z]|python[0-9.]*:|method_vectorcall|"
                         r"ffi_|_ctypes|cfunction")

report = read_report(sys.argv[1])
with open(sys.argv[2]) as output:
    used = json.loads(output.read().splitlines()[-1])
# That which the thread called is counted twice.
everything = sum(used.values()) - 0.1
wrong = []
functions = {row["function"]: row for row in rows_of(report, "functions")}
total = sum(row["time_s"] for row in functions.values())
for name, seconds in used.items():
    sampled = functions.get(name, {"inclusive_s": 0})["inclusive_s"] / total
    wanted = (0.5 if name == "calls_native" else seconds) / everything
    if abs(sampled - wanted) > POINTS:
        wrong.append("%s has %.3f, not %.3f" % (name, sampled, wanted))
for name, row in functions.items():
    if INTERPRETER.search(name) and row["time_s"] > 0.005 * total:
        wrong.append("the interpreter's: " + name)

# Lines: nearly all of loop() is in one of two.
lines = [row for row in rows_of(report, "lines")
         if row["function"] == "loop"]
hot = sum(row["time_s"] for row in lines)
if hot < 0.95 * functions["loop"]["time_s"] or not lines:
    wrong.append("lines of loop(): %.3f s" % hot)

# Native code lies between the Python code around it.
paths = {row["path"] for row in rows_of(report, "call_paths")}
natively = sys.argv[3] == "yesyes"
for want in (r"goes_down > .*goes_down > loop$",
             r"in_thread > loop$") + natively * (
             r"calls_back > burn_and_call > called_back > loop$",
             r"calls_back > burn_and_call > burn_for",
             r"<module> > main > counted > calls_native > burn_for"):
    if not any(re.search(want, path) for path in paths):
        wrong.append("no path %s" % want)
if wrong:
    print("\n".join(wrong), *sorted(paths), sep="\n")
    sys.exit(1)
