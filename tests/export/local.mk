# tests/export/local.mk - runs in the formats of other programs.
export_tests = tests/export/calls.sh tests/export/chrome.sh \
	tests/export/memory.sh tests/export/schema.sh
TESTS += $(export_tests)
EXTRA_DIST += $(export_tests) tests/export/check_calls.py \
	tests/export/check_chrome.py \
	tests/export/check_hostile.py \
	tests/export/check_schema.py tests/export/peak_memory.py \
	share/doc/report-schema.json
