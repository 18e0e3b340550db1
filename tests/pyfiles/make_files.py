# SPDX-License-Identifier: BSD-3-Clause
"""Files of profilers other than cProfile, whose numbers are easily said in one's
head.

    make_files.py KIND FOLDER [RANKS]     writes FOLDER/f_<rank>.<ending>

lines: line_profiler's, of ranks 0, 1 ... in the pickle protocols 0 to 5 in turn,
by the names of its versions before 5 and from 5 on.  memory: mprof's.  before,
after: snapshots that tracemalloc itself has made, whose bytes and blocks are
printed.  The others are JSON or text.
"""
import json
import os
import pickle
import sys
import tracemalloc
import types


def class_of(module, name):
    """A class that pickle finds there."""
    for part in (module.split(".")[0], module):
        sys.modules.setdefault(part, types.ModuleType(part))
    found = type(name, (object,), {"__module__": module})
    setattr(sys.modules[module], name, found)
    return found


def lines(rank):
    """Line 4 of solver.py takes r + 1 ms, line 5 2 ms; io.py 0.5 ms."""
    module = "line_profiler.line_profiler" if rank % 2 else \
        "line_profiler._line_profiler"
    stats = class_of(module, "LineStats")()
    stats.timings = {
        ("solver.py", 3, "solve"): [(4, 10, 1000 * (rank + 1)), (5, 20, 2000)],
        ("/srv/app/io.py", 9, "Gr\u00fc\u00dfe"): [(10, 1, 500)],
    }
    stats.unit = 1e-6
    return pickle.dumps(stats, rank % 6)


def memory(rank):
    """From 10 to 30 MiB, with a peak of 40 + r MiB after 2 s."""
    begin = 1700000000 + rank
    return ("FUNC app.load 10.0000 %d.1000 30.5000 %d.5000%s\n"
            "CMDLINE python3 app.py\n"
            "MEM 10.000000 %d.0000\n"
            "MEM %d.000000 %d.0000\n"
            "CHLD 1 5.500000 %d.0000\n"
            "MEM 30.000000 %d.5000\n"
            % (begin, begin, " 1" if rank else "", begin, 40 + rank, begin + 2, begin + 2,
               begin + 3)).encode()


KEPT = []


def snapshot(rank, count):
    """count blocks of 1000 r + 4000 bytes, in line 1 of load.py."""
    code = compile("kept.append([bytearray(size) for _ in range(count)])",
                   "load.py", "exec")
    tracemalloc.start(3)
    exec(code, {"kept": KEPT, "size": 1000 * rank + 4000, "count": count})
    shot = tracemalloc.take_snapshot()
    tracemalloc.stop()
    shot = shot.filter_traces([tracemalloc.Filter(True, "load.py")])
    for line in shot.statistics("lineno"):
        print(rank, line.size, line.count)
    shot.dump("snapshot.tmp")
    with open("snapshot.tmp", "rb") as file:
        return file.read()


def samples(rank):
    return ("main (app.py:1);solve (app.py:9);dot (lib.py:3) %d\n"
            "main (app.py:1);solve (app.py:9) 5\n"
            "main (app.py:1);solve (app.py:9);solve (app.py:9) 2\n"
            "main (app.py:1);with blank (a b.py:2) 1\n"
            % max(12 - 10 * rank, 1)).encode()


def speedscope(rank):
    """Sampled, in seconds, and evented, in milliseconds."""
    return json.dumps({
        "$schema": "https://www.speedscope.app/file-format-schema.json",
        "shared": {"frames": [{"name": "main", "file": "/x/app.py", "line": 1},
                              {"name": "solve", "file": "/x/app.py",
                               "line": 9}, {"name": "lone"}]},
        "profiles": [
            {"type": "sampled", "name": "t", "unit": "seconds",
             "startValue": 0, "endValue": 1, "samples": [[0], [0, 1], [0, 1]],
             "weights": [1, 0.5, 0.5 + rank]},
            {"type": "evented", "name": "u", "unit": "milliseconds",
             "startValue": 100, "endValue": 1100,
             "events": [{"type": "O", "at": 100, "frame": 0},
                        {"type": "O", "at": 350, "frame": 2},
                        {"type": "C", "at": 600, "frame": 2},
                        {"type": "C", "at": 1100, "frame": 0}]}]}).encode()


def pyinstrument(rank):
    def frame(name, line, time, children=()):
        made = {"function": name, "file_path_short": "/x/app.py",
                "file_path": "/x/app.py", "line_no": line, "time": time,
                "await_time": 0.0, "is_application_code": True,
                "children": list(children)}
        if rank % 2:  # as before version 4
            del made["file_path"]
        return made
    work = frame("work", 9, 2.0 + rank, [frame("[self]", 0, 1.5 + rank),
                                         frame("dot", 20, 0.5)])
    work["class_name"] = "Solver"
    return json.dumps({"start_time": 1.7e9, "duration": 3.0 + rank,
                       "sample_count": 3, "target_description": "Program",
                       "cpu_time": 1.0, "root_frame":
                       frame("<module>", 1, 3.0 + rank, [work])}).encode()


def chrome(rank):
    """VizTracer's of even ranks, torch.profiler's of odd ones."""
    base = 1700000000 * 10**9
    events = [
        {"ph": "M", "pid": 77, "tid": 77, "name": "process_name",
         "args": {"name": "MainProcess"}},
        {"ph": "X", "pid": 77, "tid": 77, "ts": 1000.5, "dur": 250.25,
         "name": "solve (/x/app.py:9)", "cat": "FEE"},
        {"ph": "X", "pid": 77, "tid": 78, "ts": 1100, "dur": 100 + rank,
         "name": "dot", "cat": "FEE"},
        {"ph": "X", "pid": 77, "tid": 78, "ts": 1300, "dur": 40,
         "name": "sweep", "cat": "Trace"},
        {"ph": "i", "pid": 77, "tid": 77, "ts": 1200, "name": "now",
         "s": "t"},
    ]
    if rank % 2:
        # While it recorded: no slice of the program.
        events.append({"ph": "X", "cat": "Trace", "ts": 900, "dur": 9000,
                       "pid": "Spans", "tid": "PyTorch Profiler",
                       "name": "PyTorch Profiler (0)", "args": {"Op count": 0}})
        return json.dumps({"schemaVersion": 1, "deviceProperties": [],
                           "traceEvents": events, "traceName": "t.json",
                           "baseTimeNanoseconds": base}).encode()
    return json.dumps({"traceEvents": events, "viztracer_metadata":
                       {"baseTimeNanoseconds": base, "version": "1.0"}},
                      indent=1).encode()


KINDS = {
    "lines": (lines, "lprof"),
    "memory": (memory, "dat"),
    "before": (lambda rank: snapshot(rank, 2), "snap"),
    "after": (lambda rank: snapshot(rank, 5 if rank else 2), "snap"),
    "samples": (samples, "folded"),
    "speedscope": (speedscope, "speedscope.json"),
    "pyinstrument": (pyinstrument, "json"),
    "chrome": (chrome, "json"),
}


def main():
    kind, folder = sys.argv[1:3]
    make, ending = KINDS[kind]
    os.makedirs(folder, exist_ok=True)
    for rank in range(int(sys.argv[3]) if len(sys.argv) > 3 else 2):
        with open("%s/f_%d.%s" % (folder, rank, ending), "wb") as file:
            file.write(make(rank))


if __name__ == "__main__":
    main()
