# SPDX-License-Identifier: BSD-3-Clause
# src/analyze/local.mk - part of libcommon.a.
libcommon_a_SOURCES += src/analyze/analyze.c src/analyze/analyze.h
libcommon_a_SOURCES += \
	src/analyze/facts/analysis.c src/analyze/facts/analysis.h \
	src/analyze/facts/analyze_options.h \
	src/analyze/facts/efficiency/efficiency.c src/analyze/facts/efficiency/efficiency.h \
	src/analyze/facts/efficiency/efficiency_over_time.c \
	src/analyze/facts/efficiency/efficiency_over_time.h \
	src/analyze/facts/hangs/hang_ends.c src/analyze/facts/hangs/hang_ends.h \
	src/analyze/facts/samples/hot_function.c src/analyze/facts/samples/hot_function.h \
	src/analyze/facts/imbalance.c src/analyze/facts/imbalance.h \
	src/analyze/facts/network.c src/analyze/facts/network.h \
	src/analyze/facts/overheads.c src/analyze/facts/overheads.h \
	src/analyze/facts/outside_waits.c src/analyze/facts/outside_waits.h \
	src/analyze/facts/programs.c src/analyze/facts/programs.h \
	src/analyze/facts/source_location.c src/analyze/facts/source_location.h \
	src/analyze/facts/rank_rows.c src/analyze/facts/rank_rows.h \
	src/analyze/facts/samples/region_samples.c src/analyze/facts/samples/region_samples.h \
	src/analyze/facts/replayed.c src/analyze/facts/replayed.h \
	src/analyze/facts/run_steps.c src/analyze/facts/run_steps.h \
	src/analyze/facts/samples/sampled.c src/analyze/facts/samples/sampled.h \
	src/analyze/facts/samples/sampled_sums.c src/analyze/facts/samples/sampled_sums.h \
	src/analyze/facts/say.c src/analyze/facts/say.h \
	src/analyze/facts/scope.c src/analyze/facts/scope.h \
	src/analyze/facts/sites.c src/analyze/facts/sites.h \
	src/analyze/facts/starvation.c src/analyze/facts/starvation.h \
	src/analyze/facts/tallies.c src/analyze/facts/tallies.h \
	src/analyze/facts/samples/python_excess.c src/analyze/facts/samples/python_excess.h \
	src/analyze/facts/terms.c src/analyze/facts/terms.h \
	src/analyze/facts/trace_limits.c src/analyze/facts/trace_limits.h \
	src/analyze/facts/efficiency/useful_parts.c src/analyze/facts/efficiency/useful_parts.h \
	src/analyze/facts/resource_use.c src/analyze/facts/resource_use.h \
	src/analyze/facts/hangs/hang_builder.c src/analyze/facts/hangs/hang_builder.h \
	src/analyze/facts/hangs/hang_collectives.c src/analyze/facts/hangs/hang_collectives.h \
	src/analyze/facts/hangs/hang_comms.c src/analyze/facts/hangs/hang_comms.h \
	src/analyze/facts/hangs/hang_graph.c src/analyze/facts/hangs/hang_graph.h \
	src/analyze/facts/wait_tallies.c src/analyze/facts/wait_tallies.h \
	src/analyze/facts/hangs/hang_waits.c src/analyze/facts/hangs/hang_waits.h
libcommon_a_SOURCES += \
	src/analyze/tables/call_sites.c \
	src/analyze/tables/calls_per_rank.c \
	src/analyze/tables/comm_matrix.c \
	src/analyze/tables/communicators.c \
	src/analyze/tables/completeness.c \
	src/analyze/tables/counters.c \
	src/analyze/tables/devices.c \
	src/analyze/tables/files.c \
	src/analyze/tables/hot_spots.c \
	src/analyze/tables/message_sizes.c \
	src/analyze/tables/network.c \
	src/analyze/tables/outside_waits.c \
	src/analyze/tables/procedures.c \
	src/analyze/tables/programs.c \
	src/analyze/tables/python_memory.c \
	src/analyze/tables/rank_groups.c \
	src/analyze/tables/rank_times.c \
	src/analyze/tables/regions.c \
	src/analyze/tables/resources.c \
	src/analyze/tables/resources_over_time.c \
	src/analyze/tables/run_facts.c \
	src/analyze/tables/suggestions.c \
	src/analyze/tables/traced_memory.c \
	src/analyze/tables/causes.c src/analyze/tables/causes.h \
	src/analyze/tables/excess_phrases.c \
	src/analyze/tables/excess_phrases.h \
	src/analyze/tables/verdict.c src/analyze/tables/verdict.h \
	src/analyze/tables/windows.c
