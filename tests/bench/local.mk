# SPDX-License-Identifier: BSD-3-Clause
# tests/bench/local.mk - `make bench': what mpiprof adds to an MPI call;
# `make bench-scale': to the end of a run of many ranks; `make bench-report':
# how fast mpiprof-report reads large runs; `make bench-python': how fast it
# merges profiles of Python; `make bench-sampling': what samples cost.
#
# Print tables and write bench-FLAVOUR.json, scale-FLAVOUR.json, report.json,
# python.json, sampling-FLAVOUR.json.
# For a rough bench BENCH_QUICK=1, for a short bench-scale SCALE_RANKS=64, for a
# short bench-report REPORT_TRACES=16x10 REPORT_PROFILES=1000, for a short
# bench-python PYTHON_FILES=64.

bench: all
	@$(script_environment) \
	$(PYTHON) $(top_srcdir)/tests/bench/bench.py bench-$(MPI_FLAVOUR).json

bench-scale: all
	@$(script_environment) \
	$(PYTHON) $(top_srcdir)/tests/bench/scale.py scale-$(MPI_FLAVOUR).json

bench_runs = tests/bench/make_profile
if HAVE_OTF2
bench_programs = tests/bench/passes tests/bench/read_plainly
bench_runs += tests/bench/make_trace
endif
EXTRA_PROGRAMS += $(bench_programs)
check_PROGRAMS += $(bench_runs) # tests of traces and exports, too
tests_bench_make_profile_SOURCES = tests/bench/make_profile.c $(synthetic)
tests_bench_make_profile_CPPFLAGS = $(synthetic_cppflags)
tests_bench_make_profile_LDADD = $(common_libs)
tests_bench_make_trace_SOURCES = tests/bench/make_trace.c $(by_hand)
tests_bench_make_trace_CPPFLAGS = $(AM_CPPFLAGS) $(OTF2_CPPFLAGS) \
	-I$(top_srcdir)/tests/trace
tests_bench_make_trace_LDADD = $(OTF2_LIBS)
tests_bench_passes_SOURCES = tests/bench/passes.c $(by_hand)
tests_bench_passes_CPPFLAGS = $(AM_CPPFLAGS) $(OTF2_CPPFLAGS) \
	-I$(top_srcdir)/tests/trace
tests_bench_passes_LDADD = libreport.a libreplay.a $(read_libs)
tests_bench_read_plainly_SOURCES = tests/bench/read_plainly.c
tests_bench_read_plainly_CPPFLAGS = $(AM_CPPFLAGS) $(OTF2_CPPFLAGS)
tests_bench_read_plainly_LDADD = $(OTF2_LIBS)

bench-report: all $(bench_programs) $(bench_runs)
	@$(script_environment) \
	$(PYTHON) $(top_srcdir)/tests/bench/report.py report.json

bench-python: all
	@$(script_environment) \
	$(PYTHON) $(top_srcdir)/tests/bench/python.py python.json

bench-sampling: all
	@$(script_environment) \
	$(PYTHON) $(top_srcdir)/tests/bench/sampling.py \
		sampling-$(MPI_FLAVOUR).json

EXTRA_DIST += tests/bench/bench.py tests/bench/python.py tests/bench/scale.py tests/bench/report.py \
	tests/bench/scale_shim.c tests/bench/bench.c tests/bench/bench_f08.f90 \
	tests/bench/functions.c tests/bench/sampling.c tests/bench/sampling.py \
	tests/bench/sampled.py
CLEANFILES += bench-$(MPI_FLAVOUR).json scale-$(MPI_FLAVOUR).json \
	sampling-$(MPI_FLAVOUR).json report.json python.json $(EXTRA_PROGRAMS)

.PHONY: bench bench-scale bench-report bench-python bench-sampling
