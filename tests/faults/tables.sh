#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Tables that are full: all calls are counted, by procedure at least, and the
# report says what it does not know of them.  What many programs need finds room.
. "$SRC_DIR/tests/lib.sh"
prepare_faults
needs_launcher
build_c overflow ../../faults/programs/overflow.c
build_c overflow_measured ../../faults/programs/overflow.c "$(linked_flags)"
MPIPROF_CALLPATH=16
export MPIPROF_CALLPATH

# counts RUN PROCEDURE CALLS: of all ranks
counts() {
    "$report" --format csv --table procedures --all "$1" >counts.csv ||
        fail "$1: no table"
    grep -q "^$2,[^,]*,$3," counts.csv ||
        fail "$1: not $3 of $2: $(grep "^$2," counts.csv)"
}

# full KIND WORDS: what the report says of it
full() {
    plain launch $job_ranks ./overflow "$1"
    injured_in "$1.run" "$1.run" launch $job_ranks ./overflow_measured "$1"
    no_line "$1.run"
    read -r barriers receives <plain.out
    test "$barriers" = 0 ||
        counts "$1.run" MPI_Barrier $((job_ranks * barriers))
    test "$receives" = 0 ||
        counts "$1.run" MPI_Irecv $((job_ranks * receives))
    grep -q "$2" "$1.run/summary.txt" ||
        fail "$1: no '$2' in: $(sed -n '/^Caveats/,$p' "$1.run/summary.txt")"
    echo "ok: $1"
}

# 204,800 one-sided calls on 2048 paths find room in the memory that is given by
# default.
plain launch $job_ranks ./overflow puts
injured_in puts.run puts.run launch $job_ranks ./overflow_measured puts
counts puts.run MPI_Put $((job_ranks * 204800))
! grep 'no room' puts.run/summary.txt || fail "puts: no room"
echo "ok: puts"

MPIPROF_MEMORY=1
export MPIPROF_MEMORY
full regions 'no room for the call paths of [0-9]* calls'
test "$HAVE_LIBUNWIND" != yes || full paths 'no room for the call paths of [0-9]* calls'
# What had no room keeps its call site, and the row says so; the sentence counts
# the calls in such rows.
if test "$HAVE_LIBUNWIND" = yes; then
    "$report" --format csv --table call_sites --all paths.run |
        tr -d '\r' >paths.csv
    grep -q ',MPI_Barrier,.*,\.\.\. > call$' paths.csv ||
        fail "paths: no row without callers"
    held=$(std_python -c 'import csv
print(sum(int(row["calls"]) for row in csv.DictReader(open("paths.csv"))
          if any(cell.startswith("...") for cell in row.values())))')
    grep -q "the call paths of $held calls" paths.run/summary.txt ||
        fail "not $held calls: $(sed -n '/^Caveats/,$p' paths.run/summary.txt)"
fi
full deep 'Region starts or ends that are nested too deeply'
MPIPROF_TRACE=off
export MPIPROF_TRACE
full requests 'More than 524288 requests'
