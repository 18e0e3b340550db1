# shellcheck shell=sh
# python_lib.sh - for tests of the Python module, behind lib.sh.

test -n "$TEST_PYTHON" || skip "no Python"
"$TEST_PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 8))' ||
    skip "$TEST_PYTHON is older than 3.8"
PYTHONPATH=$SRC_DIR/share/python:$programs
PYTHONDONTWRITEBYTECODE=1
export PYTHONPATH PYTHONDONTWRITEBYTECODE

# The library of this MPI, as a linked program finds it.
echo 'int MPI_Init(int *, char ***); int main(void) { return MPI_Init(0, 0); }' \
    >find.c
$MPICC find.c -o find || fail "a small program does not compile"
MPI_LIBRARY=$(ldd ./find | sed -n 's/.*=> \(.*libmpi[a-z]*\.so[^ ]*\) .*/\1/p' |
    head -n 1)
export MPI_LIBRARY

# python_modes RUN RANKS PROGRAM...: with results in the folder RUN; the exit
# status in $python_status.
python_run() {
    python_name=$1
    shift
    python_status=0
    MPIPROF_OUTPUT=$work/$python_name launch "$@" >"$python_name.out" \
        2>"$python_name.err" || python_status=$?
}

# profiles DIRECTORY FILES NAME=CALLS...
profiles() {
    "$TEST_PYTHON" "$e2e/check_python_profiles.py" "$@" ||
        fail "profiles in $1"
}

# ended STATUS RUN: one that is not 0 may be any that is not: launchers differ.
ended() {
    test "$1" -eq 0 && test $python_status -eq 0 && return
    test "$1" -ne 0 && test $python_status -ne 0 && return
    cat "$2.err"
    fail "$2: status $python_status"
}
