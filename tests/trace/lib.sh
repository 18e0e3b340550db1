# shellcheck shell=sh
# lib.sh - what the tests of the trace share; sourced first.

. "$SRC_DIR/tests/e2e/lib.sh"
needs_launcher
needs_trace
programs=$BUILD_DIR/tests/trace
archives=unchecked # made up, some are damaged

# write_run NAME RANKS STEPS LIMIT_KB BUFFER_KB [SILENT]: leaves NAME/run.otf2,
# and "events bytes stopped" in NAME.totals.
write_run() {
    write_run_name=$1
    write_run_ranks=$2
    shift 2
    rm -rf "$write_run_name"
    mkdir "$write_run_name"
    launch "$write_run_ranks" "$programs/write_sample" "$write_run_name" \
        "$@" >"$write_run_name.totals" 2>"$write_run_name.err"
}

# print_run NAME: otf2-print shows all without a word of complaint.
print_run() {
    command -v otf2-print >/dev/null || return 0
    for print_option in "" -G; do
        # shellcheck disable=SC2086
        otf2-print $print_option "$1/run.otf2" >"$1.print" 2>"$1.complaints" ||
            fail "otf2-print of $1"
        test ! -s "$1.complaints" || {
            head "$1.complaints"
            fail "otf2-print complains about $1"
        }
    done
    otf2-print "$1/run.otf2" >"$1.print"
}

# how_many PATTERN NAME: records of that kind in what otf2-print showed.
how_many() {
    grep -c "^$1 " "$2.print"
}
