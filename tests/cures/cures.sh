#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Programs with a planted cause: the first screen names cause, rank and place,
# and promises what the cure really brings.  In virtual time; see cures.tsv.
#
#   cures.sh [NAME...]     these programs alone
#   CURES_REAL=yes         in real time, `make check-cures': prints a table
#
# Runs the programs of every MPI; cures_once.sh, with mpis=one, the others.
# Takes longer than 30 s: some 70 runs of up to eight ranks.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
needs_trace
test "$HAVE_LIBDW" = yes || skip "built without libdw: no lines"
measure=measure
if test -n "${CURES_REAL-}"; then
    test "$(nproc)" -ge 4 || {
        export CURES_SLEEP=yes
        echo "fewer than 4 cores: ranks sleep where they would compute"
    }
else
    needs_virtual_time
    measure=measure_virtually
fi
mpis=${mpis-each}
test -z "${CURES_REAL-}$*" || mpis=any
programs=$SRC_DIR/tests/cures
cures_tsv=$programs/cures.tsv

# build PROGRAM LANGUAGE: the file to launch, named without its ending; fails if
# that language is not there.
build() {
    build_name=${1%.*}
    test ! -e "$build_name" || return 0
    case $2 in
    C) build_c "$build_name" "$1" "$with_work" ;;
    threads) build_c "$build_name" "$1" "$with_work -pthread" ;;
    OpenMP) build_c "$build_name" "$1" "$with_work -fopenmp" ;;
    mpi | mpi_f08)
        test -n "$MPIFC" || return
        test "$2" = mpi || test "$HAVE_MPI_F08" = yes || return
        # shellcheck disable=SC2086
        build_once "$build_name" "$programs/$1" $MPIFC -g -O1 "$programs/$1" \
            $with_work ||
            fail "$1 does not compile: $(cat "$build_name.log")" ;;
    Python)
        (needs_mpi4py) >/dev/null || return
        # mpi4py loads MPI for itself alone, where libvirtual.so has no next one.
        if test -n "${CURES_REAL-}"; then
            python_preloads=$libs/libmpiprof.so
        else
            python_preloads=$(ldd ./polls |
                sed -n 's/.*=> \(.*libmpi\.so[^ ]*\) .*/\1/p')
        fi
        cat >"$build_name" <<END && chmod +x "$build_name" ;;
#!/bin/sh
LD_PRELOAD="\$LD_PRELOAD $python_preloads" \
    exec $TEST_PYTHON "$programs/$1" "\$@"
END
    esac
}

# run NAME RANKS CURE COSTS LAUNCH...: leaves NAME.CURE.run.
run() {
    test ! -e "$1.$3.run" || return 0
    run_name=$1
    run_ranks=$2
    run_cure=$3
    VIRTUAL_COSTS=${4#-}
    export VIRTUAL_COSTS
    unset VIRTUAL_HOSTS
    case $4 in
    *HOSTS=*)
        VIRTUAL_HOSTS=${4##*HOSTS=}
        export VIRTUAL_HOSTS ;;
    esac
    shift 4
    $measure "$run_name.$run_cure.run" "$run_ranks" "$@" "./$run_name" \
        "$run_cure"
}

# set_launch WHAT: sets `launch', what comes before the program; fails if it does
# not run: whether ranks get a core shows in real time alone.
set_launch() {
    launch=
    test "$1" = starved || return 0
    launch="taskset -c 0"
    test -n "${CURES_REAL-}" && command -v taskset >/dev/null
}

# lacks PROGRAM LANGUAGE COSTS: sets `lacking', what it needs in real time and has not
# here; fails if it lacks nothing.  Where ranks sleep for want of cores no CPU time
# tells work from waiting, and waking up takes longer than a short piece of work.
lacks() {
    lacking=
    case ${CURES_SLEEP-}$1$2 in
    yes*threads | yes*OpenMP) lacking="a core for each thread" ;;
    yesgradient.* | yeslog_files.* | yeswavefront.*)
        lacking="a core for each rank" ;;
    esac
    case ${CURES_REAL-}$3 in
    yes*HOSTS=*) lacking="two hosts" ;;
    esac
    test -n "$lacking"
}

