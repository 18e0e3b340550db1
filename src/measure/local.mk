# SPDX-License-Identifier: BSD-3-Clause
# src/measure/local.mk - libmeasure.a, and of it libmpiprof-core.la, which
# libmpiprof.so opens at the first use of MPI.
# A test of a module says:
#     tests_unit_test_NAME_CPPFLAGS = $(measure_cppflags)
#     tests_unit_test_NAME_LDADD = $(measure_libs) $(CUNIT_LIBS)

measure_cppflags = $(AM_CPPFLAGS) $(MPI_CPPFLAGS) $(OTF2_CPPFLAGS) \
	$(PAPI_CPPFLAGS) $(LIBUNWIND_CPPFLAGS)
measure_libs = libmeasure.a $(common_libs) $(OTF2_LIBS) $(PAPI_LIBS) \
	$(LIBUNWIND_GENERIC_LIBS) $(LIBUNWIND_LIBS) $(MPI_LIBS)

noinst_LIBRARIES += libmeasure.a
libmeasure_a_CPPFLAGS = $(measure_cppflags)
libmeasure_a_SOURCES = src/measure/record/hook.h

mpiproflib_LTLIBRARIES += libmpiprof-core.la
libmpiprof_core_la_SOURCES = src/measure/session/session.c \
	src/measure/session/session.h
libmpiprof_core_la_CPPFLAGS = $(measure_cppflags)
libmpiprof_core_la_LIBADD = $(measure_libs)
libmpiprof_core_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version \
	-Wl,--version-script=$(top_srcdir)/src/measure/core.map $(NO_UNDEFINED)
EXTRA_libmpiprof_core_la_DEPENDENCIES = src/measure/core.map
EXTRA_DIST += src/measure/core.map

# A line per module.
libmeasure_a_SOURCES += src/measure/clock/clock.c src/measure/clock/clock.h
libmeasure_a_SOURCES += src/measure/clock/sync.c src/measure/clock/sync.h

libmeasure_a_SOURCES += src/measure/track/comms.c src/measure/track/comms.h
libmeasure_a_SOURCES += src/measure/track/datatypes.c \
	src/measure/track/datatypes.h
libmeasure_a_SOURCES += src/measure/track/epoch.c src/measure/track/epoch.h
libmeasure_a_SOURCES += src/measure/track/files.c src/measure/track/files.h
libmeasure_a_SOURCES += src/measure/track/handles.c \
	src/measure/track/handles.h
libmeasure_a_SOURCES += src/measure/track/messages.c \
	src/measure/track/messages.h
libmeasure_a_SOURCES += src/measure/track/requests.c \
	src/measure/track/requests.h
libmeasure_a_SOURCES += src/measure/track/windows.c \
	src/measure/track/windows.h

libmeasure_a_SOURCES += src/measure/record/paths/call_path.c \
	src/measure/record/paths/call_path.h src/measure/record/paths/path_walk.c \
	src/measure/record/paths/path_walk.h
libmeasure_a_SOURCES += src/measure/record/collective_bytes.c \
	src/measure/record/collective_bytes.h
libmeasure_a_SOURCES += src/measure/callsite/function_symbols.c \
	src/measure/callsite/function_symbols.h
libmeasure_a_SOURCES += src/measure/record/event_costs.c \
	src/measure/record/event_costs.h
libmeasure_a_SOURCES += src/measure/record/record_functions.c \
	src/measure/record/record_functions.h
libmeasure_a_SOURCES += src/measure/record/paths/thread_stack.c \
	src/measure/record/paths/thread_stack.h
libmeasure_a_SOURCES += src/measure/record/paths/paths.c src/measure/record/paths/paths.h
libmeasure_a_SOURCES += src/measure/record/samples/python_calls.c \
	src/measure/record/samples/python_calls.h
