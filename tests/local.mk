# tests/local.mk - `make check'; `make check-unit' runs the unit tests alone,
# `make check-sampled' what is measured under sampling.
#
# A unit test is one program tests/unit/test_NAME.c; the folder of the module
# it tests lists it in unit_tests.  Scripts find what they need in the
# environment below; they skip with exit status 77 and a reason.

AM_CPPFLAGS += -I$(top_srcdir)/tests/unit $(CUNIT_CPPFLAGS)
LDADD = libcommon.la $(CUNIT_LIBS)
TEST_EXTENSIONS = .sh .py
PY_LOG_COMPILER = $(PYTHON)

if HAVE_CUNIT
check_PROGRAMS += $(unit_tests)
TESTS += $(unit_tests)
endif

script_environment = \
	export SRC_DIR='$(abs_top_srcdir)' BUILD_DIR='$(abs_top_builddir)'; \
	export MPI_FLAVOUR='$(MPI_FLAVOUR)' MPICC='$(MPICC)'; \
	export MPIFC='$(MPIFC)' MPIEXEC='$(MPIEXEC)' CC='$(CC)'; \
	export PYTHON='$(PYTHON)' TEST_PYTHON='$(TEST_PYTHON)'; \
	export HAVE_OTF2='$(have_OTF2)' HAVE_PAPI='$(have_PAPI)'; \
	export HAVE_LIBUNWIND='$(have_LIBUNWIND)'; \
	export HAVE_LIBDW='$(have_LIBDW)' HAVE_MPI_F08='$(have_mpi_f08)'; \
	export HAVE_HTML='$(have_HTML)' WITH_HTML='$(with_html)'; \
	export NODE='$(NODE)' NPM='$(NPM)'; \
	export PYTHONDONTWRITEBYTECODE=1;

# More ranks than cores, as root, in a container: what each MPI needs to run.
# One-sided: rdma of Open MPI 4.1 makes no window on what this leaves of vader.
mpi_environment = \
	export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1; \
	export OMPI_MCA_rmaps_base_oversubscribe=1 PMIX_MCA_gds=hash; \
	export OMPI_MCA_btl_vader_single_copy_mechanism=none; \
	export OMPI_MCA_osc=sm,pt2pt;

AM_TESTS_ENVIRONMENT = $(script_environment) $(mpi_environment)

check-unit:
	$(MAKE) $(AM_MAKEFLAGS) check TESTS='$(unit_tests) $(python_unit_tests)'

# What reads files and writes reports is the same code for every MPI, but for
# the names of procedures that only one of them has.  A second build runs the
# rest.
tests_without_mpi = $(filter-out tests/tools/run.sh,$(tool_tests)) \
	$(pyprof_tests) $(python_unit_tests) tests/fuzz/corpus.sh \
	tests/export/schema.sh
tests_of_this_mpi = $(filter-out $(tests_without_mpi),$(TESTS))

# No test of these looks at times, so they may run side by side (make -j).
# Ranks of others that wait for a core would spoil those of the rest.
tests_without_times = $(unit_tests) $(tool_tests) $(pyprof_tests) \
	$(export_tests) \
	$(python_unit_tests) $(wrapper_tests) $(trace_tests) $(odd_tests) \
	$(odd_fortran_tests) tests/odd/coverage.py tests/fuzz/corpus.sh

# CHOSEN: which of all the tests.
CHOSEN = $(TESTS)
check-without-times:
	$(MAKE) $(AM_MAKEFLAGS) check \
		TESTS='$(filter $(tests_without_times),$(CHOSEN))'
check-with-times:
	$(MAKE) $(AM_MAKEFLAGS) check \
		TESTS='$(filter-out $(tests_without_times),$(CHOSEN))'

# Of those that look at times: which failed the last time, and these again.
failed_with_times = $(foreach test,$(filter-out $(tests_without_times),$(TESTS)),\
	$(if $(shell grep -lE '^:global-test-result: (FAIL|ERROR)' \
		$(basename $(test)).trs 2>/dev/null),$(test)))
list-failed-with-times:
	@echo $(failed_with_times)
recheck-with-times:
	$(MAKE) $(AM_MAKEFLAGS) check TESTS='$(failed_with_times)'

# What is measured behaves and counts the same when it is sampled, too.
check-sampled:
	TEST_SAMPLE=100 $(MAKE) $(AM_MAKEFLAGS) check TESTS='$(e2e_tests) \
		$(odd_tests) $(odd_fortran_tests) $(trace_tests) $(fault_tests)'

.PHONY: check-unit check-without-times check-with-times check-sampled \
	list-failed-with-times recheck-with-times

EXTRA_DIST += tests/count tests/lib.sh tests/other_debian.sh tests/unit/problems.h tests/unit/unit.h \
	tests/structure/run tests/structure/include_table.tsv \
	tests/structure/header_owners.tsv tests/structure/source_files.py \
	tests/structure/check_committed.py tests/structure/check_functions.py \
	tests/structure/check_headers.py tests/structure/check_includes.py \
	tests/structure/check_listed.py tests/structure/check_traps.py \
	tests/structure/self_test.py

include tests/unit/local.mk
include tests/wrappers/local.mk
include tests/e2e/local.mk
include tests/faults/local.mk
include tests/odd/local.mk
include tests/odd/fortran/local.mk
include tests/sanitized/local.mk
include tests/reduce/local.mk
include tests/trace/local.mk
include tests/soak/local.mk
include tests/html/local.mk
include tests/virtual/local.mk
include tests/pyprof/local.mk
include tests/export/local.mk
include tests/bench/local.mk
include tests/fuzz/local.mk
