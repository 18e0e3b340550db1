#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# AddressSanitizer, LeakSanitizer and UndefinedBehaviorSanitizer have nothing
# to say about the measuring library.  MPI's own leaks are not looked at.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
needs_sanitizer address,undefined __asan_init
archives=alone # failed_waits: receives fail

LSAN_OPTIONS=exitcode=0:suppressions=$SRC_DIR/tests/sanitized/leaks.supp
LSAN_OPTIONS=$LSAN_OPTIONS:print_suppressions=0
export LSAN_OPTIONS

# check PROGRAM RANKS [ARGUMENT]: ARGUMENT instead of a prefix.
check() {
    ours_of=$1
    build_c "$1" "$1.c expect.c" "-pthread -fsanitize=address $(linked_flags)"
    ASAN_OPTIONS=log_path=$work/$1.log
    UBSAN_OPTIONS=print_stacktrace=1
    export ASAN_OPTIONS UBSAN_OPTIONS
    measure "$1.run" "$2" "./$1" "${3-$work/$1.expected}"
    unset ASAN_OPTIONS
    for log in "$1.run.err" "$1".log.*; do
        test ! -f "$log" || ours "$log"
    done
    echo "ok: $1"
}

check p2p 3
check collectives 3
check groups 3
check regions 2
check rma 3
check io 3
check threads 2
check short_threads 2
check failed_waits 2
check left_open 2
