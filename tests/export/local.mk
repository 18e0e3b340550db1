# tests/export/local.mk - runs in the formats of other programs.
export_tests = tests/export/calls.sh
TESTS += $(export_tests)
EXTRA_DIST += $(export_tests) tests/export/check_calls.py \
	tests/export/check_hostile.py
