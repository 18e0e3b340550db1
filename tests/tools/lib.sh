# shellcheck shell=sh
# lib.sh - for tests of command lines.  From the Makefile: BUILD_DIR SRC_DIR.
# Each test works in a folder of its own.

set -u
work=$BUILD_DIR/tests/tools/made/$(basename "$0" .sh)
rm -rf "$work"
mkdir -p "$work" && cd "$work" || exit 1
for setting in $(env | sed -n 's/^\(MPIPROF_[A-Z_]*\)=.*/\1/p'); do
    unset "$setting"
done

fail() {
    echo "FAIL: $*"
    exit 1
}

# gives STATUS PATTERN COMMAND...: that exit status, the pattern in standard
# output, nothing on standard error.
gives() {
    status=$1
    pattern=$2
    shift 2
    "$@" >out 2>err
    got=$?
    test $got -eq "$status" || fail "$*: exit status $got: $(cat err)"
    test ! -s err || fail "$*: says $(cat err)"
    grep -e "$pattern" out >/dev/null || test -z "$pattern" ||
        fail "$*: no '$pattern' in: $(head -20 out)"
}

# refuses STATUS PATTERN COMMAND...: that exit status, one line with the
# pattern on standard error, nothing on standard output.
refuses() {
    status=$1
    pattern=$2
    shift 2
    "$@" >out 2>err
    got=$?
    test $got -eq "$status" || fail "$*: exit status $got"
    test ! -s out || fail "$*: prints $(head -5 out)"
    test "$(wc -l <err)" -eq 1 || fail "$*: not one line: $(cat err)"
    grep -e "^mpiprof: .*$pattern" err >/dev/null ||
        fail "$*: no '$pattern' in: $(cat err)"
}
