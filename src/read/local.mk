# src/read/local.mk - libread.la: what reads a run, for the tools.
# A test of it says: tests_unit_test_NAME_CPPFLAGS = $(read_cppflags)
#                    tests_unit_test_NAME_LDADD = $(read_libs) $(CUNIT_LIBS)

read_cppflags = $(AM_CPPFLAGS) $(OTF2_CPPFLAGS)
read_libs = libread.la libcommon.la $(OTF2_LIBS)

noinst_LTLIBRARIES += libread.la
libread_la_CPPFLAGS = $(read_cppflags)
libread_la_SOURCES = src/read/read_otf2.h
if HAVE_OTF2
unit_tests += tests/unit/test_pending tests/unit/test_tally
libread_la_SOURCES += src/read/otf2_calls.c src/read/otf2_calls.h
libread_la_SOURCES += src/read/otf2_messages.c
libread_la_SOURCES += src/read/otf2_names.c src/read/otf2_names.h
libread_la_SOURCES += src/read/otf2_io.c
libread_la_SOURCES += src/read/otf2_objects.c
libread_la_SOURCES += src/read/otf2_rma.c
libread_la_SOURCES += src/read/otf2_settle.c
libread_la_SOURCES += src/read/pending.c src/read/pending.h
libread_la_SOURCES += src/read/read_otf2.c
libread_la_SOURCES += src/read/tally.c src/read/tally.h
else
libread_la_SOURCES += src/read/read_otf2_null.c
endif

tests_unit_test_pending_CPPFLAGS = $(read_cppflags)
tests_unit_test_pending_LDADD = $(read_libs) $(CUNIT_LIBS)
tests_unit_test_tally_CPPFLAGS = $(read_cppflags)
tests_unit_test_tally_LDADD = $(read_libs) $(CUNIT_LIBS)
