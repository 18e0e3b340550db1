#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Latency and bandwidth are what the calls of the run were made to take, and a
# simulated network changes them.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
needs_trace
needs_virtual_time
build_c network network.c "$(linked_flags)"
MPIPROF_TRACE=on
VIRTUAL_COSTS="MPI_Send=20000+2 MPI_Recv=5000+1 MPI_Allreduce=300000"
VIRTUAL_HOSTS=2
export MPIPROF_TRACE VIRTUAL_COSTS VIRTUAL_HOSTS
measure_virtually network.run 4 ./network
"$report" --table network --format csv -o network.csv network.run ||
    fail "no table"

# is PROCEDURE RANKS LATENCY BANDWIDTH: in seconds and bytes per second; -: empty.
is() {
    awk -F, -v name="$1" -v ranks="$2" -v latency="$3" -v bandwidth="$4" '
        function near(is, should) {
            if (should == "-")
                return is == ""
            return is > 0.99 * should && is < 1.01 * should
        }
        $1 == name && $2 == ranks {
            found = near($7, latency) && near($8, bandwidth) &&
                (latency == "-" || $9 < 0.001)
        }
        END { exit !found }' network.csv ||
        fail "$1 $2 should have $3 and $4: $(cat network.csv)"
    echo "ok: $1 $2"
}
is MPI_Send "on one host" 20e-6 500e6
is MPI_Send "between hosts" 20e-6 500e6
is MPI_Recv "on one host" 5e-6 1e9
is MPI_Allreduce "between hosts" 300e-6 -
is MPI_Bcast "between hosts" - - # a single size

# changes SECONDS CHANGE...: T becomes longer by that much.  Rank 0 sends twice
# 110 messages of 13981010 bytes in total; then there are ten reductions.
changes() {
    changes_seconds=$1
    shift
    "$report" whatif --format csv --table whatif network.run "$@" \
        >found.csv 2>err || fail "whatif $*: $(cat err)"
    tail -n 1 found.csv | awk -F, -v s="$changes_seconds" '
        { off = $3 - s; exit off < -5e-5 || off > 5e-5 }' ||
        fail "$* should change T by $changes_seconds s: $(cat found.csv)"
    echo "ok: $*"
}
changes 0.0074 'network=latency*2'
changes -0.0037 'network=latency*0.5'
changes -0.041943 'network=bandwidth*4'
changes 0.055924 'network=bandwidth*0.5'
changes -0.045643 'network=latency*0.5' 'network=bandwidth*4'
changes -0.00555 'network=latency*0.5' 'network=latency*0.5'
changes 0.0014 'network=latency*2' MPI_Allreduce=off
"$report" whatif network.run 'network=bandwidth*4' >text || fail "no text"
one_line <text | grep "fitted to the calls of the run" >/dev/null ||
    fail "where the numbers are from: $(cat text)"

# refused STATUS WORDS RUN CHANGE
refused() {
    refuses "$1" "$2" "$report" whatif "$3" "$4"
}
refused 2 "give a factor above 0 and at most" network.run 'network=latency*0'
refused 2 "give a factor above 0 and at most" network.run 'network=bandwidth*-2'
refused 2 "give a factor above 0 and at most" network.run 'network=bandwidth*'
refused 2 "write network=ideal, network=latency" network.run 'network=latncy*2'
refused 2 "write network=ideal, network=latency" network.run network=fast
build_c whatif whatif.c "$(linked_flags)"
unset VIRTUAL_COSTS VIRTUAL_HOSTS
measure_virtually few.run 3 ./whatif
refused 1 "latency and bandwidth of this run are unknown" few.run \
    'network=latency*2'
