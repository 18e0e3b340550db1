#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# MPIPROF_TRACE_SKIP and MPIPROF_TRACE_ONLY: the trace has exactly what each
# rule leaves, both ends of every message, and says what it is without; the
# profile has all.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
needs_trace
"${TEST_PYTHON:-$PYTHON}" -c 'import otf2' 2>/dev/null ||
    skip "no Python with the module otf2"
build_c filters "filters.c expect.c" "$(linked_flags)"

# readable RUN: OTF2's own tool has no word of complaint.
readable() {
    command -v otf2-print >/dev/null || return 0
    otf2-print -Werror --silent "$1/run.otf2" >"$1.print" 2>&1 ||
        fail "otf2-print: $(cat "$1.print")"
    grep -i -e warning -e error "$1.print" && fail "otf2-print warns"
}

# says RUN CALLS SKIP ONLY: both reports tell how many calls are missing in the
# trace; that of the trace is made without the profile.
says() {
    rm -rf "trace_$1"
    mkdir "trace_$1"
    cp -r "$1/run" "$1/run.def" "$1/run.otf2" "trace_$1"
    "$report" --format json -o "trace_$1.json" "trace_$1/run.otf2" ||
        fail "no report of the trace of $1"
    sentence="$2 calls were left out of the trace by $3$4"
    tr -s '\n ' ' ' <"trace_$1.json" | grep -q -F "$sentence: no number here" ||
        fail "not in the report of the trace: $sentence"
    tr -s '\n ' ' ' <"$1/summary.txt" | grep -q -F "$sentence; the profile" ||
        fail "not in the summary: $sentence: $(sed -n '/^Caveats/,$p' "$1/summary.txt")"
}

# says_none RUN SETTING=RULES: why no call was left out, once; the report of the
# trace has no word of it.
says_none() {
    tr -s '\n ' ' ' <"$1/summary.txt" |
        grep -q -F "No call was left out of the trace by $2: it matched only" ||
        fail "summary: $(sed -n '/^Caveats/,$p' "$1/summary.txt")"
    "$report" --full --from-trace "$1" >"$1.none" || fail "no report of the trace"
    ! grep 'left out' "$1.none" || fail "left out of $1?"
}

# filtered NAME SETTING=RULES MESSAGES OFF CHANGES...: measures; `runs' is for
# check_filtered.py, which looks at all of them at once.
filtered() {
    run=$1.run
    setting=$2
    shift 2
    measure "$run" 2 env "$setting" ./filters "$work/$run.expected"
    as_json "$run" "$run"
    readable "$run"
    echo "$run $*" >>runs
    echo "$run $setting" >>rules
}

# ended PROGRAM SETTING=RULES: in a folder ended-PROGRAM-NUMBER.run of its own;
# records have their ends.
ended() {
    test -x "$1" || build_c "$1" "$1.c expect.c" "$(linked_flags)"
    run=ended-$1-$(wc -l <runs).run
    measure "$run" 3 env "$2" "./$1" "$work/$run.expected"
    readable "$run"
    echo "$run any 0" >>runs
    echo "$run $2" >>rules
}

# check_runs: what is in the traces; the profiles of `filtered' are as without
# rules.
check_runs() {
    "${TEST_PYTHON:-$PYTHON}" "$e2e/check_filtered.py" runs >left ||
        fail "check_filtered.py; the settings: $work/rules"
    while read -r run less; do
        setting=$(sed -n "s/^$run //p" rules)
        case "$run $less $setting" in
        ended-*) rm -r "$run" "$run".expected.* ;;
        *" 0 MPIPROF_TRACE=on") ;;
        *" 0 "*) says_none "$run" "$setting" ;;
        *) says "$run" "$less" "${setting%%=*}=" "${setting#*=}" ;;
        esac
        echo "ok: $run: $setting leaves out $less calls"
    done <left
}

P2P="MPI_Sendrecv=0 MPI_Irecv=0 MPI_Isend=0 MPI_Iprobe=0 MPI_Recv_init=0
    MPI_Send_init=0 MPI_Startall=0 MPI_Request_free=0 MPI_Send=0 MPI_Recv=0
    MPI_Cancel=0"
COLLECTIVE="MPI_Barrier=0 MPI_Bcast=0 MPI_Allreduce=0 MPI_Ibarrier=0"
KEPT="MPI_Init=1 MPI_Finalize=1 MPI_Comm_split=1 MPI_Comm_free=1
    MPI_Win_allocate=1 MPI_Win_free=1 MPI_File_open=1 MPI_File_close=1"
MOVERS="MPI_Sendrecv=5 MPI_Irecv=23 MPI_Isend=22 MPI_Send=1 MPI_Recv=1
    MPI_Startall=3 MPI_Waitall=25 MPI_Wait=1"
SMALL="MPI_Sendrecv=0 MPI_Irecv=11 MPI_Isend=5 MPI_Waitall=5 MPI_Put=1
    MPI_Get=0 MPI_File_write_at=1"

