# SPDX-License-Identifier: BSD-3-Clause
# src/replay/local.mk - who waited for whom, from the calls of a trace; tools.
noinst_LIBRARIES += libreplay.a
libreplay_a_SOURCES = \
	src/replay/keyed_sums.c src/replay/keyed_sums.h \
	src/replay/start_ops.c \
	src/replay/matching/collectives.c src/replay/matching/collectives.h \
	src/replay/delays.c src/replay/delays.h \
	src/replay/delays_file.c src/replay/delays_file.h \
	src/replay/wait_times.c \
	src/replay/init_finalize.c \
	src/replay/matching/epochs.c src/replay/matching/epochs.h \
	src/replay/matching/locks.c src/replay/matching/locks.h \
	src/replay/top_waits.c src/replay/top_waits.h \
	src/replay/location.h \
	src/replay/lookup.h \
	src/replay/matching/sync_points.c src/replay/matching/sync_points.h \
	src/replay/matching/messages.c src/replay/matching/messages.h \
	src/replay/matching/orders.c src/replay/matching/orders.h \
	src/replay/overlap.c src/replay/overlap.h \
	src/replay/path.c src/replay/path.h \
	src/replay/polls.c src/replay/polls.h \
	src/replay/replay_state.h \
	src/replay/replay.c src/replay/replay.h \
	src/replay/result.c \
	src/replay/returns.c src/replay/returns.h \
	src/replay/scenarios/arrivals.c src/replay/scenarios/arrivals.h \
	src/replay/scenarios/packing.c src/replay/scenarios/packing.h \
	src/replay/scenarios/scenario_clocks.c src/replay/scenarios/scenario_clocks.h \
	src/replay/scenarios/scenario_times.c src/replay/scenarios/scenario_times.h \
	src/replay/scenarios/scenarios.c src/replay/scenarios/scenarios.h \
	src/replay/schedule.c src/replay/schedule.h \
	src/replay/slice.c src/replay/slice.h \
	src/replay/stretches.c src/replay/stretches.h \
	src/replay/sums.c src/replay/sums.h \
	src/replay/transfers.c src/replay/transfers.h \
	src/replay/observer.c src/replay/observer.h

libreplay_a_SOURCES += \
	src/replay/parallel/replay_group.c src/replay/parallel/replay_group.h \
	src/replay/parallel/replay_trace.c src/replay/parallel/replay_trace.h

EXTRA_DIST += tests/unit/replay_script.h
unit_tests += tests/unit/replay/test_top_waits
unit_tests += tests/unit/replay/test_one_sided tests/unit/replay/test_overlap
unit_tests += tests/unit/replay/test_path tests/unit/replay/test_polls
unit_tests += tests/unit/replay/test_returns
unit_tests += tests/unit/replay/test_scenarios
unit_tests += tests/unit/replay/test_replay tests/unit/replay/test_slice
tests_unit_replay_test_top_waits_LDADD = libreplay.a $(LDADD)
tests_unit_replay_test_scenarios_LDADD = libreplay.a $(LDADD)
tests_unit_replay_test_one_sided_LDADD = libreplay.a $(LDADD)
tests_unit_replay_test_overlap_LDADD = libreplay.a $(LDADD)
tests_unit_replay_test_path_LDADD = libreplay.a $(LDADD)
tests_unit_replay_test_polls_LDADD = libreplay.a $(LDADD)
tests_unit_replay_test_returns_LDADD = libreplay.a $(LDADD)
tests_unit_replay_test_replay_LDADD = libreplay.a $(LDADD)
tests_unit_replay_test_slice_LDADD = libreplay.a $(LDADD)
unit_tests += tests/unit/replay/test_observer
tests_unit_replay_test_observer_LDADD = libreplay.a $(LDADD)
libcommon_a_SOURCES += src/replay/log/replay_log.c src/replay/log/replay_log.h
libcommon_a_SOURCES += src/replay/log/replay_parts.c
libcommon_a_SOURCES += src/replay/log/scenario.c src/replay/log/scenario.h
libcommon_a_SOURCES += src/replay/log/replay_result.c \
	src/replay/log/replay_result.h
unit_tests += tests/unit/replay/test_replay_log
