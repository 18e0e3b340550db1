# SPDX-License-Identifier: BSD-3-Clause
"""Exports: a graph that dot(1) reads, folded stacks and speedscope whose sums
are those of the profile.

    all_exports.py MPIPROF-REPORT     in a folder of its own; prints what it tested
"""
import collections
import json
import marshal
import os
import re
import shutil
import subprocess
import sys

import make_set
import profiles

HERE = os.path.dirname(os.path.abspath(__file__))
REPORT = sys.argv[1]


def export(form, *words):
    done = subprocess.run([REPORT, "python", "--export", form, *words],
                          capture_output=True)
    if done.returncode != 0 or done.stderr:
        sys.exit("%s: %s" % (form, done.stderr.decode()))
    return done.stdout.decode()


def must(holds, *what):
    if not holds:
        sys.exit("FAIL: %s" % " ".join(str(part)[:1000] for part in what))


def close(a, b, slack):
    return abs(a - b) <= slack


# ---- folded ----

def folded(folder):
    """{(frame, ...): ns}"""
    stacks = collections.Counter()
    for line in export("folded", folder).splitlines():
        frames, ns = line.rsplit(" ", 1)
        stacks[tuple(frames.split(";"))] += int(ns)
    return stacks


def known_stacks():
    main = ("main (main.py:1)",)
    solve = main + ("solve (solver.py:10)",)
    wanted = {main: 4, solve: 14, main + ("io (out.py:3)",): 2,
              solve + ("dot of type object (built-in)",): 6}
    must(folded("plain") == {k: v * 10 ** 9 for k, v in wanted.items()},
         folded("plain"))
    print("folded: the stacks of a set whose stacks are known")


def loaded(folder):
    """{(file, line, name): [numbers]} of all files together"""
    total = {}
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), "rb") as file:
            for key, (_, _, own, _, _) in marshal.load(file).items():
                total[key] = total.get(key, 0) + own
    return total


def sums(folder):
    """Own time of each function is the sum of the stacks that end in it."""
    stacks = folded(folder)
    by_line = collections.Counter()
    for frames, ns in stacks.items():
        line = re.search(r"\((.*):(\d+)\)$", frames[-1])
        by_line[(line[1], int(line[2])) if line else frames[-1][-10:]] += ns
    wanted = collections.Counter()
    for (file, line, name), own in loaded(folder).items():
        place = (os.path.basename(file), line) if file != "~" else \
            "(built-in)"
        wanted[place] += own * 1e9
    for place in set(by_line) | set(wanted):
        must(close(by_line[place], wanted[place], 1 + len(stacks)), folder,
             place, by_line[place], wanted[place])
    must(sum(by_line.values()) > 0, "time")
    print("folded: own times of %d places in %s" % (len(wanted), folder))


def diamond():
    """main calls a (1 s in d) and b (3 s in d); d calls e: e's 2 s go to a
    and b as d's time does, 1 to 3.  r calls itself, p and q each other: of p
    4 in 6 come from main, so p has 1 s there and 4/6 s in q, scaled to 2."""
    name = {n: ("x.py", i, n) for i, n in enumerate(
        ["main", "a", "b", "d", "e", "r", "p", "q"], 1)}
    made = {
        name["main"]: (1, 1, 0.0, 11.0, {}),
        name["a"]: (1, 1, 0.0, 1.0, {name["main"]: (1, 1, 0.0, 1.0)}),
        name["b"]: (1, 1, 0.0, 3.0, {name["main"]: (1, 1, 0.0, 3.0)}),
        name["d"]: (2, 2, 2.0, 4.0, {name["a"]: (1, 1, 0.5, 1.0),
                                     name["b"]: (1, 1, 1.5, 3.0)}),
        name["e"]: (9, 9, 2.0, 2.0, {name["d"]: (9, 9, 2.0, 2.0)}),
        name["r"]: (1, 5, 3.0, 3.0, {name["main"]: (1, 1, 1.0, 3.0),
                                     name["r"]: (4, 1, 2.0, 2.5)}),
        name["p"]: (1, 3, 2.0, 4.0, {name["main"]: (1, 1, 1.0, 4.0),
                                     name["q"]: (2, 2, 1.0, 2.0)}),
        name["q"]: (1, 3, 2.0, 3.5, {name["p"]: (3, 1, 2.0, 3.5)}),
    }
    os.mkdir("diamond")
    profiles.write("diamond/cpu_0.prof", made)
    stacks = {";".join(f.split(" ")[0] for f in k): v / 1e9
              for k, v in folded("diamond").items()}
    wanted = {"main;a;d": .5, "main;b;d": 1.5, "main;a;d;e": .5,
              "main;b;d;e": 1.5, "main;r": 1, "main;r;r": 2, "main;p": 1.2,
              "main;p;q": 2, "main;p;q;p": .8}
    must(stacks == wanted, stacks)
    print("folded: a diamond, recursion, mutual recursion")


