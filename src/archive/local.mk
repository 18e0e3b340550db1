# SPDX-License-Identifier: BSD-3-Clause
# src/archive/local.mk - the definitions of an archive: part of libmeasure.a
# and of libread.a, where there is OTF2; and libread.a, what reads a trace,
# for the tools.
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
read_libs = libread.a $(common_libs) $(OTF2_LIBS)

noinst_LIBRARIES += libread.a
libread_a_CPPFLAGS = $(read_cppflags)
libread_a_SOURCES = \
	src/archive/events/call_log.c src/archive/events/call_log.h \
	src/archive/events/device_events.c \
	src/archive/events/device_events.h \
	src/archive/events/events.c src/archive/events/events.h \
	src/archive/events/events_io.c \
	src/archive/events/events_messages.c \
	src/archive/events/events_rma.c \
	src/archive/events/events_samples.c \
	src/archive/events/events_state.h \
	src/archive/events/missing_data.c \
	src/archive/events/names.c src/archive/events/names.h \
	src/archive/events/names_objects.c \
	src/archive/events/names_settle.c \
	src/archive/events/names_streams.c \
	src/archive/events/object_log.c \
	src/archive/events/pending.c src/archive/events/pending.h \
	src/archive/events/poll_log.c src/archive/events/poll_log.h \
	src/archive/events/read_origin.c \
	src/archive/events/read_progress.c src/archive/events/read_progress.h \
	src/archive/events/read_ranks.c \
	src/archive/events/reading.h \
	src/archive/events/tally.c src/archive/events/tally.h \
	src/archive/events/trace_source.h \
	src/archive/events/unused.h
libread_a_SOURCES += \
	src/archive/workers/definition_delta.c \
	src/archive/workers/definition_delta.h \
	src/archive/workers/divide_ranks.c src/archive/workers/divide_ranks.h \
	src/archive/workers/fork_workers.c src/archive/workers/fork_workers.h \
	src/archive/workers/merge_results.c \
	src/archive/workers/process_group.h \
	src/archive/workers/rank_packet.c src/archive/workers/rank_packet.h \
	src/archive/workers/read_group.c \
	src/archive/workers/read_own_ranks.c \
	src/archive/workers/read_retry.c src/archive/workers/read_retry.h \
	src/archive/workers/read_subprocess.c \
	src/archive/workers/read_trace.c src/archive/workers/read_trace.h \
	src/archive/workers/read_workers.h \
	src/archive/workers/trace_sources.c src/archive/workers/trace_sources.h
libread_a_SOURCES += \
	src/archive/reader/archive_size.c src/archive/reader/archive_size.h \
	src/archive/reader/otf2_source.h
if HAVE_OTF2
libread_a_SOURCES += $(archive_sources)
libread_a_SOURCES += \
	src/archive/reader/otf2_devices.c \
	src/archive/reader/otf2_events.c src/archive/reader/otf2_events.h \
	src/archive/reader/otf2_io.c \
	src/archive/reader/otf2_messages.c \
	src/archive/reader/otf2_names.c src/archive/reader/otf2_names.h \
	src/archive/reader/otf2_rma.c \
	src/archive/reader/otf2_samples.c \
	src/archive/reader/otf2_unused.c \
	src/archive/reader/otf2_source.c
else
libread_a_SOURCES += src/archive/reader/otf2_source_null.c
endif

unit_tests += tests/unit/archive/test_call_log
unit_tests += tests/unit/archive/test_events
unit_tests += tests/unit/archive/test_definition_delta
unit_tests += tests/unit/archive/test_pending tests/unit/archive/test_tally
unit_tests += tests/unit/archive/test_divide_ranks
unit_tests += tests/unit/archive/test_device_events
tests_unit_archive_test_device_events_CPPFLAGS = $(read_cppflags)
tests_unit_archive_test_device_events_LDADD = libreplay.a $(read_libs) $(CUNIT_LIBS)
tests_unit_archive_test_events_CPPFLAGS = $(read_cppflags)
tests_unit_archive_test_events_LDADD = libreplay.a $(read_libs) $(CUNIT_LIBS)
tests_unit_archive_test_divide_ranks_CPPFLAGS = $(read_cppflags)
tests_unit_archive_test_divide_ranks_LDADD = $(read_libs) $(CUNIT_LIBS)
tests_unit_archive_test_pending_CPPFLAGS = $(read_cppflags)
tests_unit_archive_test_pending_LDADD = $(read_libs) $(CUNIT_LIBS)
tests_unit_archive_test_tally_CPPFLAGS = $(read_cppflags)
tests_unit_archive_test_tally_LDADD = $(read_libs) $(CUNIT_LIBS)
tests_unit_archive_test_call_log_CPPFLAGS = $(read_cppflags)
tests_unit_archive_test_call_log_LDADD = $(read_libs) $(CUNIT_LIBS)
tests_unit_archive_test_definition_delta_CPPFLAGS = $(read_cppflags)
tests_unit_archive_test_definition_delta_LDADD = $(read_libs) $(CUNIT_LIBS)
