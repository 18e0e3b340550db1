# SPDX-License-Identifier: BSD-3-Clause
# tests/local.mk - `make check', see share/doc/develop/testing.md; `make check-unit' runs
# the unit tests alone, `make check-real' what looks at real time, `make
# check-sampled' what is measured under sampling.
#
# A unit test is one program tests/unit/FOLDER/test_NAME.c; the folder of the module
# it tests lists it in unit_tests.  Scripts find what they need in the
# environment below; they skip with exit status 77 and a reason.

AM_CPPFLAGS += -I$(top_srcdir)/tests/unit $(CUNIT_CPPFLAGS)
LDADD = $(common_libs) $(CUNIT_LIBS)
TEST_EXTENSIONS = .sh .py
PY_LOG_COMPILER = $(PYTHON)
LOG_DRIVER = $(SHELL) $(top_srcdir)/tests/driver \
	$(top_srcdir)/share/build-aux/test-driver
SH_LOG_DRIVER = $(LOG_DRIVER)
PY_LOG_DRIVER = $(LOG_DRIVER)
C_LOG_DRIVER = $(LOG_DRIVER)

if HAVE_CUNIT
check_PROGRAMS += $(unit_tests)
TESTS += $(unit_tests)
endif

script_environment = \
	export SRC_DIR='$(abs_top_srcdir)' BUILD_DIR='$(abs_top_builddir)'; \
	export MPI_FLAVOUR='$(MPI_FLAVOUR)' MPICC='$(MPICC)'; \
	export MPIFC='$(MPIFC)' MPIEXEC='$(MPIEXEC)' CC='$(CC)'; \
	export MPI_LIBS='$(MPI_LIBS)' \
	MPI_NAME='$(MPI_NAME)' MPI_RELEASE='$(MPI_RELEASE)'; \
	export PYTHON='$(PYTHON)' TEST_PYTHON='$(TEST_PYTHON)'; \
	export HAVE_JANSSON='$(have_JANSSON)' HAVE_OTF2='$(have_OTF2)' HAVE_PAPI='$(have_PAPI)'; \
	export HAVE_LIBUNWIND='$(have_LIBUNWIND)'; \
	export HAVE_LIBDW='$(have_LIBDW)' HAVE_MPI_F08='$(have_mpi_f08)'; \
	export HAVE_HTML='$(have_HTML)' WITH_HTML='$(with_html)'; \
	export NODE='$(NODE)' NPM='$(NPM)'; \
	export PYTHONDONTWRITEBYTECODE=1;

# More ranks than cores, as root, in a container: what each MPI needs to run, by
# share/flavours/flavours.tsv.
mpi_environment = \
	export $(MPI_ENVIRONMENT) $(MPI_TEST_ENVIRONMENT); \
	$(yielding_launcher)

# Ranks give way while they wait, see yield.c; not under a sanitizer, which has
# to be the first of the libraries.
yielding_launcher = $(if $(MPIEXEC),\
	$(if $(findstring sanitize,$(MPIPROF_CFLAGS)),,\
	export MPIEXEC='$(abs_top_builddir)/tests/mpiexec';))
check_LTLIBRARIES += tests/yield.la
tests_yield_la_SOURCES = tests/yield.c
tests_yield_la_LDFLAGS = -module -avoid-version -shared -rpath /nowhere
check_SCRIPTS += tests/mpiexec
CLEANFILES += tests/mpiexec
tests/mpiexec: Makefile
	$(AM_V_GEN)$(MKDIR_P) tests && { echo '#!/bin/sh'; \
	echo 'LD_PRELOAD=$(abs_top_builddir)/tests/.libs/yield.so$${LD_PRELOAD:+:$$LD_PRELOAD}'; \
	echo 'export LD_PRELOAD'; echo 'exec $(MPIEXEC) "$$@"'; } >$@ && chmod +x $@

