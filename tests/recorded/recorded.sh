#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Runs that were recorded once give, to the last digit, the tables in expected/,
# and what the programs themselves had told of these runs.  They are real: of
# both MPIs, several languages, threads, windows, files, hosts, and some that
# were killed; runs.tsv has a line for each, `record' makes them.
#
#     BUILD_DIR=... SRC_DIR=... recorded.sh [--update]
#
# --update writes expected/ anew, and looks whether the tables agree with each
# other and, where Python's otf2 is there, with what another reader finds.
. "$SRC_DIR/tests/lib.sh"
needs_trace
here=$SRC_DIR/tests/recorded
. "$here/checks.sh"
# Not a script that looks for it each time, as that of pyenv.
PYTHON=$("$PYTHON" -c 'import sys; print(sys.executable)')

# A rank's own files are structures of one version and one kind of machine.
is_of_others() {
    grep -q 'by another version of mpiprof or on another kind' "$1.err"
}

# reports NAME WITHOUT: NAME.json, .csv and .tables.
reports() {
    for format in json csv; do
        "$report" --format $format -o "$1.$format" "$1" 2>>"$1.err" || return 1
    done
    test ! -s "$1.err" && same_formats "$1" &&
        std_python "$here/print_tables.py" "$1.json" "$2" >"$1.tables"
}

# from_trace NAME: by two processes, without the profile.
from_trace() {
    "$report" -j 2 --from-trace --format json -o "$1.trace.json" "$1" &&
        std_python "$SRC_DIR/tests/e2e/check_same.py" "$1.json" "$1.trace.json"
}

# simulates NAME: without changes it takes as long as it took.
simulates() {
    "$report" whatif "$1" network=ideal >"$1.whatif" &&
        grep 'Without changes the simulated run takes \(.*\); the measured run took \1\.' "$1.whatif"
}

# right NAME CHECK WITHOUT
right() {
    reports "$1" "$3" || return 1
    case $2 in
    -*) ;;
    *) from_trace "$1" && simulates "$1" || return 1 ;;
    esac
    is_true "$1" "${2#-}" &&
        as_expected . "$here/expected" "$update" "$1.tables"
}

# compared NAME CHECK: where that is wanted, and the other reader is there.
compared() {
    test "$update" = --update && test "${2#-}" != killed || return 0
    "${TEST_PYTHON:-$PYTHON}" -c 'import otf2' 2>/dev/null || {
        echo "$1 is not compared with Python's otf2: it is not there"
        return 0
    }
    other_reader "$1"
}

update=${1-}
wrong=0
tab=$(printf '\t')
grep -v '^#' "$here/runs.tsv" >runs
while IFS=$tab read -r name _ check without _; do
    gzip -d <"$here/runs/$name.tar.gz" | tar -x -o -f - || exit 1
    if right "$name" "$check" "$without" >"$name.out" 2>&1 &&
        compared "$name" "$check" >>"$name.out" 2>&1; then
        echo "ok: $name"
    elif is_of_others "$name"; then
        echo "skip $name: its files are of another version or kind of" \
            "machine; for this one: make record RUNS=${name%-left}"
    else
        cat "$name.err" "$name.out" 2>/dev/null | head -n 60
        echo "not ok: $name"
        wrong=1
    fi
done <runs
test "$update" != --update || std_python \
    "$SRC_DIR/tests/e2e/check_identities.py" "$report" . || wrong=1
test $wrong -eq 0 || {
    echo "FAIL: reports differ; if that is meant: recorded.sh --update"
    exit 1
}