libmeasure_a_SOURCES += src/measure/record/ops.c
libmeasure_a_SOURCES += src/measure/record/record.c
libmeasure_a_SOURCES += src/measure/record/record_collective.c
libmeasure_a_SOURCES += src/measure/record/record_comm.c
libmeasure_a_SOURCES += src/measure/record/record_completion.c
libmeasure_a_SOURCES += src/measure/record/record_hooks.h
libmeasure_a_SOURCES += src/measure/record/record_io.c
libmeasure_a_SOURCES += src/measure/record/record_io_trace.c \
	src/measure/record/record_io_trace.h
libmeasure_a_SOURCES += src/measure/record/record_left.c \
	src/measure/record/record_left.h
libmeasure_a_SOURCES += src/measure/record/record_p2p.c
libmeasure_a_SOURCES += src/measure/record/record_region.c \
	src/measure/record/record_region.h
libmeasure_a_SOURCES += src/measure/record/record_resources.c \
	src/measure/record/record_resources.h
libmeasure_a_SOURCES += src/measure/record/record_rma.c
libmeasure_a_SOURCES += src/measure/record/samples/record_samples.c \
	src/measure/record/samples/record_samples.h
libmeasure_a_SOURCES += src/measure/record/retired.c \
	src/measure/record/retired.h
libmeasure_a_SOURCES += src/measure/record/samples/sample_events.c \
	src/measure/record/samples/sample_events.h
libmeasure_a_SOURCES += src/measure/record/samples/sample_merge.c \
	src/measure/record/samples/sample_merge.h
libmeasure_a_SOURCES += src/measure/record/record_rma_trace.c \
	src/measure/record/record_rma_trace.h
libmeasure_a_SOURCES += src/measure/record/rows.c src/measure/record/rows.h
libmeasure_a_SOURCES += src/measure/record/paths/stacks.c \
	src/measure/record/paths/stacks.h
libmeasure_a_SOURCES += src/measure/record/thread.h
libmeasure_a_SOURCES += src/measure/record/thread_life.c \
	src/measure/record/thread_life.h
libmeasure_a_SOURCES += src/measure/record/charge.h
libmeasure_a_SOURCES += src/measure/record/received.h
libmeasure_a_SOURCES += src/measure/record/recorder.h

libmeasure_a_SOURCES += src/measure/comm/exchange.c \
	src/measure/comm/exchange.h
libmeasure_a_SOURCES += src/measure/reduce/profile_writer.c \
	src/measure/reduce/profile_writer.h
libmeasure_a_SOURCES += src/measure/reduce/unify.c src/measure/reduce/unify.h

libmeasure_a_SOURCES += src/measure/callsite/modules.c \
	src/measure/callsite/modules.h
libmeasure_a_SOURCES += src/measure/callsite/python.c \
	src/measure/callsite/python.h
libmeasure_a_SOURCES += src/measure/callsite/python_frames.c \
	src/measure/callsite/python_frames.h
libmeasure_a_SOURCES += src/measure/callsite/python_layout.c \
	src/measure/callsite/python_layout.h
libmeasure_a_SOURCES += src/measure/callsite/python_lines.c \
	src/measure/callsite/python_lines.h
libmeasure_a_SOURCES += src/measure/callsite/walk.h
if HAVE_LIBUNWIND
libmeasure_a_SOURCES += src/measure/callsite/walk_libunwind.c
else
libmeasure_a_SOURCES += src/measure/callsite/walk_null.c
endif

libmeasure_a_SOURCES += src/measure/sample/registers.c \
	src/measure/sample/registers.h
libmeasure_a_SOURCES += src/measure/sample/ring_perf.c
libmeasure_a_SOURCES += src/measure/sample/sampler_internal.h
libmeasure_a_SOURCES += src/measure/sample/sampler.c \
	src/measure/sample/sampler.h
