#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Streams of accelerators, as Score-P writes them: kernels, copies and their
# bytes, in tables and in the data of the page, however many processes read.
. "$SRC_DIR/tests/lib.sh"
needs_crew
"$TEST_PYTHON" -c 'import otf2' 2>/dev/null || skip "no Python bindings of OTF2"

"$TEST_PYTHON" "$SRC_DIR/tests/trace/write_devices.py" run ||
    fail "not written"

# table NAME OPTION...
table()
{
    name=$1
    shift
    "$report" --format csv --table "$name" "$@" run | tr -d '\r'
}

table device_streams >streams.csv || fail "not read"
diff - streams.csv <<'END' || fail "other streams"
rank,stream,kernels,kernel_s,kernel_share,copies,copy_s,to_device_bytes,from_device_bytes,on_device_bytes
0,CUDA[0:7],3,0.0015,0.25,6,0.00045,3000000,12288,0
0,CUDA[0:13],3,0.0006,0.1,6,0.00009,0,192,24576
1,HIP <b>[1],3,0.0015,0.25,6,0.00045,6000000,12288,0
END
table device_work >work.csv || fail "not read"
diff - work.csv <<'END' || fail "other kernels and copies"
name,kind,count,time_s,mean_s,max_s,bytes,bytes_per_s,ranks
stencil,kernel,6,0.003,0.0005,0.0005,0,,2
copy to device,copy to device,6,0.0006,0.0001,0.0001,9000000,15000000000,2
reduce<float>(T *),kernel,3,0.0006,0.0002,0.0002,0,,1
copy from device,copy from device,6,0.0003,0.00005,0.00005,24576,81920000,2
copy on device,copy on device,3,0.00006,0.00002,0.00002,24576,409600000,1
cudaMemcpyDtoH,copy from device,3,0.00003,0.00001,0.00001,192,6400000,1
END

# By two workers, and by two processes of MPI.
table device_work -j 2 | diff work.csv - || fail "-j 2: another table"
if test "$HAVE_HTML" = yes; then
    "$report" --format html run >alone.html || fail "no page"
    launch 2 "$crew" --format html run >crew.html || fail "no page by two"
    cmp alone.html crew.html || fail "two processes make another page"
fi
table device_streams --no-waits | diff streams.csv - ||
    fail "--no-waits: another table"

# A part of the run: the second step but for its last 400 us.
table device_streams --from 0.002 --to 0.0036 >part.csv
diff - part.csv <<'END' || fail "other streams from 2 to 3.6 ms"
rank,stream,kernels,kernel_s,kernel_share,copies,copy_s,to_device_bytes,from_device_bytes,on_device_bytes
0,CUDA[0:7],1,0.0005,0.3125,2,0.00015,1000000,4096,0
0,CUDA[0:13],1,0.0002,0.125,2,0.00003,0,64,8192
1,HIP <b>[1],1,0.0005,0.3125,2,0.00015,2000000,4096,0
END
# A kernel that goes on behind the end counts for what is inside.
table device_streams --from 0.002 --to 0.0023 | cut -d, -f1,3,4 >cut.csv
diff - cut.csv <<'END' || fail "other streams from 2 to 2.3 ms"
rank,kernels,kernel_s
0,1,0.0002
0,0,0
1,1,0.0002
END
test "$(table device_streams --ranks 1 | wc -l)" -eq 2 ||
    fail "--ranks 1: streams of other ranks"

# What waits and efficiencies say of the ranks is as without streams.
table wait_states | grep -q '^wait at collective,0\.0003,0\.025,3,' ||
    fail "other waits: $(table wait_states)"
"$report" --full run | tr -s ' \n' ' ' |
    grep -q '2 locations of the trace, with 2 events, are left' ||
    fail "no word on a stream that belongs to no rank, and on power"

# Memory in use.
table traced_memory >memory.csv || fail "not read"
diff - memory.csv <<'END' || fail "other memory in use"
rank,memory,place,max_bytes,max_at_s,mean_bytes,end_bytes,readings
0,CUDA Memory,CUDA 0,16777216,0.003,10712951,16777216,3
0,Host Memory,,5000,0.0005,4583,5000,1
1,HIP <b>Memory,HIP 1,33554432,0.0002,0,0,2
END
table traced_memory -j 2 | diff memory.csv - || fail "-j 2: other memory"
table traced_memory --from 0.0005 --to 0.0015 >part.csv
diff - part.csv <<'END' || fail "other memory from 0.5 to 1.5 ms"
rank,memory,place,max_bytes,max_at_s,mean_bytes,end_bytes,readings
0,CUDA Memory,CUDA 0,8388608,0.0005,5767168,3145728,1
0,Host Memory,,5000,0.0005,5000,5000,1
1,HIP <b>Memory,HIP 1,0,0,0,0,0
END
"$report" --format json run >run.json || fail "not read"
with_report run.json <<'END' || fail "other memory over time"
rows = rows_of(report, "traced_memory_over_time")


