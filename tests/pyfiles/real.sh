#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Files that the profilers themselves have written, of three ranks of one
# program: pyinstrument 5.1.2, VizTracer 1.1.1, line_profiler 4.0.2,
# memory_profiler 0.61 and, of two ranks, torch.profiler of Debian's PyTorch
# 1.13.0 (without Kineto) under CPython 3.11.  Numbers are as those tools print
# them or, for JSON, as it has them.
. "$SRC_DIR/tests/lib.sh"
real=$SRC_DIR/tests/data/profilers

# has BEGIN NAME WORDS...: a line of the table, as CSV, begins like this.
has() {
    line=$1
    name=$2
    shift 2
    "$report" python --format csv --table "$name" "$@" >out || fail "$name $*"
    cut -c "1-${#line}" out | grep -F -x -e "$line" >/dev/null ||
        fail "no line $line in: $(cat out)"
}

# python3 -m line_profiler line_profiler_1.lprof: line 15, 10 hits, 1219323.1 us
has "simk.py:15,sweep,10,1.219323059," python_line_times --ranks 1 \
    "$real"/line_profiler_*
has "simk.py:19,residual,30,1.402912096," python_line_times \
    "$real"/line_profiler_*
# mprof peak mprof_1.dat: 34.711 MiB
has "1,36397057,1.130600192,6774785,34783232," python_rank_memory \
    "$real"/mprof_*
has "__main__.residual,9," python_memory_functions "$real"/mprof_*
# A process that has ended holds no memory, which is no reading of it.
sed '$a MEM 0.000000 1795753015.0000' "$real/mprof_1.dat" >ended_1.dat
has "1,36397057,1.05110016,6774785,34783232," python_rank_memory ended_1.dat

# export_stacks() of torch.profiler: microseconds, and addresses in names.
has "<built-in_function_linear>,,0.131542," python_stacks "$real"/torch_stacks_*
has "<built-in_method_relu_of_type_object>,,0.087991," python_stacks \
    "$real"/torch_stacks_*
has "forward,fit.py:19,0,0,0.219533," python_stacks "$real"/torch_stacks_*
has "average,fit.py:33,0,0,0.000072," python_stacks "$real"/torch_stacks_*
"$report" python --export folded "$real"/torch_stacks_* >out || fail "folded"
test "$(awk '{ sum += $NF } END { print sum }' out)" = "$(awk '
    { sum += $NF } END { print 1000 * sum }' "$real"/torch_stacks_*)" ||
    fail "folded: another sum than in the files"

test "${HAVE_JANSSON-no}" = yes || exit 0
has "spin,sim.py:5,0.619225," python_stacks "$real"/pyinstrument_*
has "Solver.sweep,sim.py:13,0,0,3.235977," python_stacks "$real"/pyinstrument_*
has "spin,sim.py:5,0.345652383," python_stacks "$real"/speedscope_*
has "<module>,sim.py:1,0.899199057," python_stacks "$real"/speedscope_*
has "Solver.sweep (/tmp/sim/sim.py:13),FEE,9,0.888259427," python_slices \
    "$real"/viztracer_*
has "forward,,2,0.038318,0.019159,2,0.011063," python_slices "$real"/torch_?.json
has "aten::linear,,4,0.036728," python_slices "$real"/torch_?.json
for kind in pyinstrument speedscope; do
    "$report" python --format csv --table python_stacks "$real"/${kind}_* >out ||
        fail "$kind"
    ! grep -F "[self]" out || fail "$kind: [self] is no function"
done
"$report" python --export chrome -o line.json "$real"/viztracer_* ||
    fail "--export chrome"
std_python - line.json <<'END' || fail "the time line: $(cat line.json)"
import json
import sys
slices = [event for event in json.load(open(sys.argv[1]))["traceEvents"]
          if event["ph"] == "X"]
assert {event["pid"] for event in slices} == {0, 1, 2}
# VizTracer's clock starts at baseTimeNanoseconds: all ranks were in main() at
# the same time.
mains = [event for event in slices if event["name"].startswith("main ")]
assert len(mains) == 3, mains
assert max(event["ts"] for event in mains) < min(
    event["ts"] + event["dur"] for event in mains)
END
