# SPDX-License-Identifier: BSD-3-Clause
# tests/cures/local.mk - programs with a planted cause of lost time, see
# cures.tsv.  `make check-cures' runs them in real time and prints what was
# found, promised and gained; CURES='NAME...': these alone.

cure_tests = tests/cures/cures.sh tests/cures/cures_once.sh
TESTS += $(cure_tests)
EXTRA_DIST += tests/cures

check-cures: all tests/mpiexec tests/yield.la
	@$(AM_TESTS_ENVIRONMENT) CURES_REAL=yes \
	$(SHELL) $(top_srcdir)/tests/cures/cures.sh $(CURES)

.PHONY: check-cures