AM_TESTS_ENVIRONMENT = $(script_environment) $(mpi_environment)

check-unit:
	$(MAKE) $(AM_MAKEFLAGS) check \
		TESTS='$(filter-out $(timed_tests),$(unit_tests) $(python_unit_tests))'

# What no MPI can change: the unit tests of what does not see mpi.h;
# reading files, writing reports and exports, but for the names of procedures that
# only one of them has (written.sh, crew.sh, trace_agrees.sh); samples,
# functions, marks and lines of Python in a process; what rules and limits leave out
# of a trace; what is kept of a rank that is killed (killed.sh and ended.sh: how the
# job ends), and where a disk has no room (full_disk.sh: the job, too); what the report
# says of lost time and of the network (waits.sh, cures.sh: which of it the
# events show).  A second build runs the rest.
tests_without_mpi = $(filter-out $(addprefix tests/unit/,measure/% tools/% \
	wrappers/%),$(unit_tests)) \
	$(filter-out tests/tools/run.sh,$(tool_tests)) \
	$(pyprof_tests) $(pyfiles_tests) $(python_unit_tests) tests/fuzz/corpus.sh \
	tests/cures/cures_once.sh \
	tests/export/calls.sh tests/export/chrome.sh tests/export/memory.sh \
	tests/export/schema.sh \
	tests/export/schema_runs.sh tests/html/page.sh \
	tests/html/python.sh tests/html/several.sh tests/html/source.sh \
	tests/html/views.sh \
	tests/html/speedscope.sh tests/trace/crew_traces.sh tests/trace/damaged.sh \
	tests/trace/foreign.sh \
	tests/trace/jobs.sh tests/trace/windows.sh \
	tests/e2e/advice.sh tests/e2e/energy.sh tests/e2e/filters.sh \
	tests/e2e/functions.sh tests/e2e/jumps.sh tests/e2e/network.sh \
	tests/e2e/page.sh tests/e2e/python_tables.sh tests/e2e/shares.sh tests/e2e/whatif.sh \
	tests/e2e/kokkos.sh tests/e2e/kokkos_itself.sh tests/e2e/nvtx.sh tests/e2e/openmp.sh \
	tests/e2e/own_cost.sh tests/e2e/python_calls.sh \
	tests/e2e/python_samples.sh \
	tests/e2e/sampled_odd.sh tests/e2e/sampled_stacks.sh \
	tests/e2e/sampled_unprivileged.sh tests/e2e/trace_limits.sh \
	tests/faults/left_trace.sh tests/faults/small_disk.sh tests/faults/tables.sh \
	tests/recorded/recorded.sh

# Tests that a busy machine can spoil: they look at real time, or at the
# CPU time of programs that share it.  `make check' leaves them out;
# `make check-real' runs them one by one, three times before one counts as off,
# and shows what they measured.  Every other test passes beside any others, in
# any order.  A script that no longer looks at time: delete its word.
# clocks: hosts with clocks of their own; energy, own_cost, placement, resources:
# what the machine counts; sampl*, trace_samples: timers and samples of the kernel;
# regions: calls of the program inside of MPI, by samples; python_*: ranks that
# compute, and limits of a launcher; look, windows: pages of runs that compute.
timed_tests = \
	tests/e2e/clocks.sh tests/e2e/energy.sh \
	tests/e2e/own_cost.sh tests/e2e/placement.sh \
	tests/e2e/python_module.sh tests/e2e/python_mpi4py.sh \
	tests/e2e/python_samples.sh \
	tests/e2e/regions.sh tests/e2e/resources.sh \
	tests/e2e/sampled_odd.sh tests/e2e/sampled_stacks.sh \
	tests/e2e/sampled_unprivileged.sh tests/e2e/sampling.sh \
	tests/e2e/trace_samples.sh \
	tests/html/look.sh \
	tests/html/windows.sh tests/unit/measure/test_sampler
