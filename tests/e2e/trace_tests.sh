#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A test that finds a one-sided transfer or one of a file unfinished is in the
# trace, once for each transfer it asks for; its end is what the last one finds.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
needs_trace
command -v otf2-print >/dev/null || skip "no otf2-print"
build_c tested tested.c
build_c late_tests.so late_tests.c "-shared -fPIC"

MPIPROF_TRACE=on measure tested.run 2 \
    env LD_PRELOAD="$libs/libmpiprof.so $work/late_tests.so" ./tested
otf2-print -Werror tested.run/run.otf2 >tested.print ||
    fail "otf2-print: $(cat tested.print)"

# By kind and matching id; that a put is visible at its target shows a flush.
sed -n 's/^\(RMA_[A-Z_]*\|IO_[A-Z_]*\) *0 .*Matching\( Id\)*: \([0-9]*\).*/\1 \3/p
    ' tested.print | grep -v RMA_OP_COMPLETE_REMOTE >found

# tested KIND ID: not three times, then it is.
tested() {
    case $1 in
    RMA_*) tested_as=RMA_OP_TEST tested_end=RMA_OP_COMPLETE_NON_BLOCKING ;;
    *) tested_as=IO_OPERATION_TEST tested_end=IO_OPERATION_COMPLETE ;;
    esac
    begun "$1" "$2"
    printf '%s\n' "$tested_as $2" "$tested_as $2" "$tested_as $2" \
        "$tested_end $2"
}

begun() {
    echo "$1 $2"
    case $1 in
    IO_*) echo "IO_OPERATION_ISSUED $2" ;;
    esac
}

{
    tested RMA_PUT 1
    tested RMA_GET 2
    tested RMA_ATOMIC 3
    tested IO_OPERATION_BEGIN 1
    tested IO_OPERATION_BEGIN 2
    begun RMA_PUT 4
    begun IO_OPERATION_BEGIN 3
    for time in 1 2 3; do
        echo "RMA_OP_TEST 4"
        echo "IO_OPERATION_TEST 3"
    done
    echo "RMA_OP_COMPLETE_NON_BLOCKING 4"
    echo "IO_OPERATION_COMPLETE 3"
    tested RMA_PUT 5
    tested IO_OPERATION_BEGIN 4
    begun RMA_PUT 6
    echo "RMA_OP_COMPLETE_NON_BLOCKING 6"
} >wanted
diff wanted found || fail "records of transfers"

# Inside the call that asked.
awk '$2 == 0 && ($1 == "ENTER" || $1 == "LEAVE") {
         inside = $1 == "ENTER" && /Region: "MPI_Test/ }
     $2 == 0 && /^(RMA_OP|IO_OPERATION)_TEST / && !inside' tested.print >outside
test ! -s outside || fail "not in a test: $(cat outside)"
for bytes in 40 20 40 40; do
    echo "$bytes"
done >wanted
sed -n 's/^IO_OPERATION_COMPLETE .*Bytes Result: \([0-9]*\),.*/\1/p' \
    tested.print >found
diff wanted found || fail "bytes of the files"