$CC -g -O1 -shared -fPIC "$programs/work.c" -o libwork.so -ldl ||
    fail "work.c does not compile"
with_work="./libwork.so -Wl,-rpath,$work $(linked_flags)"
grep -v -e '^#' -e '^program' "$cures_tsv" >rows.tsv
tab=$(printf '\t')
while IFS=$tab read -r program language ranks cure what _ _ costs _ _ with; do
    case $mpis in any | "$with") ;; *) continue ;; esac
    name=${program%.*}
    case " $* " in *" $name "* | "  ") ;; *) continue ;; esac
    set_launch "$what" || continue
    lacks "$program" "$language" "$costs" && {
        echo "not run: $program: needs $lacking"
        continue
    }
    build "$program" "$language" || {
        echo "not run: $program: no $language here"
        continue
    }
    # shellcheck disable=SC2086 # words
    run "$name" "$ranks" 0 "$costs" $launch
    test "$cure" = - || run "$name" "$ranks" "$cure" "$costs"
done <rows.tsv
PYTHONPATH=$e2e std_python "$programs/check_cures.py" ${CURES_REAL:+--table} \
    "$report" "$cures_tsv" "$work" || fail "not what is expected"
test -z "${CURES_REAL-}" || exit 0
PYTHONPATH=$e2e std_python "$programs/check_compared.py" "$report" \
    "$cures_tsv" "$work" || fail "runs with and without cure compare wrongly"
# Half of the trace of rank 1 is gone: who is left of a circle is no chain.
if test -d halo.0.run; then
    cp -r halo.0.run halo.cut
    size=$(wc -c <halo.0.run/run/1.evt)
    head -c $((size / 2)) halo.0.run/run/1.evt >halo.cut/run/1.evt
    "$report" --format csv --table advice halo.cut >halo.csv &&
        grep unequal_work halo.csv >/dev/null || fail "halo.cut: no unequal work"
    ! grep -e pipeline -e simulated halo.csv >/dev/null ||
        fail "halo.cut: $(cat halo.csv)"
    rm -r halo.cut
fi
PYTHONPATH=$e2e std_python "$programs/check_ends.py" "$report" "$cures_tsv" "$work" ||
    fail "runs end with wrong causes"
# Flushes behind transfers of each kind are all needed.
if test -d flushes.1.run; then
    "$report" --format csv --table advice flushes.1.run >flushes.csv &&
        ! grep needless_flushes flushes.csv >/dev/null ||
        fail "flushes 1: $(cat flushes.csv)"
fi
# Another order of receives, which is easy to have, stands beside unequal work that
# costs more.
if test -d fixed_order.0.run; then
    build fixed_results.c C
    run fixed_results 4 0 -
    "$report" --format csv --table advice fixed_results.0.run >results.csv &&
        test "$(grep -c -e 'unequal_work,0\.135' \
            -e 'order_of_receives,0\.0800' results.csv)" -eq 2 ||
        fail "fixed_results: $(cat results.csv)"
fi
# What the report promises for work spread evenly, whatif finds, too.
# whatif_agrees NAME CHANGE
whatif_agrees() {
    test -d "$1.0.run" || return 0
    "$report" --format csv --table advice "$1.0.run" | tr -d '\r' |
        awk -F, '$2 == "unequal_work" { print $3; exit }' >promised
    "$report" whatif --format csv --table whatif "$1.0.run" "$2" >whatif.csv ||
        fail "whatif $1 $2"
    tail -n 1 whatif.csv | awk -F, -v gain="$(cat promised)" '
        { off = gain + $3; exit gain == "" || off < -1e-6 || off > 1e-6 }' ||
        fail "$1: $(cat promised) promised, whatif $2: $(cat whatif.csv)"
    echo "ok: whatif $1 $2"
}
whatif_agrees unequal solve=even
whatif_agrees gradient sweep=even
whatif_agrees half_idle relax=even
whatif_agrees halo update=even
whatif_agrees late_sender exchange=even
whatif_agrees slow_start step=even
whatif_agrees slow_node solve=even
whatif_agrees two_late solve=even
whatif_agrees two_reductions solve=even