libmeasure_a_SOURCES += src/measure/sample/store.c
libmeasure_a_SOURCES += src/measure/sample/readable.c
libmeasure_a_SOURCES += src/measure/sample/ticks.c
if HAVE_LIBUNWIND_GENERIC
libmeasure_a_SOURCES += src/measure/sample/unwind_libunwind.c
else
libmeasure_a_SOURCES += src/measure/sample/unwind_null.c
endif

libmeasure_a_SOURCES += src/measure/resources/powercap.c \
	src/measure/resources/powercap.h
libmeasure_a_SOURCES += src/measure/resources/usage.c \
	src/measure/resources/usage.h

libmeasure_a_SOURCES += src/measure/counters/counters.c \
	src/measure/counters/counters.h src/measure/counters/energy.h \
	src/measure/counters/perf.c src/measure/counters/source.h
unit_tests += tests/unit/measure/test_counters
if HAVE_PAPI
libmeasure_a_SOURCES += src/measure/counters/papi.c \
	src/measure/counters/papi.h src/measure/counters/energy_papi.c
unit_tests += tests/unit/measure/test_energy
else
libmeasure_a_SOURCES += src/measure/counters/papi_null.c \
	src/measure/counters/energy_null.c
endif

libmeasure_a_SOURCES += src/measure/crash/signals.c \
	src/measure/crash/signals.h

libmeasure_a_SOURCES += src/measure/trace/trace.h
libmeasure_a_SOURCES += src/measure/trace/trace_internal.h
libmeasure_a_SOURCES += src/measure/trace/trace_io.h
libmeasure_a_SOURCES += src/measure/trace/trace_rma.h
if HAVE_OTF2
libmeasure_a_SOURCES += $(archive_sources)
libmeasure_a_SOURCES += src/measure/trace/trace_collectives.c
libmeasure_a_SOURCES += src/measure/trace/trace_events.c
libmeasure_a_SOURCES += src/measure/trace/trace_pick.c
libmeasure_a_SOURCES += src/measure/trace/trace_left_out.c
libmeasure_a_SOURCES += src/measure/trace/trace_io.c
libmeasure_a_SOURCES += src/measure/trace/trace_locals.c
libmeasure_a_SOURCES += src/measure/trace/trace_memory.c
libmeasure_a_SOURCES += src/measure/trace/trace_messages.c
libmeasure_a_SOURCES += src/measure/trace/trace_otf2.c
libmeasure_a_SOURCES += src/measure/trace/trace_close.c
libmeasure_a_SOURCES += src/measure/trace/trace_remove.c
libmeasure_a_SOURCES += src/measure/trace/trace_rma.c
libmeasure_a_SOURCES += src/measure/trace/trace_room.c
else
libmeasure_a_SOURCES += src/measure/trace/otf2_null.c
endif

libmeasure_a_SOURCES += src/measure/session/collect.c
libmeasure_a_SOURCES += src/measure/session/cpu_name.c \
	src/measure/session/cpu_name.h
libmeasure_a_SOURCES += src/measure/session/environment.c
libmeasure_a_SOURCES += src/measure/session/output.c \
	src/measure/session/output.h
libmeasure_a_SOURCES += src/measure/session/process_facts.c \
	src/measure/session/process_facts.h
libmeasure_a_SOURCES += src/measure/session/session_describe.c
libmeasure_a_SOURCES += src/measure/session/session_end.c \
	src/measure/session/session_trace.c \
	src/measure/session/session_share.c \
	src/measure/session/session_ending.h src/measure/session/session_state.h
libmeasure_a_SOURCES += src/measure/session/session_snapshot.c \
	src/measure/session/session_snapshot.h
libmeasure_a_SOURCES += src/measure/session/session_keep.c \
	src/measure/session/session_keep.h
libmeasure_a_SOURCES += src/measure/session/spawn_links.c \
	src/measure/session/spawn_links.h src/measure/session/session_meet.c \
	src/measure/session/session_spawn.c \
	src/measure/session/session_unfinished.c
