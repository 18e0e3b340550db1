#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Another user than root, under the perf_event_paranoid that the system has:
# shares are right, the report says where samples come from, and the program's
# own timers and counters work.
. "$SRC_DIR/tests/lib.sh"
needs_launcher

test "$(id -u)" = 0 || skip "only root can be another user"
other="setpriv --reuid=65534 --regid=65534 --clear-groups"
$other true 2>/dev/null || skip "no setpriv, or it is not permitted"
chown 65534:65534 . || fail "chown"
$other test -w . -a -r "$libs/libmpiprof.so" -a -x "$mpiprof_run" ||
    skip "$work is closed to other users"

MPIPROF_SAMPLE=1000
HOME=$work
TMPDIR=/tmp
export MPIPROF_SAMPLE HOME TMPDIR
build_c work "sampled.c sampled_parts.c sampled_part_c.c" "-O2"
build_c own_timers own_timers.c
$MPICC "$programs/without_perf.c" -o without_perf || fail without_perf

# What that user may do, asked without us.
cat >permitted.c <<'END'
#include <linux/perf_event.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(int count, char **words)
{
    struct perf_event_attr attr = { .size = sizeof(attr),
        .type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_TASK_CLOCK,
        .exclude_kernel = count > 1 && atoi(words[1]), .exclude_hv = 1 };
    return syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0) < 0;
}
END
$MPICC permitted.c -o permitted || fail permitted.c

# source_of COMMAND: where COMMAND lets samples come from.
source_of() {
    if $other "$1" ./permitted 0; then
        echo everything
    elif $other "$1" ./permitted 1; then
        echo user
    else
        echo timer
    fi
}

MPIEXEC="$other $MPIEXEC"
user="; time in the kernel is not sampled on 4 ranks (perf_event_paranoid)."
timer="; by a timer's signal on 4 ranks, as perf_event_open is not permitted"
commands="env"
! ./without_perf true || commands="env ./without_perf"

# said: where the report of the run says that samples come from.
read_source() {
    one_line <"$run/summary.txt" >said
    said=everything
    ! grep -qF "$user" said || said=user
    ! grep -qF "$timer" said || said=timer
}

for command in $commands; do
    name=$(basename "$command")
    source=$(source_of "$command")
    for try in 1 2 3; do # a timer has few ticks; see sampling.sh
        run=$name$try.run
        measure "$run" 4 "$command" "$mpiprof_run" ./work 80
        grep -q '^mpiprof: report: ' "$run.err" ||
            fail "$run: $(cat "$run.err")"
        read_source
        test $said = "$source" || fail "$run: $said, permitted is $source"
        test "$HAVE_LIBDW" = yes || break
        as_json "$run" "$run" --all
        ! std_python "$e2e/check_sampled.py" "$run.json" "$programs" \
            --most 3 part_b part_a=55.8@part_a part_b=34.9 \
            part_c=9.3@part_c || break
        test $try -lt 3 || fail "$run, three times"
    done
    measure "timers.$name.run" 2 "$command" "$mpiprof_run" ./own_timers
    echo "ok: $name, $source"
done
