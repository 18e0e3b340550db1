#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# An archive of another writer gives a report too.
. "$SRC_DIR/tests/lib.sh"
needs_sample_traces
"$TEST_PYTHON" -c 'import otf2' 2>/dev/null || skip "no Python bindings of OTF2"

write()
{
    "$TEST_PYTHON" "$SRC_DIR/tests/trace/write_foreign.py" "$@" ||
        fail "not written: $*"
}

# table NAME ARCHIVE
table()
{
    "$report" --format csv --table "$1" "$2/other.otf2" | tr -d '\r'
}

# says ARCHIVE TEXT: the report does
says()
{
    "$report" --full "$1/other.otf2" | tr -s ' \n' ' ' | grep -q "$2"
}

write archive
"$report" --format csv --table calls_per_rank archive/other.otf2 >calls.csv ||
    fail "not read"
tr -d '\r' <calls.csv >calls.txt
diff - calls.txt <<'END' || fail "other calls"
rank,procedure,calls,time_s,bytes_out,bytes_in,errors
0,MPI_Send,1,0.0001,4096,0,0
0,MPI_Allreduce,1,0.0002,16,16,0
0,MPI_Frobnicate,1,0.00001,0,0,0
1,MPI_Recv,1,0.0001,0,4096,0
1,MPI_Allreduce,1,0.00015,16,16,0
1,MPI_Frobnicate,1,0.00001,0,0,0
END
# The directory will do, if it has one trace.
"$report" --format csv --table calls_per_rank archive | tr -d '\r' |
    diff calls.txt - || fail "not read from the directory"
cp archive/other.otf2 archive/second.otf2
! "$report" archive >two.out 2>two.err || fail "two traces are read"
grep -q 'archive: holds 2 traces; name one of them, such as archive/' two.err ||
    fail "$(cat two.err)"
rm archive/second.otf2
"$report" --full archive/other.otf2 >report.txt || fail "no report"
grep -q "72 % useful work, 28 % in MPI" report.txt || fail "another verdict"
"$report" --format csv --table functions archive/other.otf2 | tr -d '\r' |
    cut -d, -f1-3,11,18 >functions.txt || fail "no functions"
diff - functions.txt <<'END' || fail "other functions"
function,location,time_s,inclusive_s,samples
compute,sim.c:5,0.00016,0.00016,8
main,sim.c:9,0,0.00016,0
END

# However procedures are spelled, and whatever paradigm is given.
for manner in tau fortran; do
    write "$manner" "$manner"
    for name in calls_per_rank wait_states communicators; do
        table "$name" archive >plain.csv
        [ "$manner" = tau ] && # there are no bytes without a record
            sed -i 's/,16,16,0$/,0,0,0/; s/4128,4128/4096,4096/' plain.csv
        table "$name" "$manner" | sed 's/mpi_frob/MPI_Frob/' |
            diff plain.csv - || fail "$manner: another $name"
    done
done
says tau "communicator of 2 collective calls on 2 ranks" ||
    fail "no word on collectives without records"
says archive "of 2 collective calls" && fail "collectives have records"

write outside outside
says outside "2 records of messages or collectives on 2 ranks lie outside" ||
    fail "no word on records outside of calls"
says archive "outside every" && fail "records are inside of calls"
table calls_per_rank outside | grep -q "Allreduce,1,0.0002,16,16,0" ||
    fail "a call has the bytes of what is outside of it"

write rest rest
for said in "6 events of the trace are of kinds .*: ThreadFork (2), ParameterInt (4)\." \
    "1 definition of the trace is of kinds .*: Parameter (1)\." \
    "2 locations of the trace, with 2 events, are left out because" \
    "regions of the trace on 2 ranks are nested too deeply:"; do
    says rest "$said" || fail "not said: $said"
done
says archive "of kinds that\|left out because\|too deep" && fail "said of what is not there"
says rest "innermost open" && fail "MPI_Finalize inside of main is an error"
echo "ok: foreign"
