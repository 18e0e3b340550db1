# SPDX-License-Identifier: BSD-3-Clause
# src/settings/local.mk - part of libcommon.a: what MPIPROF_* ask for.

libcommon_a_SOURCES += src/settings/function_rules.c \
	src/settings/function_rules.h
libcommon_a_SOURCES += src/settings/settings.c src/settings/settings.h
libcommon_a_SOURCES += src/settings/trace_rules.c src/settings/trace_rules.h
unit_tests += tests/unit/settings/test_function_rules
unit_tests += tests/unit/settings/test_settings
unit_tests += tests/unit/settings/test_trace_rules
