#!/bin/sh
# --format html and --open: where the page goes, what opens it, and one line
# where it cannot be.  What is in it is looked at by tests/html.
. "$(dirname "$0")/lib.sh"
report=$BUILD_DIR/mpiprof-report

"$BUILD_DIR/tests/golden/make_reports" . || fail "make_reports"
mkdir run
mv run.mpiprof run
cat >browser <<'END'
#!/bin/sh
printf '%s\n' "$@" >>opened
END
chmod +x browser
BROWSER=./browser
export BROWSER

refuses 2 "--table and --format html exclude" \
    "$report" --format html -o x.html --table procedures run
if test "${HAVE_HTML-no}" != yes ||
    ! cat "$BUILD_DIR/gen/html_template.c" "$SRC_DIR/gen/html_template.c" \
        2>/dev/null | grep 'unsigned char page' >/dev/null; then
    refuses 2 "--format html: this mpiprof was built without npm" \
        "$report" --format html -o x.html run
    refuses 2 "built without npm" "$report" --open run
    test ! -e x.html || fail "there is a page"
    exit 0
fi

gives 0 "<!DOCTYPE html>" "$report" --format html run
gives 0 "" "$report" --format html -o a.html run
tail -n 1 a.html | grep '</html>' >/dev/null || fail "the page has no end"
test "$(grep -c '<script' a.html)" -eq 4 || fail "other than 4 scripts"
! grep -i 'src=\|<link\|http:\|@import' a.html >/dev/null ||
    fail "the page refers to something: $(grep -io '.\{30\}\(src=\|<link\|http:\|@import\).\{30\}' a.html)"
grep "default-src 'none'" a.html >/dev/null || fail "there is no policy"
gives 0 "" "$report" --open run
test "$(cat opened)" = run/report.html || fail "opened: $(cat opened)"
rm opened
gives 0 "" "$report" --open run/run.mpiprof
test "$(cat opened)" = run/report.html || fail "opened: $(cat opened)"
rm opened
gives 0 "" "$report" --open -o ./-b.html run
gives 0 "" "$report" --open --output=-c.html run
test "$(cat opened | tr '\n' ' ')" = "./-b.html ./-c.html " ||
    fail "opened: $(cat opened)"

# Nothing to open it with, and one that does not like it.
mkdir bin
PATH=$work/bin BROWSER=nosuch "$report" --open -o d.html run >out 2>err &&
    fail "nothing opens it, and all is well"
grep '^mpiprof: d.html: is written; .*BROWSER' err >/dev/null ||
    fail "says $(cat err)"
test -s d.html || fail "the page is not written"
refuses 1 "e.html: is written, but the browser says 1" \
    env BROWSER=false "$report" --open -o e.html run
refuses 1 "nosuch" "$report" --open nosuch
