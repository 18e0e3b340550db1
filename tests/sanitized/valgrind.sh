#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# memcheck has nothing to say about the measuring library.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
command -v valgrind >/dev/null || skip "valgrind is not installed"
! nm -D "$libs/libmpiprof-core.so" | grep -q ' __[at]san_init$' ||
    skip "valgrind cannot run what is built with sanitizers"

for program in p2p left_open; do
    ours_of=$program
    build_c $program "$program.c expect.c" "$(linked_flags)"
    measure $program.run 2 valgrind --leak-check=full --fullpath-after= \
        --show-leak-kinds=definite --log-file="$work/$program.log.%p" \
        --suppressions="$SRC_DIR/tests/sanitized/valgrind.supp" \
        ./$program "$work/$program.expected"
    test "$(ls $program.log.* | wc -l)" -ge 2 || fail "no logs of $program"
    grep -q 'ERROR SUMMARY' $program.log.* || fail "logs are cut"
    ours $program.log.*
    echo "ok: $program"
done
