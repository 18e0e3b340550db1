# tests/bench/local.mk - `make bench': what mpiprof adds to an MPI call.
#
# Prints a table and writes bench-FLAVOUR.json.  BENCH_QUICK=1 for a rough one.

bench: all
	@$(AM_TESTS_ENVIRONMENT) \
	$(PYTHON) $(top_srcdir)/tests/bench/bench.py bench-$(MPI_FLAVOUR).json

EXTRA_DIST += tests/bench/bench.py tests/bench/bench.c \
	tests/bench/bench_f08.f90
CLEANFILES += bench-$(MPI_FLAVOUR).json

.PHONY: bench
