# SPDX-License-Identifier: BSD-3-Clause
"""A profile in which every text is hostile, in each format of stacks and graphs:
consumers read it, and nothing in it can be taken for structure.  Of tables see
tests/tools/hostile.sh.

    check_hostile.py MPIPROF-REPORT RUN
"""
import json
import os
import shutil
import subprocess

import check_calls as calls

CONTROL = set(range(0x00, 0x20)) - {0x0a} | {0x7f}


def sound(form):
    text = calls.export(form)
    calls.must(not CONTROL & set(text), form, "has control characters")
    text.decode()  # UTF-8
    return text


def main():
    total = None
    for line in sound("folded").decode().split("\n")[:-1]:
        frames, ns = line.rsplit(" ", 1)
        calls.must(frames and all(frames.split(";")), line)
        calls.must(all(len(frame) <= 1000 for frame in frames.split(";")),
                   "long", line)
        total = (total or 0) + int(ns)
    data = json.loads(sound("speedscope"))
    calls.must(sum(p["endValue"] for p in data["profiles"]) == total,
               "speedscope", total)
    if shutil.which("dot"):
        done = subprocess.run(["dot", "-Tsvg"], input=sound("dot"),
                              capture_output=True)
        calls.must(done.returncode == 0 and not done.stderr, done.stderr)
    with open("callgrind.out.hostile", "wb") as file:
        file.write(sound("callgrind"))
    sums = callgrind_sum("callgrind.out.hostile")
    calls.must(sums == total, "callgrind", sums, total)
    calls.export("tau", "-o", "hostile.tau")
    own = 0
    for name in os.listdir("hostile.tau"):
        timers, _, _ = calls.tau_file(os.path.join("hostile.tau", name))
        own += sum(float(timer[4]) for timer in timers.values()
                   if "=>" not in timer[1])
    calls.must(abs(own * 1000 - total) < 1000, "tau", own, total)
    print("all formats are sound and have the same %d ns" % total)


def callgrind_sum(name):
    """Own costs: those that follow no calls= line."""
    own, after_call = 0, False
    for line in open(name):
        if line[0].isdigit():
            own += 0 if after_call else int(line.split()[1])
        after_call = line.startswith("calls=")
    return own


if __name__ == "__main__":
    main()
