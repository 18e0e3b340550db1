# shellcheck shell=sh
# lib.sh - for tests that open pages.  From the Makefile: SRC_DIR BUILD_DIR
# HAVE_HTML NODE NPM MPICC MPIEXEC.  They work in a folder of their own and skip (77) where
# there is no browser, no npm, or no network to get playwright-core from.
# `packages' is empty where those of other programs are needed, too.

set -u
html=$SRC_DIR/tests/html
report=$BUILD_DIR/mpiprof-report
work=$BUILD_DIR/tests/html/made/$(basename "$0" .sh)
rm -rf "$work"
mkdir -p "$work" && cd "$work" || exit 1
for setting in $(env | sed -n 's/^\(MPIPROF_[A-Z_]*\)=.*/\1/p'); do
    unset "$setting"
done

fail() {
    echo "FAIL: $*"
    exit 1
}

skip() {
    echo "SKIP: $*"
    exit 77
}

test "${HAVE_HTML-no}" = yes || skip "built without the HTML report"
"$report" --format html --help >/dev/null || fail "--help"
test -n "${NODE-}" || skip "no Node.js"
test -n "${NPM-}" || skip "no npm"
for name in chromium chromium-browser google-chrome; do
    CHROMIUM=$(command -v $name) && break
done
test -n "${CHROMIUM-}" || skip "no Chromium"
export CHROMIUM
cp "$html"/*.mjs "$html"/package*.json "$html/.npmrc" . && chmod u+w ./* ||
    fail "cp"
"$NPM" ci --ignore-scripts ${packages---omit=dev} >npm.log 2>&1 ||
    skip "npm cannot get ${packages+speedscope and }playwright-core: $(
        tail -n 1 npm.log)"

# page RUN FILE [OPTION...]: makes the page, without a word.
page() {
    run=$1
    file=$2
    shift 2
    "$report" --format html -o "$file" "$@" "$run" >out 2>&1 ||
        fail "page of $run: $(cat out)"
    test ! -s out || fail "page of $run: says $(cat out)"
}

# More ranks than cores, as root.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1

# measure NAME PROGRAM ARGUMENTS...: an example with 4 ranks, and its page.
measure() {
    name=$1
    program=$2
    shift 2
    $MPICC -O2 -g -I"$SRC_DIR/include" -o "$program" \
        "$SRC_DIR/share/examples/$program.c" -lm || fail "$program.c"
    MPIPROF_OUTPUT=$work/$name MPIPROF_LIBDIR=$BUILD_DIR/.libs \
        "$MPIEXEC" -n 4 "$BUILD_DIR/mpiprof-run" "./$program" "$@" \
        >"$name.out" 2>&1 || fail "$name: $(tail -n 3 "$name.out")"
    page "$name" "$name.html"
}

make_late() {
    $MPICC -O1 -g -o late "$html/late.c" || fail "late.c"
}

# What is left of a run of ./late whose rank 1 is killed: the folder `killed'.
measure_killed() {
    MPIPROF_OUTPUT=$work/killed MPIPROF_LIBDIR=$BUILD_DIR/.libs \
        "$MPIEXEC" -n 4 "$BUILD_DIR/mpiprof-run" ./late die \
        >killed.out 2>&1 && fail "killed: nobody was"
    test -d killed || fail "killed: $(tail -n 3 killed.out)"
}
