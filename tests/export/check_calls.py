# SPDX-License-Identifier: BSD-3-Clause
"""What export makes of a profile: each format read by its own consumer or by a
reader written from its description, and its numbers those of the report.

    check_calls.py MPIPROF-REPORT RUN [SHARE...]

In a folder of its own; prints what it tested.  SHARE: of a sampled run, such as
REGION:FUNCTION=60 or, outside of regions, :FUNCTION=60: so many percent of the
region's own useful time are below that function.
"""
import collections
import csv
import functools
import gzip
import io
import json
import os
import re
import shutil
import subprocess
import sys
from xml.etree import ElementTree

REPORT, RUN = sys.argv[1:3]
SHARES = sys.argv[3:]
POINTS = 4.0
POLLED = "(waiting between polls)"
FRAMES = re.compile(r"[^\x00-\x1f\x7f]+\Z")


def must(holds, *what):
    if not holds:
        sys.exit("FAIL: %s" % " ".join(str(part)[:1000] for part in what))


def close(a, b, slack):
    return abs(a - b) <= slack


@functools.lru_cache(maxsize=None)
def export(form, *words):
    """Made once; several checks read the same."""
    done = subprocess.run([REPORT, "export", "--format", form, *words, RUN],
                          capture_output=True)
    must(done.returncode == 0, form, words, done.stderr.decode())
    return done.stdout


def rows(report, name):
    table = report["tables"].get(name, {"columns": [], "rows": []})
    names = [column["name"] for column in table["columns"]]
    return [dict(zip(names, row)) for row in table["rows"]]


class Run:
    """The report's numbers."""

    def __init__(self):
        report = json.loads(export("json"))
        self.program = report["run"]["program"]
        self.is_part = report["run"]["window"] is not None
        self.ranks = {row["rank"]: row for row in rows(report, "rank_times")}
        self.useful = {rank: row["useful_s"]
                       for rank, row in self.ranks.items()}
        self.procedures = {}
        for row in rows(report, "procedures"):
            if row["class"] != "init/finalize":
                self.procedures[row["procedure"]] = row
        self.mpi = sum(row["time_s"] for row in self.procedures.values())
        self.whole = {rank: row["useful_s"] + row["polled_s"] + row["mpi_s"]
                      for rank, row in self.ranks.items()}
        self.all = sum(self.whole.values())
        self.regions = rows(report, "regions")
        self.sites = rows(report, "call_sites")
        self.paths = {tuple(row["region"].split("/")) for row in self.regions
                      if not row["region"].startswith("(")}
        self.functions = rows(report, "functions")
        self.sampled = bool(self.functions)
        must(self.sampled or not SHARES, "nothing was sampled")

    def region_of(self, frames):
        """The path of the innermost region on a stack, where regions are among
        functions; () outside."""
        return max((path for path in {(), *self.paths}
                    if is_among(path, frames[1:])), key=len)


def is_among(path, frames):
    """Whether these frames are there in this order."""
    rest = iter(frames)
    return all(name in rest for name in path)


# ---- tables ----

def same(cell, text):
    """A cell of JSON and the text of it in CSV."""
    if cell is None:
        return text == ""
    if isinstance(cell, str):
        return text == cell
    return float(text) == cell if text else False


def csv_tables(text):
    """{name: rows}, the first of them the titles; each table ends with an empty
    line."""
    found, rows = {}, None
    for row in csv.reader(io.StringIO(text, newline=""), strict=True):
        if rows is None:
            must(len(row) == 1 and row[0].startswith("# "), "csv", row)
            rows = found.setdefault(row[0][2:], [])
            must(not rows, "csv: twice", row)
        elif row:
            rows.append(row)
        else:
            rows = None
    must(rows is None, "csv: no empty line at the end")
    return found


def check_same(report, found):
    """CSV has what JSON has, and nothing else."""
    wanted = {name: [[column["name"] for column in table["columns"]],
                     *table["rows"]]
              for name, table in report["tables"].items()}
    for name in "verdict", "completeness":
        wanted[name] = [["text"], *([line] for line in report[name])]
    must(list(found) == ["verdict", *report["tables"], "completeness"],
         "csv", list(found))
    for name, rows in wanted.items():
        must(len(found[name]) == len(rows), "csv", name, len(found[name]),
             len(rows))
        for row, line in zip(rows, found[name]):
            must(len(row) == len(line) and all(map(same, row, line)), "csv",
                 name, row, line)
    return sum(len(rows) for rows in wanted.values())


