# src/analyze/local.mk - part of libcommon.la.
libcommon_la_SOURCES += \
	src/analyze/across.c src/analyze/across.h \
	src/analyze/analysis.h \
	src/analyze/analyze.c src/analyze/analyze.h \
	src/analyze/call_sites.c \
	src/analyze/calls_per_rank.c \
	src/analyze/comm_matrix.c \
	src/analyze/communicators.c \
	src/analyze/completeness.c \
	src/analyze/counters.c \
	src/analyze/efficiency.c src/analyze/efficiency.h \
	src/analyze/glossary.h \
	src/analyze/hot_spots.c \
	src/analyze/imbalance.c src/analyze/imbalance.h \
	src/analyze/message_sizes.c \
	src/analyze/place.c src/analyze/place.h \
	src/analyze/procedures.c \
	src/analyze/rank_groups.c \
	src/analyze/rank_times.c \
	src/analyze/regions.c \
	src/analyze/run_facts.c \
	src/analyze/say.c src/analyze/say.h \
	src/analyze/scope.c src/analyze/scope.h \
	src/analyze/tallies.c src/analyze/tallies.h \
	src/analyze/timeline.c \
	src/analyze/verdict.c
