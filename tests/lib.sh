# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
# lib.sh - what test scripts share; for /bin/sh, sourced first.
#
# From the Makefile: SRC_DIR BUILD_DIR MPI_FLAVOUR MPI_NAME MPI_RELEASE MPI_LIBS
# MPICC MPIFC MPIEXEC CC PYTHON TEST_PYTHON HAVE_OTF2 HAVE_MPI_F08 and others,
# see tests/local.mk.  Each test works in a folder of its own, $work, made empty;
# it ends with 0, 1 (fail) or 77 (skip, with a reason).  Further parts of this file
# are for tests of one kind, which call its needs_... function first.

set -u
test_path=$(cd "$(dirname "$0")" && pwd)/$(basename "$0" .sh)
test_path=${test_path##*/tests/} # e2e/waits
work=$BUILD_DIR/tests/made/$test_path
e2e=$SRC_DIR/tests/e2e
programs=$e2e/programs
libs=$BUILD_DIR/.libs
report=${TEST_REPORT-$BUILD_DIR/mpiprof-report}
mpiprof_run=$work/mpiprof-run # with the library of the build tree
flavours_tsv=$SRC_DIR/share/flavours/flavours.tsv
. "$SRC_DIR/share/flavours/flavours.sh"
rm -rf "$work"
mkdir -p "$work" && cd "$work" || exit 1

for setting in $(env | sed -n 's/^\(MPIPROF_[A-Z_]*\)=.*/\1/p'); do
    unset "$setting"
done
unset COLUMNS # of who runs the tests
# make check-sampled
test -z "${TEST_SAMPLE-}" || export MPIPROF_SAMPLE="$TEST_SAMPLE"
cat >"$mpiprof_run" <<END
#!/bin/sh
MPIPROF_LIBDIR='$libs' exec '$BUILD_DIR/mpiprof-run' "\$@"
END
chmod +x "$mpiprof_run"

fail() {
    echo "FAIL: $*"
    exit 1
}

skip() {
    echo "SKIP: $*"
    exit 77
}

# make check-real with TEST_UNTIL, in seconds since 1970: later nothing starts.
test -z "${TEST_UNTIL-}" || test "$(date +%s)" -lt "$TEST_UNTIL" ||
    skip "no time was left for it; make check-real runs it"

# For tests that run MPI programs; what they leave is looked at, see archives.
needs_launcher() {
    test -n "${MPIEXEC-}" || skip "no launcher of $MPI_FLAVOUR was found"
    test -n "$archives" || archives=together
}

# has_trait TRAIT: this MPI behaves so, see share/flavours/flavours.tsv.
has_trait() {
    flavour_words "$MPI_FLAVOUR" traits | grep -qx "$1"
}

# The other MPIs that can be run here.
other_flavours() {
    for other_flavour in $(flavour_names); do
        test "$other_flavour" = "$MPI_FLAVOUR" ||
            ! command -v "$(flavour_words "$other_flavour" mpicc)" >/dev/null ||
            ! command -v "$(flavour_words "$other_flavour" mpiexec)" >/dev/null ||
            echo "$other_flavour"
    done
}

needs_trace() {
    test "${HAVE_OTF2-no}" = yes || skip "built without OTF2"
}

# std_python ARGUMENT...: Python with its standard library alone: finding installed
# modules often takes longer than a check.
std_python() {
    "${PYTHON:-python3}" -S "$@"
}

# ---- what is expected ----

# as_expected MADE EXPECTED UPDATE FILE...: the FILEs of the folder MADE are
# those of EXPECTED; with UPDATE=--update they become so.  Shows what differs.
as_expected() {
    expected_made=$1
    expected_in=$2
    expected_update=$3
    shift 3
    expected_status=0
    for file in "$@"; do
        if test "$expected_update" = --update; then
            cp "$expected_made/$file" "$expected_in" || expected_status=1
        else
            diff -u "$expected_in/$file" "$expected_made/$file" ||
                expected_status=1
        fi
    done
    return $expected_status
}

# same_formats NAME: NAME.json and NAME.csv hold the same.
same_formats() {
    std_python "$SRC_DIR/tests/golden/check_formats.py" \
        "$1.json" "$1.csv" || {
        echo "JSON and CSV of $1 differ"
        return 1
    }
}

# ---- archives ----

# A test with a launcher that passes is asked for the archives and profiles that
# it leaves behind, too; it may set `archives' to: alone (messages without
# another end, see check_archives.py), or unchecked.
archives=
check_archives() {
    trap - 0
    case $check_status$archives in
    0together) ;;
    0alone) set -- --alone ;;
    *) exit $check_status ;;
    esac
    "${TEST_PYTHON:-$PYTHON}" "$e2e/check_left.py" "$@" "$report" "$work" ||
        fail "identities or archives"
}
trap 'check_status=$?; set --; check_archives' 0

