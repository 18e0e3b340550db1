# SPDX-License-Identifier: BSD-3-Clause
# tests/fuzz/local.mk - readers of files, given damaged and hostile ones.
#
# `make check' replays the corpus of each format, tests/data/fuzz/FORMAT;
# `make fuzz' looks for more with clang's libFuzzer under ASan and UBSan:
#
#   make fuzz [FUZZ_SECONDS=60] [FUZZ_FORMATS='profile elf']
#
# A further format is tests/fuzz/FORMAT.c with a fuzz_one(), its folder of small
# files in tests/data/fuzz, its name in fuzz_formats and three lines below.

fuzz_formats = elf left notes profile pyfiles pyprof relatives settings
if HAVE_LIBDW
fuzz_formats += symbols
endif
if HAVE_OTF2
fuzz_formats += otf2
endif
fuzz_cppflags = $(read_cppflags)
fuzz_common = tests/fuzz/fuzz.c tests/fuzz/fuzz.h tests/fuzz/fuzz_main.h \
	tests/fuzz/replay.c
fuzz_everything = tests/fuzz/everything.c tests/fuzz/everything.h

check_PROGRAMS += tests/fuzz/elf tests/fuzz/left tests/fuzz/notes \
	tests/fuzz/profile tests/fuzz/pyfiles tests/fuzz/pyprof tests/fuzz/relatives tests/fuzz/settings
tests_fuzz_elf_SOURCES = tests/fuzz/elf.c $(fuzz_common) \
	tools/run/run_elf.c tools/run/run_elf.h
tests_fuzz_elf_CPPFLAGS = $(fuzz_cppflags)
tests_fuzz_elf_LDADD = $(common_libs)
tests_fuzz_left_SOURCES = tests/fuzz/left.c $(fuzz_everything) $(fuzz_common)
tests_fuzz_left_CPPFLAGS = $(fuzz_cppflags)
tests_fuzz_left_LDADD = $(read_libs)
tests_fuzz_notes_SOURCES = tests/fuzz/notes.c $(fuzz_common)
tests_fuzz_notes_CPPFLAGS = $(fuzz_cppflags)
tests_fuzz_notes_LDADD = $(common_libs)
tests_fuzz_profile_SOURCES = tests/fuzz/profile.c $(fuzz_everything) \
	$(fuzz_common)
tests_fuzz_profile_CPPFLAGS = $(fuzz_cppflags)
tests_fuzz_profile_LDADD = $(common_libs)
tests_fuzz_pyfiles_SOURCES = tests/fuzz/pyfiles.c $(fuzz_common)
tests_fuzz_pyfiles_CPPFLAGS = $(fuzz_cppflags)
tests_fuzz_pyfiles_LDADD = $(pyfiles_libs) $(common_libs)
tests_fuzz_pyprof_SOURCES = tests/fuzz/pyprof.c $(fuzz_common)
tests_fuzz_pyprof_CPPFLAGS = $(fuzz_cppflags)
tests_fuzz_pyprof_LDADD = libpyprof.a $(common_libs)
tests_fuzz_relatives_SOURCES = tests/fuzz/relatives.c $(fuzz_common) \
	src/measure/session/spawn_links.c src/measure/session/spawn_links.h
tests_fuzz_relatives_CPPFLAGS = $(fuzz_cppflags)
tests_fuzz_relatives_LDADD = $(common_libs)
tests_fuzz_settings_SOURCES = tests/fuzz/settings.c $(fuzz_common)
tests_fuzz_settings_CPPFLAGS = $(fuzz_cppflags)
tests_fuzz_settings_LDADD = $(common_libs)
if HAVE_LIBDW
check_PROGRAMS += tests/fuzz/symbols
endif
tests_fuzz_symbols_SOURCES = tests/fuzz/symbols.c $(fuzz_common)
tests_fuzz_symbols_CPPFLAGS = $(fuzz_cppflags)
tests_fuzz_symbols_LDADD = $(common_libs)
if HAVE_OTF2
check_PROGRAMS += tests/fuzz/otf2
endif
tests_fuzz_otf2_SOURCES = tests/fuzz/otf2.c tests/fuzz/files.c \
	tests/fuzz/files.h $(fuzz_everything) $(fuzz_common)
tests_fuzz_otf2_CPPFLAGS = $(fuzz_cppflags)
tests_fuzz_otf2_LDADD = libreplay.a $(read_libs)

TESTS += tests/fuzz/corpus.sh
AM_TESTS_ENVIRONMENT += export FUZZ_KNOWN_FORMATS='$(fuzz_formats)';
EXTRA_DIST += tests/fuzz/corpus.sh tests/fuzz/run tests/fuzz/frames.py \
	tests/fuzz/libfuzzer.c tests/fuzz/pyprof.dict tests/fuzz/settings.dict \
	tests/fuzz/squeeze_left.py tests/data/fuzz

# ---- make fuzz: the same sources once more, by clang, below fuzz/ ----

FUZZ_SECONDS = 60
FUZZ_CFLAGS = -O1 -g
FUZZ_FORMATS = $(fuzz_formats)
fuzz_flags = -std=gnu11 $(FUZZ_CFLAGS) -fno-omit-frame-pointer \
	-fsanitize=address,undefined -fno-sanitize-recover=undefined
fuzz_of_all = $(libcommon_a_SOURCES) $(nodist_libcommon_a_SOURCES) \
	$(libread_a_SOURCES) $(libreplay_a_SOURCES) $(libpyprof_a_SOURCES) $(libpyfiles_a_SOURCES) $(tests_fuzz_elf_SOURCES) \
	$(tests_fuzz_relatives_SOURCES) $(tests_fuzz_otf2_SOURCES)
fuzz_sources = $(sort $(filter-out tests/fuzz/replay.c \
	$(fuzz_formats:%=tests/fuzz/%.c),$(filter %.c,$(fuzz_of_all))))
fuzz_objects = $(fuzz_sources:%.c=fuzz/%.o) fuzz/tests/fuzz/libfuzzer.o

fuzz/%.o: %.c
	$(AM_V_CC)$(MKDIR_P) $(@D) && $(FUZZ_CC) $(DEFS) $(DEFAULT_INCLUDES) \
	$(fuzz_cppflags) $(LIBDW_CPPFLAGS) $(JANSSON_CPPFLAGS) $(CPPFLAGS) $(fuzz_flags) \
	-fsanitize=fuzzer-no-link -MMD -c -o $@ $<

$(fuzz_formats:%=fuzz/%): fuzz/%: fuzz/tests/fuzz/%.o $(fuzz_objects)
	$(AM_V_CCLD)$(FUZZ_CC) $(fuzz_flags) -fsanitize=fuzzer -o $@ $^ \
	$(LDFLAGS) $(OTF2_LIBS) $(JANSSON_LIBS) $(ZLIB_LIBS) $(UTF8PROC_LIBS) $(LIBDW_LIBS) $(LIBS)

if HAVE_LIBFUZZER
fuzz: $(BUILT_SOURCES) $(FUZZ_FORMATS:%=fuzz/%)
	@$(AM_TESTS_ENVIRONMENT) FUZZ_SECONDS='$(FUZZ_SECONDS)' \
	$(top_srcdir)/tests/fuzz/run $(FUZZ_FORMATS)
else
fuzz:
	@echo 'make fuzz: configure found no clang with libFuzzer; on Debian' \
	'install clang and libclang-rt-dev, then configure again' >&2; exit 1
endif

.PHONY: fuzz
-include $(fuzz_objects:.o=.d) $(fuzz_formats:%=fuzz/tests/fuzz/%.d)
