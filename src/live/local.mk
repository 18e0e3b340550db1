# SPDX-License-Identifier: BSD-3-Clause
# src/live/local.mk - part of libcommon.a: what outlives a rank that is killed.

libcommon_a_SOURCES += src/live/process_mark.c src/live/process_mark.h
libcommon_a_SOURCES += src/live/persist.c src/live/persist.h
libcommon_a_SOURCES += src/live/persist_copy.c src/live/persist_own.h
libcommon_a_SOURCES += src/live/persist_lost.c
unit_tests += tests/unit/live/test_persist
unit_tests += tests/unit/live/test_persist_copy
libcommon_a_SOURCES += src/live/journal.c src/live/journal.h
libcommon_a_SOURCES += src/live/persist_call.h src/live/persist_chunk.h \
	src/live/persist_file.h src/live/persist_samples.h \
	src/live/persist_thread.h
libcommon_a_SOURCES += src/live/rank_collect.c src/live/rank_collect.h
libcommon_a_SOURCES += src/live/regions.c src/live/regions.h
unit_tests += tests/unit/live/test_journal
unit_tests += tests/unit/live/test_regions
