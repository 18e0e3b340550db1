# SPDX-License-Identifier: BSD-3-Clause
"""libmpiprof.so wraps every procedure that the installed MPI exports.

usage: check_exports.py [LIBMPIPROF]

MPICC and MPIFC name the compiler wrappers; the libraries are those that a
program of theirs is linked to.  Exceptions: `untimed' rows of calls.tsv and
not_exported.tsv.  Also: nothing else is exported, and the library loads into
a program without MPI.
"""
import os
import re
import shlex
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.environ.get("SRC_DIR") or os.path.dirname(os.path.dirname(HERE))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(TOP, "wrappers"))
import generate  # noqa: E402

OURS = re.compile(r"(MPI|MPIX|mpi|mpix|mpiprof|kokkosp)_\w+|"
                  r"InitializeInjectionNvtx2|__cyg_profile_func_(enter|exit)|"
                  r"ompt_start_tool|pthread_(create|join|cancel|setcanceltype)|"
                  r"dlsym|dlclose|_?longjmp|siglongjmp|__longjmp_chk")
SPELLINGS = ["%s_", "%s__", "%s", "%s_f08_", "%s_f08ts_", "%s_fts_",
             "%s_f08_large_", "%s_f08ts_large_", "%s_c_f08_", "%s_c_f08ts_"]


def output_of(*command):
    return subprocess.run(command, check=True, text=True,
                          stdout=subprocess.PIPE).stdout


def symbols_of(library, kinds):
    """The names that a shared library exports; kinds: letters of nm."""
    lines = output_of("nm", "-D", "--defined-only", library).splitlines()
    words = [line.split() for line in lines]
    return {w[2].split("@")[0] for w in words
            if len(w) == 3 and re.match(kinds, w[1])}


def functions_of(library):
    return symbols_of(library, "[TWi]")


def libraries_of(compiler, name, text):
    """The MPI libraries that a program of this compiler wrapper needs."""
    if not compiler:
        return set()
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, name)
        program = os.path.join(folder, "program")
        with open(source, "w") as file:
            file.write(text)
        subprocess.run(shlex.split(compiler) +
                       ["-Wl,--no-as-needed", source, "-o", program],
                       check=True)
        paths = re.findall(r"=> (\S+)", output_of("ldd", program))
    return {p for p in paths if "MPI_Init" in functions_of(p)
            or "mpi_init_" in functions_of(p)
            or "mpi_init_f08_" in functions_of(p)}


def read_exceptions():
    patterns = []
    with open(os.path.join(HERE, "not_exported.tsv")) as file:
        for line in file:
            if not line.startswith("#"):
                pattern, reason = line.rstrip("\n").split("\t")
                assert reason
                patterns.append(re.compile(pattern))
    return patterns


def untimed_symbols():
    """All spellings of what calls.tsv leaves out on purpose."""
    symbols = set()
    for row in generate.read_table(os.path.join(TOP, "wrappers",
                                                "calls.tsv")):
        if row.template == generate.NOT_WRAPPED:
            stem = row.name.lower()
            symbols |= {row.name, row.name.upper()}
            symbols |= {spelling % stem for spelling in SPELLINGS}
    return symbols


def missing(ours, libraries):
    patterns, untimed = read_exceptions(), untimed_symbols()
    theirs = set()
    for library in libraries:
        names = {n for n in functions_of(library)
                 if re.match(r"MPIX?_|mpix?_", n)}
        print("%s: %d procedures" % (library, len(names)))
        theirs |= names
    return [name for name in sorted(theirs - ours - untimed)
            if not any(p.fullmatch(name) for p in patterns)]


def loads_anywhere(library):
    """Into a program that never heard of MPI, all symbols bound at once."""
    done = subprocess.run(
        ["/bin/true"], stderr=subprocess.PIPE, text=True,
        env=dict(os.environ, LD_PRELOAD=os.path.abspath(library),
                 LD_BIND_NOW="1"))
    print(done.stderr, end="")
    return done.returncode == 0 and not done.stderr


def main(library):
    libraries = (
        libraries_of(os.environ.get("MPICC", "mpicc"), "a.c",
                     "int main(void) { return 0; }\n") |
        libraries_of(os.environ.get("MPIFC"), "a.f90", "end\n"))
    ours = functions_of(library)
    gaps = missing(ours, sorted(libraries))
    others = [name for name in sorted(symbols_of(library, "."))
              if not OURS.fullmatch(name)]
    for name in gaps:
        print("not wrapped:", name)
    for name in others:
        print("exported and should not be:", name)
    good = libraries and not gaps and not others and loads_anywhere(library)
    print("%d exported, %d missing, %d too many" %
          (len(ours), len(gaps), len(others)))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else os.path.join(
        os.environ.get("BUILD_DIR", "."), ".libs", "libmpiprof.so")))
