#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# MPI calls of a Python program are charged to its functions and lines, with
# every Python that is here.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
script=$programs/python_calls.py
native=$programs/python_native.c
# shellcheck disable=SC2086
$MPICC -g -O1 -fPIC -shared "$native" -o native.so || fail "python_native.c"

python_run() {
    measure "$1" "$2" "$mpiprof_run" "$3" "$script" "$work/native.so" "$4"
}

# check REPORT NAME WHAT PYTHON
check() {
    as_json "$1" "$2" --all
    version=$("$4" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    std_python "$e2e/check_python_calls.py" "$2.json" "$3" "$version" \
        "$script" "$native" || fail "$2"
    echo "ok: $2"
}

# measured_by NAME RANKS PYTHON WHAT: by the profile, and by the trace alone.
measured_by() {
    python_run "$@"
    check "$1" "$1" "$4" "$3"
    test "$HAVE_OTF2" = yes || return 0
    cp -r "$1" "$1-alone"
    rm "$1-alone/run.mpiprof"
    check "$1-alone/run.otf2" "$1-trace" "$4" "$3"
}

# has_second_interpreter PYTHON
has_second_interpreter() {
    "$1" -c 'import _interpreters' 2>/dev/null ||
        "$1" -c 'import _xxsubinterpreters' 2>/dev/null
}

# with_interpreter PYTHON NAME: where its lock and its collector come in.
with_interpreter() {
    for what in collected again several; do
        test $what = collected || has_second_interpreter "$1" || continue
        python_run "$what-$2" 1 "$1" $what
        check "$what-$2" "$what-$2" $what "$1"
    done
}

# embedded PYTHON NAME: a program of C that starts it twice, which 3.12.1 does
# not survive.
embedded() {
    library=$("$1" -c 'import sysconfig
value = sysconfig.get_config_var
print("%s/%s" % (value("LIBDIR"), value("INSTSONAME")))')
    test -f "$library" && test "${library%.a}" = "$library" || return 0
    home=PYTHONHOME=$("$1" -c 'import sys; print(sys.base_prefix)')
    launch 1 env "$home" ./embedded "$library" >"embedded-$2.out" 2>&1 ||
        return 0
    measure "embedded-$2" 1 "$mpiprof_run" env "$home" ./embedded "$library"
    check "embedded-$2" "embedded-$2" embedded "$1"
    measure "late-$2" 1 "$mpiprof_run" env "$home" ./embedded "$library" late
    check "late-$2" "late-$2" late "$1"
}

"$PYTHON" -c 'import ctypes, threading' || skip "no ctypes in $PYTHON"
measured_by sites 1 "$PYTHON" sites
measured_by threads 1 "$PYTHON" threads
measured_by locked 2 "$PYTHON" locked
measured_by kept 1 "$PYTHON" kept
with_interpreter "$PYTHON" here
# shellcheck disable=SC2086
$MPICC -g -O1 -rdynamic "$programs/python_embedded.c" -o embedded -ldl ||
    fail "python_embedded.c"
embedded "$PYTHON" here

MPIPROF_PYTHON=off
export MPIPROF_PYTHON
python_run off 1 "$PYTHON" sites
check off off off "$PYTHON"
unset MPIPROF_PYTHON

# Fewer frames than there are.
MPIPROF_CALLPATH=4
export MPIPROF_CALLPATH
python_run short 1 "$PYTHON" sites
check short short short "$PYTHON"
unset MPIPROF_CALLPATH

# A deadlock: both are in the same line, and that is known of calls that never
# return.
MPIPROF_OUTPUT=$work/stuck launch 2 "$mpiprof_run" "$PYTHON" "$script" \
    "$work/native.so" stuck >stuck.out 2>&1 &
job=$!
tries=0
until "$report" --full stuck 2>/dev/null | grep -q 'Ranks wait for each other'; do
    tries=$((tries + 1))
    test $tries -lt 600 || fail "no deadlock: $(cat stuck.out)"
    sleep 0.1
done
pkill -TERM -P $job || fail "a deadlock that ended"
wait $job
check stuck stuck stuck "$PYTHON"

# Interpreters beside the system's: those of pyenv, where it is used.  All of
# them say their lines; the oldest and the newest (PYTHONS=all: each) all else.
pythons=
for python in "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.*/bin/python3; do
    test -x "$python" && "$python" -c 'import ctypes' 2>/dev/null &&
        pythons="$pythons
$("$python" -c 'import sys; print("%d%03d%03d" % sys.version_info[:3])') $python"
done
sorted=$(echo "$pythons" | sed '/^$/d' | sort -n | sed 's/^[0-9]* //')
oldest=$(echo "$sorted" | head -n 1)
newest=$(echo "$sorted" | tail -n 1)
echo "$sorted" >pythons
while read -r python; do
    test -n "$python" || continue
    version=$(basename "${python%/bin/python3}")
    python_run "sites-$version" 1 "$python" sites </dev/null
    check "sites-$version" "sites-$version" sites "$python" </dev/null
    case $python in
    "$oldest" | "$newest") ;;
    *) test "${PYTHONS-}" = all || continue ;;
    esac
    with_interpreter "$python" "$version" </dev/null
    embedded "$python" "$version" </dev/null
done <pythons