libcommon_a_SOURCES += \
	src/analyze/functions/call_paths.c \
	src/analyze/functions/folded.c src/analyze/functions/folded.h \
	src/analyze/functions/functions.c \
	src/analyze/functions/functions_by_rank.c \
	src/analyze/functions/rank_items.c src/analyze/functions/rank_items.h \
	src/analyze/functions/python_lines.c \
	src/analyze/functions/functions_mpi.c \
	src/analyze/functions/mpi_callers.c src/analyze/functions/mpi_callers.h \
	src/analyze/functions/python_mpi.c \
	src/analyze/functions/sampled_cells.c \
	src/analyze/functions/sampled_cells.h \
	src/analyze/functions/region_homes.c \
	src/analyze/functions/region_homes.h \
	src/analyze/functions/time_tree.c src/analyze/functions/time_tree.h
libcommon_a_SOURCES += \
	src/analyze/wait_states/activities.c src/analyze/wait_states/activities.h \
	src/analyze/wait_states/collective_split.c \
	src/analyze/wait_states/critical_path.c \
	src/analyze/wait_states/root_causes.c \
	src/analyze/wait_states/root_causes.h \
	src/analyze/wait_states/say_site.c src/analyze/wait_states/say_site.h \
	src/analyze/wait_states/wait_states.c
libcommon_a_SOURCES += \
	src/analyze/hangs/hang_places.c src/analyze/hangs/hang_places.h \
	src/analyze/hangs/endings.c \
	src/analyze/hangs/hang_end_phrases.c src/analyze/hangs/hang_end_phrases.h \
	src/analyze/hangs/waiting.c \
	src/analyze/hangs/hang_verdict.c src/analyze/hangs/hang_verdict.h
libcommon_a_SOURCES += \
	src/analyze/charts/chart_columns.c src/analyze/charts/chart_columns.h \
	src/analyze/charts/chart_extremes.c \
	src/analyze/charts/chart_extremes.h \
	src/analyze/charts/chart_functions.c \
	src/analyze/charts/chart_functions.h \
	src/analyze/charts/chart_hosts.c src/analyze/charts/chart_hosts.h \
	src/analyze/charts/chart_places.c src/analyze/charts/chart_places.h \
	src/analyze/charts/charts.c \
	src/analyze/charts/timeline.c
libcommon_a_SOURCES += \
	src/analyze/advice/advice.c src/analyze/advice/advice.h \
	src/analyze/advice/advisor.c src/analyze/advice/advisor.h \
	src/analyze/advice/balance.c \
	src/analyze/advice/cures.c src/analyze/advice/cures.h \
	src/analyze/advice/chains.c \
	src/analyze/advice/collectives.c \
	src/analyze/advice/costs.c src/analyze/advice/costs.h \
	src/analyze/advice/workload.c src/analyze/advice/workload.h \
	src/analyze/advice/facts.c src/analyze/advice/facts.h \
	src/analyze/advice/files.c \
	src/analyze/advice/pickling.c \
	src/analyze/advice/amounts.c src/analyze/advice/amounts.h \
	src/analyze/advice/late.c \
	src/analyze/advice/looks.h \
	src/analyze/advice/messages.c \
	src/analyze/advice/objects.c \
	src/analyze/advice/pipeline.c src/analyze/advice/pipeline.h \
	src/analyze/advice/placement.c \
	src/analyze/advice/rules.h \
	src/analyze/advice/run.c \
	src/analyze/advice/teams.c src/analyze/advice/teams.h \
	src/analyze/advice/trials.c src/analyze/advice/trials.h \
	src/analyze/advice/unequal_work.c \
	src/analyze/advice/uses.c

