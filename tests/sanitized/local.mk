# SPDX-License-Identifier: BSD-3-Clause
# tests/sanitized/local.mk - under valgrind; `.ci/run sanitized' runs the other
# two in builds that are configured for them.

sanitized_tests = \
	tests/sanitized/memory.sh \
	tests/sanitized/thread.sh \
	tests/sanitized/valgrind.sh

TESTS += tests/sanitized/valgrind.sh
EXTRA_DIST += $(sanitized_tests) \
	tests/sanitized/leaks.supp tests/sanitized/ours.py \
	tests/sanitized/valgrind.supp