def check_sums(found):
    """What ranks have is in all what procedures have."""
    sums = collections.Counter()
    for row in csv_rows(found, "calls_per_rank"):
        for name in "calls", "time_s", "bytes_out", "bytes_in", "errors":
            sums[row["procedure"], name] += float(row[name] or 0)
    for row in csv_rows(found, "procedures"):
        for name in "calls", "time_s", "bytes_out", "bytes_in", "errors":
            must(close(sums.pop((row["procedure"], name)),
                       float(row[name] or 0), 1e-6), "csv", row, name)
    must(not sums, "csv: calls_per_rank has more", sums)


def csv_rows(found, name):
    titles, *rows = found.get(name, [[]])
    return [dict(zip(titles, row)) for row in rows]


def tables():
    """As the report has them, and CSV as JSON."""
    whole = export("json")
    done = subprocess.run([REPORT, "--all", "--format", "json", RUN],
                          capture_output=True).stdout
    must(json.loads(whole) == json.loads(done), "json")
    text = export("csv")
    done = subprocess.run([REPORT, "--all", "--format", "csv", RUN],
                          capture_output=True).stdout
    must(text == done, "csv")
    found = csv_tables(text.decode())
    count = check_same(json.loads(whole), found)
    check_sums(found)
    print("tables: json is that of the report, and csv has the same %d rows; "
          "calls of ranks are in all those of procedures" % count)


# ---- stacks ----

def procedure_of(frame):
    return re.sub(r" \(.*:\d+\)$", "", frame)


def check_stacks(run, stacks, what):
    """{(frame, ...): ns} has the report's sums."""
    by_name = collections.Counter()
    mpi = collections.Counter()
    for frames, ns in stacks.items():
        by_name[procedure_of(frames[-1])] += ns
        if procedure_of(frames[-1]) in run.procedures:
            mpi[procedure_of(frames[-1])] += ns
    must(close(sum(stacks.values()) / 1e9, run.all, 1e-6), what, "all",
         sum(stacks.values()), run.all)
    must(close(sum(mpi.values()) / 1e9, run.mpi, 1e-6), what, "MPI",
         sum(mpi.values()), run.mpi)
    for name, row in run.procedures.items():
        must(close(mpi[name] / 1e9, row["time_s"], 1e-7), what, name,
             mpi[name], row)
    for row in run.sites:
        if row["procedure"] not in run.procedures or not row["location"]:
            continue
        leaf = "%s (%s)" % (row["procedure"], row["location"])
        ns = sum(ns for frames, ns in stacks.items() if frames[-1] == leaf)
        wanted = sum(other["time_s"] for other in run.sites
                     if other["location"] == row["location"] and
                     other["procedure"] == row["procedure"])
        must(close(ns / 1e9, wanted, 1e-6), what, leaf, ns, wanted)
    ns = sum(ns for frames, ns in stacks.items() if frames[-1] == POLLED)
    wanted = sum(row["polled_s"] for row in run.ranks.values())
    must(close(ns / 1e9, wanted, 1e-6), what, POLLED, ns, wanted)
    for row in run.regions:
        if row["region"].startswith("("):
            continue
        path = tuple(row["region"].split("/"))
        ns = sum(ns for frames, ns in stacks.items()
                 if is_useful(run, frames, path))
        # A function of the same name is also sampled outside the region.
        alike = any(path[-1] == function["function"]
                    for function in run.functions)
        must(close(ns / 1e9, row["useful_s"], 0.01 * row["useful_s"] if alike else
                   1e-6), what,
             path, ns, row)


def is_useful(run, frames, path):
    """Whether a stack is one of that region's own useful time."""
    return (procedure_of(frames[-1]) not in run.procedures and
            frames[-1] != POLLED and
            run.region_of(frames) == path)


def check_shares(run, stacks, what):
    for share in SHARES:
        region, function, percent = re.match(r"(.*):(.*)=(.*)", share).groups()
        path = tuple(region.split("/")) if region else ()
        useful = {frames: ns for frames, ns in stacks.items()
                  if is_useful(run, frames, path)}
        below = sum(ns for frames, ns in useful.items()
                    if function in frames[1:])
        found = 100 * below / sum(useful.values())
        must(close(found, float(percent), POINTS), what, share, found, useful)


def folded(run, *words):
    stacks = {}
    for line in export("folded", *words).decode().splitlines():
        frames, ns = line.rsplit(" ", 1)
        frames = tuple(frames.split(";"))
        must(all(FRAMES.match(frame) for frame in frames), line)
        must(frames not in stacks, "twice:", line)
        stacks[frames] = int(ns)
    return stacks


