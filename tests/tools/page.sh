#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# --format html and --open: where the page goes, what opens it, and one line
# where it cannot be.  What is in it is looked at by tests/html.
. "$SRC_DIR/tests/lib.sh"

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

# has_opened WORDS: what browsers were called with; on a busy machine one may
# take longer than mpiprof-report waits for it.
has_opened() {
    tries=0
    until test "$(tr '\n' ' ' <opened)" = "$1 " || test $tries -eq 100; do
        sleep 0.1
        tries=$((tries + 1))
    done 2>/dev/null
    test $tries -lt 100 || fail "opened: $(cat opened)"
    rm opened
}

refuses 2 "--table and --format html exclude" \
    "$report" --format html -o x.html --table procedures run
if test "${HAVE_HTML-no}" != yes ||
    ! cat "$BUILD_DIR/gen/html_template.c" "$SRC_DIR/gen/html_template.c" \
        2>/dev/null | grep 'unsigned char page' >/dev/null; then
    test "${WITH_HTML-}" != yes || fail "--with-html, but there is no page"
    refuses 2 "--format html: this mpiprof was built without npm" \
        "$report" --format html -o x.html run
    refuses 2 "built without npm" "$report" --open run
    test ! -e x.html || fail "there is a page"
    ! env -u MAKEFLAGS make -C "$BUILD_DIR" dist >dist.txt 2>&1 ||
        fail "make dist makes a tarball without the page"
    grep -q '^make dist needs the page of the HTML report' dist.txt ||
        fail "$(tail -n 3 dist.txt)"
    exit 0
fi

gives 0 "<!DOCTYPE html>" "$report" --format html run
gives 0 "" "$report" --format html -o a.html run
tail -n 1 a.html | grep '</html>' >/dev/null || fail "the page has no end"
test "$(grep -c '<script' a.html)" -eq 4 || fail "other than 4 scripts"
# The name of SVG's elements is no address that a browser reads.
sed 's#http://www.w3.org/2000/svg##g' a.html >named.html
! grep -i 'src=\|<link\|http:\|@import' named.html >/dev/null ||
    fail "the page refers to something: $(grep -io '.\{30\}\(src=\|<link\|http:\|@import\).\{30\}' named.html)"
grep "default-src 'none'" a.html >/dev/null || fail "there is no policy"
gives 0 "" "$report" --open run
has_opened run/report.html
gives 0 "" "$report" --open run/run.mpiprof
has_opened run/report.html
gives 0 "" "$report" --open -o ./-b.html run
gives 0 "" "$report" --open --output=-c.html run
has_opened "./-b.html ./-c.html"

# Nothing to open it with, and one that does not like it.
mkdir bin
PATH=$work/bin BROWSER=nosuch "$report" --open -o d.html run >out 2>err &&
    fail "nothing opens it, and all is well"
grep '^mpiprof: wrote d.html; .*BROWSER' err >/dev/null ||
    fail "says $(cat err)"
test -s d.html || fail "the page is not written"
refuses 1 "wrote e.html, but the browser false exited with status 1" \
    env BROWSER=false "$report" --open -o e.html run
refuses 1 "nosuch" "$report" --open nosuch

# opens WORDS BROWSER: what the browser is called with.
opens() {
    BROWSER=$2 "$report" --open -o f.html run >out 2>err ||
        fail "BROWSER='$2': $(cat err)"
    test ! -s out && test ! -s err || fail "BROWSER='$2' says: $(cat out err)"
    has_opened "$1"
}

# It is a list of commands with words, %s for the page, and % as %%.
mkdir "a place"
cp browser "a place/browser"
opens f.html "nosuch:./browser:false"
opens f.html ":false: ./browser"
opens f.html "$work/a place/browser"
opens "--new-window f.html" "./browser  --new-window"
opens "--app=f.html -x" "nosuch %s:./browser --app=%s -x &"
opens "100% f.html" "./browser 100%%"
refuses 1 "the browser false exited with status 1" \
    env BROWSER=nosuch:false: "$report" --open -o e.html run

# One that stays is not waited for, and holds neither a pipe nor the terminal.
cat >stays <<'END'
#!/bin/sh
echo $$ >stays.pid
exec sleep 300
END
cat >asks <<'END'
#!/bin/sh
tty >asked
if (exec </dev/tty); then echo "has a terminal" >>asked; fi
END
chmod +x stays asks
BROWSER=./stays "$report" --open -o f.html run 2>&1 | cat >out
tries=0
until test -s stays.pid || test $tries -eq 100; do
    sleep 0.1
    tries=$((tries + 1))
done
kill "$(cat stays.pid)" || fail "it waits for its browser"
test ! -s out || fail "of a browser that stays it says: $(cat out)"
if command -v script >/dev/null; then
    BROWSER=./asks script -qec "'$report' --open -o f.html run" /dev/null \
        >out </dev/null || fail "on a terminal: $(cat out)"
    test "$(cat asked)" = "not a tty" ||
        fail "the browser has the terminal: $(cat asked)"
fi

# Signals may arrive while it is asked.
cat >interrupted.c <<'END'
#define _GNU_SOURCE
#include <errno.h>
#include <sys/resource.h>
#include <sys/wait.h>
pid_t waitpid(pid_t pid, int *status, int options)
{
    static int calls;

    if (calls++ % 3 != 2) {
        errno = EINTR;
        return -1;
    }
    return wait4(pid, status, options, NULL);
}
END
$CC -shared -fPIC -o interrupted.so interrupted.c || fail "interrupted.c"
for browser in "1 false" "0 nosuch:true"; do
    LD_PRELOAD=$work/interrupted.so BROWSER=${browser#* } \
        "$report" --open -o f.html run >out 2>err
    test $? -eq "${browser%% *}" || fail "interrupted: $(cat err)"
done
