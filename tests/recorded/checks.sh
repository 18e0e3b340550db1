# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
# checks.sh - whether reports of recorded runs are true; sourced.

# is_true NAME CHECK: NAME.json, by what lies beside it; CHECK as in runs.tsv.
is_true() {
    tests=$SRC_DIR/tests
    case $2 in
    counts) std_python "$tests/e2e/check_counts.py" "$1.json" "$1".[0-9].tsv ;;
    some) std_python "$tests/e2e/check_counts.py" --others-ok "$1.json" \
        "$1".[0-9].tsv ;;
    waits:*) std_python "$tests/e2e/check_waits.py" "${2#waits:}" "$1" ;;
    killed) std_python "$tests/faults/check_killed.py" "$1.json" "$1.counts" ;;
    slow:*) std_python -c 'import json, sys
line = json.load(sys.stdin)["verdict"][1]
sys.exit(not (line.startswith("1. Rank %s works" % sys.argv[1]) and
              "region solve" in line) and line)' "${2#slow:}" <"$1.trace.json" ;;
    sampled) std_python "$tests/e2e/check_sampled.py" "$1.json" \
        "$tests/e2e/programs" --by-rank 3 part_b 46.2 --by-rank 0 part_b 30 \
        part_a=55.8 part_b=34.9 part_c=9.3 ;;
    tables) tables_are_true "$1" && is_true "$1" counts ;;
    none) ;;
    *) false ;;
    esac
}

# tables_are_true NAME: those of which NAME.TABLE.tsv has columns.
tables_are_true() {
    for table in "$1".*_*.tsv; do
        table=${table#"$1".}
        std_python "$SRC_DIR/tests/e2e/check_table.py" "$1.json" \
            "${table%.tsv}" "$1.$table" || return 1
    done
}

# other_reader NAME: the Python bindings of OTF2 find as many calls and bytes in
# the archive as NAME.json tells.
other_reader() {
    "${TEST_PYTHON:-$PYTHON}" "$SRC_DIR/tests/e2e/otf2_totals.py" \
        "$1/run.otf2" >"$1.totals.json" || return 1
    std_python -c 'import json, sys
for row in json.load(sys.stdin)["tables"]["calls_per_rank"]["rows"]:
    print(*row, sep="\t")' <"$1.totals.json" >"$1.totals"
    std_python "$SRC_DIR/tests/e2e/check_counts.py" "$1.json" "$1.totals"
}
