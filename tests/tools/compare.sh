#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# mpiprof-report compare and scaling: command lines, exit statuses, formats.
. "$SRC_DIR/tests/lib.sh"
formats=$SRC_DIR/tests/golden/check_formats.py

for ranks in 2 4 8; do
    mkdir "of$ranks" &&
        "$BUILD_DIR/tests/golden/make_reports" "of$ranks" $ranks &&
        rm "of$ranks"/report.* || fail "make_reports $ranks"
done

cp -r of4 again
cp -r of8 again8

# ---- compare ----
gives 0 "T is the same in A and B, 4.00 s" "$report" compare of4 of4
"$report" compare of4 of4 | grep '^    region main/solve$' >place
test "$(wc -l <place)" -eq 1 || fail "the same place twice: $(cat place)"
gives 0 "B has 8 ranks" "$report" compare of4 of8/run.mpiprof
gives 0 "^  A  *again  *heat2d" "$report" compare of4 again vs of8
gives 0 "^B,again8," "$report" compare --format csv --table compare_runs \
    of4 again vs of8 again8
refuses 1 "there is no such trace" "$report" compare --from-trace of4 of8
gives 0 "load balance  *69.6  *64.5  *-5.1" "$report" compare of4 of8
gives 0 "wait/test  *1.325  *1.512  *+0.1875  *1.142" "$report" compare of4 of8
gives 0 "^MPI_Waitall,1.325,1.5125,0.1875," \
    "$report" compare --format csv --table compare_procedures of4 of8
gives 0 "^MPI_Waitall,1.5125,1.325,-0.1875," \
    "$report" compare --format csv --table compare_procedures of8 of4
gives 0 "(2 of 4 rows; all: --table compare_procedures)" "$report" compare --top 2 of4 of8
gives 0 "main/solve" "$report" compare --region main/solve of4 of8
! "$report" compare --full --region main/solve of4 of8 | grep MPI_Waitall ||
    fail "--region is not asked for"
gives 0 "" "$report" compare -o out.txt of4 of8
grep '^T is the same' out.txt >/dev/null || fail "-o wrote nothing"
"$report" compare --format json of4 of8 >out.json &&
    "$report" compare --format csv of4 of8 >out.csv &&
    std_python "$formats" out.json out.csv || fail "compare formats"
gives 0 "wait/test" "$report" compare --top 1 of4 of8
gives 0 "^6,7,8\|^7," "$report" compare --all --format csv of8 again8
"$report" compare --sort b_calls of4 of8 --table compare_procedures |
    sed -n 4p | grep MPI_I >/dev/null || fail "--sort"

# A condition that holds: the report all the same, one line, status 3.
"$report" compare --fail-if 'load_balance<-5%' --fail-if 'T>+1%' \
    --fail-if 'calls:MPI_Isend>1000' of4 of8 >out 2>err
test $? -eq 3 || fail "--fail-if that holds: $(cat err)"
grep '^T is the same' out >/dev/null || fail "--fail-if: no report"
test "$(wc -l <err)" -eq 2 || fail "--fail-if says $(cat err)"
grep '^mpiprof: --fail-if load_balance<-5%: .*70 % in A, 65 % in B' err \
    >/dev/null && grep 'MPI_Isend>1000: .*800 in A, 1600 in B' err >/dev/null ||
    fail "--fail-if says $(cat err)"
gives 0 "T is the same" "$report" compare --fail-if 'load_balance<-6%' of4 of8

# ---- scaling ----
gives 0 "computation scaling  *100.0 %  *42.7 %  *23.0 %" \
    "$report" scaling of8 of2 of4
gives 0 "computation scaling  *100.0 %  *85.4 %  *92.1 %" \
    "$report" scaling --weak of2 of4 of8
gives 0 "^main/solve,2,2.1875,0.5,1.6875,.*,region" \
    "$report" scaling --format csv --table scaling_parts of2 of4 of8
gives 0 "^procedure,MPI_Waitall,4,1.325" \
    "$report" scaling --format csv --table scaling_values of2 of4 of8
"$report" scaling --format json of2 of4 of8 >out.json &&
    "$report" scaling --format csv of2 of4 of8 >out.csv &&
    std_python "$formats" out.json out.csv || fail "scaling formats"
"$report" scaling --fail-if 'global_efficiency<20%' --fail-if 'speedup<1' \
    of2 of4 of8 >out 2>err
test $? -eq 3 || fail "--fail-if of scaling: $(cat err)"
grep 'global_efficiency<20%: .* 14 % on 8 ranks' err >/dev/null &&
    test "$(wc -l <err)" -eq 1 || fail "--fail-if of scaling: $(cat err)"
gives 0 "" "$report" scaling --fail-if 'speedup<0.9' of2 of8
"$report" scaling --fail-if 'rank:99>1s' --fail-if 'speedup<9' of2 of8 >out 2>err
test $? -eq 1 || fail "a condition that cannot be asked: $(cat err)"
"$report" compare --fail-if 'T>1s' -o nowhere/out of4 of8 >out 2>err
test $? -eq 1 || fail "no output, and a condition that holds: $(cat err)"
for count in 1 3 5 6 7 9 16 32; do
    mkdir "of$count" &&
        "$BUILD_DIR/tests/golden/make_reports" "of$count" $count || fail "make"
done
cp -r of16 again16
test "$("$report" compare --full of16 again16 | grep -c '^ *[0-9]* *2.200 ')" = 9 &&
    test "$("$report" compare --all of16 again16 |
        grep -c '^ *[0-9]* *2.200 ')" = 15 || fail "--all"
"$report" scaling of? of?? >wide || fail "eleven numbers of ranks"
test "$(awk 'length > 100' wide | wc -l)" -eq 0 || fail "wide: $(cat wide)"
test "$(grep -c '^  speedup / ideal' wide)" -eq 2 || fail "blocks: $(cat wide)"

# A run that was killed is not a fast one.
"$BUILD_DIR/tests/golden/make_reports" . dead || fail "make_reports dead"
"$report" compare --fail-if 'T>+500%' of4 dead.mpiprof >out 2>err
test $? -eq 1 || fail "a killed run: $(cat err)"
grep 'dead.mpiprof did not finish' err >/dev/null &&
    grep 'did not finish' out >/dev/null || fail "killed: $(cat out)"

# ---- what is refused ----
refuses 2 "give two runs, A B" "$report" compare of4
refuses 2 "give two runs, A B" "$report" compare of4 of4 of8
refuses 2 "give two runs, A B" "$report" compare of4 vs
refuses 2 "give two runs, A B" "$report" compare of4 vs of4 vs of8
refuses 2 "again is given twice on one side" \
    "$report" compare of4 vs again of8 again
refuses 2 "of4 is given twice" "$report" scaling of4 of8 of4
refuses 2 "write a number" "$report" compare --fail-if 'T>fast' of4 of8
refuses 1 "nowhere" "$report" compare of4 nowhere
refuses 1 "the same number of ranks" "$report" scaling of4 again
refuses 1 "of4: no region of this run matches" \
    "$report" compare --region nosuch of4 of8
"$report" compare --fail-if 'region:nowhere>1s' of4 of8 >out 2>err
test $? -eq 1 || fail "a region that is nowhere: $(cat err)"
grep 'no run has region:nowhere' err >/dev/null || fail "says $(cat err)"
