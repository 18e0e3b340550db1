#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# python3 -m mpiprof without libmpiprof, and as Python itself runs programs.
. "$SRC_DIR/tests/lib.sh"
needs_python_module
needs_launcher
archives=unchecked
both=cpu_0.prof,cpu_1.prof

# ---- without libmpiprof: this directory, by the launcher's rank ----
mkdir here && cd here || exit 1
python_run first 2 "$TEST_PYTHON" -m mpiprof "$programs/modes.py" end
ended 0 first
profiles . $both known=14 inner=42
test "$(grep -c 'Python profiles are in' first.err)" -eq 1 ||
    fail "first: $(cat first.err)"
cp cpu_0.prof kept
# A second run overwrites nothing.
python_run second 2 "$TEST_PYTHON" -m mpiprof "$programs/modes.py" end
ended 0 second
profiles . $both,cpu_run2_0.prof,cpu_run2_1.prof known=28
cmp -s kept cpu_0.prof || fail "overwritten"
echo "ok: alone"
cd .. || exit 1

# ---- as Python runs it ----
python() {
    "$TEST_PYTHON" "$@"
}

# same ARGUMENTS...: python3 ARGUMENTS and python3 -m mpiprof ARGUMENTS print
# the same and end alike.
same() {
    python "$@" >plain.out 2>plain.err </dev/null
    plain=$?
    MPIPROF_VERBOSE=0 python -m mpiprof -o same "$@" >run.out 2>run.err \
        </dev/null
    run=$?
    test $run -eq $plain || fail "$*: status $run, not $plain: $(cat run.err)"
    diff plain.out run.out || fail "$*: output"
    diff plain.err run.err || fail "$*: errors"
    echo "ok: as plain: $*"
}

cat >shows.py <<'END'
"""What a script can see of how it is run."""
import sys
import __main__
import beside
print(__name__, __file__, __doc__, __package__, __cached__)
print(__spec__ and (__spec__.name, __spec__.origin))
print(sorted(vars(__main__)), type(__loader__).__name__, __builtins__)
print(sys.argv, sys.path[0], sys.modules["__main__"] is __main__)
print(beside.__file__)
def unseen():
    pass
END
echo 'x = 1' >beside.py
mkdir -p folder/package linked
cp shows.py folder/__main__.py
cp beside.py folder
cp shows.py folder/package/__main__.py
cp shows.py beside.py folder/package
ln -s ../shows.py linked/script.py
echo 'x = = 1' >syntax.py
echo 'import beside
def inner(): raise RuntimeError("inside")
try: 1 / 0
except ZeroDivisionError: inner()' >raises.py
echo 'import sys; sys.exit("a message")' >message.py
echo 'import sys
sys.excepthook = lambda kind, value, tb: print("hook", kind, tb.tb_lineno)
1 / 0' >hook.py
echo 'import atexit, threading
printed = threading.Event()
atexit.register(print, "last")
threading.Thread(target=lambda: (printed.wait(), print("thread"))).start()
print("main")
printed.set()' >order.py
echo 'import multiprocessing, sys
def double(x): return 2 * x
if __name__ == "__main__":
    multiprocessing.set_start_method("spawn")
    with multiprocessing.Pool(2) as pool: print(pool.map(double, [1, 2, 3]))
    process = multiprocessing.get_context("fork").Process(target=print, args=(4,))
    process.start(); process.join(); print(process.exitcode)' >pool.py
echo 'import os, signal; os.kill(os.getpid(), signal.SIGTERM); print("no")' \
    >killed.py
echo 'raise KeyboardInterrupt' >interrupted.py
same shows.py a --help -m
same ./shows.py
same linked/script.py
same -m shows 1
cd folder || exit 1
same -m package x
cd .. || exit 1
same folder b
(cd folder && "$TEST_PYTHON" -m zipfile -c ../archive.zip __main__.py beside.py)
same archive.zip
for script in syntax raises message hook order pool killed interrupted; do
    same $script.py
done
same nosuch.py
same -m nosuch
same -m raises
profiles same "$(ls same | tr '\n' ',' | sed 's/,$//')" unseen=0
test -s same/cpu_0.prof || fail "as plain: no profile"

# ---- the command line ----
# usage STATUS PATTERN ARGUMENTS...
usage() {
    wanted=$1
    pattern=$2
    shift 2
    python -m mpiprof "$@" >out 2>&1 </dev/null
    got=$?
    test $got -eq "$wanted" || fail "$*: status $got: $(cat out)"
    grep -e "$pattern" out >/dev/null || fail "$*: $(cat out)"
}
usage 2 'no program given: give a script or -m module'
usage 0 '^usage: python3 -m mpiprof' --help
usage 0 '^usage: python3 -m mpiprof' -h
usage 2 'no option --frobnicate' --frobnicate shows.py
usage 2 'no option --no-profile=3' --no-profile=3 shows.py
usage 2 '--output needs a value' --output
usage 2 "'5-3' is not a rank or range" --ranks 5-3 shows.py
usage 2 "'x' is not a rank or range" --ranks 1,x shows.py
usage 0 "'--', 'a'" -o used -- shows.py -- a
usage 0 "^__main__" --output=used -m shows
rm -rf used
usage 0 "^__main__" --no-profile -o used shows.py
usage 0 "^__main__" --ranks 1-3 -o used shows.py
test ! -e used || fail "a profile that was not asked for"
echo "ok: command line"

