# SPDX-License-Identifier: BSD-3-Clause
# src/pyfiles/local.mk - libpyfiles.a: files of other Python profilers; for tools.
noinst_LIBRARIES += libpyfiles.a
libpyfiles_a_CPPFLAGS = $(AM_CPPFLAGS) $(JANSSON_CPPFLAGS)
pyfiles_libs = libpyfiles.a libpyprof.a $(JANSSON_LIBS)
libpyfiles_a_SOURCES = src/pyfiles/pyfiles.c src/pyfiles/pyfiles.h
libpyfiles_a_SOURCES += src/pyfiles/chrome_with.h
libpyfiles_a_SOURCES += src/pyfiles/content.c src/pyfiles/content.h
libpyfiles_a_SOURCES += src/pyfiles/files_report.c
libpyfiles_a_SOURCES += src/pyfiles/forms.c
libpyfiles_a_SOURCES += src/pyfiles/kind.c src/pyfiles/kind.h
libpyfiles_a_SOURCES += src/pyfiles/merged_files.h
libpyfiles_a_SOURCES += src/pyfiles/pickle.c src/pyfiles/pickle.h
libpyfiles_a_SOURCES += src/pyfiles/pickle_machine.c src/pyfiles/pickle_machine.h
libpyfiles_a_SOURCES += src/pyfiles/pickle_read.c
libpyfiles_a_SOURCES += src/pyfiles/read_pickles.c
libpyfiles_a_SOURCES += src/pyfiles/read_text.c
libpyfiles_a_SOURCES += src/pyfiles/sources.c
if HAVE_JANSSON
libpyfiles_a_SOURCES += src/pyfiles/json_walk.c src/pyfiles/json_walk.h
libpyfiles_a_SOURCES += src/pyfiles/chrome_with.c src/pyfiles/read_json.c
else
libpyfiles_a_SOURCES += src/pyfiles/jansson_null.c
endif
EXTRA_DIST += src/pyfiles/chrome_with.c src/pyfiles/jansson_null.c \
	src/pyfiles/json_walk.c src/pyfiles/json_walk.h src/pyfiles/read_json.c

unit_tests += tests/unit/pyfiles/test_pickle
tests_unit_pyfiles_test_pickle_LDADD = $(pyfiles_libs) $(LDADD)
