#!/bin/sh
# What a program leaves open at MPI_Finalize is in the report.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
build_c left_open left_open.c "$(linked_flags)"
measure left.run 2 ./left_open "$work/file"

# says TEXT: a line of the summary, however it is broken.
says() {
    tr -s ' \n' ' ' <left.run/summary.txt | grep -q "$1" ||
        fail "the summary does not say: $1"
}
says 'communicators had not been freed at MPI_Finalize: 4 handles'
says 'On 2 ranks, windows had not been freed at MPI_Finalize: 2 handles'
says 'On 1 rank, files had not been closed at MPI_Finalize: 1 handle,'
