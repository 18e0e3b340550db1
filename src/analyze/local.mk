# src/analyze/local.mk - part of libcommon.la.
libcommon_la_SOURCES += \
	src/analyze/activities.c src/analyze/activities.h \
	src/analyze/advice/advice.c src/analyze/advice/advice.h \
	src/analyze/advice/balance.c src/analyze/advice/collectives.c \
	src/analyze/advice/facts.c src/analyze/advice/facts.h \
	src/analyze/advice/files.c src/analyze/advice/late.c \
	src/analyze/advice/looks.h src/analyze/advice/messages.c \
	src/analyze/advice/objects.c src/analyze/advice/placement.c \
	src/analyze/advice/rules.h src/analyze/advice/run.c \
	src/analyze/advice/uses.c \
	src/analyze/analysis.h \
	src/analyze/analyze.c src/analyze/analyze.h \
	src/analyze/call_paths.c \
	src/analyze/call_sites.c \
	src/analyze/calls_per_rank.c \
	src/analyze/comm_matrix.c \
	src/analyze/collective_split.c \
	src/analyze/communicators.c \
	src/analyze/completeness.c \
	src/analyze/counters.c \
	src/analyze/critical_path.c src/analyze/critical_path.h \
	src/analyze/efficiency.c src/analyze/efficiency.h \
	src/analyze/excess.c src/analyze/excess.h \
	src/analyze/files.c \
	src/analyze/folded.c src/analyze/folded.h \
	src/analyze/functions.c \
	src/analyze/functions_by_rank.c \
	src/analyze/functions_mpi.c \
	src/analyze/end_places.c src/analyze/end_places.h \
	src/analyze/endings.c \
	src/analyze/ends.c src/analyze/ends.h \
	src/analyze/ends_say.c src/analyze/ends_say.h \
	src/analyze/glossary.h \
	src/analyze/hot_spots.c \
	src/analyze/imbalance.c src/analyze/imbalance.h \
	src/analyze/message_sizes.c \
	src/analyze/mpi_callers.c src/analyze/mpi_callers.h \
	src/analyze/picture_columns.c src/analyze/picture_columns.h \
	src/analyze/picture_hosts.c src/analyze/picture_hosts.h \
	src/analyze/picture_functions.c src/analyze/picture_functions.h \
	src/analyze/picture_places.c src/analyze/picture_places.h \
	src/analyze/picture_closeups.c src/analyze/picture_closeups.h \
	src/analyze/pictures.c \
	src/analyze/own_costs.c src/analyze/own_costs.h \
	src/analyze/place.c src/analyze/place.h \
	src/analyze/procedures.c \
	src/analyze/python_mpi.c \
	src/analyze/rank_groups.c \
	src/analyze/rank_rows.c src/analyze/rank_rows.h \
	src/analyze/rank_times.c \
	src/analyze/replayed.c src/analyze/replayed.h \
	src/analyze/region_samples.c src/analyze/region_samples.h \
	src/analyze/regions.c \
	src/analyze/resources.c \
	src/analyze/resources_over_time.c \
	src/analyze/root_causes.c src/analyze/root_causes.h \
	src/analyze/run_facts.c \
	src/analyze/sampled.c src/analyze/sampled.h \
	src/analyze/sampled_cells.c src/analyze/sampled_cells.h \
	src/analyze/say.c src/analyze/say.h \
	src/analyze/say_site.c src/analyze/say_site.h \
	src/analyze/scope.c src/analyze/scope.h \
	src/analyze/sites.c src/analyze/sites.h \
	src/analyze/tallies.c src/analyze/tallies.h \
	src/analyze/terms.c src/analyze/terms.h \
	src/analyze/time_tree.c src/analyze/time_tree.h \
	src/analyze/timeline.c \
	src/analyze/trace_limits.c src/analyze/trace_limits.h \
	src/analyze/useful_parts.c src/analyze/useful_parts.h \
	src/analyze/uses.c src/analyze/uses.h \
	src/analyze/verdict.c \
	src/analyze/wait_collectives.c src/analyze/wait_collectives.h \
	src/analyze/wait_comms.c src/analyze/wait_comms.h \
	src/analyze/wait_graph.c src/analyze/wait_graph.h \
	src/analyze/wait_states.c \
	src/analyze/wait_tallies.c src/analyze/wait_tallies.h \
	src/analyze/waiting.c \
	src/analyze/waits.c src/analyze/waits.h \
	src/analyze/waits_say.c src/analyze/waits_say.h \
	src/analyze/windows.c