def check_folded(run):
    stacks = folded(run)
    check_stacks(run, stacks, "folded")
    check_shares(run, stacks, "folded")
    print("folded: sums of procedures, call sites and regions are the report's"
          + ("; %d shares of functions" % len(SHARES) if SHARES else ""))


def check_ranks(run):
    for rank in run.useful:
        ns = sum(folded(run, "--ranks", str(rank)).values())
        must(close(ns / 1e9, run.whole[rank], 1e-6), "--ranks", rank, ns,
             run.whole)
    print("folded: --ranks has the time of each of %d ranks"
          % len(run.useful))


def speedscope(run):
    """By the rules of its file-format-schema.json."""
    data = json.loads(export("speedscope"))
    must(data["$schema"] ==
         "https://www.speedscope.app/file-format-schema.json", "$schema")
    must(set(data) <= {"$schema", "shared", "profiles", "name",
                       "activeProfileIndex", "exporter"}, list(data))
    frames = data["shared"]["frames"]
    for frame in frames:
        must(set(frame) <= {"name", "file", "line", "col"} and
             FRAMES.match(frame["name"]), frame)
        must(isinstance(frame.get("line", 1), int), frame)
    stacks = collections.Counter()
    must([p["name"] for p in data["profiles"]] ==
         ["rank %d" % rank for rank in sorted(run.useful)], "profiles")
    for profile, rank in zip(data["profiles"], sorted(run.useful)):
        must(set(profile) == {"type", "name", "unit", "startValue",
                              "endValue", "samples", "weights"}, profile)
        must(profile["type"] == "sampled" and
             profile["unit"] == "nanoseconds", profile["type"])
        must(len(profile["samples"]) == len(profile["weights"]), rank)
        must(sum(profile["weights"]) == profile["endValue"] -
             profile["startValue"], rank)
        must(close(profile["endValue"] / 1e9, run.whole[rank], 1e-6), rank,
             profile["endValue"], run.whole)
        mine = collections.Counter()
        for sample, ns in zip(profile["samples"], profile["weights"]):
            mine[tuple(frames[i]["name"] for i in sample)] += ns
        check_shares(run, mine, profile["name"])
        stacks.update(mine)
    must(stacks == folded(run), "speedscope and folded differ")
    check_stacks(run, stacks, "speedscope")
    print("speedscope: a profile for each of %d ranks, the stacks those of "
          "folded" % len(data["profiles"]))


# ---- graphs ----

def dot(run):
    text = export("dot")
    if shutil.which("dot") is None:
        print("dot: not read: graphviz is missing")
        return
    done = subprocess.run(["dot", "-Tjson"], input=text, capture_output=True)
    must(done.returncode == 0 and not done.stderr, done.stderr.decode())
    graph = json.loads(done.stdout)
    shown = {}
    for node in graph.get("objects", []):
        name, share, own, calls = re.match(
            r"(.*)\\n([\d.]+)%\\n\(([\d.]+)%\)\\n(\d+)x$",
            node["label"]).groups()
        shown[name] = float(share), float(own), int(calls)
    for name, row in run.procedures.items():
        share = row["time_s"] / run.all if run.all else 0
        if share < 0.006:
            continue
        must(name in shown and close(shown[name][0], 100 * share, 0.0051) and
             shown[name][1] == shown[name][0] and
             shown[name][2] == row["calls"], name, shown, row)
    into = collections.Counter()
    for edge in graph.get("edges", []):
        share, calls = re.match(r"([\d.]+)%\\n(\d+)x$",
                                edge["label"]).groups()
        name = graph["objects"][edge["head"]]["label"].split("\\n")[0]
        into[name] += float(share)
    for name, row in run.procedures.items():
        if name in shown:  # arrows of less than 0.1 % are not drawn
            must(close(into[name], shown[name][0], 0.3), name, into, shown)
    pictured(text, graph)
    own = sum(own for _, own, _ in shown.values())
    must(own <= 100.1, own)
    print("dot: graphviz reads and draws it, the shares of %d nodes are the report's"
          % len(shown))


def pictured(text, graph):
    """The picture has of each node the words of its label."""
    done = subprocess.run(["dot", "-Tsvg"], input=text, capture_output=True)
    must(done.returncode == 0 and not done.stderr, done.stderr.decode())
    space = "{http://www.w3.org/2000/svg}"
    nodes = [[part.text for part in group.iter(space + "text")]
             for group in ElementTree.fromstring(done.stdout).iter(space + "g")
             if group.get("class") == "node"]
    labels = [node["label"].split("\\n") for node in graph.get("objects", [])]
    must(sorted(nodes) == sorted(labels), "svg", nodes, labels)


