# shellcheck shell=sh
# lib.sh - what the tests under checkers of memory and threads share.

. "$SRC_DIR/tests/e2e/lib.sh"
needs_launcher

# needs_sanitizer NAME SYMBOL: the library is built with it.
needs_sanitizer() {
    nm -D "$libs/libmpiprof-core.so" | grep -q " $2\$" ||
        skip "not configured with --enable-sanitizers=$1"
}

# ours LOG...: none of the complaints is about mpiprof.
ours() {
    "$PYTHON" "$SRC_DIR/tests/sanitized/ours.py" "$@" ||
        fail "$ours_of: mpiprof has to do with the above"
}
