# src/pyfiles/local.mk - libpyfiles.la: files of other Python profilers; for tools.
noinst_LTLIBRARIES += libpyfiles.la
libpyfiles_la_CPPFLAGS = $(AM_CPPFLAGS) $(JANSSON_CPPFLAGS)
libpyfiles_la_LIBADD = $(JANSSON_LIBS) $(ZLIB_LIBS)
libpyfiles_la_SOURCES = src/pyfiles/pyfiles.c src/pyfiles/pyfiles.h
libpyfiles_la_SOURCES += src/pyfiles/chrome_with.h
libpyfiles_la_SOURCES += src/pyfiles/content.c src/pyfiles/content.h
libpyfiles_la_SOURCES += src/pyfiles/files_report.c
libpyfiles_la_SOURCES += src/pyfiles/forms.c
libpyfiles_la_SOURCES += src/pyfiles/kind.c
libpyfiles_la_SOURCES += src/pyfiles/merged_files.h
libpyfiles_la_SOURCES += src/pyfiles/pickle.c src/pyfiles/pickle.h
libpyfiles_la_SOURCES += src/pyfiles/pickle_machine.c src/pyfiles/pickle_machine.h
libpyfiles_la_SOURCES += src/pyfiles/pickle_read.c
libpyfiles_la_SOURCES += src/pyfiles/read_pickles.c
libpyfiles_la_SOURCES += src/pyfiles/read_text.c
libpyfiles_la_SOURCES += src/pyfiles/sources.c
if HAVE_JANSSON
libpyfiles_la_SOURCES += src/pyfiles/json_walk.c src/pyfiles/json_walk.h
libpyfiles_la_SOURCES += src/pyfiles/chrome_with.c src/pyfiles/read_json.c
else
libpyfiles_la_SOURCES += src/pyfiles/chrome_with_null.c
libpyfiles_la_SOURCES += src/pyfiles/read_json_null.c
endif
EXTRA_DIST += src/pyfiles/chrome_with.c src/pyfiles/chrome_with_null.c \
	src/pyfiles/json_walk.c src/pyfiles/json_walk.h \
	src/pyfiles/read_json.c src/pyfiles/read_json_null.c

unit_tests += tests/unit/pyfiles/test_pickle
tests_unit_pyfiles_test_pickle_LDADD = libpyfiles.la libpyprof.la $(LDADD)