def callgrind(run):
    name = os.path.abspath("callgrind.out.run")
    with open(name, "wb") as file:
        file.write(export("callgrind"))
    check_callgrind(run, open(name).read())
    if shutil.which("callgrind_annotate") is None:
        print("callgrind: not read: valgrind is missing")
        return
    for inclusive in "no", "yes":
        done = subprocess.run(["callgrind_annotate", "--auto=no",
                               "--threshold=100", "--show-percs=no",
                               "--inclusive=" + inclusive, name],
                              capture_output=True)
        must(done.returncode == 0 and not done.stderr, done.stderr)
        annotated(run, done.stdout.decode(), inclusive)
    print("callgrind: callgrind_annotate reads it, own and inclusive times "
          "are the report's")


def annotated(run, text, inclusive):
    costs = {}
    for line in text.splitlines():
        match = re.match(r"\s*([\d,]+)\s+(\S.*)$", line)
        if match:
            costs[match[2]] = int(match[1].replace(",", ""))
    total = costs.pop("PROGRAM TOTALS")
    must(close(total / 1e9, run.all, 1e-6), "total", total, run.all)
    for name, row in run.procedures.items():
        if row["time_s"] == 0:
            continue
        must(close(costs["???:" + name] / 1e9, row["time_s"], 1e-7), name,
             costs, row)
    if inclusive == "yes":
        must(max(costs.values()) == total, "inclusive")


def check_callgrind(run, text):
    """Every function's own cost, and every call's, by the format's grammar."""
    names = {"file": {}, "fn": {}}
    own, called, function = collections.Counter(), collections.Counter(), None
    calling, by_line = collections.Counter(), collections.Counter()
    callee, lines = None, iter(text.splitlines())
    must(next(lines) == "# callgrind format", "first line")

    def name_of(kind, value):
        number, name = re.match(r"\((\d+)\)(?: (.*))?$", value).groups()
        must((number in names[kind]) == (name is None), kind, value)
        return names[kind].setdefault(number, name)

    for line in lines:
        key, _, value = line.partition("=")
        if key in ("fl", "cfi"):
            name_of("file", value)
        elif key == "fn":
            function = name_of("fn", value), value
        elif key == "cfn":
            callee = name_of("fn", value), value
        elif key == "calls":
            must(re.match(r"\d+ \d+$", value), line)
            cost = re.match(r"(\d+) (\d+)$", next(lines))
            called[callee[0]] += int(cost[2])
            calling[function[0]] += int(cost[2])
        elif re.match(r"\d", line):
            own[function[0]] += int(line.split()[1])
            by_line[function[0], line.split()[0]] += int(line.split()[1])
        else:
            must(line == "" or re.match(r"[a-z]+: ", line), line)
    must(close(sum(own.values()) / 1e9, run.all, 1e-6), own, run.all)
    tops = [name for name in own if called[name] != own[name] + calling[name]]
    must(len(tops) <= 1, "what goes in does not come out", tops)
    must(not tops or own[tops[0]] + calling[tops[0]] == sum(own.values()),
         "the program", tops)
    for name, row in run.procedures.items():
        must(close(own[name] / 1e9, row["time_s"], 1e-7), name, own, row)
        must(own[name] == called[name], name)
    check_lines(run, own, by_line)


def check_lines(run, own, by_line):
    """A function's line with the most time is that with the most samples."""
    named = {re.match(r".*:(.*)=", share)[1] for share in SHARES}
    for row in run.functions:
        name = row["function"]
        if name in named and row["share"] > 0.05:
            line = max((ns, at) for (of, at), ns in by_line.items()
                       if of == name)[1]
            must(line == str(row["line"]), "callgrind", name, line, row,
                 by_line)


# ---- TAU ----

TIMER = re.compile(r'"([^"]*)" (\d+) (\d+) ([\d.]+) ([\d.]+) 0 GROUP="([^"]*)"\Z')
EVENT = re.compile(r'"([^"]*)" (\d+) ([\d.E+-]+) ([\d.E+-]+) ([\d.E+-]+) '
                   r'([\d.E+-]+)\Z')


