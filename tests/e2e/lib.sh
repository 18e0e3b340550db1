# shellcheck shell=sh
# lib.sh - what the end-to-end tests need.  For /bin/sh, sourced first.
#
# From the Makefile: SRC_DIR BUILD_DIR MPI_FLAVOUR MPICC MPIFC MPIEXEC PYTHON
# TEST_PYTHON HAVE_OTF2 HAVE_MPI_F08.  Each test works in a folder of its own,
# $work, made empty; it ends with 0, 1 (fail) or 77 (skip, with a reason).

set -u
test_name=$(basename "$0" .sh)
e2e=$SRC_DIR/tests/e2e
programs=$e2e/programs
libs=$BUILD_DIR/.libs
report=$BUILD_DIR/mpiprof-report
work=$BUILD_DIR/${made-tests/e2e/made}/$test_name
mpiprof_run=$work/mpiprof-run
rm -rf "$work"
mkdir -p "$work" && cd "$work" || exit 1

# More ranks than cores, as root, in a container: what each MPI needs to run.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_btl_vader_single_copy_mechanism=none
export PMIX_MCA_gds=hash
# One-sided: rdma of Open MPI 4.1 makes no window on what this leaves of vader.
export OMPI_MCA_osc=sm,pt2pt
for setting in $(env | sed -n 's/^\(MPIPROF_[A-Z_]*\)=.*/\1/p'); do
    unset "$setting"
done
# make check-sampled
test -z "${TEST_SAMPLE-}" || export MPIPROF_SAMPLE="$TEST_SAMPLE"

# mpiprof-run with the library of the build tree.
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

needs_launcher() {
    test -n "$MPIEXEC" || skip "no launcher of $MPI_FLAVOUR was found"
}

needs_trace() {
    test "$HAVE_OTF2" = yes || skip "built without OTF2"
}

# ---- archives ----

# A test that passes is asked for the archives and profiles that it leaves
# behind, too; it may set `archives' to: alone (messages without another end,
# see there), or unchecked.
archives=together
check_archives() {
    trap - 0
    test $check_status -eq 0 && test "$archives" != unchecked ||
        exit $check_status
    "$PYTHON" "$e2e/check_identities.py" "$report" "$work" ||
        fail "identities"
    "${TEST_PYTHON:-$PYTHON}" -c 'import otf2' 2>/dev/null || exit 0
    set -- --most 16
    test "$archives" != alone || set -- "$@" --alone
    find "$work" -name run.otf2 -exec "${TEST_PYTHON:-$PYTHON}" \
        "$e2e/check_archives.py" "$@" {} + || fail "archives"
}
trap 'check_status=$?; set --; check_archives' 0

# ---- building programs ----

# Words that link a program to libmpiprof of the build tree.
linked_flags() {
    echo "-L$libs -Wl,-rpath,$libs" \
        "-Wl,--no-as-needed -lmpiprof"
}

# build_c PROGRAM SOURCES [FLAGS]: SOURCES are in programs/.
build_c() {
    build_program=$1
    build_sources=
    for source in $2; do
        build_sources="$build_sources $programs/$source"
    done
    # shellcheck disable=SC2086 # lists of words
    $MPICC -g -O1 -I"$programs" -I"$SRC_DIR/include" $build_sources \
        -o "$build_program" ${3-} 2>"$build_program.log" || {
        cat "$build_program.log"
        fail "$build_program does not compile"
    }
}

# build_fortran PROGRAM INTERFACE FLAGS [SOURCE]: counts.F90, or another, with
# -DINTERFACE.  mpif.h declares no argument types, so buffers of two shapes need
# a flag that only gfortran has.
build_fortran() {
    test -n "$MPIFC" || skip "no Fortran compiler of $MPI_FLAVOUR"
    $MPICC -c -g "$programs/expect.c" -o expect.o || fail "expect.c"
    for flags in "-fallow-argument-mismatch -w" ""; do
        # shellcheck disable=SC2086
        $MPIFC -g -O1 $flags "-D$2" -I"$programs" \
            "$programs/expectations.f90" "$programs/${4-counts.F90}" \
            expect.o -o "$1" ${3-} >"$1.log" 2>&1 && return
    done
    cat "$1.log"
    fail "$1 does not compile"
}

# expect_fortran INTERFACE: both programs are counted exactly, linked and
# preloaded.
expect_fortran() {
    for source in counts objects; do
        build_fortran "${source}_linked" "$1" "$(linked_flags)" "$source.F90"
        expect_counts "${source}_linked.run" 3 "./${source}_linked"
        build_fortran "$source" "$1" "" "$source.F90"
        expect_counts "$source.run" 3 "$mpiprof_run" "./$source"
    done
}

# ---- running ----

# launch RANKS COMMAND...: under mpiexec, for two minutes at most.
launch() {
    launch_ranks=$1
    shift
    # shellcheck disable=SC2086 # a launcher may come with options
    timeout -k 5 "${launch_seconds-120}" $MPIEXEC -n "$launch_ranks" "$@" </dev/null
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
    "$PYTHON" "$e2e/check_counts.py" $expect_options "$run.json" \
        "$run".expected.*.tsv || fail "counts of $run"
    echo "ok: $run"
}
