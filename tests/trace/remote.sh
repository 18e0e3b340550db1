#!/bin/sh
# Windows and files of another writer's archive have their wait states.
. "$SRC_DIR/tests/lib.sh"
needs_sample_traces
"$TEST_PYTHON" -c 'import otf2' 2>/dev/null || skip "no Python bindings of OTF2"

"$TEST_PYTHON" "$SRC_DIR/tests/trace/write_remote.py" archive || fail "not written"
"$report" --format csv --table waits_per_rank archive/other.otf2 >waits.csv ||
    fail "not read"
tr -d '\r' <waits.csv | cut -d, -f1-4 | LC_ALL=C sort >waits.txt
diff - waits.txt <<'END' || fail "other waits"
0,late_post,0.15,1
0,wait_at_collective_io,0.25,2
0,wait_at_create,0.1,1
0,wait_at_fence,0.1,1
1,late_complete,0.01,1
1,wait_at_collective_io,0.23,3
2,lock_contention,0.145,1
2,wait_at_collective_io,0.03,1
2,wait_at_fence,0.05,1
rank,wait,time_s,waits
END
echo "ok: remote"
