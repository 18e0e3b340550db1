#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A profile in which every text is hostile: each table in each format, each
# command and each message is sound, and the names are what they were.
. "$SRC_DIR/tests/lib.sh"
LC_ALL=C
export LC_ALL

mkdir run
"$BUILD_DIR/tests/tools/make_hostile" run/run.mpiprof names ||
    fail "make_hostile"
"$BUILD_DIR/tests/golden/make_reports" . 8 && mv run.mpiprof other.mpiprof ||
    fail "make_reports"
PYTHONPATH=$SRC_DIR/tests/pyprof std_python "$SRC_DIR/tests/pyprof/make_set.py" \
    profiles hostile || fail "make_set.py"

# look_at KIND FILE COMMAND...: what that printed is to be sound.
number=0
look_at() {
    number=$((number + 1))
    cp "$2" shown.$number
    echo "$1 shown.$number $names" >>shown
    shift 2
    echo "shown.$number: $*" >>commands
}

# All that was to be looked at since is sound.
sound() {
    std_python "$SRC_DIR/tests/tools/check_shown.py" - <shown ||
        fail "which command printed it: $work/commands"
    rm shown
}

# shows KIND COMMAND...: succeeds without a word on standard error.
shows() {
    kind=$1
    shift
    "$@" >out 2>err || fail "$*: $(cat err)"
    test ! -s err || fail "$* says: $(cat err)"
    look_at "$kind" out "$@"
}

names=
shows text "$report" run
shows text "$report" --all run
shows whole "$report" info run
shows whole "$report" info --procedures run
shows json "$report" --format json run
shows json "$report" --all --format json run
shows csv "$report" --format csv run
shows csv "$report" --all --format csv run
for format in json csv; do
    shows $format "$report" export --format $format run
done
for format in text json csv; do
    shows $format "$report" compare --all --format $format run run
    shows $format "$report" scaling --all --format $format run other.mpiprof
    shows $format "$report" history --all --format $format run other.mpiprof
    shows $format "$report" python --all --format $format profiles
    shows $format "$report" python --all --format $format profiles vs profiles
done
for table in $("$report" explain | sed -n 's/^  \([a-z_]*\):.*/\1/p'); do
    case $table in
    compare_*) set -- compare run run ;;
    scaling*) set -- scaling run other.mpiprof ;;
    history*) set -- history run other.mpiprof ;;
    whatif*) continue ;; # of a trace
    python_mpi | python_lines* | python_memory | python_memory_by_rank)
        set -- run ;;
    python_compare*) set -- python profiles vs profiles ;;
    python_*) set -- python profiles ;;
    *) set -- run ;;
    esac
    "$report" "$@" --table "$table" >out 2>err || {
        grep "no table $table in this report" err >/dev/null || fail "$table: $(cat err)"
        continue
    }
    for format in json csv; do
        shows $format "$report" "$@" --table "$table" --format $format
    done
    tables=$((${tables-0} + 1))
done
test "$tables" -gt 15 || fail "only ${tables-0} tables"
for where in "regions visits" "files opens" "windows calls" \
    "communicators size" "procedures calls"; do
    names=${where#* }
    shows table env COLUMNS=99999 "$report" --table "${where% *}" run
done
names=
sound
echo "ok: $tables tables in three formats"

# ---- the names are those that went in ----
for format in json csv; do
    for where in "regions region" "communicators communicator" \
        "files file" "procedures procedure" "settings name" \
        "settings value" "call_sites function"; do
        names="--names names $where"
        # shellcheck disable=SC2086
        set -- $where
        shows $format "$report" --table "$1" --format $format run
    done
done
names=
sound
echo "ok: the names"

# ---- two names that text cuts to the same ----
"$report" --all run >out
grep "some names differ only where they are cut" out >/dev/null ||
    fail "no hint at names that look alike"

# ---- a region is found by the name that is shown, and by its own ----
cat >regions.py <<'END'
import json, subprocess, sys
report, names = sys.argv[1], open("names", "rb").read().split(b"\0")[:-1]
def rows(*options):
    out = subprocess.run([report, "--format", "json", "--table", "regions",
                          *options, "run"], stdout=subprocess.PIPE, check=True)
    return [row[0] for row in json.loads(out.stdout)["tables"]["regions"]["rows"]]
shown = [name for name in rows() if name not in ("", "(outside regions)")]
for pattern in shown + names:
    got = rows(b"--region=" + pattern if isinstance(pattern, bytes)
               else "--region=" + pattern)
    assert got, pattern
    if isinstance(pattern, str):
        assert pattern in got, (pattern, got)
assert len(rows("--region=*\\x1b*")) == 2, rows("--region=*\\x1b*")
END
std_python regions.py "$report" || fail "--region"
echo "ok: --region"

# ---- messages ----
complains() {
    "$report" "$@" >out 2>err && fail "$* succeeds"
    test ! -s out || fail "$* prints: $(cat out)"
    look_at line err "$@"
}
nasty=$(printf '\033[2Ja\nb\r\302\233\377"<b>\342\200\256%%s%%n')
for option in --format --top --table --sort --color --ranks --region; do
    complains "$option=$nasty" run
done
complains "--$nasty" run
complains "-$nasty" run
complains "$nasty"
complains run "$nasty"
complains explain "$nasty"
complains info "$nasty"
complains -o "no such directory/$nasty" run
mkdir "$nasty"
complains "$nasty"
: >"$nasty/run.mpiprof"
complains "$nasty"
mkdir "dir$nasty" && cp -r run "dir$nasty/$nasty"
complains "dir$nasty"
word=$(sed -n 's/.*the newest: //p' err | sed 's/mpiprof-report //')
if command -v bash >/dev/null; then
    bash -c "test -d $word" || fail "this is no such directory: $word"
fi
shows text "$report" "dir$nasty/$nasty"
shows whole "$report" info "dir$nasty/$nasty"
sound
echo "ok: messages"

# Pipes in place of a run's files: nobody waits for what writes to them.
mkdir -p pipes/unfinished
for name in memory_0.tsv cpu_0.prof spawned spawns run.otf2 run.mpiprof \
    unfinished/elsewhere unfinished/0; do
    test $name = run.mpiprof || cp other.mpiprof pipes/run.mpiprof
    case $name in unfinished*) rm pipes/run.mpiprof ;; esac
    mkfifo pipes/$name
    timeout 60 "$report" pipes >out 2>err
    test $? -ne 124 || fail "waits for the pipe $name"
    rm -f pipes/$name pipes/run.mpiprof
done
