# SPDX-License-Identifier: BSD-3-Clause
# tests/trace/local.mk - a made-up run, written through trace.h and read back.

trace_tests = tests/trace/written.sh tests/trace/limits.sh \
	tests/trace/broken.sh tests/trace/damaged.sh tests/trace/foreign.sh \
	tests/trace/jobs.sh tests/trace/crew.sh \
	tests/trace/crew_traces.sh \
	tests/trace/devices.sh tests/trace/windows.sh
EXTRA_DIST += $(trace_tests) tests/trace/totals.py \
	tests/trace/write_devices.py tests/trace/write_foreign.py \
	tests/trace/die_reading.c tests/trace/check_windows.py
TESTS += $(trace_tests)

if HAVE_OTF2
check_PROGRAMS += tests/trace/write_sample tests/trace/check_sample
check_PROGRAMS += tests/trace/damage tests/trace/write_mixed
check_PROGRAMS += tests/trace/write_window
endif
tests_trace_write_sample_SOURCES = tests/trace/write_sample.c \
	tests/trace/sample.c tests/trace/sample.h
tests_trace_write_sample_CPPFLAGS = $(measure_cppflags)
tests_trace_write_sample_LDADD = $(measure_libs)
tests_trace_check_sample_SOURCES = tests/trace/check_sample.c
tests_trace_check_sample_CPPFLAGS = $(read_cppflags)
tests_trace_check_sample_LDADD = $(read_libs)
tests_trace_damage_SOURCES = tests/trace/damage.c
tests_trace_damage_CPPFLAGS = $(read_cppflags)
tests_trace_damage_LDADD = $(read_libs)
by_hand = tests/trace/by_hand.c tests/trace/by_hand.h
tests_trace_write_mixed_SOURCES = tests/trace/write_mixed.c $(by_hand)
tests_trace_write_mixed_CPPFLAGS = $(AM_CPPFLAGS) $(OTF2_CPPFLAGS)
tests_trace_write_mixed_LDADD = $(OTF2_LIBS)
tests_trace_write_window_SOURCES = tests/trace/write_window.c $(by_hand)
tests_trace_write_window_CPPFLAGS = $(AM_CPPFLAGS) $(OTF2_CPPFLAGS)
tests_trace_write_window_LDADD = $(OTF2_LIBS)
