#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The time line of real runs says what their traces say; see check_chrome.py.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
needs_trace
archives=alone
checks=$SRC_DIR/tests/export
python=${TEST_PYTHON:-$PYTHON}
PYTHONPATH=$e2e
export PYTHONPATH
compared=
"$python" -c 'import otf2' 2>/dev/null || {
    echo "the Python bindings of OTF2 are missing: the format alone is checked"
    compared=no-trace
}

check_run() {
    # shellcheck disable=SC2086
    "$python" "$checks/check_chrome.py" "$report" "$1" $compared >out ||
        fail "check_chrome.py $1: $(cat out)"
    sed "s/^/$1: /" out
}

MPIPROF_TRACE=on
export MPIPROF_TRACE
build_c heat2d ../../../share/examples/heat2d.c "$(linked_flags)"
measure four 4 ./heat2d --size 64 --steps 20
check_run four
grep '[1-9][0-9]* arrows are' out >/dev/null || test -n "$compared" ||
    fail "heat2d has no messages"
build_c p2p "p2p.c expect.c" "$(linked_flags)"
measure p2p.run 3 ./p2p "$work/p2p.counts"
check_run p2p.run
build_c regions "regions.c expect.c" "$(linked_flags)"
measure nested 2 ./regions "$work/nested.counts"
check_run nested
build_c threads "threads.c expect.c" "$(linked_flags) -pthread"
measure threads.run 2 ./threads "$work/threads.counts"
check_run threads.run
build_c hostile hostile.c "$(linked_flags)"
measure hostile.run 2 ./hostile "$work/names" x ""
check_run hostile.run
"$report" export --format chrome hostile.run >hostile.json
LC_ALL=C tr -d '[:print:]\n\200-\377' <hostile.json >control
test ! -s control || fail "hostile.run: control characters: $(od -c control)"
measure one 1 ./heat2d --size 64 --steps 3
check_run one
cat >nothing.c <<'END'
#include <mpi.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Finalize();
    return 0;
}
END
# shellcheck disable=SC2046
$MPICC -g nothing.c -o nothing $(linked_flags) || fail "nothing.c"
measure nothing.run 2 ./nothing
check_run nothing.run

# Receives that complete in another order than that of their begins.
cat >order.c <<'END'
#include <mpi.h>
int main(int argc, char **argv)
{
    int rank, words[2] = { 1, 2 };
    MPI_Request requests[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 5; i++) {
        if (rank == 0) {
            MPI_Send(&words[0], 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
            MPI_Send(&words[1], 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
        } else if (rank == 1) {
            MPI_Irecv(&words[0], 1, MPI_INT, 0, 7, MPI_COMM_WORLD,
                      &requests[0]);
            MPI_Irecv(&words[1], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG,
                      MPI_COMM_WORLD, &requests[1]);
            MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
            MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        }
    }
    MPI_Finalize();
    return 0;
}
END
# shellcheck disable=SC2046
$MPICC -g order.c -o order $(linked_flags) || fail "order.c"
measure order.run 2 ./order
check_run order.run

# A made-up run whose counter counts 3 in half a nanosecond; it is not read at
# the begins of regions.
mkdir counted.run
launch 2 "$BUILD_DIR/tests/trace/write_sample" counted.run 5 100000 1000 \
    >counted.log 2>&1 || fail "write_sample: $(cat counted.log)"
check_run counted.run
"$report" export --format chrome counted.run >counted.json
std_python - <<'END' || fail "rates of counters"
import json
rates = [event["args"]["per second"]
         for event in json.load(open("counted.json"))["traceEvents"]
         if event["ph"] == "C" and event["tid"] == 0]
assert len(rates) > 100, len(rates)
assert all(abs(rate / 6e9 - 1) < 0.2 for rate in rates), rates
assert sum(abs(rate / 6e9 - 1) < 1e-9 for rate in rates) > 100, rates
END
rm -rf counted.run # made up: it ends with messages that nobody has received
echo "ok: rates of counters"

# Ranks without events, and what is said of them.
MPIPROF_TRACE=0,2 measure some 4 ./heat2d --size 64 --steps 3
"$report" export --format chrome -o some.json some 2>err || fail "some ranks"
grep '2 of 4 ranks have no events and are not in the export' err >/dev/null ||
    fail "missing ranks: $(cat err)"
std_python - <<'END' || fail "only ranks 0 and 2 have events"
import json
events = json.load(open("some.json"))["traceEvents"]
assert {event["pid"] for event in events if event["ph"] == "X"} == {0, 2}
END
MPIPROF_TRACE=off
measure untraced 2 ./heat2d --size 64 --steps 3

# refused STATUS PATTERN OPTIONS...
refused() {
    refused_status=$1
    refused_pattern=$2
    shift 2
    refuses "$refused_status" "$refused_pattern" \
        "$report" export --format chrome "$@"
}
refused 1 "has no trace" untraced
refused 1 "has no trace" -o untraced.json untraced
test ! -e untraced.json || fail "a file of nothing"
refused 2 "--from x: give seconds" --from x four
refused 2 "--to -1: give seconds" --to -1 four
refused 2 "--to nan: give seconds" --to nan four
refused 2 "--from 2 is after --to 1" --from 2 --to 1 four
refused 2 "--from 1 is the same as --to 1" --from 1 --to 1 four
refused 2 "--from 1000: four ends at .* s; give" --from 1000 four
refused 1 "has no trace" --from 1 untraced

# A trace that is damaged leaves no half of a file.
cp -r four torn
for file in torn/run/*.evt; do
    : >"$file"
done
refused 1 "torn" -o torn.json torn
ls torn.json* 2>/dev/null && fail "half a file"
rm -rf torn
echo "ok: words, and runs without events"
