#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Calls that the program leaves without returning are recorded, up to where it
# left them, and so is all that comes later; calls from inside a call are not.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
test "$HAVE_LIBUNWIND" = yes ||
    skip "built without libunwind: calls from further in the stack are not told apart"
build_c left_calls left_calls.cpp "-DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX \
    -pthread $(linked_flags) -lstdc++"

# counts RUN CALLS...: of each of the two ranks; those are the procedures.
counts() {
    run=$1
    shift
    as_json "$run.run" "$run" --all
    { printf 'procedure\tcalls\n'
        printf '%s\t%s\n' "$@" MPI_Barrier 20 MPI_Allreduce 20 \
            MPI_Init_thread 2 MPI_Comm_dup 2 MPI_Comm_create_errhandler 2 \
            MPI_Comm_set_errhandler 2 MPI_Finalize 2
    } >"$run.tsv"
    std_python "$e2e/check_table.py" "$run.json" procedures "$run.tsv" ||
        fail "calls of $run"
}

# left WAY [thread]: all sends are left.
left() {
    run=$1${2-}
    measure "$run.run" 2 ./left_calls "$@" >"$run.seconds"
    counts "$run" MPI_Send 20
    one_line <"$run.run/summary.txt" | grep -q 'left 20 MPI calls, summed over
 ranks, without returning, for example by longjmp or an exception: MPI_Send 20\.' ||
        fail "$run: $(cat "$run.run/summary.txt")"
    # Which thread stands for the rank only the profile knows.
    case $run in
    *thread | exit | cancel) ;;
    *) test "$HAVE_OTF2" != yes || from_trace "$run.run" ;;
    esac
    echo "ok: $run"
}

# ends_there WAY [thread]: and end where they were left.  From there to the next
# call, which would show it, are 20 ms.
ends_there() {
    left "$@"
    "$report" --format csv --table procedures "$run.run" >"$run.csv"
    awk -F, 'NR == FNR { most += $1; next } $1 == "MPI_Send" { time = $4 }
        END { exit !(time > 0.1 && time <= most) }' "$run.seconds" "$run.csv" ||
        fail "$run: longer than $(cat "$run.seconds"): $(cat "$run.csv")"
}

for way in exception longjmp signal altstack; do
    ends_there $way
    ends_there $way thread
done
ends_there exit
ends_there cancel
left fibre
left fibre thread
left resumed

# An exception that leaves C, MPI and Fortran.
if test -n "$MPIFC"; then
    build_once left_calls.o "$programs/left_calls.cpp" $MPICC -c -g -O1 \
        -DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX "$programs/left_calls.cpp" ||
        fail "left_calls.cpp"
    build_once left_calls "$programs/left_calls.f90 $programs/left_calls.cpp" \
        $MPIFC -g -O1 \
        "$programs/left_calls.f90" left_calls.o -pthread $(linked_flags) \
        -lstdc++ || fail "left_calls.f90: $(cat left_calls.log)"
    ends_there fortran
fi

measure inside.run 2 ./left_calls inside
counts inside MPI_Send 20
! one_line <inside.run/summary.txt | grep 'without returning' || fail "inside: left"
