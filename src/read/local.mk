# src/read/local.mk - libread.la: what reads a run, for the tools.
# A test of it says: tests_unit_test_NAME_CPPFLAGS = $(read_cppflags)
#                    tests_unit_test_NAME_LDADD = $(read_libs) $(CUNIT_LIBS)

read_cppflags = $(AM_CPPFLAGS) $(OTF2_CPPFLAGS)
read_libs = libread.la libcommon.la $(OTF2_LIBS)

noinst_LTLIBRARIES += libread.la
libread_la_CPPFLAGS = $(read_cppflags)
libread_la_SOURCES = src/read/crew.h src/read/read_otf2.h
libread_la_SOURCES += src/read/archive_size.c src/read/archive_size.h
if HAVE_OTF2
unit_tests += tests/unit/read/test_apart
unit_tests += tests/unit/read/test_call_log
unit_tests += tests/unit/read/test_pending tests/unit/read/test_tally
unit_tests += tests/unit/read/test_shares
libread_la_SOURCES += $(archive_sources)
libread_la_SOURCES += src/read/apart.c src/read/apart.h
libread_la_SOURCES += src/read/attempt.c src/read/attempt.h
libread_la_SOURCES += src/read/call_log.c src/read/call_log.h
libread_la_SOURCES += src/read/otf2_calls.c src/read/otf2_calls.h
libread_la_SOURCES += src/read/otf2_messages.c
libread_la_SOURCES += src/read/otf2_names.c src/read/otf2_names.h
libread_la_SOURCES += src/read/otf2_io.c
libread_la_SOURCES += src/read/otf2_objects.c
libread_la_SOURCES += src/read/otf2_objects_log.c
libread_la_SOURCES += src/read/otf2_rma.c
libread_la_SOURCES += src/read/otf2_samples.c
libread_la_SOURCES += src/read/otf2_settle.c
libread_la_SOURCES += src/read/parcel.c src/read/parcel.h
libread_la_SOURCES += src/read/pending.c src/read/pending.h
libread_la_SOURCES += src/read/read_apart.c
libread_la_SOURCES += src/read/read_crew.c
libread_la_SOURCES += src/read/read_marks.c
libread_la_SOURCES += src/read/read_origin.c
libread_la_SOURCES += src/read/read_otf2.c
libread_la_SOURCES += src/read/read_ranks.c
libread_la_SOURCES += src/read/read_share.c
libread_la_SOURCES += src/read/read_shares.c
libread_la_SOURCES += src/read/read_together.c
libread_la_SOURCES += src/read/reading.h
libread_la_SOURCES += src/read/sample_rows.c src/read/sample_rows.h
libread_la_SOURCES += src/read/shares.c src/read/shares.h
libread_la_SOURCES += src/read/tally.c src/read/tally.h
libread_la_SOURCES += src/read/watch.c src/read/watch.h
else
libread_la_SOURCES += src/read/read_otf2_null.c
endif

tests_unit_read_test_apart_CPPFLAGS = $(read_cppflags)
tests_unit_read_test_apart_LDADD = $(read_libs) $(CUNIT_LIBS)
tests_unit_read_test_shares_CPPFLAGS = $(read_cppflags)
tests_unit_read_test_shares_LDADD = $(read_libs) $(CUNIT_LIBS)
tests_unit_read_test_pending_CPPFLAGS = $(read_cppflags)
tests_unit_read_test_pending_LDADD = $(read_libs) $(CUNIT_LIBS)
tests_unit_read_test_tally_CPPFLAGS = $(read_cppflags)
tests_unit_read_test_tally_LDADD = $(read_libs) $(CUNIT_LIBS)
tests_unit_read_test_call_log_CPPFLAGS = $(read_cppflags)
tests_unit_read_test_call_log_LDADD = $(read_libs) $(CUNIT_LIBS)
