# SPDX-License-Identifier: BSD-3-Clause
# tests/pyfiles/local.mk - files of Python profilers other than cProfile.
pyfiles_tests = tests/pyfiles/command.sh tests/pyfiles/hostile.sh \
	tests/pyfiles/real.sh
TESTS += $(pyfiles_tests)
EXTRA_DIST += $(pyfiles_tests) tests/pyfiles/all_hostile.py \
	tests/pyfiles/make_files.py tests/data/profilers
