#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# One, some and all ranks meet the limit of their trace: the summary says which,
# when and with how much, the trace has it marked, the profile has all.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
needs_trace
command -v otf2-print >/dev/null || skip "no otf2-print"
build_c busy busy.c "$(linked_flags)"

# limited NAME RANKS BUFFER_MB CALLS...: a trace of at most 1 MiB.
limited() {
    run=$1.run
    ranks=$2
    buffer=$3
    shift 3
    measure "$run" $# env MPIPROF_TRACE_MB=1 "MPIPROF_TRACE_BUFFER_MB=$buffer" \
        ./busy "$@"
    as_json "$run" "$run"
    otf2-print -Werror "$run/run.otf2" >"$run.records" ||
        fail "otf2-print: $(cat "$run.records")"
    std_python "$e2e/check_limits.py" "$run" "$run.json" "$run.records" \
        "$ranks" || fail "$run: $(sed -n '/^Caveats/,$p' "$run/summary.txt")"
    for events in "$run"/run/*.evt; do
        test "$(wc -c <"$events")" -le 1310720 || fail "$events is too large"
    done
    sum=$(($(echo "$@" | tr ' ' '+')))
    with_report "$run.json" "$sum" <<'END' || fail "$run: calls are lost"
sends = [row["calls"] for row in rows_of(report, "procedures")
         if row["procedure"] == "MPI_Send"]
sys.exit(sends != [int(sys.argv[2])])
END
    limit=$(grep -c 'ranks reached its limit of MPIPROF_TRACE_MB=1 ' "$run.err")
    test "$limit" = "$(test "$ranks" = none && echo 0 || echo 1)" ||
        fail "$run: stderr: $(cat "$run.err")"
    # The first screen says so, too.
    screen=$("$report" "$run" | sed '/^Caveats/q' | one_line)
    case "$ranks $screen" in
    none*"reached its limit"*) fail "$run: $screen" ;;
    none* | *"The trace reached its limit on "*" of $# ranks, first on rank "*) ;;
    *) fail "$run: no limit: $screen" ;;
    esac
    echo "ok: $run"
}

# With room in memory for less than the limit, or for more.
limited none none 1 100 200 300
limited one 1 64 100 60000 300
limited some 0,2 1 80000 300 100000
limited all 0,1 1 200000 100000

# Threads that record little do not meet it: five chunks of 256 KiB are more
# than the limit, but what each has begun to fill is not full.
build_c short_threads "short_threads.c expect.c" "-pthread $(linked_flags)"
launch 2 env MPIPROF_ENABLE=off ./short_threads "$work/threads.expected"
if test $? -ne 77; then
    measure threads.run 2 env MPIPROF_TRACE_MB=1 ./short_threads \
        "$work/threads.expected"
    grep -q 'Up to 5 threads of a rank' threads.run/summary.txt ||
        fail "not five threads: $(cat threads.run/summary.txt)"
    ! grep 'reached its limit' threads.run.err || fail "threads"
    echo "ok: threads"
fi

# Wrong values are told, in a line for each, and nothing is lost.
for wrong in "TRACE=1-0 TRACE_MB=0 TRACE_BUFFER_MB=0" \
    "TRACE=, TRACE_MB=-5 TRACE_BUFFER_MB=-1" \
    "TRACE=-1 TRACE_MB=99999999999999999999"; do
    # shellcheck disable=SC2046 # a list of words
    measure wrong.run 2 env $(printf 'MPIPROF_%s ' $wrong) ./busy 10 20
    for setting in $wrong; do
        grep "^mpiprof: MPIPROF_${setting%%=*}[ =]" wrong.run.err >lines
        test "$(wc -l <lines)" -eq 1 || fail "$wrong: $(cat wrong.run.err)"
        grep -q 'a number in 1\.\.[0-9]*; using\|using on: .* rank or range' \
            lines || fail "$wrong: $(cat lines)"
    done
    test -s wrong.run/run.otf2 || fail "$wrong: no trace"
    grep -q MPI_Send wrong.run/summary.txt || fail "$wrong: no profile"
    rm -r wrong.run
done

# Of a list that goes beyond the run the ranks that there are have a trace; the
# archive and both reports say which have none.
measure beyond.run 3 env MPIPROF_TRACE=1-9 ./busy 10 20 30
says='MPIPROF_TRACE=1-9: the ranks of this run are 0-2; traced: 1 and 2'
test "$(grep -c "$says" beyond.run.err)" = 1 || fail "$(cat beyond.run.err)"
tr -s '\n ' ' ' <beyond.run/summary.txt >beyond.text
grep -q "1 of 3 ranks was not traced (0)\..* $says" beyond.text ||
    fail "summary: $(sed -n '/^Caveats/,$p' beyond.run/summary.txt)"
otf2-print -Werror beyond.run/run.otf2 >beyond.records || fail "otf2-print"
"$report" --full --from-trace beyond.run | tr -s '\n ' ' ' >beyond.text
grep -q '1 of 3 ranks was not traced (0): no number includes' beyond.text ||
    fail "from the trace: $(cat beyond.text)"
! grep -q 'could not be read' beyond.text || fail "read: $(cat beyond.text)"

# There is none when none of them is there.
measure absent.run 2 env MPIPROF_TRACE=7,9 ./busy 10 20
test ! -e absent.run/run.otf2 || fail "a trace of other ranks"
test "$(grep -c 'MPIPROF_TRACE=7,9: .* there is no trace$' absent.run.err)" = 1 ||
    fail "$(cat absent.run.err)"
grep -q MPI_Send absent.run/summary.txt || fail "no profile"
