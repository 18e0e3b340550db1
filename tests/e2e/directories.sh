#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Results, scratch files and names of libraries are where they were when the
# program started, on all ranks those of rank 0, wherever it goes.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
mkdir A B away
build_c moves moves.c

# The library is named relative to A.
ln -s "$libs" libs
cat >A/run <<'END'
#!/bin/sh
MPIPROF_LIBDIR=../libs exec "$@"
END
chmod +x A/run
run=$BUILD_DIR/mpiprof-run

# complete FOLDER CALLS: one run there, with a trace of these calls of Sendrecv.
complete() {
    set -- "$1" "$2" "$1"/mpiprof-moves-*
    test $# -eq 3 && test -s "$3/run.mpiprof" || fail "in $1: $(ls "$1")"
    test ! -s out || ! grep 'removed\|not measuring' out || fail "$(cat out)"
    for from in "" --from-trace; do
        test "$from" = "" || test "$HAVE_OTF2" = yes || continue
        # shellcheck disable=SC2086
        "$report" $from --format csv --table procedures "$3" >csv ||
            fail "no report $from of $3"
        grep -q "^MPI_Sendrecv,[^,]*,$2," csv || fail "$from $3: $(cat csv)"
    done
    rm -r "$3"
}

for way in before after; do
    for scratch in on kept; do
        (cd A && mkdir -p kept && MPIPROF_SCRATCH=$scratch \
            launch 2 ./run "$run" ../moves $way ../away) >out 2>&1 ||
            fail "$way, $scratch: $(cat out)"
        complete A 20
        test -z "$(ls -A away)" || fail "$way: elsewhere: $(ls away)"
    done
done
(cd A && launch 2 ./run "$run" ../moves gone) >out 2>&1 ||
    fail "gone: $(cat out)"
complete A 20
echo "ok: programs that go elsewhere"

# Two programs, each in a directory of its own.
cp moves other
(launch 1 -wdir "$work/A" "$mpiprof_run" ../moves : \
    -n 2 -wdir "$work/B" sh -c 'umask 077; exec "$@"' sh "$mpiprof_run" \
    ../other) >out 2>&1 || fail "two programs: $(cat out)"
grep -q '^mpiprof: 2 programs: ' out || fail "two programs: $(cat out)"
set -- A/mpiprof-moves-*
"$report" --format csv --table programs "$1" |
    awk -F , 'NR > 1 { sub(/\r/, ""); print $1, $2 }' >programs
printf 'moves 1\nother 2\n' | diff - programs || fail "two programs: ranks"
"$report" info "$1" | grep -q '^ *other .* 1,2  ' ||
    fail "two programs: info: $("$report" info "$1")"
"$report" --program other --format csv --table rank_times "$1" |
    std_python -c "import csv, sys
for row in csv.DictReader(sys.stdin):
    print(row['rank'], row['program'])" >ranks
printf '1 other\n2 other\n' | diff - ranks || fail "two programs: --program"
! "$report" --program othr "$1" >out 2>&1 &&
    grep -q "ran 'othr'; programs of this run: moves, other" out ||
    fail "a program that is not there: $(cat out)"
complete A 30
test -z "$(ls B)" || fail "two programs: $(ls B)"
echo "ok: two programs in two directories"