# ---- building programs ----

# Words that link a program to libmpiprof of the build tree.
linked_flags() {
    echo "-L$libs -Wl,-rpath,$libs" \
        "-Wl,--no-as-needed -lmpiprof"
}

# build_once PROGRAM SOURCES COMMAND...: a copy of what `COMMAND... -o FILE'
# makes of SOURCES.  Scripts build the same programs: it is kept for the others,
# by what goes into it, and never seen half written.
build_once() {
    built=$1
    # shellcheck disable=SC2086 # a list of files
    built_key=$({ shift && echo "$@" && cat $1 "$programs"/*.h \
        "$SRC_DIR"/tests/faults/programs/*.h "$SRC_DIR/include/mpiprof.h"
        } | cksum | tr ' ' -)
    kept=$BUILD_DIR/tests/made/programs/$built_key
    shift 2
    test -e "$kept" || {
        mkdir -p "${kept%/*}"
        "$@" -o "$kept.$$" >"$built.log" 2>&1 || return
        mv "$kept.$$" "$kept"
    }
    cp "$kept" "$built"
}

# build_c PROGRAM SOURCES [FLAGS]: SOURCES are in programs/.
build_c() {
    build_program=$1
    build_sources=
    for source in $2; do
        build_sources="$build_sources $programs/$source"
    done
    # shellcheck disable=SC2086 # lists of words
    build_once "$build_program" "$build_sources" $MPICC -g -O1 -I"$programs" \
        -I"$SRC_DIR/include" $build_sources ${3-} || {
        cat "$build_program.log"
        fail "$build_program does not compile"
    }
}

# build_fortran PROGRAM INTERFACE FLAGS [SOURCE]: counts.F90, or another, with
# -DINTERFACE.  mpif.h declares no argument types, so buffers of two shapes need
# a flag that only gfortran has.
build_fortran() {
    test -n "$MPIFC" || skip "no Fortran compiler of $MPI_FLAVOUR"
    build_source=$programs/${4-counts.F90}
    build_once expect.o "$programs/expect.c" \
        $MPICC -c -g "$programs/expect.c" || fail "expect.c"
    for flags in "-fallow-argument-mismatch -w" ""; do
        # shellcheck disable=SC2086
        build_once "$1" \
            "$programs/expect.c $programs/expectations.f90 $build_source" \
            $MPIFC -g -O1 $flags "-D$2" -I"$programs" \
            "$programs/expectations.f90" "$build_source" expect.o ${3-} &&
            return
    done
    cat "$1.log"
    fail "$1 does not compile"
}

# ---- running ----

# launch RANKS COMMAND...: under mpiexec, for five minutes at most: a busy
# machine.
launch() {
    launch_ranks=$1
    shift
    # shellcheck disable=SC2086 # a launcher may come with options
    timeout -k 5 "${launch_seconds-300}" $MPIEXEC -n "$launch_ranks" "$@" \
        </dev/null
}

# measure RUN RANKS COMMAND...: launches with results in the folder RUN.
measure() {
    MPIPROF_OUTPUT=$work/$1
    export MPIPROF_OUTPUT
    shift
    launch "$@" 2>"$MPIPROF_OUTPUT.err" || {
        measure_status=$?
        cat "$MPIPROF_OUTPUT.err"
        fail "status $measure_status of: $*"
    }
    unset MPIPROF_OUTPUT
}

# has_virtual_time: the MPI polls by a function that libvirtual.so knows.
has_virtual_time() {
    echo 'int MPI_Init(int *, char ***); int main(void)
        { return MPI_Init(0, 0); }' >polls.c
    # shellcheck disable=SC2086 # a compiler may come with options
    build_once polls polls.c $MPICC polls.c ||
        fail "a small program does not compile"
    for library in $(ldd ./polls | sed -n 's/.* => \(.*libmp[^ ]*\) .*/\1/p'); do
        nm -D "$library" | grep -q \
            ' U \(opal_progress\|ucp_worker_progress\)$' && return
    done
    return 1
}

# needs_virtual_time: such an MPI.
needs_virtual_time() {
    has_virtual_time ||
        skip "how this $MPI_FLAVOUR polls is not known to tests/virtual"
}

virtual_library=$BUILD_DIR/tests/virtual/libvirtual.so
# measure_virtually RUN RANKS COMMAND...: the same in virtual time, see
# tests/virtual/virtual_time.h: what the program sleeps is exact, and each call
# of MPI takes a microsecond besides its waits, or what VIRTUAL_COSTS says.
measure_virtually() {
    virtual_run=$1
    virtual_ranks=$2
    shift 2
    rm -f "$work/$virtual_run.clock"
    MPIPROF_CLOCK=posix
    export MPIPROF_CLOCK
    measure "$virtual_run" "$virtual_ranks" \
        env VIRTUAL_TIME="$work/$virtual_run.clock" LD_PRELOAD="\
$libs/libmpiprof.so $virtual_library" "$@"
    unset MPIPROF_CLOCK
}

# one_line: text of several, as far as its words go.
one_line() {
    tr '\n' ' ' | sed 's/  */ /g'
}

# as_json RUN NAME [OPTIONS]: the report of a run in NAME.json.
as_json() {
    as_json_run=$1
    as_json_name=$2
    shift 2
    "$report" "$@" --format json -o "$as_json_name.json" "$as_json_run" ||
        fail "mpiprof-report $* $as_json_run"
}

# with_report FILE.json [WORD...]: Python from standard input, which has `report' and
# rows_of(report, TABLE) of report_rows.py.
with_report() {
    {
        echo 'import json, re, sys'
        echo 'from report_rows import read_report, rows_of'
        echo 'report = read_report(sys.argv[1])'
        cat
    } | PYTHONPATH=$e2e std_python - "$@"
}

# expect_counts [OPTIONS] RUN RANKS COMMAND...: runs COMMAND with the prefix of
# its expectations as last argument, and compares.
expect_counts() {
    expect_options=
    test "$1" != --others-ok || {
        expect_options=$1
        shift
    }
    run=$1
    measure "$@" "$work/$run.expected"
    as_json "$run" "$run"
    # shellcheck disable=SC2086
    std_python "$e2e/check_counts.py" $expect_options "$run.json" \
        "$run".expected.*.tsv || fail "counts of $run"
    echo "ok: $run"
}

# is_measured NAME PROGRAM [ARGUMENTS]: one that calls MPI_Allreduce.
is_measured() {
    measured_as=$1
    shift
    measure "$measured_as.run" 1 "$@" >/dev/null
    test -e "$measured_as.run/run.mpiprof" ||
        fail "$measured_as is not measured: $(cat "$measured_as.run.err")"
    "$report" --format csv --table procedures "$measured_as.run" |
        grep -q '^MPI_Allreduce,' || fail "no MPI_Allreduce in $measured_as"
    echo "ok: $measured_as"
}

# ---- the trace of a run ----

# from_trace RUN: the report without the profile file says the same.
from_trace() {
    cp -r "$1" "trace_$1"
    rm "trace_$1/run.mpiprof"
    as_json "$1" "$1"
    as_json "trace_$1/run.otf2" "trace_$1"
    std_python "$e2e/check_same.py" "$1.json" "trace_$1.json" ||
        fail "trace and profile of $1 differ"
}

# otf2_reads RUN: the tools of OTF2 have no word of complaint.
otf2_reads() {
    command -v otf2-print >/dev/null || return 0
    otf2-print -Werror --silent "$1/run.otf2" >"$1.print" 2>&1 ||
        fail "otf2-print: $(cat "$1.print")"
    grep -i -e warning -e error "$1.print" && fail "otf2-print warns"
    # At the start and the end of each location; two per location at least.
    otf2-print -C "$1/run.otf2" | awk '/^CLOCK_OFFSET/ { at[$2]++; all++ }
        END { for (i in at) if (at[i] < 2) few = 1; exit few || !all }' ||
        fail "clock offsets of $1"
}

# other_reader RUN: the Python bindings of OTF2 find the same totals.
other_reader() {
    "${TEST_PYTHON:-$PYTHON}" -c 'import otf2' 2>/dev/null || {
        echo "not compared with python3-otf2: it is not there"
        return 0
    }
    "${TEST_PYTHON:-$PYTHON}" "$e2e/otf2_totals.py" "$1/run.otf2" \
        >"otf2_$1.json" || fail "otf2_totals.py $1"
    std_python "$e2e/check_counts.py" "otf2_$1.json" "$1".expected.*.tsv ||
        fail "python3-otf2 finds other totals"
}

# trace_agrees RUN: of expect_counts; its trace holds what its profile holds.
trace_agrees() {
    test "$HAVE_OTF2" = yes || return 0
    otf2_reads "$1"
    from_trace "$1"
    other_reader "$1"
}

# ---- command lines ----

# gives STATUS PATTERN COMMAND...: that exit status, the pattern in standard
# output, nothing on standard error.
gives() {
    status=$1
    pattern=$2
    shift 2
    "$@" >out 2>err
    got=$?
    test $got -eq "$status" || fail "$*: exit status $got: $(cat err)"
    test ! -s err || fail "$*: says $(cat err)"
    { cat out; tr -s '\n ' ' ' <out; } | grep -e "$pattern" >/dev/null ||
        test -z "$pattern" || fail "$*: no '$pattern' in: $(head -20 out)"
}

# refuses STATUS PATTERN COMMAND...: that exit status, one line with the
# pattern on standard error, nothing on standard output.
refuses() {
    status=$1
    pattern=$2
    shift 2
    "$@" >out 2>err
    got=$?
    test $got -eq "$status" || fail "$*: exit status $got"
    test ! -s out || fail "$*: prints $(head -5 out)"
    test "$(wc -l <err)" -eq 1 || fail "$*: not one line: $(cat err)"
    grep -e "^mpiprof: .*$pattern" err >/dev/null ||
        fail "$*: no '$pattern' in: $(cat err)"
}

# ---- reports in JSON ----

needs_schema() {
    for schema_python in "$PYTHON" "${TEST_PYTHON:-python3}" \
        /usr/bin/python3; do
        "$schema_python" -c 'import importlib.util, sys
sys.exit(not importlib.util.find_spec("jsonschema"))' 2>/dev/null && return
    done
    skip "Python has no jsonschema"
}

# check_schema REPORT.json...
check_schema() {
    "$schema_python" -W ignore "$SRC_DIR/tests/export/check_schema.py" \
        "$SRC_DIR/share/doc/report-schema.json" "$@"
}

# ---- the Python module ----

has_mpi4py() {
    "$TEST_PYTHON" -c 'import mpi4py
mpi4py.rc.initialize = False
from mpi4py import MPI
print(MPI.Get_library_version())' >mpi4py.version 2>/dev/null
    flavour_words "$MPI_FLAVOUR" version_text |
        grep -qF -f - mpi4py.version
}

needs_mpi4py() {
    has_mpi4py || skip "mpi4py of $TEST_PYTHON is not for $MPI_FLAVOUR"
}

needs_python_module() {
    test -n "$TEST_PYTHON" || skip "no Python"
    "$TEST_PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 8))' ||
        skip "$TEST_PYTHON is older than 3.8"
    export PYTHONPATH="$SRC_DIR/share/python:$programs"
    # The library of this MPI, as a linked program finds it.
    echo 'int MPI_Init(int *, char ***);
        int main(void) { return MPI_Init(0, 0); }' >find.c
    $MPICC find.c -o find || fail "a small program does not compile"
    MPI_LIBRARY=$(ldd ./find |
        sed -n 's/.*=> \(.*libmpi[a-z]*\.so[^ ]*\) .*/\1/p' | head -n 1)
    export MPI_LIBRARY
}

# python_run RUN RANKS PROGRAM...: with results in the folder RUN; the exit
# status in $python_status.
python_run() {
    python_name=$1
    shift
    python_status=0
    MPIPROF_OUTPUT=$work/$python_name launch "$@" >"$python_name.out" \
        2>"$python_name.err" || python_status=$?
}

# profiles DIRECTORY FILES NAME=CALLS...
profiles() {
    "$TEST_PYTHON" "$e2e/check_python_profiles.py" "$@" ||
        fail "profiles in $1"
}

# ended STATUS RUN: one that is not 0 may be any that is not: launchers differ.
ended() {
    test "$1" -eq 0 && test $python_status -eq 0 && return
    test "$1" -ne 0 && test $python_status -ne 0 && return
    cat "$2.err"
    fail "$2: status $python_status"
}

# ---- traces made up by tests/trace ----

needs_sample_traces() {
    needs_launcher
    needs_trace
    programs=$BUILD_DIR/tests/trace
    archives=unchecked # made up, some are damaged
}

# write_run NAME RANKS STEPS LIMIT_KB BUFFER_KB [SILENT]: leaves NAME/run.otf2,
# and "events bytes stopped" in NAME.totals.
write_run() {
    write_run_name=$1
    write_run_ranks=$2
    shift 2
    rm -rf "$write_run_name"
    mkdir "$write_run_name"
    launch "$write_run_ranks" "$programs/write_sample" "$write_run_name" \
        "$@" >"$write_run_name.totals" 2>"$write_run_name.err"
}

# print_run NAME: otf2-print shows all without a word of complaint.
print_run() {
    command -v otf2-print >/dev/null || return 0
    for print_option in "" -G; do
        # shellcheck disable=SC2086
        otf2-print $print_option "$1/run.otf2" >"$1.print" 2>"$1.complaints" ||
            fail "otf2-print of $1"
        test ! -s "$1.complaints" || {
            head "$1.complaints"
            fail "otf2-print complains about $1"
        }
    done
    otf2-print "$1/run.otf2" >"$1.print"
}

# how_many PATTERN NAME: records of that kind in what otf2-print showed.
how_many() {
    grep -c "^$1 " "$2.print"
}

# ---- readers under mpiexec ----

# needs_crew: $crew is mpiprof-report-mpi, of the build tree.
needs_crew() {
    needs_sample_traces
    MPIPROF_LIBDIR=$BUILD_DIR/tools
    export MPIPROF_LIBDIR
    crew="$BUILD_DIR/mpiprof-report-mpi"
    launch_seconds=60
    part=--from-trace
    as_measured=measure
    ! has_virtual_time || as_measured=measure_virtually
}

# needs_crashes: ./die.so lets readers of a trace end in the middle.
needs_crashes() {
    $CC -shared -fPIC -o die.so "$SRC_DIR/tests/trace/die_reading.c" \
        -ldl 2>die.log || skip "die_reading.c: $(cat die.log)"
    if env LD_PRELOAD="$work/die.so" "$report" --version 2>&1 |
        grep -v '^mpiprof [0-9]' | grep .; then
        skip "nothing can be preloaded here"
    fi
}

# says_of FILE: what mpiprof said there, whichever process it was, and whichever
# of the two commands is to be asked for help.
says_of() {
    sed -n 's/^mpiprof: process [0-9]* on [^:]*: /mpiprof: /
        s/; see mpiprof-report\(-mpi\)* --help$/; see its --help/
        /^mpiprof: /p' "$1"
}

# crew_same NAME NUMBER FORMAT [VARIABLE=VALUE]...: of the archive, with the words
# of $part.  The exit status is that of process 0, where the launcher passes it on.
crew_same() {
    same_name=$1
    same_number=$2
    same_format=$3
    shift 3
    # shellcheck disable=SC2086 # words
    env "$@" "$report" -j 1 --all --format "$same_format" $part \
        "$same_name" >alone.out 2>alone.err
    same_status=$?
    for _ in 1 2 3 4 5 6; do # a launcher may lose what was said
        # shellcheck disable=SC2086 # words
        launch "$same_number" env "$@" "$crew" --all --format "$same_format" \
            $part "$same_name" >crew.out 2>crew.err
        found_status=$?
        test ! -s alone.err || test -s crew.err || continue
        break
    done
    says_of alone.err >alone.said
    says_of crew.err >crew.said
    test $found_status -eq $same_status ||
        fail "$same_name by $same_number: status $found_status: $(cat crew.err)"
    for file in out said; do
        cmp alone.$file crew.$file && continue
        diff alone.$file crew.$file | head -n 20
        fail "$same_name by $same_number: other $same_format"
    done
}

# crew_reads NAME [VARIABLE=VALUE]...: by more processes than ranks have room on,
# and by two.
crew_reads() {
    reads_name=$1
    shift
    crew_same "$reads_name" 5 json "$@"
    crew_same "$reads_name" 2 text "$@"
    tr -s '\n ' ' ' <crew.out >"$reads_name.line"
    echo "ok: $reads_name"
}

# crew_fails NAME RANKS COMMAND...: with $fails_status, and says why in NAME.err.
# The launcher of MPICH at times loses what ranks said last: again then.
crew_fails() {
    fails_name=$1
    shift
    for _ in 1 2 3 4 5 6; do
        launch "$@" >"$fails_name.out" 2>"$fails_name.err" &&
            fail "$fails_name: a report by nobody"
        fails_status=$?
        test ! -s "$fails_name.err" || break
    done
}

# crew_says NAME PATTERN: in its report.
crew_says() {
    grep -q "$2" "$1.line" || fail "$1: nothing is said of: $2"
}

# crew_records NAME RANKS PROGRAM SECTION: and its waits are in the report.
crew_records() {
    "$as_measured" "$1" "$2" "./$3" "$work/$1.expected"
    crew_reads "$1"
    crew_says "$1" "$4"
}

# ---- checkers of memory and threads ----

# needs_sanitizer NAME SYMBOL: the library is built with it.
needs_sanitizer() {
    nm -D "$libs/libmpiprof-core.so" | grep -q " $2\$" ||
        skip "not configured with --enable-sanitizers=$1"
}

# ours LOG...: none of the complaints is about mpiprof.
ours() {
    std_python "$SRC_DIR/tests/sanitized/ours.py" "$@" ||
        fail "$ours_of: mpiprof has to do with the above"
}

# ---- pages in a browser ----

# needs_browser: a browser, npm, and a network to get what opens pages from.
needs_browser() {
    html=$SRC_DIR/tests/html
    archives=unchecked
    test "${HAVE_HTML-no}" = yes || skip "built without the HTML report"
    "$report" --format html --help >/dev/null || fail "--help"
    test -n "${NODE-}" || skip "no Node.js"
    test -n "${NPM-}" || skip "no npm"
    for name in chromium-headless-shell chromium chromium-browser google-chrome; do
        CHROMIUM=$(command -v $name) && break
    done
    test -n "${CHROMIUM-}" || skip "no Chromium"
    export CHROMIUM
    cp "$html"/*.mjs "$html"/package*.json "$html/.npmrc" . &&
        chmod u+w ./* || fail "cp"
    get_node_modules
}

# get_node_modules: by npm, once for all scripts.
get_node_modules() {
    modules=$BUILD_DIR/tests/made/node-modules
    test -d "$modules" || {
        mkdir npm && cp package*.json .npmrc npm || fail "npm"
        (cd npm && { "$NPM" ci --ignore-scripts ||
            "$NPM" ci --ignore-scripts --omit=dev; }) >npm.log 2>&1 ||
            skip "npm cannot get what opens pages: $(tail -n 1 npm.log)"
        mv -T npm/node_modules "$modules" 2>/dev/null || test -d "$modules" ||
            fail "mv node_modules"
    }
    ln -s "$modules" node_modules
}

# page RUN FILE [OPTION...]: makes the page, without a word.
page() {
    run=$1
    file=$2
    shift 2
    "$report" --format html -o "$file" "$@" "$run" >out 2>&1 ||
        fail "page of $run: $(cat out)"
    test ! -s out || fail "page of $run: says $(cat out)"
}

# measure_example NAME PROGRAM ARGUMENTS...: an example with 4 ranks, and its
# page.
measure_example() {
    name=$1
    program=$2
    shift 2
    $MPICC -O2 -g -I"$SRC_DIR/include" -o "$program" \
        "$SRC_DIR/share/examples/$program.c" -lm || fail "$program.c"
    measure "$name" 4 "$mpiprof_run" "./$program" "$@" >"$name.out"
    page "$name" "$name.html"
}

make_late() {
    $MPICC -O1 -g -o late "$html/late.c" || fail "late.c"
}

# What is left of a run of ./late whose rank 1 is killed: the folder `killed'.
measure_killed() {
    MPIPROF_OUTPUT=$work/killed launch 4 "$mpiprof_run" ./late die \
        >killed.out 2>&1 && fail "killed: nobody was"
    test -d killed || fail "killed: $(tail -n 3 killed.out)"
}

# ---- several hosts on this machine, with clocks of their own ----
#
# Each host is a process that holds a mount, a network, a UTS and a time
# namespace.  Their network is a bridge in the first one's, so the machine's
# own stays as it is.  Needs root, ip (iproute2), unshare and nsenter.

# What holds the hosts, one line each: process, seconds that its clock is
# ahead, how much faster it runs in parts per million.
hosts_of=$work/hosts

host_address() { echo "10.77.0.$1"; }

end_hosts() {
    while read -r held_by _; do
        kill "$held_by" 2>/dev/null
    done <"$hosts_of"
    : >"$hosts_of"
}

inside() {
    inside_host=$1
    shift
    nsenter -t "$inside_host" -m -n -u -T -- "$@"
}

# add_host SECONDS PPM: one more host, named host1, host2 ...
add_host() {
    number=$(($(wc -l <"$hosts_of") + 1))
    unshare -m -n -u -T --monotonic "$1" sh -c "
        hostname host$number && mount -t sysfs sysfs /sys &&
            ip link set lo up && : >up$number &&
            exec sleep 600" 2>up.log &
    held_by=$!
    while test ! -e "up$number"; do
        kill -0 $held_by 2>/dev/null ||
            skip "no host of our own: $(cat up.log)"
        sleep 0.05
    done
    echo "$held_by $1 $2" >>"$hosts_of"
    connect_host "$number" "$held_by"
}

connect_host() {
    first=$(sed 's/ .*//;q' "$hosts_of")
    if test "$1" = 1; then
        inside "$first" ip link add bridge type bridge &&
            inside "$first" ip link set bridge up
        connected=bridge
    else
        connected=wire
        inside "$first" ip link add "wire$1" type veth peer name wire &&
            inside "$first" ip link set wire netns "$2" &&
            inside "$first" ip link set "wire$1" master bridge up
    fi
    inside "$2" ip address add "$(host_address "$1")/24" dev $connected &&
        inside "$2" ip link set $connected up ||
        skip "no network between hosts of our own"
}

# What the launchers use in place of ssh, and what makes clocks drift.
write_agent() {
    cat >agent <<END
#!/bin/sh
while test "\${1#-}" != "\$1"; do shift; done
line=\$(sed -n "\${1##*.}p" '$hosts_of')
shift
exec nsenter -t "\${line%% *}" -m -n -u -T -- sh -c "cd '$work' && \$*"
END
    cat >on_host <<END
#!/bin/sh
number=\$(hostname)
line=\$(sed -n "\${number#host}p" '$hosts_of')
CLOCK_PPM=\${line##* } LD_PRELOAD='$work/drift.so' exec "\$@"
END
    chmod +x agent on_host
    $CC -shared -fPIC -O1 "$programs/drift.c" -o drift.so ||
        fail "drift.c does not compile"
}

make_hosts() {
    test "$(id -u)" = 0 || skip "only root can make hosts"
    for tool in ip unshare nsenter; do
        command -v $tool >/dev/null || skip "no $tool"
    done
    : >"$hosts_of"
    trap 'check_status=$?; end_hosts; set --; check_archives' 0
    write_agent
}

# launch_on_hosts PROGRAM...: a rank on each, or ranks_per_host in turns, with
# the MPIPROF_ settings.
launch_on_hosts() {
    count=$(wc -l <"$hosts_of")
    each=${ranks_per_host:-1}
    list=
    for number in $(seq "$count"); do
        list=$list,$(host_address "$number")
        test "$MPI_FLAVOUR" = mpich || list=$list:$each
    done
    count=$((count * each))
    case $MPI_FLAVOUR in
    openmpi) set -- --mca plm_rsh_agent "$work/agent" \
        --mca btl_tcp_if_include 10.77.0.0/24 \
        --mca oob_tcp_if_include 10.77.0.0/24 \
        --mca mpi_yield_when_idle 1 $(settings_to_pass) \
        --map-by node --host "${list#,}" -n "$count" "$work/on_host" "$@" ;;
    # Real hosts share no memory; UCX would find that these do.
    mpich) set -- -genv UCX_TLS tcp,self -launcher rsh \
        -launcher-exec "$work/agent" -hosts "${list#,}" -n "$count" \
        "$work/on_host" "$@" ;;
    *) skip "how to start $MPI_FLAVOUR on several hosts is not known" ;;
    esac
    # shellcheck disable=SC2086
    timeout 120 "$work/agent" "$(host_address 1)" \
        "$(env | sed -n "s/^\(MPIPROF_[A-Z_]*\)=\(.*\)/\1='\2'/p" |
            tr '\n' ' ')" $MPIEXEC "$@"
}

