# SPDX-License-Identifier: BSD-3-Clause
# tests/e2e/local.mk - real MPI programs, measured and reported.

e2e_tests = \
	tests/e2e/advice.sh \
	tests/e2e/c_linked.sh \
	tests/e2e/c_more.sh \
	tests/e2e/clocks.sh \
	tests/e2e/deep.sh \
	tests/e2e/cmake.sh \
	tests/e2e/link_order.sh \
	tests/e2e/comm_names.sh \
	tests/e2e/traps.sh \
	tests/e2e/io.sh \
	tests/e2e/counters.sh \
	tests/e2e/directories.sh \
	tests/e2e/energy.sh \
	tests/e2e/own_cost.sh \
	tests/e2e/regions.sh \
	tests/e2e/reloaded.sh \
	tests/e2e/resources.sh \
	tests/e2e/results.sh \
	tests/e2e/failed_waits.sh \
	tests/e2e/filters.sh \
	tests/e2e/fortran_linking.sh \
	tests/e2e/functions.sh \
	tests/e2e/rma.sh \
	tests/e2e/fortran.sh \
	tests/e2e/dlopened.sh \
	tests/e2e/ends.sh \
	tests/e2e/mpi4py.sh \
	tests/e2e/python_calls.sh \
	tests/e2e/python_hangs.sh \
	tests/e2e/python_memory.sh \
	tests/e2e/python_samples.sh \
	tests/e2e/python_alone.sh \
	tests/e2e/python_hidden.sh \
	tests/e2e/python_module.sh \
	tests/e2e/python_mpi4py.sh \
	tests/e2e/python_tables.sh \
	tests/e2e/trace_agrees.sh \
	tests/e2e/trace_grids.sh \
	tests/e2e/trace_limits.sh \
	tests/e2e/trace_pauses.sh \
	tests/e2e/trace_samples.sh \
	tests/e2e/trace_tests.sh \
	tests/e2e/heat2d.sh \
	tests/e2e/hostile_names.sh \
	tests/e2e/named_by_threads.sh \
	tests/e2e/nvtx.sh \
	tests/e2e/openmp.sh \
	tests/e2e/time_of_day.sh \
	tests/e2e/no_mpi.sh \
	tests/e2e/off.sh \
	tests/e2e/partly_measured.sh \
	tests/e2e/worker_thread.sh \
	tests/e2e/hung_at_end.sh \
	tests/e2e/interfaces.sh \
	tests/e2e/jumps.sh \
	tests/e2e/lib_itself.sh tests/e2e/life.sh \
	tests/e2e/sessions.sh \
	tests/e2e/page.sh \
	tests/e2e/sampled_odd.sh \
	tests/e2e/sampled_stacks.sh \
	tests/e2e/sampled_unprivileged.sh \
	tests/e2e/sampling.sh \
	tests/e2e/settings.sh \
	tests/e2e/shares.sh \
	tests/e2e/kokkos.sh \
	tests/e2e/kokkos_itself.sh \
	tests/e2e/leaked.sh \
	tests/e2e/left_calls.sh \
	tests/e2e/left_open.sh \
	tests/e2e/many_comms.sh \
	tests/e2e/meeting.sh \
	tests/e2e/network.sh \
	tests/e2e/placement.sh \
	tests/e2e/spawn.sh \
	tests/e2e/state.sh \
	tests/e2e/threads.sh \
	tests/e2e/unseen.sh \
	tests/e2e/waits.sh \
	tests/e2e/whatif.sh

TESTS += $(e2e_tests)
if !HAVE_OTF2
TESTS += tests/e2e/bare.sh
endif
EXTRA_DIST += $(e2e_tests) \
	tests/e2e/bare.sh tests/e2e/check_advice.py \
	tests/e2e/check_archives.py tests/e2e/check_clocks.py \
	tests/e2e/check_counts.py tests/e2e/check_filtered.py \
	tests/e2e/check_identities.py tests/e2e/check_left.py \
	tests/e2e/check_limits.py tests/e2e/check_messages.py \
	tests/e2e/check_names.py tests/e2e/check_placement.py \
	tests/e2e/check_python_calls.py tests/e2e/check_python_tables.py \
	tests/e2e/check_python_samples.py tests/e2e/check_python_times.py \
	tests/e2e/check_resources.py tests/e2e/check_time_of_day.py \
	tests/e2e/check_python_profiles.py tests/e2e/check_same.py \
	tests/e2e/check_regions.py tests/e2e/check_sampled.py \
	tests/e2e/check_sampled_stacks.py tests/e2e/check_shares.py \
	tests/e2e/check_table.py tests/e2e/check_time_adds_up.py \
	tests/e2e/check_times.py tests/e2e/check_trace_samples.py \
	tests/e2e/check_waits.py tests/e2e/otf2_fixed.py \
	tests/e2e/report_rows.py \
	tests/e2e/otf2_totals.py tests/e2e/programs

# Where the scripts compile and run.
mostlyclean-local:
	-rm -rf tests/made
	-test ! -d tests || find tests -name "*.first.log" -exec rm -f "{}" +

check-e2e:
	$(MAKE) $(AM_MAKEFLAGS) check TESTS='$(e2e_tests)'

.PHONY: check-e2e
