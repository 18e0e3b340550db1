# shellcheck shell=sh
# lib.sh - for tests that open pages.  From the Makefile: SRC_DIR BUILD_DIR
# HAVE_HTML NODE NPM.  They work in a folder of their own and skip (77) where
# there is no browser, no npm, or no network to get playwright-core from.

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
"$NPM" ci --ignore-scripts >npm.log 2>&1 ||
    skip "npm cannot get playwright-core: $(tail -n 1 npm.log)"

# page RUN FILE [OPTION...]: makes the page, without a word.
page() {
    run=$1
    file=$2
    shift 2
    "$report" --format html -o "$file" "$@" "$run" >out 2>&1 ||
        fail "page of $run: $(cat out)"
    test ! -s out || fail "page of $run: says $(cat out)"
}
