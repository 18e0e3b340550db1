# SPDX-License-Identifier: BSD-3-Clause
# tests/recorded/local.mk - real runs of long ago, and what they must show.

recorded_tests = tests/recorded/recorded.sh tests/recorded/recording.sh
TESTS += $(recorded_tests)
EXTRA_DIST += $(recorded_tests) tests/recorded/checks.sh \
	tests/recorded/print_tables.py tests/recorded/record \
	tests/recorded/runs.tsv tests/recorded/write_others.py \
	tests/recorded/expected tests/recorded/runs

# Makes those of this MPI anew, or RUNS='NAME...' of them.
record: all tests/mpiexec tests/yield.la tests/virtual/libvirtual.so
	$(AM_TESTS_ENVIRONMENT) $(srcdir)/tests/recorded/record $(RUNS)

.PHONY: record
