# SPDX-License-Identifier: BSD-3-Clause
# tests/pyprof/local.mk - profiles of Python: merged as pstats does it, shown,
# exported, hostile ones.
pyprof_tests = tests/pyprof/command.sh tests/pyprof/exports.sh \
	tests/pyprof/hostile.sh tests/pyprof/merge.sh
TESTS += $(pyprof_tests)
EXTRA_DIST += $(pyprof_tests) tests/pyprof/check_merged.py \
	tests/pyprof/all_exports.py tests/pyprof/all_hostile.py \
	tests/pyprof/limited.py \
	tests/pyprof/make_set.py tests/pyprof/all_merge.py \
	tests/pyprof/profiles.py tests/pyprof/program.py
