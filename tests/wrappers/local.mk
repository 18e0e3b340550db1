# SPDX-License-Identifier: BSD-3-Clause
# tests/wrappers/local.mk - the generator and what libmpiprof.so exports.

wrapper_tests = \
	tests/wrappers/check_calls.py \
	tests/wrappers/check_exports.py \
	tests/wrappers/check_golden.py \
	tests/wrappers/languages.sh \
	tests/wrappers/loading.sh

TESTS += $(wrapper_tests)
EXTRA_DIST += $(wrapper_tests) \
	tests/wrappers/fake_core.c \
	tests/wrappers/late.c \
	tests/wrappers/not_exported.tsv \
	tests/wrappers/plugin.c \
	tests/wrappers/sample_mpi.h \
	tests/wrappers/smoke.F90 \
	tests/wrappers/smoke.c \
	tests/wrappers/golden