def too_many():
    """100 chains, 400 deep: 8 million frames; sums stay what they are."""
    made = {("x.py", 0, "main"): (1, 1, 0.0, 100.0, {})}
    for chain in range(100):
        for depth in range(1, 401):
            caller = (("x.py", chain * 1000 + depth - 1, "f") if depth > 1
                      else ("x.py", 0, "main"))
            time = 1.0 - (depth - 1) / 400
            made["x.py", chain * 1000 + depth, "f"] = (
                1, 1, 1 / 400, time, {caller: (1, 1, 1 / 400, time)})
    profiles.write("many_0.prof", made)
    done = subprocess.run([REPORT, "python", "--export", "folded",
                           "many_0.prof"], capture_output=True)
    must(done.returncode == 0 and
         b"more stacks than can be written" in done.stderr, done.stderr)
    lines = done.stdout.decode().splitlines()
    must(1000 < len(lines) and
         sum(line.count(";") + 1 for line in lines) < 1.2e6, len(lines))
    must(close(sum(int(line.rsplit(" ", 1)[1]) for line in lines), 1e11,
               len(lines)), "the sum")
    print("folded: no more than a million frames")


# ---- speedscope: the rules of its schema that a sampled profile is under ----

def speedscope(folder):
    file = json.loads(export("speedscope", folder))
    must(file["$schema"] ==
         "https://www.speedscope.app/file-format-schema.json", "schema")
    must(set(file) <= {"$schema", "shared", "profiles", "name",
                       "activeProfileIndex", "exporter"}, set(file))
    frames = file["shared"]["frames"]
    for frame in frames:
        must(set(frame) <= {"name", "file", "line", "col"} and
             isinstance(frame["name"], str) and
             isinstance(frame.get("file", ""), str) and
             isinstance(frame.get("line", 0), int), frame)
    for profile in file["profiles"]:
        must(set(profile) == {"type", "name", "unit", "startValue",
                              "endValue", "samples", "weights"},
             set(profile))
        must(profile["type"] == "sampled" and
             profile["unit"] == "nanoseconds", "kind")
        must(len(profile["samples"]) == len(profile["weights"]), "lengths")
        must(all(isinstance(i, int) and 0 <= i < len(frames)
                 for sample in profile["samples"] for i in sample), "frames")
        must(all(weight > 0 for weight in profile["weights"]), "weights")
        must(sum(profile["weights"]) == profile["endValue"] -
             profile["startValue"], "sum")
    stacks = collections.Counter()
    for sample, weight in zip(file["profiles"][0]["samples"],
                              file["profiles"][0]["weights"]):
        stacks[tuple(frames[i]["name"] for i in sample)] += weight
    must(stacks == folded(folder), "the stacks of folded")
    print("speedscope: %d stacks of %s" % (len(stacks), folder))


# ---- dot ----

def dot(folder, *words):
    text = export("dot", *words, folder)
    if shutil.which("dot"):
        done = subprocess.run(["dot", "-Tplain"], input=text.encode(),
                              capture_output=True)
        must(done.returncode == 0 and not done.stderr, "dot", done.stderr)
        drawn = done.stdout.decode().splitlines()
        must(sum(line.startswith("node ") for line in drawn) ==
             text.count("fillcolor=") and
             sum(line.startswith("edge ") for line in drawn) ==
             text.count(" -> "), "dot draws", drawn)
    return text


def graphs():
    text = dot("plain")
    nodes = dict(re.findall(r'(f\d+) \[label="(.*)", fillcolor=', text))
    must(sorted(nodes.values()) == [
        r"dot of type object (built-in)\n23.08%\n(23.08%)\n400x",
        r"io (out.py:3)\n7.69%\n(7.69%)\n8x",
        r"main (main.py:1)\n100.00%\n(15.38%)\n4x",
        r"solve (solver.py:10)\n76.92%\n(53.85%)\n40x"], nodes)
    edges = {(nodes[a].split(" ")[0], nodes[b].split(" ")[0]): label
             for a, b, label in re.findall(
                 r'(f\d+) -> (f\d+) \[label="([^"]*)"', text)}
    must(edges == {("main", "solve"): r"76.92%\n40x",
                   ("main", "io"): r"7.69%\n8x",
                   ("solve", "dot"): r"23.08%\n400x"}, edges)
    must(dot("plain", "--node-threshold", "8").count("fillcolor") == 3,
         "--node-threshold")
    must(dot("plain", "--edge-threshold", "25%").count(" -> ") == 1,
         "--edge-threshold")
    dot("hostile")
    dot("real")
    print("dot: nodes, edges and thresholds%s" % (
        "" if shutil.which("dot") else "; there is no dot to read them"))


def main():
    for kind in ("plain", "hostile", "nodes"):
        make_set.main(kind, kind)
    os.mkdir("real")
    for rank in range(3):
        subprocess.run([sys.executable, os.path.join(HERE, "program.py"),
                        str(rank), "real/cpu_%d.prof" % rank], check=True)
    known_stacks()
    diamond()
    too_many()
    for folder in ("plain", "real"):
        sums(folder)
    for folder in ("plain", "hostile", "real", "diamond"):
        speedscope(folder)
    graphs()


main()
