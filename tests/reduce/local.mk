# SPDX-License-Identifier: BSD-3-Clause
# tests/reduce/local.mk - what goes between ranks, without a measured run.

check_PROGRAMS += tests/reduce/exchanges tests/reduce/sections
tests_reduce_exchanges_SOURCES = tests/reduce/exchanges.c tests/reduce/said.h
tests_reduce_exchanges_CPPFLAGS = $(measure_cppflags)
tests_reduce_exchanges_LDADD = $(measure_libs)
tests_reduce_sections_SOURCES = tests/reduce/sections.c tests/reduce/said.h
tests_reduce_sections_CPPFLAGS = $(measure_cppflags)
tests_reduce_sections_LDADD = $(measure_libs)
EXTRA_DIST += tests/reduce/tree.sh
TESTS += tests/reduce/tree.sh
