#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# mpiprof-report python with files of other profilers: kinds, numbers, command
# lines.
. "$SRC_DIR/tests/lib.sh"
python=${PYTHON:-python3}
make=$SRC_DIR/tests/pyfiles/make_files.py
PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE

printf 'import x\n\ndef solve():\n    a = 1\n    b = 2\n' >solver.py
for kind in lines:6 memory:2 before:2 after:2 samples:2; do
    "$python" "$make" "${kind%:*}" "${kind%:*}" "${kind#*:}" >"${kind%:*}.said" ||
        fail "make_files.py $kind"
done

# has LINE NAME WORDS...: the table, as CSV, has this line.
has() {
    line=$1
    name=$2
    shift 2
    "$report" python --format csv --table "$name" "$@" | tr -d '\r' >out ||
        fail "table $name $*"
    grep -F -x -e "$line" out >/dev/null || fail "no line $line in: $(cat out)"
}

# ---- line_profiler: pickles of protocols 0 to 5, names of old and new versions:
# line 4 takes 1 to 6 ms, line 5 always 2 ms ----
has "solver.py:4,solve,60,0.021,0.5833333333333334,0.00035,6,0.001,0.0035,0.006,0.001707825,5,0.0025,solver.py,4,a = 1" \
    python_line_times lines/*
has "io.py:10,Grüße,6,0.003,0.08333333333333333,0.0005,6,0.0005,0.0005,0.0005,0,0,0,/srv/app/io.py,10," \
    python_line_times lines/*
has "1,0.0045,0.5294117647058824,solve (solver.py:4),0.002,lines/f_1.lprof" \
    python_file_ranks_time lines/*
gives 0 "6 ranks spent 6.00 ms in profiled lines on average; rank 5 has the most, 8.50 ms." \
    "$report" python lines/*
gives 0 "58 % of this is in solve (solver.py:4): a = 1." "$report" python lines/*
gives 0 "Ranks differ most in solve (solver.py:4): 6.00 ms on rank 5, 3.50 ms on average." \
    "$report" python lines/*
gives 0 "solver.py:4 *solve *60 *21.00" "$report" python lines/*
gives 0 "Rank 3 spent 6.50 ms in profiled lines." \
    "$report" python --ranks 3 lines
gives 0 "Ranks 1-4 have no file." \
    "$report" python lines/f_0.lprof lines/f_5.lprof
"$report" python --format csv --table python_line_times --sort hits lines | sed -n 2p |
    grep -q '^solver.py:5' || fail "--sort hits"
mkfifo pipe.py

# A file that line_profiler 4.0.2 has written: five turns of a loop.
"$report" python --format csv --table python_line_times \
    "$SRC_DIR/tests/data/fuzz/pyfiles/real402" | sort | cut -d, -f1-3 | tr '\n' ' ' >out
test "$(cat out)" = "location,function,hits solver.py:2,solve,1 solver.py:3,solve,5 solver.py:4,solve,5 solver.py:5,solve,1 " ||
    fail "real402: $(cat out)"

# ---- tracemalloc: its own numbers ----
while read -r rank bytes blocks; do
    has "$rank,$bytes,1,load.py:1,$bytes,before/f_$rank.snap" \
        python_file_ranks_bytes --ranks "$rank" before/*
    echo "$rank $blocks" >>seen
done <before.said
test "$(wc -l <seen)" = 2 || fail "before.said has $(cat before.said)"
# said NAME FIELD: what was said of rank 1, 2 bytes and 3 blocks.
said() {
    sed -n 2p "$1.said" | cut -d " " -f "$2"
}
grown=$(($(said after 2) - $(said before 2)))
blocks=$(($(said after 3) - $(said before 3)))
half=$(((grown + 1) / 2))
has "load.py:1,$grown,1,$blocks,$(said after 2),1,0,$half,$grown,$half,1,$half,load.py,1," \
    python_allocation_growth before/* vs after/*
gives 0 "Memory of 2 ranks has grown by" "$report" python before/* vs after/*
refuses 2 "A vs B compares files of cProfile, or snapshots of tracemalloc; these are of line_profiler" \
    "$report" python lines/* vs lines/*

# ---- mprof: rank 1 begins a second later ----
has "1,42991616,3,10485760,31457280,20971520,5767168,3,3.5,memory/f_1.dat" \
    python_rank_memory memory/*
has "app.load,2,42991616,2,21495808,21495808,21495808,0,0,0" \
    python_memory_functions memory/*
has "1,4.5,31457280" python_memory_over_time memory/*
gives 0 "2 ranks use 40.5 MiB at the peak on average; rank 1 has the most, 41.0 MiB." \
    "$report" python memory/*
"$python" - >long_0.dat <<'END'
for i in range(10000):
    print("MEM %d %d" % (5 + (i == 5000) * 100, 1000 + i))
END
"$report" python --format csv --table python_memory_over_time long_0.dat >out ||
    fail "long_0.dat"
test "$(wc -l <out)" = 513 || fail "of 10000 readings $(wc -l <out) lines"
grep -q '^0,5000,110100480' out || fail "the peak is left out"

# ---- folded stacks ----
has "solve,app.py:9,14,0.4666666666666667,28,0.9333333333333333,2,7,7,7,0,0,0,app.py,9" \
    python_stack_samples samples/*
has "with blank,a b.py:2,2,0.06666666666666667,2,0.06666666666666667,2,1,1,1,0,0,0,a b.py,2" \
    python_stack_samples samples/*
# py-spy -s -t: numbers of processes and threads differ from rank to rank, and a
# thread may have no Python frames.
for rank in 0 1; do
    printf '%s\n' " $((rank + 2))" \
        "process 7$rank:\"python3 a.py\";thread (8$rank): MainThread;solve (a.py:3) 4" \
        "process 7$rank:\"python3 a.py\";thread (0x7F3$rank);solve (a.py:3) 1" \
        >spy_$rank.txt
done
has 'thread: MainThread,,0,0,8,0.8,2,0,0,0,0,0,0,,' python_stack_samples spy_?.txt
has 'thread,,0,0,2,0.2,2,0,0,0,0,0,0,,' python_stack_samples spy_?.txt
has '"process:""python3 a.py""",,0,0,10,1,2,0,0,0,0,0,0,,' python_stack_samples \
    spy_?.txt
has "solve,a.py:3,10,1,10,1,2,5,5,5,0,0,0,a.py,3" python_stack_samples spy_?.txt
"$report" python --export folded samples/* >merged.folded || fail "--export folded"
grep -q -x 'main (app.py:1);solve (app.py:9);dot (lib.py:3) 14' merged.folded ||
    fail "folded: $(cat merged.folded)"
has "dot,lib.py:3,14,0.4666666666666667,14,0.4666666666666667,1,14,14,14,0,0,0,lib.py,3" \
    python_stack_samples merged.folded
refuses 2 "--export speedscope needs times" \
    "$report" python --export speedscope samples/*
refuses 2 "--export folded: files of line_profiler have no stacks" \
    "$report" python --export folded lines/*

# ---- command lines ----
for option in --as-is "--map a=b" "--callers x" "--restrict 5" "-o x.prof" \
    "--export dot"; do
    # shellcheck disable=SC2086 # words
    refuses 2 "are for files of cProfile; these are of line_profiler" \
        "$report" python $option lines/*
done
refuses 2 "--sort cumulative: no table of these files has that column" \
    "$report" python --sort cumulative lines/*
cp memory/f_1.dat lines/g_9.dat
"$report" python lines/* 2>err >out &&
    grep -q "^mpiprof: lines/g_9.dat: is a file of memory_profiler (mprof), but the first one is of line_profiler" err &&
    grep -q "Not read: lines/g_9.dat (rank 9)" out || fail "two kinds: $(cat err out)"
gives 0 "python_line_times" "$report" explain python_line_times

# ---- JSON ----
test "${HAVE_JANSSON-no}" = yes || {
    "$python" "$make" speedscope speedscope
    "$report" python speedscope/f_0.speedscope.json 2>err &&
        fail "JSON without jansson"
    grep -q "^mpiprof: speedscope/f_0.*: is JSON, which this mpiprof cannot read: rebuild" err ||
        fail "without jansson: $(cat err)"
    exit 0
}
for kind in speedscope pyinstrument chrome; do
    "$python" "$make" $kind $kind || fail "make_files.py $kind"
done
has "solve,app.py:9,3,0.42857142857142855,3,0.42857142857142855,2,1,1.5,2,0.5,1,0.5,/x/app.py,9" \
    python_stacks speedscope/*
has "main,app.py:1,3.5,0.5,7,1,2,1.75,1.75,1.75,0,0,0,/x/app.py,1" \
    python_stacks speedscope/*
has "Solver.work,app.py:9,4,0.5714285714285714,5,0.7142857142857143,2,1.5,2,2.5,0.5,1,0.5,/x/app.py,9" \
    python_stacks pyinstrument/*
# py-spy -f chrometrace: begins and ends of slices, by thread; one has no end, one
# no begin.
cat >trace_0.json <<'END'
[{"ph":"B","name":"main","ts":10,"pid":7,"tid":7,"cat":"py-spy","args":{"filename":"a.py","line":9}},
{"ph":"B","name":"solve","ts":20,"pid":7,"tid":7,"cat":"py-spy","args":{"filename":"a.py","line":3}},
{"ph":"B","name":"main","ts":25,"pid":7,"tid":8,"cat":"py-spy","args":{"filename":"a.py","line":9}},
{"ph":"E","name":"solve","ts":50,"pid":7,"tid":7,"cat":"py-spy","args":{}},
{"ph":"E","name":"solve","ts":55,"pid":7,"tid":9,"cat":"py-spy","args":{}},
{"ph":"E","name":"main","ts":110,"pid":7,"tid":7,"cat":"py-spy","args":{}}]
END
"$report" python --format csv --table python_slices trace_0.json | cut -d, -f1-4 >out
printf '%s\n' slice,category,slices,time_s "main (a.py:9),py-spy,1,0.0001" \
    "solve (a.py:3),py-spy,1,0.00003" | diff - out || fail "trace_0.json"
for kind in speedscope pyinstrument; do
    "$report" python --export speedscope -o $kind.json $kind/* ||
        fail "--export speedscope $kind"
    "$report" python --format csv --table python_stacks $kind.json |
        cut -d, -f3-6 >again
    "$report" python --format csv --table python_stacks $kind/* |
        cut -d, -f3-6 | diff again - || fail "$kind: written and read again"
    "$report" python --export folded $kind/* >out || fail "$kind: folded"
done
grep -q -x '<module> (app.py:1);Solver.work (app.py:9);dot (app.py:20) 1000000000' \
    out || fail "pyinstrument, folded: $(cat out)"
has "dot,FEE,2,0.000201,0.0001005,2,0.0001,0.0001005,0.000101,0.0000005,1,0.0000005" \
    python_slices chrome/*
test "$(wc -l <out)" -eq 4 ||
    fail "chrome: other slices than solve, dot and sweep: $(cat out)"
grep -q '^sweep,Trace,2,0.00008,' out || fail "chrome: $(cat out)"
gzip -k chrome/f_1.json
has "dot,FEE,2,0.000201,0.0001005,2,0.0001,0.0001005,0.000101,0.0000005,1,0.0000005" \
    python_slices chrome/f_0.json chrome/f_1.json.gz