settings_to_pass() {
    env | sed -n 's/^\(MPIPROF_[A-Z_]*\)=.*/-x \1/p'
}

# ---- faults ----
#
# A test calls build_job and plain first, then `injured' once for each fault,
# which checks what holds whatever happens, and then what is left of the run.

prepare_faults() {
    faults=$SRC_DIR/tests/faults
    job_ranks=2
    launch_seconds=60
    # The job's status is not 0: Open MPI then ends who is still there, and
    # would sleep for a second before SIGTERM and one before SIGKILL.  All that
    # a rank has to do and to say is behind it when another one can leave
    # MPI_Finalize.
    end_ranks_fast
}

end_ranks_fast() {
    # shellcheck disable=SC2046 # words
    export $(flavour_words all fault_environment)
}

# in_namespace "$@": the test goes on in mounts of its own, which end with it.
in_namespace() {
    test -z "${IN_NAMESPACE-}" || return 0
    trap - 0
    unshare -m true 2>/dev/null ||
        skip "mounts of its own are not permitted (unshare -m)"
    IN_NAMESPACE=1 exec unshare -m "$SRC_DIR/tests/$test_path.sh" "$@"
}

# small_disk NAME KIB: an empty one, at $work/NAME.
small_disk() {
    mkdir -p "$work/$1"
    mount -t tmpfs -o "size=$2k" none "$work/$1" 2>/dev/null ||
        skip "mounting a tmpfs is not permitted"
}

