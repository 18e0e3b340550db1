# SPDX-License-Identifier: BSD-3-Clause
# src/recover/local.mk - part of libread.a: runs that did not come to their
# end.

libread_a_SOURCES += src/recover/recover_run.c src/recover/recover_run.h
libread_a_SOURCES += src/recover/recover_call.c
libread_a_SOURCES += src/recover/recover_collect.c
libread_a_SOURCES += src/recover/recover_files.c src/recover/recover_files.h
libread_a_SOURCES += src/recover/recover_rank.c src/recover/recover_rank.h
libread_a_SOURCES += src/recover/recover_samples.c
libread_a_SOURCES += src/recover/recover_trace.h
if HAVE_OTF2
libread_a_SOURCES += src/recover/recover_events.c src/recover/recover_events.h
libread_a_SOURCES += src/recover/recover_chunks.c src/recover/recover_chunks.h
libread_a_SOURCES += src/recover/recover_locations.c
libread_a_SOURCES += src/recover/trace_recovery.h
libread_a_SOURCES += src/recover/recover_staging.c \
	src/recover/recover_staging.h
libread_a_SOURCES += src/recover/recover_trace.c
unit_tests += tests/unit/recover/test_recover_events
else
libread_a_SOURCES += src/recover/recover_trace_null.c
endif
tests_unit_recover_test_recover_events_CPPFLAGS = $(read_cppflags)
tests_unit_recover_test_recover_events_LDADD = $(read_libs) $(CUNIT_LIBS)
