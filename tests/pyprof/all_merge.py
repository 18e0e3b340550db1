# SPDX-License-Identifier: BSD-3-Clause
"""Merged profiles equal those of pstats: made-up ones in all versions of the
format, and real ones of every Python that is there.

    all_merge.py MPIPROF-REPORT     in a folder of its own; prints what it tested
"""
import contextlib
import glob
import io
import os
import shutil
import subprocess
import sys

import check_merged
import profiles

HERE = os.path.dirname(os.path.abspath(__file__))
SETS = 30
RANKS = 4
REPORT = sys.argv[1]


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0 or done.stderr:
        sys.exit("%s: status %d\n%s%s" % (" ".join(command)[:300],
                                          done.returncode, done.stdout[:2000],
                                          done.stderr[:2000]))
    return done.stdout


def check(name, files, python=sys.executable, twins=None):
    """twins: the same files as this Python reads them"""
    merged = name + ".merged.prof"
    run(REPORT, "python", "--as-is", "-o", merged, "-o", name + ".txt",
        *files)
    if python != sys.executable:
        return run(python, os.path.join(HERE, "check_merged.py"), merged,
                   *(twins or files))
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        check_merged.main(merged, *(twins or files))
    return said.getvalue()


def write(name, data):
    with open(name, "wb") as file:
        file.write(data)
    return name


def made_up():
    """Every version that this Python can write, and those by hand."""
    ways = [("version %d" % v, lambda stats, v=v: profiles.marshal.dumps(
        stats, v)) for v in range(5)]
    ways += [(style, lambda stats, style=style: profiles.Encoder(
        style).encode(stats)) for style in ("python2", "text", "new")]
    for title, encode in ways:
        for number in range(SETS):
            files, twins = [], []
            for rank in range(RANKS):
                stats = profiles.made_up(number * 100 + rank,
                                         (1, 3, 10, 100)[number % 4] + rank)
                name = "%d_%d.prof" % (number, rank)
                files.append(write("made_" + name, encode(stats)))
                twins.append(write("twin_" + name,
                                   profiles.marshal.dumps(stats)))
            check("made", files, twins=twins)
            if title in ("text", "new"):  # Python reads them, too
                check("made", files)
        print("%s: %d sets of %d files" % (title, SETS, RANKS))


def mixed():
    """Each rank in another way, and what was merged merged again."""
    files, twins = [], []
    for rank, style in enumerate(("python2", "text", "new", None)):
        stats = profiles.made_up(rank, 50)
        twins.append(write("twin_%d.prof" % rank,
                           profiles.marshal.dumps(stats)))
        files.append(write("mixed_%d.prof" % rank,
                           profiles.Encoder(style).encode(stats) if style
                           else profiles.marshal.dumps(stats)))
    check("mixed", files, twins=twins)
    shutil.copy("mixed.merged.prof", "again_0.prof")
    shutil.copy(twins[0], "again_1.prof")
    check("again", ["again_0.prof", "again_1.prof"])
    print("ways mixed, merged files merged")


def pythons():
    """[(version, path)], each version once"""
    found = {}
    paths = [sys.executable] + sorted(
        glob.glob("/usr/bin/python[23]*") +
        glob.glob("/usr/local/bin/python[23]*") +
        glob.glob(os.path.expanduser("~/.pyenv/versions/*/bin/python")))
    for path in paths:
        if path.endswith("-config"):
            continue
        done = subprocess.run([path, "-c", "import sys, cProfile; "
                               "print('%d.%d' % sys.version_info[:2])"],
                              capture_output=True, text=True)
        if done.returncode == 0:
            found.setdefault(done.stdout.strip(), path)
    return sorted(found.items())


def as_version_0(python, file):
    """What Python 2 wrote with codes that Python 3 does not know."""
    twin = "twin_" + file
    run(python, "-c", "import marshal, sys; marshal.dump(marshal.load(open("
        "sys.argv[1], 'rb')), open(sys.argv[2], 'wb'), 0)", file, twin)
    with open(twin, "rb") as old:
        stats = check_merged.as_text(profiles.marshal.load(old))
    return write(twin, profiles.marshal.dumps(stats))


def profile_all(version, path, module):
    files = []
    for rank in range(3):
        files.append("py%s_%s_%d.prof" % (version, module, rank))
        run(path, os.path.join(HERE, "program.py"), str(rank), files[-1],
            module)
    return files


def real():
    """The merged file is for Python 3.4 on."""
    ranks, twins = [], []
    for version, path in pythons():
        old = version.startswith("2.")
        for module in ("cProfile", "profile"):
            files = profile_all(version, path, module)
            same = [as_version_0(path, file) if old else file
                    for file in files]
            said = check("py" + version, files,
                         sys.executable if old else path, same)
            print("Python %s, %s: %s" % (version, module, said.strip()))
            if module == "cProfile":
                ranks += files
                twins += same
    for number, file in enumerate(ranks):
        shutil.copy(file, "all_%d.prof" % number)
    print("all versions together: %s" % check(
        "all", ["all_%d.prof" % n for n in range(len(ranks))],
        twins=twins).strip())


made_up()
mixed()
real()