# build_job: job, and job_measured, which is linked with libmpiprof.
build_job() {
    needs_launcher
    build_c job ../../faults/programs/job.c
    build_c job_measured ../../faults/programs/job.c "$(linked_flags)"
}

# said FILE: on stderr, neither by mpiprof nor by a launcher on the job's exit
# status or on its own files, which it does not always.
said() {
    grep -a -v -e '^mpiprof: ' -e '^-*$' -e '^Primary job  *terminated norm' \
        -e '^a non-zero exit code. Per user' -e ' detected that one or more p' \
        -e '^the job to be terminated. The first' -e '^  Process name:' \
        -e '^  Exit code:  *5' -e '^\[warn\] Epoll ' "$1"
}

# plain COMMAND...: what the job does without mpiprof.
plain() {
    "$@" >plain.out 2>plain.err </dev/null
    plain_status=$?
    said plain.err >plain.said
}

# injured RUN COMMAND...: the job ends as it does without mpiprof, with the
# same output, and mpiprof says at most one line more than of any run; that is
# in RUN.line.
injured() {
    run=$1
    shift
    "$@" >"$run.out" 2>"$run.err" </dev/null
    injured_status=$?
    test $injured_status = "$plain_status" ||
        fail "$run: status $injured_status, not $plain_status: $(cat "$run.err")"
    cmp -s plain.out "$run.out" ||
        fail "$run: other output: $(diff plain.out "$run.out")"
    said "$run.err" >"$run.said"
    cmp -s plain.said "$run.said" ||
        fail "$run: also on stderr: $(diff plain.said "$run.said")"
    grep -a '^mpiprof: ' "$run.err" | grep -a -v "$usual" >"$run.line"
    test "$(wc -l <"$run.line")" -le 1 ||
        fail "$run: more than a line: $(cat "$run.line")"
}

