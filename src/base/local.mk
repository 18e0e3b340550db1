# SPDX-License-Identifier: BSD-3-Clause
# src/base/local.mk - part of libcommon.a, which is also set up here.

noinst_LIBRARIES += libcommon.a
libcommon_a_CPPFLAGS = $(AM_CPPFLAGS) $(LIBDW_CPPFLAGS)
common_libs = libcommon.a $(ZLIB_LIBS) $(UTF8PROC_LIBS) $(LIBDW_LIBS)
libcommon_a_SOURCES =
nodist_libcommon_a_SOURCES =

libcommon_a_SOURCES += src/base/start_directory.c \
	src/base/start_directory.h
libcommon_a_SOURCES += src/base/rank_stats.c src/base/rank_stats.h
libcommon_a_SOURCES += src/base/text/affix.h
libcommon_a_SOURCES += src/base/progress.h
libcommon_a_SOURCES += src/base/progress_line.c src/base/progress_line.h
unit_tests += tests/unit/base/test_progress_line
libcommon_a_SOURCES += src/base/array_room.h
libcommon_a_SOURCES += src/base/bytes.c src/base/bytes.h
libcommon_a_SOURCES += src/base/cancel.c src/base/cancel.h
libcommon_a_SOURCES += src/base/file_at.c src/base/file_at.h
libcommon_a_SOURCES += src/base/flavours.c src/base/flavours.h
libcommon_a_SOURCES += src/base/hash.h
libcommon_a_SOURCES += src/base/order.h
libcommon_a_SOURCES += src/base/own_use.c src/base/own_use.h
libcommon_a_SOURCES += src/base/map.c src/base/map.h
libcommon_a_SOURCES += src/base/text/human.c src/base/text/human.h
libcommon_a_SOURCES += src/base/text/json.c src/base/text/json.h \
	src/base/text/numbers.c src/base/text/numbers.h
libcommon_a_SOURCES += src/base/text/utf8.c src/base/text/utf8.h
libcommon_a_SOURCES += src/base/log.c src/base/log.h
libcommon_a_SOURCES += src/base/ranklist.c src/base/ranklist.h
libcommon_a_SOURCES += src/base/text/escape.c src/base/text/escape.h
libcommon_a_SOURCES += src/base/text/shell_word.c src/base/text/shell_word.h
libcommon_a_SOURCES += src/base/status.h
libcommon_a_SOURCES += src/base/pages.c src/base/pages.h
libcommon_a_SOURCES += src/base/text/strbuf.c src/base/text/strbuf.h
libcommon_a_SOURCES += src/base/subprocess.c src/base/subprocess.h
libcommon_a_SOURCES += src/base/temporary.c src/base/temporary.h
libcommon_a_SOURCES += src/base/saturate.h
libcommon_a_SOURCES += src/base/text/fuzzy_match.c src/base/text/fuzzy_match.h

# What differs between MPIs, of all of them and of the one of this build.
nodist_libcommon_a_SOURCES += gen/flavour_table.c
flavour_files = share/flavours/flavours.tsv share/flavours/flavours.py
EXTRA_DIST += $(flavour_files) share/flavours/flavours.sh
BUILT_SOURCES += gen/this_mpi.h
gen/this_mpi.h: $(flavour_files)
	@$(MKDIR_P) gen
	$(AM_V_GEN)$(PYTHON) $(top_srcdir)/share/flavours/flavours.py \
		$(MPI_FLAVOUR) gen
gen/flavour_table.c: gen/this_mpi.h
	@test -f $@ || { rm -f gen/this_mpi.h; \
	    $(MAKE) $(AM_MAKEFLAGS) gen/this_mpi.h; }

unit_tests += tests/unit/base/test_affix tests/unit/base/test_array_room tests/unit/base/test_numbers
unit_tests += tests/unit/base/test_flavours
unit_tests += tests/unit/base/test_rank_stats
unit_tests += tests/unit/base/test_cancel
unit_tests += tests/unit/base/test_bytes
unit_tests += tests/unit/base/test_human
unit_tests += tests/unit/base/test_map
unit_tests += tests/unit/base/test_json
unit_tests += tests/unit/base/test_utf8
unit_tests += tests/unit/base/test_log
unit_tests += tests/unit/base/test_ranklist
unit_tests += tests/unit/base/test_escape
unit_tests += tests/unit/base/test_shell_word
unit_tests += tests/unit/base/test_own_use
unit_tests += tests/unit/base/test_strbuf
unit_tests += tests/unit/base/test_subprocess
unit_tests += tests/unit/base/test_fuzzy_match
