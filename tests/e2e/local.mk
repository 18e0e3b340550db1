# tests/e2e/local.mk - real MPI programs, measured and reported.

e2e_tests = \
	tests/e2e/advice.sh \
	tests/e2e/c_linked.sh \
	tests/e2e/c_preloaded.sh \
	tests/e2e/c_more.sh \
	tests/e2e/clocks.sh \
	tests/e2e/comm_names.sh \
	tests/e2e/traps.sh \
	tests/e2e/io.sh \
	tests/e2e/energy.sh \
	tests/e2e/own_cost.sh \
	tests/e2e/regions.sh \
	tests/e2e/resources.sh \
	tests/e2e/results.sh \
	tests/e2e/failed_waits.sh \
	tests/e2e/filters.sh \
	tests/e2e/fortran_linking.sh \
	tests/e2e/functions.sh \
	tests/e2e/rma.sh \
	tests/e2e/fortran_mpif_h.sh \
	tests/e2e/fortran_mpi.sh \
	tests/e2e/fortran_mpi_f08.sh \
	tests/e2e/dlopened.sh \
	tests/e2e/ends.sh \
	tests/e2e/mpi4py.sh \
	tests/e2e/python_calls.sh \
	tests/e2e/python_alone.sh \
	tests/e2e/python_module.sh \
	tests/e2e/python_mpi4py.sh \
	tests/e2e/trace_agrees.sh \
	tests/e2e/trace_grids.sh \
	tests/e2e/trace_limits.sh \
	tests/e2e/trace_pauses.sh \
	tests/e2e/trace_samples.sh \
	tests/e2e/trace_tests.sh \
	tests/e2e/delays.sh \
	tests/e2e/heat2d.sh \
	tests/e2e/hostile_names.sh \
	tests/e2e/named_by_threads.sh \
	tests/e2e/nvtx.sh \
	tests/e2e/openmp.sh \
	tests/e2e/time_of_day.sh \
	tests/e2e/no_mpi.sh \
	tests/e2e/off.sh \
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
	tests/e2e/left_open.sh \
	tests/e2e/many_comms.sh \
	tests/e2e/meeting.sh \
	tests/e2e/placement.sh \
	tests/e2e/spawn.sh \
	tests/e2e/state.sh \
	tests/e2e/threads.sh \
	tests/e2e/unseen.sh \
	tests/e2e/waits.sh

