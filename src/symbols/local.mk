# SPDX-License-Identifier: BSD-3-Clause
# src/symbols/local.mk - part of libcommon.a: addresses into functions and
# lines; the only user of elfutils.

libcommon_a_SOURCES += src/symbols/cut_frame.c src/symbols/cut_frame.h
libcommon_a_SOURCES += src/symbols/function_names.c \
	src/symbols/function_names.h
libcommon_a_SOURCES += src/symbols/demangle.c src/symbols/demangle.h
libcommon_a_SOURCES += src/symbols/file_names.c src/symbols/file_names.h
libcommon_a_SOURCES += src/symbols/layout_id.h
libcommon_a_SOURCES += src/symbols/python_frame.c \
	src/symbols/python_frame.h
libcommon_a_SOURCES += src/symbols/short_names.c src/symbols/short_names.h
libcommon_a_SOURCES += src/symbols/symbols.c src/symbols/symbols.h
if HAVE_LIBDW
libcommon_a_SOURCES += src/symbols/scoped_name.c \
	src/symbols/scoped_name.h
libcommon_a_SOURCES += src/symbols/symbols_dw.c src/symbols/symbols_files.c \
	src/symbols/symbols_files.h \
	src/symbols/unwind_ranges.c src/symbols/unwind_ranges.h
unit_tests += tests/unit/symbols/test_symbols
else
libcommon_a_SOURCES += src/symbols/symbols_null.c
endif
unit_tests += tests/unit/symbols/test_demangle \
	tests/unit/symbols/test_short_names