libmeasure_a_SOURCES += src/measure/session/summary.c

# Tests that need the library of measure; none of them starts MPI.
unit_tests += tests/unit/measure/test_clock
unit_tests += tests/unit/measure/test_cpu_name
unit_tests += tests/unit/measure/test_epoch
unit_tests += tests/unit/measure/test_handles
unit_tests += tests/unit/measure/test_output
unit_tests += tests/unit/measure/test_powercap
unit_tests += tests/unit/measure/test_spawn_links
unit_tests += tests/unit/measure/test_paths
unit_tests += tests/unit/measure/test_requests
unit_tests += tests/unit/measure/test_call_path
unit_tests += tests/unit/measure/test_rows
unit_tests += tests/unit/measure/test_python_frames
unit_tests += tests/unit/measure/test_sampler
unit_tests += tests/unit/measure/test_stacks
unit_tests += tests/unit/measure/test_thread_stack
unit_tests += tests/unit/measure/test_windows_files
tests_unit_measure_test_clock_CPPFLAGS = $(measure_cppflags)
tests_unit_measure_test_clock_LDADD = $(measure_libs) $(CUNIT_LIBS)
tests_unit_measure_test_counters_CPPFLAGS = $(measure_cppflags)
tests_unit_measure_test_counters_LDADD = $(measure_libs) $(CUNIT_LIBS)
tests_unit_measure_test_energy_CPPFLAGS = $(measure_cppflags)
tests_unit_measure_test_energy_LDADD = $(measure_libs) $(CUNIT_LIBS)
tests_unit_measure_test_cpu_name_CPPFLAGS = $(measure_cppflags)
tests_unit_measure_test_cpu_name_LDADD = $(measure_libs) $(CUNIT_LIBS)
tests_unit_measure_test_epoch_CPPFLAGS = $(measure_cppflags)
tests_unit_measure_test_epoch_LDADD = $(measure_libs) $(CUNIT_LIBS)
tests_unit_measure_test_handles_CPPFLAGS = $(measure_cppflags)
tests_unit_measure_test_handles_LDADD = $(measure_libs) $(CUNIT_LIBS)
tests_unit_measure_test_output_CPPFLAGS = $(measure_cppflags)
tests_unit_measure_test_output_LDADD = $(measure_libs) $(CUNIT_LIBS)
tests_unit_measure_test_paths_CPPFLAGS = $(measure_cppflags)
tests_unit_measure_test_paths_LDADD = $(measure_libs) $(CUNIT_LIBS)
tests_unit_measure_test_powercap_CPPFLAGS = $(measure_cppflags)
tests_unit_measure_test_powercap_LDADD = $(measure_libs) $(CUNIT_LIBS)
tests_unit_measure_test_requests_CPPFLAGS = $(measure_cppflags)
tests_unit_measure_test_requests_LDADD = $(measure_libs) $(CUNIT_LIBS)
tests_unit_measure_test_call_path_CPPFLAGS = $(measure_cppflags)
tests_unit_measure_test_call_path_LDADD = $(measure_libs) $(CUNIT_LIBS)
tests_unit_measure_test_rows_CPPFLAGS = $(measure_cppflags)
tests_unit_measure_test_rows_LDADD = $(measure_libs) $(CUNIT_LIBS)
tests_unit_measure_test_python_frames_CPPFLAGS = $(measure_cppflags)
tests_unit_measure_test_python_frames_LDADD = $(measure_libs) $(CUNIT_LIBS)
tests_unit_measure_test_sampler_CPPFLAGS = $(measure_cppflags)
tests_unit_measure_test_sampler_LDADD = $(measure_libs) $(CUNIT_LIBS)
tests_unit_measure_test_stacks_CPPFLAGS = $(measure_cppflags)
tests_unit_measure_test_stacks_LDADD = $(measure_libs) $(CUNIT_LIBS)
tests_unit_measure_test_thread_stack_CPPFLAGS = $(measure_cppflags)
tests_unit_measure_test_thread_stack_LDADD = $(measure_libs) $(CUNIT_LIBS)
tests_unit_measure_test_windows_files_CPPFLAGS = $(measure_cppflags)
tests_unit_measure_test_windows_files_LDADD = $(measure_libs) $(CUNIT_LIBS)
tests_unit_measure_test_spawn_links_SOURCES = \
	tests/unit/measure/test_spawn_links.c \
	src/measure/session/spawn_links.c src/measure/session/spawn_links.h

