#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Where results are to go: parents that are missing, names that are taken, too
# long, odd or impossible.
. "$SRC_DIR/tests/lib.sh"
prepare_faults
build_job
plain launch $job_ranks ./job
newline='
'

# to RUN DIRECTORY: the job with its results there.
to() {
    MPIPROF_OUTPUT=$2
    export MPIPROF_OUTPUT
    injured "$1" launch $job_ranks ./job_measured
    unset MPIPROF_OUTPUT
}

# good RUN DIRECTORY FOUND: everything is in FOUND, and nothing is said.
good() {
    to "$1" "$2"
    no_line "$1"
    whole "$3"
    test "$(grep -a -c '^mpiprof: report: ' "$1.err")" -eq 1 ||
        fail "$1: $(cat "$1.err")"
    echo "ok: $1"
}

# none RUN DIRECTORY WORDS...: nothing is recorded, and a line says why.
none() {
    to "$1" "$2"
    name=$1
    shift 2
    line "$name" 'nothing is recorded' 'set MPIPROF_OUTPUT' "$@"
    echo "ok: $name"
}

good parents "$work/a/b/c" a/b/c
good relative d/e/ d/e
good taken "$work/a/b/c" a/b/c-2
good again "$work/a/b/c" a/b/c-3
good spaces "$work/of my run" "of my run"
good quotes "$work/a'b\"c\`d\$e;f&g<h>\\" "a'b\"c\`d\$e;f&g<h>\\"
good newline "$work/two${newline}lines" "two${newline}lines"
good bytes "$work/$(printf '\303\050\033[1m')" \
    "$(printf '\303\050\033[1m')"
mv "$(printf '\303\050\033[1m')" bytes # for those who check the archive
: >file
good file "$work/file" file-2
ln -s nowhere link
good link "$work/link" link-2

none beneath_file "$work/file/run" 'Not a directory'
none proc /proc/no/run 'No such file'
long=$(printf '%0300d' 0)
none component "$work/$long" 'File name too long'
none path "$work/$long$long$long$long$long$long$long$long$long$long$long$long$long$long" \
    'too long'
test -z "$(find . -name "$long*")" || fail "something is there"