$(eval all_tests := $(TESTS))
$(eval TESTS = $(filter-out $(timed_tests),$(all_tests)))
all_tests_of_this_mpi = $(filter-out $(tests_without_mpi),$(all_tests))

# Those that take half a minute and more, most of it without a processor: they
# start first, so that nobody waits for them in the end.
long_tests = tests/cures/cures.sh tests/cures/cures_once.sh \
	tests/faults/allocations.sh tests/faults/killed.sh \
	tests/faults/left_trace.sh tests/fuzz/corpus.sh \
	tests/html/page.sh tests/html/several.sh tests/html/views.sh \
	tests/soak/short.sh tests/trace/crew_traces.sh

# CHOSEN: of which tests; unit tests and readers of the corpus that are not among
# them are not built.  ORDER: a filter that puts their lines in order.
CHOSEN = $(all_tests)
chosen = $(filter-out $(timed_tests),$(CHOSEN))
chosen_programs = check_PROGRAMS='$(filter-out \
	$(filter-out $(CHOSEN),$(unit_tests)) \
	$(if $(filter tests/fuzz/%,$(CHOSEN)),,tests/fuzz/%),$(check_PROGRAMS))'
ORDER = cat
check-of:
	$(MAKE) $(AM_MAKEFLAGS) check $(chosen_programs) TESTS="$$({ \
		printf '%s\n' $(filter $(long_tests),$(chosen)) | $(ORDER); \
		printf '%s\n' $(filter-out $(long_tests),$(chosen)) | $(ORDER); \
		} | tr '\n' ' ')"
check-real:
	rm -f $(addsuffix .trs,$(basename $(filter $(timed_tests),$(CHOSEN))))
	-TEST_TIMED=yes TEST_TRIES=3 $(MAKE) $(AM_MAKEFLAGS) -k check \
		$(chosen_programs) TESTS="$$(printf \
		'%s\n' $(filter $(timed_tests),$(CHOSEN)) | \
		$(ORDER) | tr '\n' ' ')"
	$(top_srcdir)/tests/count --real .
check-of-this-mpi:
	$(MAKE) $(AM_MAKEFLAGS) check-of CHOSEN='$(all_tests_of_this_mpi)'

# No test minds which others run before it or beside it; SEED=N: in the order of
# an earlier run.
check-shuffled:
	$(MAKE) $(AM_MAKEFLAGS) -k -j3 check-of \
		ORDER='$(top_srcdir)/tests/shuffled $(or $(SEED),$(shell date +%s))'

# What is measured behaves and counts the same when it is sampled, too.
check-sampled:
	TEST_SAMPLE=100 $(MAKE) $(AM_MAKEFLAGS) check TESTS='$(e2e_tests) \
		$(odd_tests) $(odd_fortran_tests) $(trace_tests) $(fault_tests)'

.PHONY: check-unit check-of check-of-this-mpi check-real check-shuffled \
	check-sampled

EXTRA_DIST += tests/count tests/driver tests/lib.sh tests/other_debian.sh \
	tests/shuffled \
	tests/unit/problems.h tests/unit/unit.h \
	tests/structure/run tests/structure/include_table.tsv \
	tests/structure/header_owners.tsv tests/structure/source_files.py \
	tests/structure/check_comments.py tests/structure/check_committed.py \
	tests/structure/check_documents.py \
	tests/structure/check_functions.py \
	tests/structure/check_headers.py tests/structure/check_includes.py \
	tests/structure/check_format.py tests/structure/check_listed.py \
	tests/structure/check_licence.py tests/structure/check_traps.py \
	tests/structure/self_test.py

include tests/unit/local.mk
include tests/wrappers/local.mk
include tests/e2e/local.mk
include tests/cures/local.mk
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
include tests/pyfiles/local.mk
include tests/export/local.mk
include tests/bench/local.mk
include tests/fuzz/local.mk
include tests/recorded/local.mk