# Tests: the numbers of the synthetic run of tests/golden are closed forms.
synthetic_cppflags = $(AM_CPPFLAGS) -I$(top_srcdir)/tests/golden
synthetic = tests/golden/synthetic.c tests/golden/synthetic.h
synthetic_ends = tests/golden/synthetic_ends.c tests/golden/synthetic_ends.h
EXTRA_DIST += tests/unit/report_cells.h

unit_tests += tests/unit/analyze/test_tallies \
	tests/unit/analyze/test_network \
	tests/unit/analyze/test_call_sites tests/unit/analyze/test_efficiency \
	tests/unit/analyze/test_hot_spots tests/unit/analyze/test_imbalance \
	tests/unit/analyze/test_messages tests/unit/analyze/test_objects \
	tests/unit/analyze/test_programs \
	tests/unit/analyze/test_rank_times tests/unit/analyze/test_time_tree \
	tests/unit/analyze/test_resource_use \
	tests/unit/analyze/test_run_facts tests/unit/analyze/test_verdict \
	tests/unit/analyze/test_hang_graph tests/unit/analyze/test_endings \
	tests/unit/analyze/test_hang_waits
tests_unit_analyze_test_call_sites_CPPFLAGS = $(synthetic_cppflags)
tests_unit_analyze_test_call_sites_SOURCES = tests/unit/analyze/test_call_sites.c \
	$(synthetic)
tests_unit_analyze_test_efficiency_CPPFLAGS = $(synthetic_cppflags)
tests_unit_analyze_test_efficiency_SOURCES = tests/unit/analyze/test_efficiency.c \
	$(synthetic) $(synthetic_replay)
tests_unit_analyze_test_endings_CPPFLAGS = $(synthetic_cppflags)
tests_unit_analyze_test_endings_SOURCES = tests/unit/analyze/test_endings.c $(synthetic) \
	$(synthetic_ends)
tests_unit_analyze_test_hang_waits_CPPFLAGS = $(synthetic_cppflags)
tests_unit_analyze_test_hang_waits_SOURCES = tests/unit/analyze/test_hang_waits.c \
	$(synthetic_ends)
tests_unit_analyze_test_hot_spots_CPPFLAGS = $(synthetic_cppflags)
tests_unit_analyze_test_hot_spots_SOURCES = tests/unit/analyze/test_hot_spots.c \
	$(synthetic)
tests_unit_analyze_test_imbalance_CPPFLAGS = $(synthetic_cppflags)
tests_unit_analyze_test_imbalance_SOURCES = tests/unit/analyze/test_imbalance.c \
	$(synthetic)
tests_unit_analyze_test_messages_CPPFLAGS = $(synthetic_cppflags)
tests_unit_analyze_test_messages_SOURCES = tests/unit/analyze/test_messages.c \
	$(synthetic)
tests_unit_analyze_test_objects_CPPFLAGS = $(synthetic_cppflags)
tests_unit_analyze_test_objects_SOURCES = tests/unit/analyze/test_objects.c \
	$(synthetic)
tests_unit_analyze_test_programs_CPPFLAGS = $(synthetic_cppflags)
tests_unit_analyze_test_programs_SOURCES = tests/unit/analyze/test_programs.c \
	$(synthetic)
tests_unit_analyze_test_rank_times_CPPFLAGS = $(synthetic_cppflags)
tests_unit_analyze_test_rank_times_SOURCES = tests/unit/analyze/test_rank_times.c \
	$(synthetic)
tests_unit_analyze_test_resource_use_CPPFLAGS = $(synthetic_cppflags)
tests_unit_analyze_test_resource_use_SOURCES = tests/unit/analyze/test_resource_use.c \
	$(synthetic)
tests_unit_analyze_test_run_facts_CPPFLAGS = $(synthetic_cppflags)
tests_unit_analyze_test_run_facts_SOURCES = tests/unit/analyze/test_run_facts.c \
	$(synthetic)
tests_unit_analyze_test_verdict_CPPFLAGS = $(synthetic_cppflags)
tests_unit_analyze_test_verdict_SOURCES = tests/unit/analyze/test_verdict.c \
	$(synthetic)

synthetic_replay = tests/golden/synthetic_replay.c \
	tests/golden/synthetic_replay.h
