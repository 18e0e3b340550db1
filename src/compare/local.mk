# SPDX-License-Identifier: BSD-3-Clause
# src/compare/local.mk - what differs between runs; for tools.
noinst_LIBRARIES += libcompare.a
libcompare_a_SOURCES = \
	src/compare/compare.c src/compare/compare.h \
	src/compare/compare_causes.c src/compare/compare_causes.h \
	src/compare/compare_change.c src/compare/compare_change.h \
	src/compare/compare_say.c src/compare/compare_say.h \
	src/compare/condition.c src/compare/condition.h \
	src/compare/growth.c src/compare/growth.h \
	src/compare/history.c src/compare/history.h src/compare/history_badge.c \
	src/compare/runs.c src/compare/runs.h \
	src/compare/runs_causes.c src/compare/runs_rows.h \
	src/compare/scaling.c src/compare/scaling.h \
	src/compare/scaling_models.c src/compare/scaling_models.h

EXTRA_DIST += tests/unit/synthetic_runs.h
unit_tests += tests/unit/compare/test_compare \
	tests/unit/compare/test_compare_causes tests/unit/compare/test_condition \
	tests/unit/compare/test_growth tests/unit/compare/test_history \
	tests/unit/compare/test_scaling
tests_unit_compare_test_compare_CPPFLAGS = $(synthetic_cppflags)
tests_unit_compare_test_compare_LDADD = libcompare.a $(LDADD)
tests_unit_compare_test_compare_SOURCES = tests/unit/compare/test_compare.c \
	$(synthetic)
tests_unit_compare_test_compare_causes_CPPFLAGS = $(synthetic_cppflags)
tests_unit_compare_test_compare_causes_LDADD = libcompare.a $(LDADD)
tests_unit_compare_test_compare_causes_SOURCES = \
	tests/unit/compare/test_compare_causes.c $(synthetic)
tests_unit_compare_test_condition_CPPFLAGS = $(synthetic_cppflags)
tests_unit_compare_test_condition_LDADD = libcompare.a $(LDADD)
tests_unit_compare_test_condition_SOURCES = tests/unit/compare/test_condition.c \
	$(synthetic)
tests_unit_compare_test_growth_LDADD = libcompare.a $(LDADD)
tests_unit_compare_test_history_CPPFLAGS = $(synthetic_cppflags)
tests_unit_compare_test_history_LDADD = libcompare.a $(LDADD)
tests_unit_compare_test_history_SOURCES = tests/unit/compare/test_history.c \
	$(synthetic)
tests_unit_compare_test_scaling_CPPFLAGS = $(synthetic_cppflags)
tests_unit_compare_test_scaling_LDADD = libcompare.a $(LDADD)
tests_unit_compare_test_scaling_SOURCES = tests/unit/compare/test_scaling.c \
	$(synthetic)
