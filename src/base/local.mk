# src/base/local.mk - part of libcommon.la, which is also set up here.
# A line per module, and its test below it.

noinst_LTLIBRARIES += libcommon.la
libcommon_la_CPPFLAGS = $(AM_CPPFLAGS) $(LIBDW_CPPFLAGS)
libcommon_la_LIBADD = $(ZLIB_LIBS) $(LIBDW_LIBS)
libcommon_la_SOURCES =
nodist_libcommon_la_SOURCES =

# libcommon_la_SOURCES += src/base/log.c src/base/log.h
# unit_tests += tests/unit/test_log
# (tests/unit/test_log.c: #include "unit.h", the tests, and at its end
#  UNIT_MAIN("log", first_thing_proven, second_thing_proven) )
