#!/bin/sh
# The trace of a run holds what its profile holds, call by call; OTF2's own
# tools read it without a warning.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
needs_trace

# from_trace RUN: the report without the profile file says the same.
from_trace() {
    cp -r "$1" "trace_$1"
    rm "trace_$1/run.mpiprof"
    as_json "$1" "$1"
    as_json "trace_$1/run.otf2" "trace_$1"
    "$PYTHON" "$e2e/check_same.py" "$1.json" "trace_$1.json" ||
        fail "trace and profile of $1 differ"
}

readable() {
    command -v otf2-print >/dev/null || return 0
    otf2-print -Werror --silent "$1/run.otf2" >"$1.print" 2>&1 ||
        fail "otf2-print: $(cat "$1.print")"
    grep -i -e warning -e error "$1.print" && fail "otf2-print warns"
    # At the begin and the end of each location; two per location at least.
    otf2-print -C "$1/run.otf2" | awk '/^CLOCK_OFFSET/ { at[$2]++ }
        END { for (i in at) if (at[i] < 2) few = 1; exit few || !NR }' ||
        fail "clock offsets of $1"
}

# as_pipit RUN: Pipit wants traces.otf2 in a folder.
as_pipit() {
    mkdir "pipit_$1"
    ln -s "../$1/run.otf2" "pipit_$1/traces.otf2"
    ln -s "../$1/run.def" "pipit_$1/traces.def"
    ln -s "../$1/run" "pipit_$1/traces"
    "${TEST_PYTHON:-$PYTHON}" -c 'import otf2' 2>/dev/null || return 0
    "${TEST_PYTHON:-$PYTHON}" "$e2e/check_archives.py" \
        "pipit_$1/traces.otf2" || fail "not readable under another name"
}

# other_reader RUN: the Python bindings of OTF2 find the same totals.
other_reader() {
    "${TEST_PYTHON:-$PYTHON}" -c 'import otf2' 2>/dev/null || {
        echo "not compared with python3-otf2: it is not there"
        return 0
    }
    "${TEST_PYTHON:-$PYTHON}" "$e2e/otf2_totals.py" "$1/run.otf2" \
        >"otf2_$1.json" || fail "otf2_totals.py $1"
    "$PYTHON" "$e2e/check_counts.py" "otf2_$1.json" "$1".expected.*.tsv ||
        fail "python3-otf2 finds other totals"
}

# agree PROGRAM RANKS
agree() {
    expect_counts "$1.run" "$2" "./$1"
    readable "$1.run"
    from_trace "$1.run"
    other_reader "$1.run"
}

# compare PROGRAM RANKS
compare() {
    build_c "$1" "$1.c expect.c" "$(linked_flags)"
    agree "$1" "$2"
}

compare p2p 3
as_pipit p2p.run
if test "$HAVE_PAPI" = yes; then
    # One that the kernel counts, so that every machine has it.
    MPIPROF_COUNTERS=perf::PAGE-FAULTS measure counted 3 ./p2p "$work/counted"
    readable counted
    from_trace counted
fi
compare collectives 3
compare regions 2
compare limits 2
compare groups 3
compare rma 3
compare io 3
test -n "$MPIFC" || {
    echo "not compared in Fortran: no compiler of $MPI_FLAVOUR"
    exit 0
}
build_fortran objects MPIF_H "$(linked_flags)" objects.F90
agree objects 3