unit_tests += tests/unit/analyze/test_wait_states
tests_unit_analyze_test_wait_states_CPPFLAGS = $(synthetic_cppflags)
tests_unit_analyze_test_wait_states_SOURCES = tests/unit/analyze/test_wait_states.c \
	$(synthetic) $(synthetic_replay)

EXTRA_DIST += tests/unit/sampled_profile.h
unit_tests += tests/unit/analyze/test_functions tests/unit/analyze/test_call_paths \
	tests/unit/analyze/test_functions_by_rank tests/unit/analyze/test_functions_mpi
tests_unit_analyze_test_functions_CPPFLAGS = $(synthetic_cppflags)
tests_unit_analyze_test_functions_SOURCES = tests/unit/analyze/test_functions.c \
	$(synthetic)
tests_unit_analyze_test_call_paths_CPPFLAGS = $(synthetic_cppflags)
tests_unit_analyze_test_call_paths_SOURCES = tests/unit/analyze/test_call_paths.c \
	$(synthetic)
tests_unit_analyze_test_functions_by_rank_CPPFLAGS = $(synthetic_cppflags)
tests_unit_analyze_test_functions_by_rank_SOURCES = \
	tests/unit/analyze/test_functions_by_rank.c $(synthetic)
unit_tests += tests/unit/analyze/test_python_memory
tests_unit_analyze_test_python_memory_CPPFLAGS = $(synthetic_cppflags)
tests_unit_analyze_test_python_memory_SOURCES = \
	tests/unit/analyze/test_python_memory.c $(synthetic)
unit_tests += tests/unit/analyze/test_python_lines
tests_unit_analyze_test_python_lines_CPPFLAGS = $(synthetic_cppflags)
tests_unit_analyze_test_python_lines_SOURCES = \
	tests/unit/analyze/test_python_lines.c $(synthetic)
tests_unit_analyze_test_functions_mpi_CPPFLAGS = $(synthetic_cppflags)
tests_unit_analyze_test_functions_mpi_SOURCES = \
	tests/unit/analyze/test_functions_mpi.c $(synthetic) $(synthetic_replay)
unit_tests += tests/unit/analyze/test_chart_columns
tests_unit_analyze_test_chart_columns_CPPFLAGS = $(synthetic_cppflags)
tests_unit_analyze_test_chart_columns_SOURCES = \
	tests/unit/analyze/test_chart_columns.c $(synthetic)
unit_tests += tests/unit/analyze/test_chart_extremes \
	tests/unit/analyze/test_chart_hosts
unit_tests += tests/unit/analyze/test_python_mpi
tests_unit_analyze_test_python_mpi_CPPFLAGS = $(synthetic_cppflags)
tests_unit_analyze_test_python_mpi_SOURCES = \
	tests/unit/analyze/test_python_mpi.c $(synthetic) $(synthetic_replay)

EXTRA_DIST += tests/unit/advice_cases.h
unit_tests += tests/unit/analyze/test_advice tests/unit/analyze/test_advice_calls \
	tests/unit/analyze/test_advice_messages tests/unit/analyze/test_advice_waits
tests_unit_analyze_test_advice_CPPFLAGS = $(synthetic_cppflags)
tests_unit_analyze_test_advice_SOURCES = tests/unit/analyze/test_advice.c \
	$(synthetic)
tests_unit_analyze_test_advice_calls_CPPFLAGS = $(synthetic_cppflags)
tests_unit_analyze_test_advice_calls_SOURCES = tests/unit/analyze/test_advice_calls.c \
	$(synthetic)
tests_unit_analyze_test_advice_messages_CPPFLAGS = $(synthetic_cppflags)
tests_unit_analyze_test_advice_messages_SOURCES = tests/unit/analyze/test_advice_messages.c \
	$(synthetic) $(synthetic_replay)
unit_tests += tests/unit/analyze/test_cures
tests_unit_analyze_test_cures_CPPFLAGS = $(synthetic_cppflags)
tests_unit_analyze_test_cures_SOURCES = tests/unit/analyze/test_cures.c \
	$(synthetic) $(synthetic_replay)
tests_unit_analyze_test_advice_waits_CPPFLAGS = $(synthetic_cppflags)
tests_unit_analyze_test_advice_waits_SOURCES = tests/unit/analyze/test_advice_waits.c \
	$(synthetic) $(synthetic_replay)
