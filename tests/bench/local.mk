# tests/bench/local.mk - `make bench': what mpiprof adds to an MPI call;
# `make bench-scale': to the end of a run of many ranks.
#
# Print tables and write bench-FLAVOUR.json and scale-FLAVOUR.json.  For a
# rough bench BENCH_QUICK=1, for a short bench-scale SCALE_RANKS=64.

bench: all
	@$(AM_TESTS_ENVIRONMENT) \
	$(PYTHON) $(top_srcdir)/tests/bench/bench.py bench-$(MPI_FLAVOUR).json

bench-scale: all
	@$(AM_TESTS_ENVIRONMENT) \
	$(PYTHON) $(top_srcdir)/tests/bench/scale.py scale-$(MPI_FLAVOUR).json

EXTRA_DIST += tests/bench/bench.py tests/bench/scale.py \
	tests/bench/scale_shim.c tests/bench/bench.c tests/bench/bench_f08.f90
CLEANFILES += bench-$(MPI_FLAVOUR).json scale-$(MPI_FLAVOUR).json

.PHONY: bench bench-scale
