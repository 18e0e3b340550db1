#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# mpiprof-report python: command lines, numbers, defects that are told.
. "$SRC_DIR/tests/lib.sh"
python=${PYTHON:-python3}
formats=$SRC_DIR/tests/golden/check_formats.py
here=$SRC_DIR/tests/pyprof
PYTHONPATH=$here
export PYTHONPATH

for kind in plain nodes h5py_first h5py_last two_trees second_tree strangers hostile clash \
    only_called changed; do
    "$python" "$here/make_set.py" $kind $kind || fail "make_set.py $kind"
done

for kind in odd:2 recursive:1 recount:1 callerless:1 bare:3 near:3 many:17 \
    even:4 waiting:4 rounded:1 cells:2 gone:1 inexact:1 twins:1 \
    twins_moved:1 idle:32 two_causes:4 balanced:4 exchanging:4 pickled:4 hidden:4 \
    two_programs:4 libraries:3 importing:2 relative:3 packages:2 mapped:4 \
    own_work:4 swapped:2 class_methods:2 class_methods_alone:2 pool:3 \
    hidden_pool:3 namesakes:2 mixed:2 mixed_clash:2; do
    ranks=${kind#*:}
    kind=${kind%:*}
    "$python" "$here/make_set.py" $kind $kind "$ranks" ||
        fail "make_set.py $kind"
done

# table NAME WORDS...: that table as CSV.
table() {
    name=$1
    shift
    "$report" python --format csv --table "$name" "$@" | tr -d '\r'
}

# has LINE NAME WORDS...: the table has this line.
has() {
    line=$1
    shift
    table "$@" >out || fail "table $*"
    grep -F -x -e "$line" out >/dev/null || fail "no line $line in: $(cat out)"
}

# notes COUNT WORDS...: so many sentences on what is missing.
notes() {
    count=$1
    shift
    "$report" python --format json "$@" >out.json || fail "notes of $*"
    got=$("$python" -c 'import json, sys
print(len(json.load(open(sys.argv[1]))["completeness"]))' out.json)
    test "$got" -eq "$count" || fail "$* has $got notes, not $count"
}

# ---- h5py: whichever rank has opened the file, reading is MPI on all ----
for kind in h5py_first h5py_last; do
    has "1,3,1,1,2,1,h5py.h5d.DatasetID.read (built-in),2,2,2,2,$kind/cpu_1.prof" \
        python_ranks $kind
    table python_ranks $kind | cut -d, -f1-8 >$kind.ranks
done
diff h5py_first.ranks h5py_last.ranks || fail "h5py: order of the files"

# ---- numbers, by hand: solve takes 2, 3, 4, 5 s on the four ranks ----
built='dot of type object'
has "solve,solver.py:10,40,40,14,0.5384615384615384,20,0.7692307692307693,0.35,0.5,4,/srv/app/solver.py,10,solve" \
    python_functions plain
has "$built,built-in,400,400,6,0.23076923076923078,6,0.23076923076923078,0.015,0.015,4,,,<built-in method dot of type object>" \
    python_functions plain
has "solve,solver.py:10,2,2.75,3.5,4.25,5,3,3.5,1.5,0.1875,4,1.118033989,0,/srv/app/solver.py,10,solve" \
    python_imbalance plain
has "main,main.py:1,5,5.75,6.5,7.25,8,3,6.5,1.5,0.1875,4,1.118033989,0,/srv/app/main.py,1,main" \
    python_imbalance_cumulative plain
has "2,7,0.875,,,3,solve (solver.py:10),4,113,113,4,plain/cpu_2.prof" \
    python_ranks plain
has "4,,4,452,452,26,6.5,8,3,," python_run plain
gives 0 "1. Rank 3 runs 1.4 times as long as the others in solve (solver.py:10): 6.50 s against 4.50 s on average. Estimated run time with this work spread evenly: 8.00 s -> 6.50 s (-19 %). Divide this work" \
    "$report" python plain
gives 0 "4 ranks, 8.00 s in Python functions (rank 3, the longest; T)" \
    "$report" python plain
notes 1 plain
gives 0 "No method of mpi4py is in the profiles. If the program calls MPI" \
    "$report" python plain

# ---- time in MPI is no work: 3 of 4 ranks sort for 4 s, one waits for them ----
gives 0 ": on average 75 % work, 25 % in MPI" "$report" python waiting
gives 0 "3 of 4 ranks work, 1 is idle: rank 3." "$report" python waiting
gives 0 "1. Only ranks 0-2 work in order (s.py:3), mostly in list.sort (built-in): 4.00 s on rank 0 against a mean of 3.00 s over all ranks. The others spend most of their MPI time in MPI.Comm.Barrier (built-in), called by order (s.py:3). Estimated run time with this work spread evenly: 4.00 s -> 3.00 s (-25 %)." \
    "$report" python waiting
gives 0 "Parallel efficiency 75.0 % = load balance 75.0 % x communication 100.0 %." \
    "$report" python waiting
notes 0 waiting
has "3,4,1,0,4,2,MPI.Comm.Barrier (built-in),4,2,2,2,waiting/cpu_3.prof" \
    python_ranks waiting
has "MPI.Comm.Barrier,built-in,0,0,0,1,4,3,1,,,1,1.732050808,0,,,<method 'Barrier' of 'mpi4py.MPI.Comm' objects>" \
    python_imbalance waiting

# ---- class methods of mpi4py have no module: MPI where other methods have one, and
# where their names are mpi4py's alone: Waitall, not Open ----
has "1,8.5,1,6.5,2,2,step (a.py:9),6,15,15,6,class_methods/cpu_1.prof" \
    python_ranks class_methods
gives 0 "1. Rank 1 works 3.0 times as long as rank 0 in step (a.py:9): 6.00 s against 2.00 s. Rank 0 spends most of its MPI time in Waitall (built-in), called by main (a.py:1)." \
    "$report" python class_methods
gives 0 "or built-in class methods of one name, cProfile keeps one and loses the others: 3.00 s or more on 2 ranks, most in calls from open_ (a.py:20)." \
    "$report" python class_methods
gives 0 "No method of mpi4py is in the profiles." "$report" python class_methods_alone

# ---- mpi4py.futures waits for tasks, and so do locks and sleeps below it ----
for rank in "0,8,1,0,8,1,_thread.lock.acquire (built-in),5,4,4,4" \
    "1,8,1,6,2,2,task (a.py:9),6,21,21,5" "2,8,1,2,6,3,time.sleep (built-in),5,21,21,5"; do
    has "$rank,pool/cpu_${rank%%,*}.prof" python_ranks pool
done
gives 0 "2 of 3 ranks work, 1 is idle: rank 0. 1. Only ranks 1 and 2 work in task (a.py:9): 6.00 s on rank 1 against a mean of 2.67 s over all ranks." \
    "$report" python pool
gives 0 "none of its methods is in the profiles" "$report" python hidden_pool
"$report" python hidden_pool | grep "% in MPI" &&
    fail "hidden_pool: most of the time in MPI is not known"

# ---- functions that look alike have the folder in their labels ----
has "run,a/solve.py:5,2,2,8,0.7272727272727273,8,0.7272727272727273,4,4,2,/u/a/solve.py,5,run" \
    python_functions namesakes
gives 0 "1. Rank 1 runs 2.0 times as long as rank 0 in run (b/solve.py:5): 2.00 s against 1.00 s." \
    "$report" python namesakes

# ---- causes, by hand: see make_set.py ----
gives 0 "20 of 32 ranks work, 12 are idle: ranks 20-31." "$report" python idle
gives 0 "1. Only ranks 0-19 work in extract (desi.py:30), mostly in pixels (desi.py:10): 102 s on rank 7 against a mean of 61.5 s over all ranks. The others spend" \
    "$report" python idle
gives 0 "spread evenly: 102 s -> 61.7 s (-39 %). Divide" "$report" python idle
has 'unequal work,7,extract,desi.py:30,101.75,61.46875,40.28125,0.3949142156862745,"Only ranks 0-19 work in extract (desi.py:30), mostly in pixels (desi.py:10): 102 s on rank 7 against a mean of 61.5 s over all ranks.  The others spend most of their MPI time in MPI.Comm.Barrier (built-in), called by main (desi.py:50).  Estimated run time with this work spread evenly: 102 s -> 61.7 s (-39 %).",Divide this work so that all ranks compute for the same time; equal amounts of data need not take equal time.' \
    python_causes idle
has '1,18,102,98,4,0.5625,"0-6,8-14,16-19"' python_groups idle
has '3,12,102,0,102,0.375,20-31' python_groups idle
"$report" python idle >out.txt || fail "idle"
test "$(wc -l <out.txt)" -le 80 || fail "the short report has more than 80 lines"
grep "^2\. " out.txt && fail "idle has one cause"

gives 0 "1. Rank 2 works 3.0 times as long as the others in step (a.py:9): 6.00 s against 2.00 s on average." \
    "$report" python two_causes
gives 0 "2. Rank 0 works alone in save (a.py:20): 4.00 s. Estimated run time with this work shared by all ranks: 10.0 s -> 7.00 s (-30 %). Split this work" \
    "$report" python two_causes
gives 0 "Estimated run time with all of this work spread evenly: 10.0 s -> 4.00 s (-60 %). Parallel efficiency 40.0 % = load balance 66.7 % x communication 60.0 %." \
    "$report" python two_causes
"$report" python two_causes | grep "^3\. " && fail "unequal work explains all"
# What a library passes on is part of what called it; gains are no more than the
# time in MPI.
gives 0 "2. Rank 0 works alone in save (a.py:20): 2.00 s. Estimated run time with this work shared by all ranks: 10.0 s -> 8.50 s (-15 %)" \
    "$report" python mapped
# What takes long in main() is not where main() takes longer.
gives 0 "1. Rank 2 works 4.0 times as long as the others in main (a.py:1): 4.00 s against 1.00 s on average." \
    "$report" python own_work
gives 0 "Work is spread evenly" "$report" python swapped
gives 0 "Work is spread evenly: nothing would gain more than 2 % of T." \
    "$report" python balanced
gives 0 "1. Even rank 0, which spends the least time in MPI, spends 5.00 s there, 50 % of its time, mostly in MPI.Comm.Barrier (built-in), called by main (a.py:1): it waits" \
    "$report" python exchanging
gives 0 "mostly in MPI.Comm.send (built-in), called by main (a.py:1): objects are pickled there, or it waits for work that moves from rank to rank, or for transfers. To see which of these it is and what would be gained, run \`MPIPROF_SAMPLE=100 mpiexec mpiprof-run ...'." \
    "$report" python pickled
gives 0 "1. Finding and loading modules takes 8.00 s of a rank's time on average. Estimated run time without this: 20.0 s -> 12.0 s (-40 %)" \
    "$report" python importing

# Nothing is said of unequal work where it may be waiting.
gives 0 "Work cannot be told from waiting here: mpi4py hides its methods" \
    "$report" python hidden
gives 0 "since version 4.1 it hides them" "$report" python hidden
"$report" python hidden | grep -e "^1\. " -e "of the work is in" &&
    fail "what may be waiting is called work"
gives 0 "These are profiles of different programs: ranks 2 and 3 have no function of the program in common with rank 0." \
    "$report" python two_programs
"$report" python two_programs | grep -e "^1\. " && fail "two programs: a cause"
"$report" python --ranks 2-3 two_programs | grep "different programs" &&
    fail "ranks 2 and 3 are one program"

# Parallel files of h5py, and transfers of petsc4py, are MPI; its solvers are
# work that includes MPI.
gives 0 "3 ranks, 10.0 s in Python functions (rank 0, the longest; T): on average 70 % work, 30 % in MPI" \
    "$report" python libraries
gives 0 "Work includes 12.0 s in methods of petsc4py and slepc4py" \
    "$report" python libraries
gives 0 "MPI includes the I/O of h5py" "$report" python libraries
gives 0 "1 rank, \|rank 2, 10.0 s in Python functions: 90 % work, 10 % in MPI" \
    "$report" python --ranks 2 libraries

# ---- functions x ranks ----
has "solve,solver.py:10,2,10,10,4,5.5,5.5,/srv/app/solver.py,10,solve" \
    python_by_rank plain
has "$built,built-in,3,100,100,1.5,1.5,,,,<built-in method dot of type object>" \
    python_by_rank plain
test "$(table python_by_rank plain | wc -l)" -eq 17 || fail "4 functions x 4 ranks"
test "$(table python_by_rank --restrict solve plain | wc -l)" -eq 5 ||
    fail "1 function x 4 ranks"
"$report" python --table python_by_rank plain >out.txt || fail "by rank, as text"
test "$(wc -l <out.txt)" -ge 17 || fail "by rank, as text: $(cat out.txt)"
"$report" python --format csv plain | grep "^# python_by_rank" >/dev/null ||
    fail "CSV has no table by rank"
has "solve,solver.py:10,3.5,4.25,5,5.75,6.5,3,5,1.5,0.1875,4,1.118033989,0,/srv/app/solver.py,10,solve" \
    python_work plain
has "order,s.py:3,0,3,4,4,4,0,3,1,0.25,3,1.732050808,3,s.py,3,order" \
    python_work waiting
# What calls MPI has no avoidable cumulative time: it is waiting, too.
has "order,s.py:3,4,4,4,4,4,0,4,,,4,0,0,s.py,3,order" \
    python_imbalance_cumulative waiting
has "extract,desi.py:30,0,0,96.75,98.4375,101.75,7,61.46875,40.28125,0.3949142156862745,20,47.633314153,20,/u/desi.py,30,extract" \
    python_imbalance_cumulative idle

# As text: numbers for a few ranks, shades for many.
gives 0 "work, time in MPI \[s\] 0 1 2 3 solve (solver.py:10) 3.500 4.500 5.500 6.500 main (main.py:1) 1.000 1.000 1.000 1.000 io (out.py:3) 0.500" \
    "$report" python --full plain
gives 0 "^  MPI.Comm.Barrier (built-in)   |\.\{20\}@\{12\}|\$" \
    "$report" python --table python_work idle
gives 0 "^  pixels (desi.py:10)           |#\{20\} \{12\}|\$" \
    "$report" python --table python_by_rank idle
gives 0 "^  @ = 102 s\$" "$report" python --full idle
# Quartiles of the rows that are left.
has "solve,solver.py:10,3.5,4.25,5,5.75,6.5,3,5,1.5,0.1875,4,1.118033989,0,/srv/app/solver.py,10,solve" \
    python_work --top 1 plain
has "io,out.py:3,0.5,0.5,0.5,0.5,0.5,0,0.5,0,0,4,0,0,/srv/app/out.py,3,io" \
    python_work --top 3 --sort mean_s plain

# Time in MPI is not more than all.
gives 0 ": 0 % work, 100 % in MPI" "$report" python rounded

# ---- one file by several paths ----
has "f,77.py:1,2,2,2,0.16666666666666666,2,0.16666666666666666,1,1,2,/tmp/ipykernel/77.py,1,f" \
    python_functions cells
has "g,m.py:3,4,4,4,0.3333333333333333,4,0.3333333333333333,1,1,2,/home/u/run/pkg/m.py,3,g" \
    python_functions cells
test "$(table python_functions cells | grep -c '^h,')" = 3 ||
    fail "third.py of another folder"
test "$(table python_functions --as-is cells | grep -c '^[fg],')" = 5 ||
    fail "--as-is: paths as they are"

# Also where each rank has another one of them, if a function says so.
has "a,sim.py:3,3,3,3,0.375,3,0.375,1,1,3,/home/u/sim.py,3,a" \
    python_functions relative
has "f,util.py:3,1,1,1,0.125,1,0.125,1,1,1,/home/u/util.py,3,f" \
    python_functions relative
has "g,util.py:3,1,1,1,0.125,1,0.125,1,1,1,util.py,3,g" \
    python_functions relative
test "$(table python_functions --as-is relative | grep -c '^[ab],')" = 6 ||
    fail "--as-is: relative paths as they are"

# ---- packages on several nodes ----
for name in a:one.py:3:/n0/site1/pkg/one.py x:two.py:3:/n0/site2/pkg/two.py \
    p:mod.py:3:/tmp/r0/app.pyz/mod.py; do
    file=${name##*:}
    line=${name%:*}
    has "${line%%:*},${line#*:},2,2,2,0.14285714285714285,2,0.14285714285714285,1,1,2,$file,3,${line%%:*}" \
        python_functions packages
done
has "cell,<ipython-input-3-abc>:3,1,1,1,1,1,0,1,0,0,2,0,0,<ipython-input-3-abc>,3,cell" \
    python_work packages

# ---- callers and callees ----
has "solve,solver.py:10,main,main.py:1,40,40,14,20,1,3.5,5,6.5,3,/srv/app/solver.py,10,solve,/srv/app/main.py,1,main" \
    python_callers --callers solve plain
has "main,main.py:1,io,out.py:3,8,8,2,2,1,0.5,0.5,0.5,0,/srv/app/main.py,1,main,/srv/app/out.py,3,io" \
    python_callees --callees 'main.py:1' plain
test "$(table python_callees --callees io plain | wc -l)" -eq 1 ||
    fail "io calls nothing"
gives 0 "Callers of Python functions" \
    "$report" python --callers solve plain
"$report" python plain | grep "Callers of Python" && fail "callers that nobody asked for"
gives 0 "$built" "$report" python --all plain
"$report" python --callers nosuch plain >out 2>err || fail "--callers nosuch"
grep "no function matches 'nosuch'" err >/dev/null || fail "says $(cat err)"

# ---- order and restrictions, as pstats has them ----
# order WANTED OPTION...: the names of the functions of that set
order_of=plain
order() {
    wanted=$1
    shift
    got=$(table python_functions "$@" $order_of | sed -n '2,$s/.*,//p' |
        sed 's/<built-in.*/dot/' | paste -s -d ' ' -)
    test "$got" = "$wanted" || fail "$*: $got, not $wanted"
}
order "solve dot main io"
order "solve dot main io" --sort time
order "main solve dot io" --sort cumulative
order "main solve dot io" --sort cumt
order "dot solve io main" --sort calls
order "dot solve io main" --sort pc
order "main io solve dot" --sort filename
order "dot main io solve" --sort line
order "dot io main solve" --sort name
order "main io solve dot" --sort stdname
order "dot io main solve" --sort nfl
order "dot main io solve" --sort li,stdn
order "main solve dot io" --sort cumulative_s
order "solve dot" --restrict 2
order "solve dot" --restrict .5
order "solve dot" --restrict .4
order "" --restrict 1.5
order "solve" --restrict 1.0 --restrict 's(olv|ave)e' --restrict 7
order "io" --restrict '\(io\)' --restrict 1
order "solve" --restrict 1 --restrict solver
order "" --restrict nosuch
order "solve" --top 1
gives 0 "(1 of 4 rows, .*; all: --table python_functions)" "$report" python --top 1 plain

order_of=even
order "a z" --sort calls,name
order "z a" --sort calls,line
order_of=recursive
order "f g main" --sort calls
order "g f main" --sort pcalls
order_of=plain
test "$(table python_functions --sort nfl twins | sed -n 2p | cut -d, -f2)" = \
    x.py:1 || fail "--sort nfl: by the line, too"

# ---- ranks ----
rm -r gaps 2>/dev/null
cp -r plain gaps && rm gaps/cpu_1.prof
gives 0 "Rank 1 has no file" "$report" python gaps
has "3,1,4,339,339,20,6.666666666,8,3,," python_run gaps
has "2,,4,226,226,13,6.5,7,2,," python_run --ranks 1-2 plain
has "solve,solver.py:10,3,3.5,4,4.5,5,3,4,1,0.125,3,0.816496581,1,/srv/app/solver.py,10,solve" \
    python_imbalance --ranks 1-3 plain
gives 0 "6.50 s against 5.00 s on average. Estimated run time with this work spread evenly: 8.00 s -> 7.00 s" \
    "$report" python --ranks 1-3 plain
gives 0 "Only ranks 1-3 run in a (x.py:5): 3.00 s on rank 3 against a mean of 1.50 s" \
    "$report" python even
gives 0 "Rank 1 has no file" "$report" python --ranks 0-2 gaps
refuses 2 "'9' is not a rank" "$report" python --ranks 9 plain
refuses 1 "there is no file of rank 1" "$report" python --ranks 1 gaps
mkdir dirs && for rank in 0 1; do
    mkdir dirs/rank$rank && cp plain/cpu_$rank.prof dirs/rank$rank/out.prof
done
refuses 2 "no rank in its name; use --rank-pattern" \
    "$report" python dirs/rank0/out.prof dirs/rank1/out.prof
has "2,,4,226,226,11,5.5,6,1,," python_run --rank-pattern 'rank([0-9]+)/' \
    'dirs/*/out.prof'
cp plain/cpu_0.prof dirs/also_0.prof && cp plain/cpu_0.prof dirs/again_0.prof
refuses 2 "both belong to rank 0" "$report" python dirs
has "1,,4,113,113,5,5,5,0,," python_run dirs/also_0.prof ./dirs/also_0.prof
refuses 2 "put ( ) around the rank" "$report" python --rank-pattern 'rank' plain
refuses 2 "this is not a regular expression" \
    "$report" python --rank-pattern '(' plain
cp plain/cpu_0.prof plain20240131.prof
has "1,,4,113,113,5,5,5,0,," python_run plain20240131.prof
refuses 2 "the number in its name is not a rank" \
    "$report" python plain20240131.prof plain
cp plain/cpu_0.prof x16777216.prof
refuses 2 "the number in its name is not a rank" \
    "$report" python x16777216.prof plain
notes 0 plain/cpu_2.prof
has "2,7,0.875,,,3,solve (solver.py:10),4,113,113,4,plain/cpu_2.prof" \
    python_ranks plain/
cp plain/cpu_0.prof named.prof
mkdir lone && cp named.prof lone
has "1,,4,113,113,5,5,5,0,," python_run lone
has "1,,4,113,113,5,5,5,0,," python_run named.prof
has "1,,4,113,113,5,5,5,0,," python_run named.prof ./named.prof
mkdir again && cp plain/cpu_0.prof again && cp plain/cpu_0.prof again/cpu_run2_0.prof
refuses 2 "again/cpu_0.prof and again/cpu_run2_0.prof both belong to rank 0: name the files of one run only" \
    "$report" python again
cp -r plain also && cp named.prof also/merged.prof
gives 0 "1 file ending in .prof has no rank" "$report" python also
has "4,,4,452,452,26,6.5,8,3,," python_run also
mkdir also2 && cp plain/cpu_0.prof also2/cpu_4.prof && cp named.prof also2
gives 0 "2 files ending in .prof have no rank" "$report" python also also2

# ---- groups: rank 0 has 5 s, and 0.05 x 8 = 0.4; nobody is near ----
test "$(table python_groups plain | wc -l)" -eq 5 || fail "groups of plain"
mkdir alike && for rank in 0 1 2 3 4 5; do
    cp plain/cpu_$((rank % 2)).prof alike/cpu_$rank.prof
done
has '1,3,5,,,0.45454545454545453,"0,2,4"' python_groups alike
has '2,3,6,,,0.5454545454545454,"1,3,5"' python_groups alike
has '1,2,102.6,,,0.6593830334190232,"0,1"' python_groups near
has '4,2,41.25,,,0.058823529411764705,"3,16"' python_groups many
has "1,1,7,,,0.4666666666666667,2" python_groups --ranks 2-3 plain

# ---- folders that differ per node ----
has "4,,4,452,452,26,6.5,8,3,," python_run nodes
has "solve,solver.py:10,2,2.75,3.5,4.25,5,3,3.5,1.5,0.1875,4,1.118033989,0,/local/node0/app/solver.py,10,solve" \
    python_imbalance nodes
gives 0 "Files in /local/node1 count as those in /local/node0 (2 ranks, the" \
    "$report" python nodes
has "4,,10,452,452,26,6.5,8,3,," python_run --as-is nodes
has "solve,solver.py:10,2,2.75,3.5,4.25,5,3,3.5,1.5,0.1875,4,1.118033989,0,/srv/app/solver.py,10,solve" \
    python_imbalance --map /local/node0=/srv --map /local/node1/=/srv/ nodes
notes 1 --map /local/node0=/srv --map /local/node1=/srv nodes
has "4,,7,504,504,46,11.5,14.5,3,," python_run two_trees
has "4,,7,455,455,29,7.25,9,3,," python_run second_tree
has "4,,12,12,12,12,3,3,0,," python_run strangers
has "solve,solver.py:10,2,2.75,3.5,4.25,5,3,3.5,1.5,0.1875,4,1.118033989,0,/mnt/srv/app/solver.py,10,solve" \
    python_imbalance --map /=/mnt plain
has "solve,solver.py:10,2,2.75,3.5,4.25,5,3,3.5,1.5,0.1875,4,1.118033989,0,/solver.py,10,solve" \
    python_imbalance --map /srv/app=/ plain
has "solve,y.py:10,2,2.75,3.5,4.25,5,3,3.5,1.5,0.1875,4,1.118033989,0,/x/y.py,10,solve" \
    python_imbalance --map /srv/app/solver.py=/x/y.py plain
"$report" python --map /srv/ap=/z plain 2>&1 >/dev/null |
    grep "no file of a function" >/dev/null || fail "--map of half a name"
for sets in plain "plain vs changed"; do
    # shellcheck disable=SC2086 # words
    "$report" python --map /typo=/x --map /srv=/y $sets >out 2>err ||
        fail "--map /typo"
    test "$(cat err)" = "mpiprof: --map /typo=/x: no file of a function is in that folder" ||
        fail "--map /typo says $(cat err)"
done
refuses 2 "write OLD=NEW" "$report" python --map /a plain

# ---- what pstats cannot know ----
gives 0 "cProfile keeps one" "$report" python clash
gives 0 "6.00 s or more on 4 ranks, of <lambda> (app.py:2); most in calls from f (app.py:1)\." \
    "$report" python clash
gives 0 "2 ranks started threads. From Python 3.12 on cProfile mixes the calls of all threads: times are wrong." \
    "$report" python mixed
"$report" python mixed | grep "cProfile keeps one" &&
    fail "mixed: more is lost than there was"
gives 0 "loses the others: on 2 ranks, of <lambda> (x.py:9)." \
    "$report" python mixed_clash
gives 0 "1 function is known only as a caller" \
    "$report" python only_called
has "4,,7,452,452,26,6.5,8,3,," python_run --as-is plain

# Times that are negative or not numbers count as 0, in all tables alike:
# the rank's other functions keep theirs, and so do the function's other ranks.
has "2,,3,6,6,6.25,3.125,4.25,0,," python_run odd
has "1,2,0.47058823529411764,,,2,f (x.py:1),2,3,3,3,odd/cpu_1.prof" \
    python_ranks odd
has "g,x.py:5,2,2,2.25,0.36,4,0.64,1.125,2,2,/a/x.py,5,g" python_functions odd
has "g,x.py:5,0,0.5625,1.125,1.6875,2.25,0,1.125,1.125,0.2647058823529412,2,1.125,1,/a/x.py,5,g" \
    python_imbalance odd
has "h,x.py:9,2,2,1,0.16,1,0.16,0.5,0.5,2,/a/x.py,9,h" python_functions odd
has "h,x.py:9,f,x.py:1,2,2,1,1,1,0,0.5,1,1,/a/x.py,9,h,/a/x.py,1,f" \
    python_callers --callers 'h\)' odd
gives 0 "5 times are negative or not a number, and count as 0" \
    "$report" python odd
gives 0 "1 time is negative or not a number, and counts as 0" \
    "$report" python --ranks 0 odd
"$report" python odd | grep "cProfile keeps one" && fail "odd: nothing is lost"

# Recursion, and a profile without callers, lose nothing.
notes 0 recursive
notes 0 callerless
notes 0 inexact
has "h,x.py:9,0,0,0,0,0,0,,,0,/a/x.py,9,h" python_functions inexact
has "0,3,1,,,1,<module> (part0/__init__.py:1),1,3,3,3,strangers/cpu_0.prof" \
    python_ranks strangers
gives 0 "others: 3.00 s or more on 1 rank, most in calls from f (x.py:1)\." "$report" python gone
gives 0 "others: on 1 rank, of <lambda> (x.py:5)" \
    "$report" python recount
test "$("$report" python --all --table python_functions recursive | wc -l)" -gt 3 ||
    fail "functions of recursive"
has "f,x.py:5,6,2,3,0.6666666666666666,3,0.6666666666666666,0.5,1.5,1,/a/x.py,5,f" \
    python_functions recursive
gives 0 "On 2 ranks Python's module profile was used" "$report" python bare
gives 0 "Some ranks have no times for 1 caller" "$report" python bare
gives 0 "callers have calls, but no" "$report" python --ranks 0 bare
"$report" python bare | grep "cProfile keeps one" && fail "bare: lost"
"$report" python --ranks 0 bare | grep "Some ranks have no" &&
    fail "bare: there are no others"
has "g,x.py:5,f,x.py:1,3,,,,,,,,,/a/x.py,5,g,/a/x.py,1,f" \
    python_callers --callers 'g\)' --ranks 0 bare
has "g,x.py:5,f,x.py:1,9,3,2,2,0.3333333333333333,,,,,/a/x.py,5,g,/a/x.py,1,f" \
    python_callers --callers 'g\)' bare
"$report" python -o bare.merged.prof bare >/dev/null || fail "bare -o"
has "g,x.py:5,f,x.py:1,9,3,2,2,0.3333333333333333,2,2,2,0,/a/x.py,5,g,/a/x.py,1,f" \
    python_callers --callers 'g\)' bare.merged.prof
mkdir behind && cp plain/cpu_*.prof behind && echo more >>behind/cpu_2.prof
gives 0 "On 1 rank the file has more data after the profile" \
    "$report" python behind
has "4,,3,448,448,22,5.5,7,3,," python_run only_called
test "$(table python_imbalance only_called | wc -l)" -eq 4 ||
    fail "a function that only calls others has no times"

# ---- two sets ----
has "A,4,4,452,6.5,8,3" python_compare_runs plain vs changed
has "B,4,4,452,7.5,9,3" python_compare_runs plain vs changed
test "$(table python_compare changed vs plain | sed -n 2p | cut -c1-5)" = solve ||
    fail "what differs most comes first, also where B takes less"
# What only calls others has no row, unless the other set has one.
has "A,4,3,448,5.5,7,3" python_compare_runs only_called vs only_called
test "$(table python_compare only_called vs only_called | wc -l)" -eq 4 ||
    fail "functions of only_called"
test "$(table python_compare only_called vs plain | wc -l)" -eq 5 ||
    fail "functions of only_called and plain"
# Functions of one name are paired in the order of their lines.
has "f,x.py:1,1,1,0,1,1,1,0,1,1,1,3,/a/x.py,f" python_compare twins vs twins_moved
has "f,x.py:10,5,5,0,1,5,5,0,1,1,10,12,/a/x.py,f" \
    python_compare twins vs twins_moved
# solve moves down, which alone says nothing; it takes 1 s more per rank
has "solve,solver.py:10,3.5,4.5,1,1.2857142857142858,5,6,1,10,10,10,14,/srv/app/solver.py,solve" \
    python_compare plain vs changed
has "solve,solver.py:14,4.5,3.5,-1,0.7777777777777778,6,5,-1,10,10,14,10,/srv/app/solver.py,solve" \
    python_compare changed vs plain
test "$(table python_compare plain vs changed | wc -l)" -eq 5 ||
    fail "functions of two sets"
test "$(table python_compare plain vs changed | sed -n 2p | cut -c1-5)" = solve ||
    fail "what differs most comes first"
has "solve,solver.py:10,3.5,3.5,0,1,5,5,0,10,10,10,10,/srv/app/solver.py,solve" \
    python_compare plain vs nodes
gives 0 "T, the longest rank's time in Python functions, is 8.00 s in A and 9.00 s in B" \
    "$report" python plain vs changed
refuses 2 "are for one set" "$report" python -o x.prof plain vs changed
refuses 2 "give files, patterns or folders" "$report" python plain vs
refuses 2 "give files, patterns or folders" "$report" python

# ---- formats, files ----
for set in plain hostile clash; do
    "$report" python --all --format json $set >out.json &&
        "$report" python --all --format csv $set >out.csv &&
        "$python" "$formats" out.json out.csv || fail "formats of $set"
done
"$report" python --format json plain vs changed >out.json &&
    "$report" python --format csv plain vs changed >out.csv &&
    "$python" "$formats" out.json out.csv || fail "formats of two sets"
"$report" python --all hostile >out.txt || fail "hostile"
LC_ALL=C grep -n "$(printf '[\001-\011\013-\037\177]')" out.txt &&
    fail "control characters"
grep -F 'a\x1b[31m\r\n\t"b\\;c,d\u202e\xed\xb3\xbf\xc0\x80e' out.csv out.txt \
    >/dev/null || "$report" python --format csv hostile |
    grep -F 'a\x1b[31m\r\n\t""b\\;c,d\u202e\xed\xb3\xbf\xc0\x80e' >/dev/null ||
    fail "how names are spelled"
gives 0 "" "$report" python -o merged.prof -o report.txt plain
grep "^4 ranks, 8.00 s" report.txt >/dev/null || fail "two -o"
gives 0 "1 Verdict" "$report" python --full -o merged.prof plain
has "1,,4,452,452,26,26,26,0,," python_run merged.prof
refuses 1 "nowhere" "$report" python -o nowhere/m.prof plain
refuses 1 "there is no such file" "$report" python 'nosuch*.prof'
mkdir none && refuses 1 "no file ends in .prof" "$report" python none
refuses 2 "leave out what is about them" \
    "$report" python --export dot --top 3 plain
refuses 2 "go with --export dot" "$report" python --node-threshold 1 plain
refuses 2 "give a percentage" \
    "$report" python --export dot --node-threshold 101 plain
refuses 2 "is not a regular expression" "$report" python --restrict '(' plain
refuses 2 "is not a regular expression" "$report" python --callers '[' plain
refuses 2 "no table has such a column" "$report" python --sort speed plain
refuses 2 "did you mean python_functions" \
    "$report" python --table python_function plain
gives 0 "Inclusive time / the time" "$report" explain python_functions