# The recording core by a scripted clock, and kernel: see
# tests/unit/scripted_core.h.
scripted_core = tests/unit/scripted_clock.c tests/unit/scripted_clock.h \
	tests/unit/scripted_core.c tests/unit/scripted_core.h
scripted_kernel = tests/unit/scripted_kernel.c tests/unit/scripted_kernel.h
scripted_cppflags = $(measure_cppflags) -I$(top_srcdir)/tests/golden
scripted_libs = $(measure_libs) $(CUNIT_LIBS)
unit_tests += tests/unit/measure/test_scripted_times
tests_unit_measure_test_scripted_times_SOURCES = \
	tests/unit/measure/test_scripted_times.c $(scripted_core)
tests_unit_measure_test_scripted_times_CPPFLAGS = $(scripted_cppflags)
tests_unit_measure_test_scripted_times_LDADD = $(scripted_libs)
unit_tests += tests/unit/measure/test_clock_sync
tests_unit_measure_test_clock_sync_SOURCES = \
	tests/unit/measure/test_clock_sync.c tests/unit/scripted_clock.c \
	tests/unit/scripted_clock.h
tests_unit_measure_test_clock_sync_CPPFLAGS = $(scripted_cppflags)
tests_unit_measure_test_clock_sync_LDADD = $(scripted_libs)

unit_tests += tests/unit/measure/test_scripted_regions
tests_unit_measure_test_scripted_regions_SOURCES = \
	tests/unit/measure/test_scripted_regions.c $(scripted_core)
tests_unit_measure_test_scripted_regions_CPPFLAGS = $(scripted_cppflags)
tests_unit_measure_test_scripted_regions_LDADD = $(scripted_libs)
unit_tests += tests/unit/measure/test_scripted_costs
tests_unit_measure_test_scripted_costs_SOURCES = \
	tests/unit/measure/test_scripted_costs.c $(scripted_core) $(scripted_kernel)
tests_unit_measure_test_scripted_costs_CPPFLAGS = $(scripted_cppflags)
tests_unit_measure_test_scripted_costs_LDADD = $(scripted_libs)
if HAVE_OTF2
unit_tests += tests/unit/measure/test_scripted_trace
endif
tests_unit_measure_test_scripted_trace_SOURCES = \
	tests/unit/measure/test_scripted_trace.c $(scripted_core)
tests_unit_measure_test_scripted_trace_CPPFLAGS = $(scripted_cppflags)
tests_unit_measure_test_scripted_trace_LDADD = $(scripted_libs)
unit_tests += tests/unit/measure/test_scripted_samples
tests_unit_measure_test_scripted_samples_SOURCES = \
	tests/unit/measure/test_scripted_samples.c $(scripted_core) $(scripted_kernel)
tests_unit_measure_test_scripted_samples_CPPFLAGS = $(scripted_cppflags)
tests_unit_measure_test_scripted_samples_LDADD = $(scripted_libs)
unit_tests += tests/unit/measure/test_scripted_resources
tests_unit_measure_test_scripted_resources_SOURCES = \
	tests/unit/measure/test_scripted_resources.c $(scripted_core) \
	$(scripted_kernel)
tests_unit_measure_test_scripted_resources_CPPFLAGS = $(scripted_cppflags)
tests_unit_measure_test_scripted_resources_LDADD = $(scripted_libs)