# The lines of every run.
usual='^mpiprof: report: \| % \(useful work\|outside MPI\).* % in MPI\|^mpiprof: Rank [0-9]* works'
usual="$usual"'\|^mpiprof: MPI takes .* of the time\|^mpiprof: Whether the ranks'
usual="$usual"'\|^mpiprof: The run is balanced\|^mpiprof: The run is too short'
usual="$usual"'\|^mpiprof: .* spent [0-9.]* % of the run waiting for '
usual="$usual"'\|^mpiprof: [0-9]\. .*Estimated run time '
usual="$usual"'\|^mpiprof: Measuring took '

# injured_in RUN DIRECTORY COMMAND...: the same, with results there.
injured_in() {
    MPIPROF_OUTPUT=$work/$2
    export MPIPROF_OUTPUT
    run=$1
    shift 2
    injured "$run" "$@"
    unset MPIPROF_OUTPUT
}

# line RUN WORDS...: that one line is there and has all of them.
line() {
    run=$1
    shift
    test -s "$run.line" || fail "$run: not a line: $(cat "$run.err")"
    for words in "$@"; do
        grep -q -e "$words" "$run.line" ||
            fail "$run: no '$words' in: $(cat "$run.line")"
    done
}

no_line() {
    test ! -s "$1.line" || fail "$1: $(cat "$1.line")"
}

