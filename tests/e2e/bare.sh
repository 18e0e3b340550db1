#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A build without OTF2, PAPI, libunwind and libdw measures, and the report says
# what is not there and why.
. "$SRC_DIR/tests/lib.sh"
test "$HAVE_OTF2$HAVE_PAPI$HAVE_LIBUNWIND$HAVE_LIBDW" = nononono ||
    skip "this build has some of the libraries"
needs_launcher
build_c p2p "p2p.c expect.c" "$(linked_flags)"

launch 2 env MPIPROF_OUTPUT="$work/plain.run" ./p2p "$work/expected" \
    >plain.err 2>&1 || fail "status $?: $(cat plain.err)"
grep -q 'built without' plain.err && fail "unasked: $(cat plain.err)"
test ! -e plain.run/run.otf2 || fail "a trace"
"$report" --full plain.run | tr -s ' \n' ' ' >plain.txt || fail "no report"
for words in 'No trace: this mpiprof was built without OTF2' \
    'as addresses: this mpiprof was built without libdw' 'MPI_Send'; do
    grep -q "$words" plain.txt || fail "no '$words' in $(cat plain.txt)"
done

launch 2 env MPIPROF_OUTPUT="$work/asked.run" MPIPROF_TRACE=on \
    MPIPROF_COUNTERS=PAPI_L1_DCM ./p2p "$work/expected" >asked.err 2>&1 ||
    fail "status $?: $(cat asked.err)"
for words in 'MPIPROF_TRACE=on: mpiprof was built without OTF2' \
    'MPIPROF_COUNTERS: cannot count PAPI_L1_DCM (built without PAPI)'; do
    test "$(grep -c "^mpiprof: $words" asked.err)" = 1 ||
        fail "not one '$words' in $(cat asked.err)"
done
