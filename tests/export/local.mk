# SPDX-License-Identifier: BSD-3-Clause
# tests/export/local.mk - runs in the formats of other programs.
export_tests = tests/export/calls.sh tests/export/chrome.sh \
	tests/export/memory.sh tests/export/schema.sh \
	tests/export/schema_runs.sh tests/export/with.sh
TESTS += $(export_tests)
check_PROGRAMS += tests/export/peak_memory
tests_export_peak_memory_SOURCES = tests/export/peak_memory.c
tests_export_peak_memory_LDADD =
EXTRA_DIST += $(export_tests) tests/export/check_calls.py \
	tests/export/check_chrome.py \
	tests/export/check_hostile.py \
	tests/export/check_schema.py tests/export/check_with.py \
	share/doc/report-schema.json
