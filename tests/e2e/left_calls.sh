#!/bin/sh
# Calls that the program leaves without a return are recorded, up to where it
# left them, and so is all that comes later; calls from inside a call are not.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
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
    "$PYTHON" "$e2e/check_table.py" "$run.json" procedures "$run.tsv" ||
        fail "calls of $run"
}

# left WAY [thread]: all sends are left.
left() {
    run=$1${2-}
    measure "$run.run" 2 ./left_calls "$@"
    counts "$run" MPI_Send 20
    one_line <"$run.run/summary.txt" | grep -q 'left 20 MPI calls, summed over
 ranks, without a return, as by longjmp or an exception: MPI_Send 20\.' ||
        fail "$run: $(cat "$run.run/summary.txt")"
    test "$HAVE_OTF2" != yes || from_trace "$run.run"
    echo "ok: $run"
}

for way in exception longjmp signal altstack fibre; do
    left $way
    left $way thread
done
left resumed
left exit
left cancel

# An exception that leaves C, MPI and Fortran.
if test -n "$MPIFC"; then
    build_once left_calls.o "$programs/left_calls.cpp" $MPICC -c -g -O1 \
        -DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX "$programs/left_calls.cpp" ||
        fail "left_calls.cpp"
    build_once left_calls "$programs/left_calls.f90" $MPIFC -g -O1 \
        "$programs/left_calls.f90" left_calls.o -pthread $(linked_flags) \
        -lstdc++ || fail "left_calls.f90: $(cat left_calls.log)"
    left fortran
fi

measure inside.run 2 ./left_calls inside
counts inside MPI_Send 20
! grep -q 'without a return' inside.run/summary.txt || fail "inside: left"
