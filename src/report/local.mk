# SPDX-License-Identifier: BSD-3-Clause
# src/report/local.mk - part of libcommon.a: what a report consists of:
# tables, charts.

libcommon_a_SOURCES += src/report/charts.c src/report/charts.h
libcommon_a_SOURCES += src/report/report.c src/report/table.c \
	src/report/table.h
libcommon_a_SOURCES += src/report/table_form.h
libcommon_a_SOURCES += src/report/python_chart.c src/report/python_chart.h
libcommon_a_SOURCES += src/report/remark_sentences.c \
	src/report/remark_sentences.h
libcommon_a_SOURCES += src/report/unread_files.c src/report/unread_files.h
libcommon_a_SOURCES += src/report/source_text.c src/report/source_text.h
unit_tests += tests/unit/report/test_source_text
libcommon_a_SOURCES += src/report/sections.c src/report/sections.h
libcommon_a_SOURCES += src/report/call_levels.c src/report/call_levels.h
libcommon_a_SOURCES += src/report/detail_windows.c src/report/detail_windows.h
unit_tests += tests/unit/report/test_charts
unit_tests += tests/unit/report/test_call_levels
unit_tests += tests/unit/report/test_table
unit_tests += tests/unit/report/test_remark_sentences
unit_tests += tests/unit/report/test_detail_windows