def tau_file(path):
    """As ParaProf and pprof read it; see TAU's writer of profile files."""
    lines = open(path).read().splitlines()
    count = int(re.match(r"(\d+) templated_functions_MULTI_TIME\Z",
                         lines[0])[1])
    columns, tag, metadata = lines[1].partition("<metadata>")
    must(columns == "# Name Calls Subrs Excl Incl ProfileCalls # ", lines[1])
    facts = {fact.find("name").text: fact.find("value").text
             for fact in ElementTree.fromstring(tag + metadata)}
    must(facts["Metric Name"] == "TIME" and len(facts) > 1, facts)
    timers = [TIMER.match(line) for line in lines[2:2 + count]]
    must(all(timers), path, lines[2:2 + count])
    rest = lines[2 + count:]
    must(rest[0] == "0 aggregates", rest[:1])
    events = int(re.match(r"(\d+) userevents\Z", rest[1])[1])
    must(rest[2] == "# eventname numevents max min mean sumsqr", rest[2])
    must(len(rest) == 3 + events, path, len(rest), events)
    found = [EVENT.match(line) for line in rest[3:]]
    must(all(found), path, rest)
    names = [timer[1] for timer in timers]
    must(len(set(names)) == len(names), "twice", names)
    for timer in timers:  # ParaProf leaves out what has no calls
        must(int(timer[2]) > 0, "no calls", timer[0])
    must(max(map(len, lines)) < 65536, path, "longer than pprof reads")
    return ({timer[1]: timer for timer in timers},
            {event[1]: event for event in found}, facts)


def check_below(timers):
    """Calls of subroutines, by path and by timer."""
    below, flat = collections.Counter(), collections.Counter()
    for name, timer in timers.items():
        above, _, _ = name.rpartition(" => ")
        if above:
            below[above] += int(timer[2])
            flat[above.split(" => ")[-1]] += int(timer[2])
    for name, timer in timers.items():
        wanted = below[name] if " => " in name else flat[name]
        must(int(timer[3]) == wanted, name, timer[3], wanted)


def tau(run):
    shutil.rmtree("tau", ignore_errors=True)
    export("tau", "-o", "tau")
    must(sorted(os.listdir("tau")) ==
         sorted("profile.%d.0.0" % rank for rank in run.useful),
         os.listdir("tau"))
    flat, calls = collections.Counter(), collections.Counter()
    sent = collections.Counter()
    for rank in run.useful:
        timers, events, facts = tau_file("tau/profile.%d.0.0" % rank)
        row = run.ranks[rank]
        must(facts["Hostname"] == row["host"] and facts["Executable"] ==
             run.program, facts)
        own = paths = 0
        for name, timer in timers.items():
            us = float(timer[4])
            if "=>" in name:
                must(timer[6].startswith("TAU_CALLPATH | "), timer[0])
                paths += us
                continue
            own += us
            must((timer[6] == "MPI") == name.startswith("MPI_"), timer[0])
            if timer[6] == "MPI":
                flat[name] += us
                calls[name] += int(timer[2])
        must(close(own / 1e6, run.whole[rank], 1e-6), rank, own, run.whole)
        check_below(timers)
        top = max(timers.values(), key=lambda timer: float(timer[5]))
        must(close(float(top[5]), own, 1), top[0], own)
        must(close(paths + float(top[4]), own, 1), "paths", paths, own)
        for name, event in events.items():
            count, most, least, mean, _ = map(float, event.groups()[1:])
            must(least <= mean <= most, event[0])
            if name.startswith("Bytes sent per call : "):
                sent[name.split(" : ")[1]] += count * mean
    # Of a part of the run, the call that each rank is in when it begins.
    open_calls = len(run.useful) if run.is_part else 0
    for name, row in run.procedures.items():
        name += "()"
        must(close(flat[name] / 1e6, row["time_s"], 1e-6), name, flat, row)
        must(0 <= calls[name] - row["calls"] <= open_calls, name,
             calls[name], row)
        open_calls -= calls[name] - row["calls"]
        must(close(sent[name], row["bytes_out"], 1e-3 + 1e-9 * sent[name]),
             name, sent[name], row)
    print("tau: timers, call paths, calls and bytes of %d ranks are the "
          "report's" % len(run.useful))


# ---- where it goes ----

def files(run):
    plain = export("folded")
    must(gzip.decompress(export("folded", "--gzip")) == plain, "--gzip")
    for name, zipped in ("x.folded", False), ("x.folded.gz", True):
        must(export("folded", "-o", name) == b"", name)
        with (gzip.open if zipped else open)(name, "rb") as file:
            must(file.read() == plain, name)
        must(os.stat(name).st_mode & 0o777 == 0o644, name)
    left = [name for name in os.listdir(".") if name.startswith("x.folded.")]
    must(left == ["x.folded.gz"], left)
    print("files: plain and compressed ones, whole, and nothing else")


def main():
    os.umask(0o022)
    run = Run()
    tables()
    check_folded(run)
    check_ranks(run)
    speedscope(run)
    dot(run)
    callgrind(run)
    tau(run)
    files(run)


if __name__ == "__main__":
    main()
