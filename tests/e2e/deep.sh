#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A path deeper than MPIPROF_CALLPATH keeps its outermost and innermost frames, so
# that main() and its callees are charged with all that is below them.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
test "$HAVE_LIBUNWIND" = yes || skip "built without libunwind"
build_c deep "deep.c" "$(linked_flags)"

# path_is NAME WORDS: of MPI_Barrier.
path_is() {
    "$report" --format csv --table call_sites --all "$1" >"$1.csv" ||
        fail "$1: no table of call sites"
    tr -d "\r" <"$1.csv" | grep -q ",MPI_Barrier,400,.*,$2\$" ||
        fail "$1: not $2 but $(grep MPI_Barrier "$1.csv")"
}

# within NAME FUNCTION: all calls of both ranks are below it.
within() {
    "$report" --format csv --table functions_mpi --all "$1" >"$1.functions" ||
        fail "$1: no table of functions"
    std_python - "$1.functions" "$2" <<'END' || fail "$1: calls in $2"
import csv, sys
rows = {row["function"]: row for row in csv.DictReader(
    line for line in open(sys.argv[1]) if not line.startswith("#"))}
found = rows[sys.argv[2]]["within_calls"], "..." in rows
print(sys.argv[2], *found)
sys.exit(found != ("400", False))
END
}

measure whole 2 ./deep 200
path_is whole "main > f1 > f2 > f3 > f4 > f5 > f6 > f7 > f8 > f9 > f10"
within whole main
measure cut 2 env MPIPROF_CALLPATH=8 ./deep 200
path_is cut "main > f1 > ... > f5 > f6 > f7 > f8 > f9 > f10"
within cut main
within cut f1
within cut f5
measure inner 2 env MPIPROF_CALLPATH=2 ./deep 200
path_is inner "... > f9 > f10"