filtered all MPIPROF_TRACE=on 31 0
filtered polling 'MPIPROF_TRACE_SKIP=MPI_Test*,mpi_iprobe' 31 0 \
    MPI_Test=0 MPI_Iprobe=0
filtered p2p MPIPROF_TRACE_SKIP=p2p 0 0 $P2P
filtered wait MPIPROF_TRACE_SKIP=wait 31 0 MPI_Test=0
filtered p2p_wait MPIPROF_TRACE_SKIP=point-to-point,wait 0 0 $P2P \
    MPI_Test=0 MPI_Waitall=0 MPI_Wait=6
filtered wait_coll MPIPROF_TRACE_SKIP=collective,wait 31 0 $COLLECTIVE \
    MPI_Test=0 MPI_Wait=2
filtered starts 'MPIPROF_TRACE_SKIP=MPI_*_init,MPI_Start*' 31 0 \
    MPI_Recv_init=0 MPI_Send_init=0
filtered objects 'MPIPROF_TRACE_SKIP=other,MPI_Win_*,MPI_File_*e' 31 0
filtered transfers 'MPIPROF_TRACE_SKIP=onesided,io' 31 0 \
    MPI_Win_fence=0 MPI_Put=0 MPI_Win_lock=0 MPI_Get=0 MPI_Win_unlock=0 \
    MPI_File_write_at=0 MPI_File_iwrite_at=0 MPI_File_write_at_all=0
filtered colls MPIPROF_TRACE_ONLY=collective 0 0 others=0 $KEPT MPI_Wait=5 \
    MPI_Barrier=5 MPI_Bcast=5 MPI_Allreduce=5 MPI_Ibarrier=5
filtered puts MPIPROF_TRACE_ONLY=MPI_Put 0 0 others=0 $KEPT MPI_Put=2 \
    MPI_Win_fence=2 MPI_Win_lock=1 MPI_Win_unlock=1
filtered large 'MPIPROF_TRACE_SKIP=size<1K' 6 0 $SMALL
filtered only_large 'MPIPROF_TRACE_ONLY=size>=1K' 6 0 $SMALL
filtered small 'MPIPROF_TRACE_SKIP=size>=1K' 25 0 MPI_Isend=17 \
    MPI_Waitall=20 MPI_Put=1 MPI_File_write_at=1 MPI_File_iwrite_at=0 \
    MPI_Wait=6 MPI_Send=0 MPI_Recv=0
filtered halo MPIPROF_TRACE_SKIP=region:halo 11 5 MPI_Sendrecv=0 \
    MPI_Irecv=8 MPI_Isend=7 MPI_Waitall=10
filtered path 'MPIPROF_TRACE_SKIP=region:main/step/p*' 26 5 MPI_Iprobe=0 \
    MPI_Test=0 MPI_Barrier=0 MPI_Irecv=18 MPI_Isend=17
filtered late MPIPROF_TRACE_SKIP=region:late 31 2
filtered early MPIPROF_TRACE_SKIP=region:early 30 1 MPI_Irecv=22 MPI_Isend=21
filtered only_halo MPIPROF_TRACE_ONLY=region:halo 20 13 others=0 $KEPT \
    MPI_Sendrecv=5 MPI_Irecv=15 MPI_Isend=15 MPI_Waitall=15

# Rules that name some of the procedures that send and receive: all stay, and
# it is told if the program has called those.
stayed() {
    test "$(grep -c "$2 stayed in the trace, as messages" "$1.err")" = 1 ||
        fail "stderr of $1: $(cat "$1.err")"
    tr -s '\n ' ' ' <"$1/summary.txt" | grep -q "$2 stayed in the trace" ||
        fail "not in the summary: $2 stayed"
}

filtered sends MPIPROF_TRACE_SKIP=MPI_Isend 31 0
stayed sends.run 'MPIPROF_TRACE_SKIP: MPI_Isend'
filtered never MPIPROF_TRACE_SKIP=MPI_Ssend,collective 31 0 $COLLECTIVE
! grep 'stayed in the trace' never.run.err || fail "nothing had to stay"
grep -q 'MPIPROF_TRACE_SKIP: MPI_Ssend matched nothing in this run$' never.run.err ||
    fail "stderr: $(cat never.run.err)"
filtered named MPIPROF_TRACE_ONLY=MPI_Sendrecv,MPI_Isend,MPI_Irecv,MPI_Send \
    31 0 others=0 $KEPT $MOVERS
stayed named.run 'MPIPROF_TRACE_ONLY: MPI_Recv'

# What else there is: all ways of sending, windows, files, groups, regions with
# MPI_Pcontrol inside.  Records have their ends, and python3-otf2 finds nothing
# open.
ended p2p 'MPIPROF_TRACE_SKIP=size<100'
ended p2p 'MPIPROF_TRACE_SKIP=wait,MPI_Start*,other'
ended rma 'MPIPROF_TRACE_ONLY=onesided,size>=60'
ended rma 'MPIPROF_TRACE_SKIP=wait,MPI_Win_*'
ended io 'MPIPROF_TRACE_SKIP=size<100,wait'
ended groups 'MPIPROF_TRACE_SKIP=size<100,MPI_Barrier'
ended collectives 'MPIPROF_TRACE_SKIP=wait,MPI_*_init'
ended regions MPIPROF_TRACE_ONLY=region:inner
ended regions 'MPIPROF_TRACE_SKIP=region:inn*'
check_runs