# ---- SIGTERM, in a wait of C and when Python has ended ----
cat >waits.c <<'END'
#include <fcntl.h>
#include <unistd.h>
void wait_for_ever(void)
{
    close(creat("waits", 0666));
    for (;;) pause();
}
END
$MPICC -shared -fPIC waits.c -o waits.so || fail "waits.c does not compile"
cat >waits.py <<'END'
import ctypes
import sys
wait_for_ever = ctypes.CDLL("./waits.so").wait_for_ever
def known():
    pass
known()
if sys.argv[1] == "now":
    wait_for_ever()
ctypes.pythonapi.Py_AtExit(ctypes.cast(wait_for_ever, ctypes.c_void_p))
END
for when in now later; do
    rm -f waits
    "$TEST_PYTHON" -m mpiprof -o $when waits.py $when >out 2>&1 </dev/null &
    tries=0
    until test -e waits; do
        tries=$((tries + 1))
        test $tries -lt 600 || fail "SIGTERM $when: does not wait: $(cat out)"
        sleep 0.1
    done
    kill -TERM $!
    wait $!
    got=$?
    test $got -eq 143 || fail "SIGTERM $when: status $got: $(cat out)"
    profiles $when cpu_0.prof known=1
done
echo "ok: SIGTERM"

# ---- another profiler is active: the script runs all the same ----
python -m cProfile -o theirs.prof -m mpiprof -o none shows.py >out 2>err ||
    fail "under cProfile: $(cat err)"
grep '^__main__' out >/dev/null || fail "under cProfile: $(cat out)"
grep 'another profiler (.*) is active' err >/dev/null ||
    fail "under cProfile: $(cat err)"
test ! -e none || fail "under cProfile: wrote one, too"
test -s theirs.prof || fail "under cProfile: theirs is lost"
# One that the script turns on, which Python 3.12 refuses to it while another is
# active.
echo 'import cProfile
def before(): pass
before()
profile = cProfile.Profile()
profile.enable(); before(); profile.disable()
profile.create_stats()
print([row[1] for label, row in profile.stats.items() if label[2] == "before"])
with cProfile.Profile(): before()' >own.py
for other in "$TEST_PYTHON" "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.1[2-9]*/bin/python3; do
    test -x "$other" || continue
    rm -rf own
    "$other" -m mpiprof -o own own.py >out 2>err ||
        fail "own: $(cat err)"
    test "$(cat out)" = "[1]" || fail "own: theirs has $(cat out)"
    test "$(grep -c 'a profiler of its own' err)" = 1 || fail "own: $(cat err)"
    profiles own cpu_0.prof before=1
done
echo 'import sys
mine = int(sys.argv[1])
def before(): pass
before()
sys.monitoring.use_tool_id(mine, "another")
print(sys.monitoring.get_tool(mine))
before()
sys.monitoring.free_tool_id(mine)
before()' >tool.py
for other in "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.1[2-9]*/bin/python3; do
    test -x "$other" || continue
    rm -rf own coverage
    "$other" -m mpiprof -o own tool.py 2 >out 2>err || fail "tool: $(cat err)"
    test "$(cat out)" = another || fail "tool: theirs is $(cat out)"
    test "$(grep -c 'a profiler of its own' err)" = 1 || fail "tool: $(cat err)"
    profiles own cpu_0.prof before=1
    # One that measures coverage goes with ours.
    "$other" -m mpiprof -o coverage tool.py 1 >out 2>err ||
        fail "coverage: $(cat err)"
    test "$(cat out)" = another || fail "coverage: theirs is $(cat out)"
    ! grep 'a profiler of its own' err || fail "coverage: $(cat err)"
    profiles coverage cpu_0.prof before=3
done
echo "ok: other profilers"

# ---- a program that fails at import leaves nothing ----
mkdir fails && cd fails || exit 1
echo 'import no_such_module' >../imports.py
echo 'def work(): import no_such_module
work()' >../imports_later.py
echo 'import imports' >../imports_one.py
for script in imports imports_one syntax; do
    ! python -m mpiprof ../$script.py >out 2>err || fail "$script: status"
    grep -q 'No module named\|SyntaxError' err || fail "$script: $(cat err)"
    ! grep -q 'mpiprof' err || fail "$script: $(cat err)"
    rm out err
    test -z "$(ls -A)" || fail "$script: left $(ls -A)"
done
! python -m mpiprof ../imports_later.py 2>/dev/null || fail "later: status"
profiles . cpu_0.prof work=1
! python -m mpiprof -o chosen ../imports.py 2>/dev/null || fail "chosen: status"
test -s chosen/cpu_0.prof || fail "chosen: no profile"
cd .. || exit 1
echo "ok: failed imports"

# ---- processes that are not measured are named ----
python -m mpiprof -o pool pool.py >out 2>err || fail "pool: $(cat err)"
grep -q '^mpiprof: 3 processes that the script started with multiprocessing are not in the Python profile$' err ||
    fail "pool: $(cat err)"
echo 'import concurrent.futures
if __name__ == "__main__":
    with concurrent.futures.ProcessPoolExecutor(1) as pool:
        print(list(pool.map(abs, [-1])))' >futures.py
python -m mpiprof -o futures futures.py >out 2>err || fail "futures: $(cat err)"
grep -q '^mpiprof: a process that the script started with multiprocessing is not in the Python profile$' err ||
    fail "futures: $(cat err)"
python -m mpiprof -o shows shows.py >out 2>err || fail "shows: $(cat err)"
! grep -q multiprocessing err || fail "shows: $(cat err)"
echo "ok: other processes"
