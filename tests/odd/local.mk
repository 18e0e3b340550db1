# SPDX-License-Identifier: BSD-3-Clause
# tests/odd/local.mk - small, legal but odd MPI programs: with and without
# mpiprof they must do the same, and each of their calls must be counted.
# `make check-odd' runs them; coverage.py then lists the procedures of the
# installed MPI that none of them calls, and fails when one has no reason.

odd_tests = \
	tests/odd/odd_callbacks.c \
	tests/odd/odd_collectives.c tests/odd/odd_comms.c \
	tests/odd/odd_datatypes.c tests/odd/odd_dynamic.c \
	tests/odd/odd_environment.c tests/odd/odd_errors.c \
	tests/odd/odd_extensions.c tests/odd/odd_intercomms.c \
	tests/odd/odd_io.c tests/odd/odd_large.c \
	tests/odd/odd_large_collectives.c tests/odd/odd_large_objects.c \
	tests/odd/odd_life.c tests/odd/odd_mpi41.c \
	tests/odd/odd_nonblocking.c tests/odd/odd_onesided.c \
	tests/odd/odd_openmp.c tests/odd/odd_p2p.c tests/odd/odd_persistent.c \
	tests/odd/odd_requests.c tests/odd/odd_sessions.c \
	tests/odd/odd_threads.c tests/odd/odd_tools.c \
	tests/odd/odd_topologies.c tests/odd/odd_traps.c

TEST_EXTENSIONS += .c
C_LOG_COMPILER = $(PYTHON) -S $(top_srcdir)/tests/odd/run.py
TESTS += $(odd_tests) tests/odd/coverage.py
EXTRA_DIST += $(odd_tests) \
	tests/odd/coverage.py \
	tests/odd/run.py \
	tests/odd/not_called.tsv \
	tests/odd/traps.tsv \
	tests/odd/odd.c \
	tests/odd/odd.h

check-odd:
	$(MAKE) $(AM_MAKEFLAGS) check TESTS='$(odd_tests) tests/odd/coverage.py'

# It reads what the programs counted, and would run them again without it.
tests/odd/coverage.log: $(odd_tests:.c=.log)

.PHONY: check-odd