TESTS += $(e2e_tests)
if !HAVE_OTF2
TESTS += tests/e2e/bare.sh
endif
EXTRA_DIST += $(e2e_tests) \
	tests/e2e/bare.sh \
	tests/e2e/hosts.sh \
	tests/e2e/lib.sh tests/e2e/python_lib.sh \
	tests/e2e/check_advice.py tests/e2e/check_archives.py \
	tests/e2e/check_clocks.py \
	tests/e2e/check_counts.py \
	tests/e2e/check_filtered.py \
	tests/e2e/check_limits.py \
	tests/e2e/check_messages.py \
	tests/e2e/check_names.py \
	tests/e2e/check_placement.py \
	tests/e2e/check_python_calls.py \
	tests/e2e/check_python_times.py \
	tests/e2e/check_resources.py \
	tests/e2e/check_time_of_day.py \
	tests/e2e/check_python_profiles.py tests/e2e/check_same.py \
	tests/e2e/check_regions.py \
	tests/e2e/check_sampled.py \
	tests/e2e/check_sampled_stacks.py \
	tests/e2e/check_shares.py \
	tests/e2e/check_table.py \
	tests/e2e/check_time_adds_up.py \
	tests/e2e/check_times.py \
	tests/e2e/check_trace_samples.py \
	tests/e2e/check_waits.py \
	tests/e2e/otf2_fixed.py \
	tests/e2e/otf2_totals.py \
	tests/e2e/programs/busy.c \
	tests/e2e/programs/must.h \
	tests/e2e/programs/fake_papi.c \
	tests/e2e/programs/own_cost.c \
	tests/e2e/programs/own_malloc.c \
	tests/e2e/programs/own_timers.c \
	tests/e2e/programs/sampled.c \
	tests/e2e/programs/ompt_told.c \
	tests/e2e/programs/sampled_events.c \
	tests/e2e/programs/sampled_odd.c \
	tests/e2e/programs/sampled_calls.c \
	tests/e2e/programs/sampled_part_c.c \
	tests/e2e/programs/sampled_parts.c \
	tests/e2e/programs/sampled_parts.cpp \
	tests/e2e/programs/sampled_parts.f90 \
	tests/e2e/programs/sampled_regions.c \
	tests/e2e/programs/regions_inside.c \
	tests/e2e/programs/sampled_spin.h \
	tests/e2e/programs/sampled_stacks.c \
	tests/e2e/programs/sampled_unloaded.c \
	tests/e2e/programs/unloaded_part.c \
	tests/e2e/programs/without_perf.c \
	tests/e2e/programs/collectives.c \
	tests/e2e/programs/comm_names.F90 \
	tests/e2e/programs/comm_names.c \
	tests/e2e/programs/counts.F90 \
	tests/e2e/programs/counts.py \
	tests/e2e/programs/delays.c \
	tests/e2e/programs/dlopened.c \
	tests/e2e/programs/drift.c \
	tests/e2e/programs/ends.c \
	tests/e2e/programs/expect.c \
	tests/e2e/programs/expect.h \
	tests/e2e/programs/expectations.f90 \
	tests/e2e/programs/advised.c tests/e2e/programs/failed_waits.F90 \
	tests/e2e/programs/failed_waits.c \
	tests/e2e/programs/filters.c \
	tests/e2e/programs/fortran_interface.h \
	tests/e2e/programs/functions.c \
	tests/e2e/programs/grids.c \
	tests/e2e/programs/groups.c \
	tests/e2e/programs/hostile.c \
	tests/e2e/programs/io.c \
	tests/e2e/programs/life.c \
	tests/e2e/programs/leaked.c \
	tests/e2e/programs/left_open.c \
	tests/e2e/programs/jumps.c \
	tests/e2e/programs/late_calls.h \
	tests/e2e/programs/late_files.c \
	tests/e2e/programs/late_members.c \
	tests/e2e/programs/late_messages.c \
	tests/e2e/programs/late_remote.c \
	tests/e2e/programs/late_several.c \
	tests/e2e/programs/late_tests.c \
	tests/e2e/programs/kokkos.c \
	tests/e2e/programs/kokkos_itself.cpp \
	tests/e2e/programs/limits.c \
	tests/e2e/programs/openmp.c \
	tests/e2e/programs/nvtx.c tests/e2e/programs/nvtx_client.h \
	tests/e2e/programs/visits.c tests/e2e/programs/visits.h \
	tests/e2e/programs/many_comms.c \
	tests/e2e/programs/many_regions.c \
	tests/e2e/programs/meeting.c \
	tests/e2e/programs/moments.c \
	tests/e2e/programs/moments.h \
	tests/e2e/programs/modes.py tests/e2e/programs/some_mpi.py \
	tests/e2e/programs/mpi4.c \
	tests/e2e/programs/named_by_threads.c \
	tests/e2e/programs/neighbours.c \
	tests/e2e/programs/stamped.c \
	tests/e2e/programs/no_mpi.c \
	tests/e2e/programs/objects.F90 \
	tests/e2e/programs/other_tool.c \
	tests/e2e/programs/p2p.c \
	tests/e2e/programs/pauses.c \
	tests/e2e/programs/regions.c \
	tests/e2e/programs/resources.c \
	tests/e2e/programs/python_calls.py \
	tests/e2e/programs/python_embedded.c \
	tests/e2e/programs/python_native.c \
	tests/e2e/programs/reuse.c \
	tests/e2e/programs/ring.c \
	tests/e2e/programs/shares.c \
	tests/e2e/programs/short_threads.c \
	tests/e2e/programs/sessions.c \
	tests/e2e/programs/slow_memory.c \
	tests/e2e/programs/spawn.c \
	tests/e2e/programs/state.c \
	tests/e2e/programs/rma.c \
	tests/e2e/programs/team.F90 \
	tests/e2e/programs/team.c \
	tests/e2e/programs/tested.c \
	tests/e2e/programs/threads.c \
	tests/e2e/programs/tiny.f90

# Where the scripts compile and run.
mostlyclean-local:
	-rm -rf tests/e2e/made tests/faults/made tests/tools/made tests/odd/made \
		tests/odd/fortran/made tests/golden/made \
		tests/recorded/made tests/recorded/run

check-e2e:
	$(MAKE) $(AM_MAKEFLAGS) check TESTS='$(e2e_tests)'

.PHONY: check-e2e