# Tests: the numbers of the synthetic run of tests/golden are closed forms.
synthetic_cppflags = $(AM_CPPFLAGS) -I$(top_srcdir)/tests/golden
synthetic = tests/golden/synthetic.c tests/golden/synthetic.h
synthetic_ends = tests/golden/synthetic_ends.c tests/golden/synthetic_ends.h
EXTRA_DIST += tests/unit/report_cells.h

unit_tests += tests/unit/analyze/test_tallies \
	tests/unit/analyze/test_call_sites tests/unit/analyze/test_efficiency \
	tests/unit/analyze/test_hot_spots tests/unit/analyze/test_imbalance \
	tests/unit/analyze/test_messages tests/unit/analyze/test_objects \
	tests/unit/analyze/test_rank_times tests/unit/analyze/test_time_tree \
	tests/unit/analyze/test_uses \
	tests/unit/analyze/test_run_facts tests/unit/analyze/test_verdict \
	tests/unit/analyze/test_wait_graph tests/unit/analyze/test_endings \
	tests/unit/analyze/test_waits
tests_unit_analyze_test_call_sites_CPPFLAGS = $(synthetic_cppflags)
tests_unit_analyze_test_call_sites_SOURCES = tests/unit/analyze/test_call_sites.c \
	$(synthetic)
tests_unit_analyze_test_efficiency_CPPFLAGS = $(synthetic_cppflags)
tests_unit_analyze_test_efficiency_SOURCES = tests/unit/analyze/test_efficiency.c \
	$(synthetic)
tests_unit_analyze_test_endings_CPPFLAGS = $(synthetic_cppflags)
tests_unit_analyze_test_endings_SOURCES = tests/unit/analyze/test_endings.c $(synthetic) \
	$(synthetic_ends)
tests_unit_analyze_test_waits_CPPFLAGS = $(synthetic_cppflags)
tests_unit_analyze_test_waits_SOURCES = tests/unit/analyze/test_waits.c \
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
tests_unit_analyze_test_rank_times_CPPFLAGS = $(synthetic_cppflags)
tests_unit_analyze_test_rank_times_SOURCES = tests/unit/analyze/test_rank_times.c \
	$(synthetic)
tests_unit_analyze_test_uses_CPPFLAGS = $(synthetic_cppflags)
tests_unit_analyze_test_uses_SOURCES = tests/unit/analyze/test_uses.c \
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
tests_unit_analyze_test_functions_mpi_CPPFLAGS = $(synthetic_cppflags)
tests_unit_analyze_test_functions_mpi_SOURCES = \
	tests/unit/analyze/test_functions_mpi.c $(synthetic) $(synthetic_replay)
unit_tests += tests/unit/analyze/test_picture_columns
tests_unit_analyze_test_picture_columns_CPPFLAGS = $(synthetic_cppflags)
tests_unit_analyze_test_picture_columns_SOURCES = \
	tests/unit/analyze/test_picture_columns.c $(synthetic)
unit_tests += tests/unit/analyze/test_picture_hosts
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
tests_unit_analyze_test_advice_waits_CPPFLAGS = $(synthetic_cppflags)
tests_unit_analyze_test_advice_waits_SOURCES = tests/unit/analyze/test_advice_waits.c \
	$(synthetic) $(synthetic_replay)
