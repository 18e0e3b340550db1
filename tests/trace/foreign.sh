#!/bin/sh
# An archive of another writer gives a report too.
. "$SRC_DIR/tests/lib.sh"
needs_sample_traces
"$TEST_PYTHON" -c 'import otf2' 2>/dev/null || skip "no Python bindings of OTF2"

"$TEST_PYTHON" "$SRC_DIR/tests/trace/write_foreign.py" archive || fail "not written"
"$report" --format csv --table calls_per_rank archive/other.otf2 >calls.csv ||
    fail "not read"
tr -d '\r' <calls.csv >calls.txt
diff - calls.txt <<'END' || fail "other calls"
rank,procedure,calls,time_s,bytes_out,bytes_in,errors
0,MPI_Send,1,0.0001,4096,0,0
0,MPI_Allreduce,1,0.0002,16,16,0
0,MPI_Frobnicate,1,0.00001,0,0,0
1,MPI_Recv,1,0.0001,0,4096,0
1,MPI_Allreduce,1,0.0002,16,16,0
1,MPI_Frobnicate,1,0.00001,0,0,0
END
"$report" archive/other.otf2 >report.txt || fail "no report"
grep -q "69 % useful, 31 % in MPI" report.txt || fail "another verdict"
"$report" --format csv --table functions archive/other.otf2 | tr -d '\r' |
    cut -d, -f1-3,11,18 >functions.txt || fail "no functions"
diff - functions.txt <<'END' || fail "other functions"
function,location,time_s,inclusive_s,samples
compute,sim.c:5,0.00016,0.00016,8
main,sim.c:9,0,0.00016,0
END
echo "ok: foreign"
