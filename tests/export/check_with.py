# SPDX-License-Identifier: BSD-3-Clause
"""What export --format chrome --with makes of a run and files of two ranks.

    check_with.py make PLAIN.json          writes f_0.json ... for the run
    check_with.py merged PLAIN.json MERGED.json
"""
import json
import sys

EARLY = 500  # us before the first event of the trace


def load(name):
    with open(name) as file:
        return json.load(file)


def slice_at(ts, **more):
    return dict({"ph": "X", "pid": 4711, "tid": 4712, "ts": ts, "dur": 5,
                 "name": "solve", "cat": "FEE"}, **more)


def write(name, base, events, **more):
    with open(name, "w") as file:
        json.dump(dict(more, traceEvents=events, viztracer_metadata={
            "baseTimeNanoseconds": base} if base else {}), file)


def make(plain):
    base = plain["baseTimeNanoseconds"]
    named = {"ph": "M", "pid": 4711, "tid": 4712, "name": "thread_name",
             "args": {"name": "MainThread"}}
    write("f_0.json", base - 1000000,
          [named, slice_at(1000 - EARLY), slice_at(1000 + 20.25, name="late"),
           {"ph": "s", "pid": 4711, "tid": 4712, "ts": 1001, "id": 7,
            "name": "arrow", "cat": "c"},
           {"ph": "f", "pid": 4711, "tid": "stream 3", "ts": 1002, "id": "x",
            "name": "arrow", "cat": "c"}])
    # torch.profiler: microseconds since 1970, rounded up so that 0 is not hit
    write("f_1.json", 0, [slice_at(base // 1000 + 30)])
    write("undated_1.json", 0, [slice_at(123), slice_at(223)])
    write("other_1.json", base + 10**15, [slice_at(1)])
    write("f_9.json", base, [slice_at(1)])


def must(holds, *what):
    if not holds:
        sys.exit("FAIL: %s" % (what,))


def is_ours(event):
    return event.get("tid", 0) < 1000


def merged(plain, both):
    must(both["baseTimeNanoseconds"] ==
         plain["baseTimeNanoseconds"] - 1000 * EARLY, "base")
    before = [e for e in plain["traceEvents"] if e["ph"] != "M"]
    after = [e for e in both["traceEvents"] if e["ph"] != "M"]
    ours = [e for e in after if is_ours(e)]
    must(len(ours) == len(before), len(ours), len(before))
    for a, b in zip(before, ours):
        must(abs(b["ts"] - a["ts"] - EARLY) < 1e-3, a, b)
        must({k: v for k, v in a.items() if k != "ts"} ==
             {k: v for k, v in b.items() if k != "ts"}, a, b)
    begins = [data["otherData"]["run_begins_us"] for data in (plain, both)]
    must(abs(begins[1] - begins[0] - EARLY) < 1e-3, begins)
    theirs = sorted((e["pid"], e["ts"], e["name"]) for e in after
                    if not is_ours(e) and e["ph"] == "X")
    odd = plain["baseTimeNanoseconds"] % 1000 / 1000
    must(theirs == [(0, 0, "solve"), (0, EARLY + 20.25, "late"),
                    (1, theirs[2][1], "solve")], theirs)
    must(abs(theirs[2][1] - (EARLY + 30 - odd)) < 0.002, theirs, odd)
    must(sorted(e["id"] for e in after if e["name"] == "arrow") ==
         ["rank 0, 7", "rank 0, x"], "ids")
    names = {e["args"]["name"] for e in both["traceEvents"]
             if e["name"] == "thread_name" and not is_ours(e)}
    must(names == {"MainThread", "4711/stream 3", "4711/4712"}, names)
    print("%d events of the run, %d of files" % (len(ours),
                                                 len(after) - len(ours)))


def main():
    plain = load(sys.argv[2])
    if sys.argv[1] == "make":
        make(plain)
    else:
        merged(plain, load(sys.argv[3]))


main()
