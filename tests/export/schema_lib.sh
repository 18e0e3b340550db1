# shellcheck shell=sh
# schema_lib.sh - for tests of reports in JSON, behind another lib.sh.

schema_python=
for one in "$PYTHON" "${TEST_PYTHON:-python3}" /usr/bin/python3; do
    "$one" -W ignore -c 'import jsonschema' 2>/dev/null &&
        schema_python=$one && break
done
test -n "$schema_python" || {
    echo "SKIP: Python has no jsonschema"
    exit 77
}

# check_schema REPORT.json...
check_schema() {
    "$schema_python" -W ignore "$SRC_DIR/tests/export/check_schema.py" \
        "$SRC_DIR/share/doc/report-schema.json" "$@"
}
