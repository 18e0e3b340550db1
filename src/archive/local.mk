# src/archive/local.mk - the definitions of an archive: part of libmeasure.la
# and
# of libread.la, where there is OTF2; and libread.la, what reads a run, for the
# tools.
# A test of it says: tests_unit_archive_test_NAME_CPPFLAGS = $(read_cppflags)
#                    tests_unit_archive_test_NAME_LDADD = $(read_libs)
# $(CUNIT_LIBS)

archive_sources = \
	src/archive/definitions/archive.h \
	src/archive/definitions/archive_definitions.c \
	src/archive/definitions/archive_names.c src/archive/definitions/archive_names.h \
	src/archive/definitions/archive_notes.c \
	src/archive/definitions/archive_objects.c \
	src/archive/definitions/archive_paths.c \
	src/archive/definitions/archive_samples.c \
	src/archive/definitions/archive_tables.c

read_cppflags = $(AM_CPPFLAGS) $(OTF2_CPPFLAGS)
read_libs = libread.la libcommon.la $(OTF2_LIBS)

noinst_LTLIBRARIES += libread.la
libread_la_CPPFLAGS = $(read_cppflags)
libread_la_SOURCES = src/archive/workers/process_group.h \
	src/archive/workers/read_trace.h
libread_la_SOURCES += src/archive/reader/archive_size.c \
	src/archive/reader/archive_size.h
if HAVE_OTF2
unit_tests += tests/unit/archive/test_call_log
unit_tests += tests/unit/archive/test_definition_delta
unit_tests += tests/unit/archive/test_pending tests/unit/archive/test_tally
unit_tests += tests/unit/archive/test_shares
libread_la_SOURCES += $(archive_sources)
libread_la_SOURCES += src/archive/workers/read_retry.c \
	src/archive/workers/read_retry.h
libread_la_SOURCES += src/archive/events/call_log.c \
	src/archive/events/call_log.h
libread_la_SOURCES += src/archive/events/events.c \
	src/archive/events/events_state.h
libread_la_SOURCES += src/archive/events/messages.c
libread_la_SOURCES += src/archive/reader/otf2_names.c \
	src/archive/events/names.h
libread_la_SOURCES += src/archive/events/io.c
libread_la_SOURCES += src/archive/reader/otf2_objects.c
libread_la_SOURCES += src/archive/events/object_log.c
libread_la_SOURCES += src/archive/events/rma.c
libread_la_SOURCES += src/archive/reader/otf2_samples.c
libread_la_SOURCES += src/archive/events/names_settle.c
libread_la_SOURCES += src/archive/workers/rank_packet.c \
	src/archive/workers/rank_packet.h
libread_la_SOURCES += src/archive/events/pending.c src/archive/events/pending.h
libread_la_SOURCES += src/archive/workers/read_subprocess.c
libread_la_SOURCES += src/archive/workers/read_group.c
libread_la_SOURCES += src/archive/events/read_marks.c
libread_la_SOURCES += src/archive/events/read_origin.c
libread_la_SOURCES += src/archive/workers/read_trace.c
libread_la_SOURCES += src/archive/events/read_ranks.c
libread_la_SOURCES += src/archive/workers/read_share.c
libread_la_SOURCES += src/archive/workers/read_shares.c
libread_la_SOURCES += src/archive/workers/read_together.c
libread_la_SOURCES += src/archive/events/reading.h
libread_la_SOURCES += src/archive/events/sample_rows.c \
	src/archive/events/sample_rows.h
libread_la_SOURCES += src/archive/workers/definition_delta.c \
	src/archive/workers/definition_delta.h
libread_la_SOURCES += src/archive/workers/shares.c src/archive/workers/shares.h
libread_la_SOURCES += src/archive/events/tally.c src/archive/events/tally.h
libread_la_SOURCES += src/archive/events/read_progress.c \
	src/archive/events/read_progress.h
else
libread_la_SOURCES += src/archive/reader/read_otf2_null.c
libread_la_SOURCES += src/archive/workers/read_group_null.c
endif

tests_unit_archive_test_shares_CPPFLAGS = $(read_cppflags)
tests_unit_archive_test_shares_LDADD = $(read_libs) $(CUNIT_LIBS)
tests_unit_archive_test_pending_CPPFLAGS = $(read_cppflags)
tests_unit_archive_test_pending_LDADD = $(read_libs) $(CUNIT_LIBS)
tests_unit_archive_test_tally_CPPFLAGS = $(read_cppflags)
tests_unit_archive_test_tally_LDADD = $(read_libs) $(CUNIT_LIBS)
tests_unit_archive_test_call_log_CPPFLAGS = $(read_cppflags)
tests_unit_archive_test_call_log_LDADD = $(read_libs) $(CUNIT_LIBS)
tests_unit_archive_test_definition_delta_CPPFLAGS = $(read_cppflags)
tests_unit_archive_test_definition_delta_LDADD = $(read_libs) $(CUNIT_LIBS)
