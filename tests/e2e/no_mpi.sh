#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A program that never calls MPI leaves no files and no message.
. "$SRC_DIR/tests/lib.sh"

# quiet COMMAND...: runs in an empty folder; only "hello" may come of it.
quiet() {
    rm -rf here && mkdir here
    (cd here && "$@") >out 2>&1 || fail "status $? of $*: $(cat out)"
    test "$(cat out)" = hello || fail "$* printed: $(cat out)"
    test -z "$(ls -A here)" || fail "$* left $(ls -A here)"
}

build_c no_mpi no_mpi.c "$(linked_flags)"
quiet ../no_mpi
quiet "$mpiprof_run" ../no_mpi
quiet "$mpiprof_run" sh -c 'echo hello | cat'
quiet env LD_PRELOAD="$libs/libmpiprof.so" sh -c '(echo hello | cat)'
