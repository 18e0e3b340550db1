#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# MPIPROF_HTML=on: report.html beside summary.txt, by rank 0, with the numbers
# of the profile; without it there is none.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
build_c p2p "p2p.c expect.c" "$(linked_flags)"

MPIPROF_OUTPUT=$work/without
export MPIPROF_OUTPUT
launch 2 ./p2p "$work/expected" >without.err 2>&1 || fail "$(cat without.err)"
test ! -e without/report.html || fail "a page that nobody wanted"

MPIPROF_OUTPUT=$work/with
launch 2 env MPIPROF_HTML=on ./p2p "$work/expected" >with.err 2>&1 ||
    fail "$(cat with.err)"
test -s with/summary.txt || fail "no summary"
if test "${HAVE_HTML-no}" != yes ||
    ! cat "$BUILD_DIR/gen/html_template.c" "$SRC_DIR/gen/html_template.c" \
        2>/dev/null | grep 'unsigned char page' >/dev/null; then
    test ! -e with/report.html || fail "a page of nothing"
    test "$(grep -c 'MPIPROF_HTML: .*without npm' with.err)" -eq 1 ||
        fail "no word on it: $(cat with.err)"
    exit 0
fi
test "$(grep -c "^mpiprof: " with.err)" -eq \
    "$(grep -c "^mpiprof: " without.err)" || fail "says $(cat with.err)"
"$report" --format json --top 1024 --no-waits with >with.json ||
    fail "JSON"
std_python - with/report.html with.json <<'END' || fail "the page"
import base64, json, re, sys, zlib
page = open(sys.argv[1]).read()
data = re.search('id="report-data">([^<]*)<', page).group(1)
inside = json.loads(zlib.decompress(base64.b64decode(data)))
report = json.load(open(sys.argv[2]))
for name in ("procedures", "rank_times", "message_sizes", "call_sites"):
    assert inside["tables"][name]["rows"] == report["tables"][name]["rows"], name
assert 'id="picture-data">' in page and page.rstrip().endswith("</html>")
END