def at(memory, time):
    found, = [row for row in rows if row["memory"] == memory and
              row["begin_s"] <= time < row["begin_s"] + row["width_s"]]
    return found["bytes"], found["max_bytes"], found["max_rank"]


MIB = 1 << 20
for memory, time, size, rank in (
        ("CUDA Memory", 0, 1, 0), ("CUDA Memory", 0.0005, 8, 0),
        ("CUDA Memory", 0.0015, 3, 0), ("CUDA Memory", 0.0059, 16, 0),
        ("HIP <b>Memory", 0.0002, 32, 1), ("HIP <b>Memory", 0.003, 0, None)):
    wanted = size * MIB, size * MIB, rank
    assert at(memory, time) == wanted, (memory, time, at(memory, time))
ends = [row["begin_s"] + row["width_s"] for row in rows]
assert abs(max(ends) - 0.006) < 1e-9, max(ends)
END

# The time line for Perfetto: a row for each stream, further ones for what
# overlaps.
"$TEST_PYTHON" "$SRC_DIR/tests/trace/write_devices.py" overlap 2 overlap ||
    fail "not written"
"$report" export --format chrome overlap >overlap.json || fail "not exported"
"$report" export --format chrome -j 2 overlap | cmp - overlap.json ||
    fail "-j 2: another time line"
"$report" export --format chrome --ranks 0 --from 0.00065 --to 0.00075 \
    overlap >part.json || fail "no part exported"
"$TEST_PYTHON" - <<'END' || fail "other streams in the time line"
import json


def rows(path):
    """{(rank, name of the row): slices}, in the order of the rows."""
    events = json.load(open(path))["traceEvents"]
    names = {(e["pid"], e["tid"]): e["args"]["name"] for e in events
             if e["ph"] == "M" and e["name"] == "thread_name"}
    found = {}
    for place in sorted(names):
        found[place[0], names[place]] = sorted(
            (e["ts"], e["dur"], e["name"], e["cat"],
             e.get("args", {}).get("bytes")) for e in events
            if e["ph"] == "X" and (e["pid"], e["tid"]) == place)
    return found


def same(found, wanted):
    assert found == wanted, "%s\nis not\n%s" % (found, wanted)


def first(rank, begin):
    """The first stream of a rank in a step."""
    return [(begin, 100, "copy to device", "copy", 1000000 * (rank + 1)),
            (begin + 100, 500, "stencil", "kernel", None),
            (begin + 600, 50, "copy from device", "copy", 4096)]


def copy(begin, length):
    return (begin, length, "copy from device", "copy", 4096)


STEPS = (1000, 3000)
found = rows("overlap.json")
same(list(found), [(0, "main thread"), (0, "CUDA[0:7]"), (0, "CUDA[0:13]"),
                   (0, "CUDA[0:13] (2)"), (1, "main thread"),
                   (1, "HIP <b>[1]")])
same(found[0, "CUDA[0:7]"], [(500, 100, "warm up", "kernel", None)] +
     [work for begin in STEPS for work in first(0, begin)])
same(found[1, "HIP <b>[1]"],
     [work for begin in STEPS for work in first(1, begin)])
same(found[0, "CUDA[0:13]"], [work for begin in STEPS for work in (
    (begin + 600, 20, "copy on device", "copy", 8192),
    (begin + 700, 200, "reduce<float>(T *)", "kernel", None),
    (begin + 950, 10, "cudaMemcpyDtoH", "copy", 64),
    copy(begin + 1100, 50), copy(begin + 1200, 0))])
same(found[0, "CUDA[0:13] (2)"],
     [copy(begin + 1000, 400) for begin in STEPS])
part = rows("part.json")
same({row: part[row] for row in part if row[1] != "main thread"},
     {(0, "CUDA[0:7]"): [(1600, 50, "copy from device", "copy", 4096)],
      (0, "CUDA[0:13]"): [(1700, 200, "reduce<float>(T *)", "kernel",
                           None)]})
END

# Damage to a stream is reported, and what is before it counts.
"$TEST_PYTHON" - <<'END' || fail "no file of a stream"
import glob
import os

import otf2

with otf2.reader.open("run/device.otf2") as trace:
    for location in trace.definitions.locations:
        if location.name == "HIP <b>[1]":
            found = location._ref
path = "run/device/%d.evt" % found
os.truncate(path, os.path.getsize(path) // 2)
END
table device_streams >damaged.csv 2>damaged.err || fail "damaged: not read"
sed -n 2,3p streams.csv >others.csv
sed -n 2,3p damaged.csv | diff others.csv - ||
    fail "damage to a stream changes others"
grep -q '^1,HIP <b>\[1\],1,0\.0005,' damaged.csv ||
    fail "what is before the damage does not count"
test ! -s damaged.err || fail "a table says: $(cat damaged.err)"
"$report" --full run | tr -s ' \n' ' ' |
    grep -q 'of rank 1 is damaged after [0-9]* of 30 events; the rest of it is' ||
    fail "no word on the damaged stream"
echo "ok: devices"
