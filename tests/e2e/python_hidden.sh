#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# MPI that profilers of Python do not see comes from the run's own profile: who
# waits is no culprit.
. "$SRC_DIR/tests/lib.sh"
needs_python_module
needs_launcher
needs_virtual_time
archives=alone

MPIPROF_LIBDIR=$libs
export MPIPROF_LIBDIR
measure_virtually hidden.run 2 "$TEST_PYTHON" -m mpiprof "$programs/hidden.py"

# says TEXT WORDS...: the report has that text, however it is broken.
says() {
    text=$1
    shift
    "$report" python "$@" >out.txt 2>err.txt || fail "python $*: $(cat err.txt)"
    one_line <out.txt | grep -F -e "$text" >/dev/null ||
        fail "python $* does not say: $text in $(head -20 out.txt)"
}

says "1. Rank 1 works 4.0 times as long as rank 0 in work (hidden.py:10), mostly in time.sleep (built-in): 4.00 s against 1.00 s. Rank 0 spends most of its MPI time in calls from barrier (some_mpi.py:36)." \
    hidden.run
says "work and MPI are separated by run.mpiprof, and exclusive times include 3.00 s in MPI" \
    hidden.run
# Without the run there is no such claim.
mkdir alone && cp hidden.run/cpu_*.prof alone
says "No method of mpi4py is in the profiles." alone
grep " works " out.txt && fail "what may be waiting is called work"
# Nor with that of another run, which has fewer ranks.
cp hidden.run/run.mpiprof alone && cp alone/cpu_1.prof alone/cpu_2.prof
says "No method of mpi4py is in the profiles." alone
grep "^mpiprof: alone.*cpu_2.prof does not belong to the run.mpiprof beside it, which has 2 ranks" \
    err.txt >/dev/null || fail "another run counts: $(cat err.txt)"
rm alone/cpu_2.prof alone/run.mpiprof

# The page of the run has the functions, too.
test "${HAVE_HTML-no}" = yes || exit 0
"$report" --format html -o page.html hidden.run >out 2>&1 ||
    fail "page of the run: $(cat out)"
grep -q 'id="python-data"' page.html ||
    fail "the page of the run has no functions of Python"
std_python - page.html <<'END' || fail "barrier() is not shown as MPI"
import base64, re, sys, zlib
data = re.search('id="python-data">([^<]*)<', open(sys.argv[1]).read()).group(1)
data = zlib.decompress(base64.b64decode(data))
# Its name, location and file; then what it is: 2 is MPI.
found = re.search(rb"barrier\x0esome_mpi.py:36.[^\x00-\x1f]*(.)", data)
sys.exit(found.group(1) != b"\2")
END