# The trace's time outside of regions is no time of the program, and nothing
# else is missing.
for run in halo only_halo; do
    with_report "$run.run.json" "trace_$run.run.json" <<'END' ||
for whole, part in zip(rows_of(report, "rank_times"),
                       rows_of(read_report(sys.argv[2]), "rank_times")):
    print(whole["total_s"], whole["paused_s"], part["total_s"], part["paused_s"])
    length = whole["total_s"] + whole["paused_s"]
    if (abs(part["total_s"] + part["paused_s"] - length) > 0.01 * length or
            not 0 < part["useful_s"] < part["total_s"] < whole["total_s"]):
        sys.exit(1)
END
        fail "$run: times"
done

# MPI_Pcontrol, threads and counters do not upset the marks: pauses.c switches
# off and on four times.
build_c pauses "pauses.c expect.c" "-pthread $(linked_flags)"
if launch 2 env MPIPROF_ENABLE=off ./pauses "$work/off" >pauses.off 2>&1; then
    for rules in MPIPROF_TRACE_SKIP=collective,wait \
        'MPIPROF_TRACE_ONLY=region:*' MPIPROF_TRACE_SKIP='region:*'; do
        measure pauses.run 2 env "$rules" \
            MPIPROF_COUNTERS=perf::TASK-CLOCK ./pauses "$work/pauses.expected"
        readable pauses.run
        otf2-print pauses.run/run.otf2 | awk '$1 == "MEASUREMENT_ON_OFF" {
            if ((last[$2] == "OFF") == ($NF == "OFF")) exit 1
            last[$2] = $NF
        }
        END { for (at in last) if (last[at] != "ON") exit 1 }' ||
            fail "$rules: off or on twice, or off at the end"
    done
    echo "ok: threads and MPI_Pcontrol"
else
    echo "not tested with threads: no MPI_THREAD_MULTIPLE"
fi

# A wrong rule is told in one line and ignored; one that matches nothing is
# told at the end; neither changes what the others do.
measure wrong.run 2 env 'MPIPROF_TRACE_SKIP=MPI_Iprob,MPI_Iprobe,size<many' \
    MPIPROF_TRACE_ONLY=region:halo,region:nowhere,MPI_Scan,wait ./filters \
    "$work/wrong.expected"
for words in 'MPIPROF_TRACE_SKIP: MPI_Iprob is neither .* did you mean MPI_Iprobe' \
    'MPIPROF_TRACE_SKIP: size<many is not a size; write size<1K' \
    'MPIPROF_TRACE_ONLY: region:nowhere, MPI_Scan matched nothing in this run$'; do
    test "$(grep -c "$words" wrong.run.err)" = 1 ||
        fail "stderr: $(cat wrong.run.err)"
    tr -s '\n ' ' ' <wrong.run/summary.txt | grep -q "${words%?}" ||
        fail "not in the summary: $words"
done
readable wrong.run

# Rules say nothing where there is no trace.
measure none.run 2 env MPIPROF_TRACE=off MPIPROF_TRACE_SKIP=MPI_Iprob \
    ./filters "$work/none.expected"
! grep -q TRACE_SKIP none.run.err || fail "stderr: $(cat none.run.err)"

# Other languages go through the same calls.
if test "$HAVE_MPI_F08" = yes && test -n "$MPIFC"; then
    build_fortran counts MPI_F08 "$(linked_flags)"
    measure f08.run 2 env MPIPROF_TRACE_SKIP=p2p,wait ./counts \
        "$work/f08.run.expected"
    readable f08.run
    otf2-print f08.run/run.otf2 >f08.records
    ! grep -q 'Region: "MPI_\(Isend\|Recv\)"\|^MPI_SEND\|^MPI_IRECV' \
        f08.records || fail "messages of mpi_f08 in spite of SKIP=p2p"
    grep -q 'Region: "MPI_Bcast"' f08.records || fail "no MPI_Bcast of mpi_f08"
    echo "ok: mpi_f08"
fi
if (trap - 0; needs_mpi4py) >/dev/null; then
    measure mpi4py.run 2 env MPIPROF_TRACE_ONLY=collective "$mpiprof_run" \
        "$TEST_PYTHON" "$programs/counts.py" "$work/mpi4py.run.expected"
    readable mpi4py.run
    otf2-print mpi4py.run/run.otf2 >mpi4py.records
    ! grep -q '^MPI_SEND\|^MPI_IRECV\|^MPI_ISEND' mpi4py.records ||
        fail "messages of mpi4py in spite of ONLY=collective"
    grep -q 'Region: "MPI_Bcast\(_c\)\?"' mpi4py.records ||
        fail "no Bcast of mpi4py"
    echo "ok: mpi4py"
fi
