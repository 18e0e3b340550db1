#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A program whose file, directory, arguments, regions, communicators, windows
# and files have names that break what is careless with them: summary, report
# and trace are sound, and have the names.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
LC_ALL=C
export LC_ALL
shown=$SRC_DIR/tests/tools/check_shown.py
nasty=$(printf 'a "b'\''c\n<i>\033[31m\t\302\233\377\342\200\256\\')

build_c hostile hostile.c "$(linked_flags)"
mkdir "$nasty"
mv hostile "$nasty/$nasty.x"
measure "$nasty.run" 2 "$nasty/$nasty.x" "$work/names" "$nasty" ""
run=$work/$nasty.run

# ---- what it said ----
# What it loses by its many objects is told, too, if that is enough.
test "$(wc -l <"$run.err")" -ge 3 || fail "not three lines: $(cat "$run.err")"
while IFS= read -r line; do
    printf '%s\n' "$line" >line
    std_python "$shown" line line || fail "at the end: $line"
done <"$run.err"
std_python "$shown" text "$run/summary.txt" || fail "summary.txt"
echo "ok: summary.txt"

# ---- the reports of profile and trace ----
# reports [OPTIONS]
reports() {
    for where in "regions region regions" "files file files" \
        "windows window windows" "communicators communicator comms"; do
        # shellcheck disable=SC2086
        set -- "${1-}" $where
        "$report" $1 --table "$2" --format json -o out.json "$run" &&
            std_python "$shown" json out.json --names "names.$4" "$2" "$3" ||
            fail "$1 $2"
        "$report" $1 --table "$2" --format csv -o out.csv "$run" &&
            std_python "$shown" csv out.csv --names "names.$4" "$2" "$3" ||
            fail "$1 $2 as CSV"
    done
    "$report" $1 --all "$run" >out.txt && std_python "$shown" text out.txt ||
        fail "text $1"
}
reports
"$report" info "$run" >info.txt && std_python "$shown" whole info.txt ||
    fail "info"
command=$("$report" --table run --format json "$run" | std_python -c '
import json, sys
print(json.load(sys.stdin)["run"]["command"])')
if command -v bash >/dev/null; then
    bash -c "set -- $command; test -x \"\$1\" && test \"\$4\" = '' &&
        printf %s \"\$3\"" >third || fail "no command: $command"
    printf %s "$nasty" | cmp - third || fail "another argument: $command"
fi
echo "ok: the report"

test "$HAVE_OTF2" = yes || exit 0
reports --from-trace
echo "ok: the report of the trace"
! command -v otf2-print >/dev/null || {
    otf2-print -Werror -G "$run/run.otf2" >defs || fail "otf2-print"
    std_python "$shown" whole defs || fail "definitions"
}
mv "$run" trace.run # the bindings take no path but of UTF-8
"${TEST_PYTHON:-$PYTHON}" -c 'import otf2' 2>/dev/null || exit 0
"${TEST_PYTHON:-$PYTHON}" -c 'import otf2, sys
with otf2.reader.open(sys.argv[1]) as trace:
    names = {region.name for region in trace.definitions.regions}
assert "two\\nlines\\r\\nand a third" in names, names
assert "\\xff\\xfe\\xc3(\\xe2\\x82" in names, names
assert "C:\\\\new\\\\x41\\\\u0041\\\\" in names, names' trace.run/run.otf2 ||
    fail "names of the trace"
echo "ok: the trace"