# readable DIRECTORY: a report can be made of it, with all that was called.
readable() {
    "$report" --full "$1" >readable.txt 2>readable.err ||
        fail "no report of $1: $(cat readable.err)"
    grep -q 'MPI_Allreduce' readable.txt || fail "$1: $(cat readable.txt)"
}

# whole DIRECTORY: profile and summary, and all that the job did is counted.
whole() {
    test -s "$1/summary.txt" || fail "$1: no summary"
    readable "$1"
    "$report" --format csv --table procedures "$1" >whole.csv ||
        fail "$1: no table"
    grep -q "^MPI_Waitall,[^,]*,$((11 * job_ranks))," whole.csv ||
        fail "$1: $(grep MPI_Waitall whole.csv)"
}

# left RUN DIRECTORY: what is there can be read, and what is not is in the
# line.  Sets what_is_left to: nothing (but what the ranks kept while they ran),
# all, or words of: profile, summary, trace.
left() {
    if test -d "$2/unfinished"; then
        line "$1" "the ranks' own files remain: mpiprof-report .* shows them"
        "$report" --full "$2" >"$1.pieces" 2>&1 ||
            fail "$1: no report of what is left: $(cat "$1.pieces")"
        what_is_left=nothing
        return
    fi
    if test ! -e "$2/run.mpiprof" && test -e "$2/run.otf2"; then
        line "$1" 'profile of this run is lost, but its trace exists'
        readable "$2"
        what_is_left=trace
        return
    fi
    if test ! -e "$2/run.mpiprof"; then
        test ! -e "$2" || fail "$1: left of nothing: $(ls -R "$2")"
        line "$1" 'nothing is recorded\|results of this run are lost'
        what_is_left=nothing
        return
    fi
    readable "$2"
    what_is_left=profile
    if test -s "$2/summary.txt"; then
        ! grep -q '(summary.txt: ' "$1.err" || fail "$1: $(cat "$1.err")"
        what_is_left=profile+summary
    else
        test ! -e "$2/summary.txt" || fail "$1: an empty summary"
        grep -q '^mpiprof: report: mpiprof-report .* (summary.txt: ' \
            "$1.err" || fail "$1: no summary: $(cat "$1.err")"
    fi
    if test -e "$2/run.otf2"; then
        what_is_left=$what_is_left+trace
    else
        test ! -e "$2/run" || fail "$1: left of the trace: $(ls -R "$2")"
        test "${MPIPROF_TRACE-on}" = off || line "$1" 'trace'
    fi
    test "$what_is_left" != profile+summary+trace || what_is_left=all
    grep -q 'report is not complete' "$1.line" || test ! -s "$1.line" ||
        test "$what_is_left" != all || fail "$1: $(cat "$1.line")"
}
