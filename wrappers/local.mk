# SPDX-License-Identifier: BSD-3-Clause
# wrappers/local.mk - libmpiprof.la and the generated call table.
#
# One run of generate.py writes everything in gen/; gen/wrappers.stamp is its
# date.  A file of gen/ that did not change keeps its own date.

wrapper_languages = c fortran f08
wrapper_by_hand = wrappers/by_hand/shield.h wrappers/by_hand/completion.c \
	wrappers/by_hand/completion.h wrappers/by_hand/fortran.c \
	wrappers/by_hand/fortran.h wrappers/by_hand/fortran_index.c \
	wrappers/by_hand/early.c wrappers/by_hand/early.h \
	wrappers/by_hand/before_end.c wrappers/by_hand/before_end.h \
	wrappers/by_hand/functions.c \
	wrappers/by_hand/unloads.c \
	wrappers/by_hand/jumps.c \
	wrappers/by_hand/kokkos.c \
	wrappers/by_hand/lifecycle.c \
	wrappers/by_hand/lifecycle.h \
	wrappers/by_hand/lookups.c wrappers/by_hand/lookups.h \
	wrappers/by_hand/maps.c wrappers/by_hand/maps.h \
	wrappers/by_hand/next.c \
	wrappers/by_hand/next.h wrappers/by_hand/pcontrol.c \
	wrappers/by_hand/nvtx.c wrappers/by_hand/nvtx_interface.h \
	wrappers/by_hand/ompt.c wrappers/by_hand/ompt_interface.h \
	wrappers/by_hand/ranges.c wrappers/by_hand/ranges.h \
	wrappers/by_hand/rebind.c \
	wrappers/by_hand/regions.c wrappers/by_hand/regions.h \
	wrappers/by_hand/run.c wrappers/by_hand/scratch.c \
	wrappers/by_hand/scratch.h wrappers/by_hand/sessions.c \
	wrappers/by_hand/sessions.h wrappers/by_hand/start.c \
	wrappers/by_hand/start.h wrappers/by_hand/threads.c \
	wrappers/by_hand/threads.h \
	wrappers/by_hand/missing_ranks.c wrappers/by_hand/missing_ranks.h \
	wrappers/by_hand/report_unmeasured.c \
	wrappers/by_hand/wake.c wrappers/by_hand/wake.h \
	wrappers/by_hand/wrap.h
wrapper_templates = \
	wrappers/templates/abort.c.in \
	wrappers/templates/cancel.c.in \
	wrappers/templates/collective.c.in \
	wrappers/templates/comm_created.c.in \
	wrappers/templates/comm_freed.c.in \
	wrappers/templates/comm_named.c.in \
	wrappers/templates/file_closed.c.in \
	wrappers/templates/file_deleted.c.in \
	wrappers/templates/file_opened.c.in \
	wrappers/templates/finalize.c.in \
	wrappers/templates/imrecv.c.in \
	wrappers/templates/init.c.in \
	wrappers/templates/io.c.in \
	wrappers/templates/io_begun.c.in \
	wrappers/templates/io_started.c.in \
	wrappers/templates/irecv.c.in \
	wrappers/templates/isend.c.in \
	wrappers/templates/isendrecv.c.in \
	wrappers/templates/mprobe.c.in \
	wrappers/templates/mrecv.c.in \
	wrappers/templates/on_file.c.in \
	wrappers/templates/on_window.c.in \
	wrappers/templates/window_synced.c.in \
	wrappers/templates/file_sought.c.in \
	wrappers/templates/pcontrol.c.in \
	wrappers/templates/plain.c.in \
	wrappers/templates/recv.c.in \
	wrappers/templates/request_free.c.in \
	wrappers/templates/rma.c.in \
	wrappers/templates/send.c.in \
	wrappers/templates/sendrecv.c.in \
	wrappers/templates/session_finalize.c.in \
	wrappers/templates/session_init.c.in \
	wrappers/templates/start.c.in \
	wrappers/templates/startall.c.in \
	wrappers/templates/type_freed.c.in \
	wrappers/templates/wait_all.c.in \
	wrappers/templates/wait_any.c.in \
	wrappers/templates/wait_one.c.in \
	wrappers/templates/wait_some.c.in \
	wrappers/templates/window_created.c.in \
	wrappers/templates/window_freed.c.in \
	wrappers/templates/window_named.c.in
wrapper_inputs = wrappers/calls.tsv wrappers/generate.py \
	wrappers/removed.h $(wrapper_templates)
wrapper_headers = gen/call_ids.h gen/next_ids.h gen/handles.h
wrapper_sources = gen/next_names.c \
	gen/wrappers_c_p2p.c gen/wrappers_fortran_p2p.c \
	gen/wrappers_f08_p2p.c \
	gen/wrappers_c_completion.c gen/wrappers_fortran_completion.c \
	gen/wrappers_f08_completion.c \
	gen/wrappers_c_collective.c gen/wrappers_fortran_collective.c \
	gen/wrappers_f08_collective.c \
	gen/wrappers_c_one_sided.c gen/wrappers_fortran_one_sided.c \
	gen/wrappers_f08_one_sided.c \
	gen/wrappers_c_io.c gen/wrappers_fortran_io.c \
	gen/wrappers_f08_io.c \
	gen/wrappers_c_other.c gen/wrappers_fortran_other.c \
	gen/wrappers_f08_other.c \
	gen/wrappers_c_plain.c gen/wrappers_fortran_plain.c \
	gen/wrappers_f08_plain.c

nodist_libcommon_a_SOURCES += gen/call_table.c

mpiproflib_LTLIBRARIES += libmpiprof.la
libmpiprof_la_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/wrappers \
	-I$(top_srcdir)/wrappers/by_hand $(MPI_CPPFLAGS) \
	-DMPIPROF_FLAVOUR='"$(MPI_FLAVOUR)"'
libmpiprof_la_SOURCES = $(wrapper_by_hand) \
	src/base/flavours.c src/base/flavours.h
nodist_libmpiprof_la_SOURCES = $(wrapper_sources) gen/flavour_table.c
libmpiprof_la_LDFLAGS = $(AM_LDFLAGS) -avoid-version \
	-Wl,--version-script=$(top_srcdir)/wrappers/libmpiprof.map \
	-Wl,-Bsymbolic-functions -Wl,-z,nodelete $(NO_UNDEFINED)
EXTRA_libmpiprof_la_DEPENDENCIES = wrappers/libmpiprof.map

unit_tests += tests/unit/wrappers/test_early
tests_unit_wrappers_test_early_CPPFLAGS = $(libmpiprof_la_CPPFLAGS)
tests_unit_wrappers_test_early_SOURCES = tests/unit/wrappers/test_early.c tests/unit/unit.h \
	wrappers/by_hand/early.c wrappers/by_hand/early.h
unit_tests += tests/unit/wrappers/test_before_end
tests_unit_wrappers_test_before_end_CPPFLAGS = $(libmpiprof_la_CPPFLAGS)
tests_unit_wrappers_test_before_end_SOURCES = tests/unit/wrappers/test_before_end.c tests/unit/unit.h \
	wrappers/by_hand/before_end.c wrappers/by_hand/before_end.h

BUILT_SOURCES += $(wrapper_headers)
EXTRA_DIST += wrappers/libmpiprof.map $(wrapper_inputs)

gen/wrappers.stamp: $(wrapper_inputs)
	@$(MKDIR_P) gen
	$(AM_V_GEN)$(PYTHON) $(top_srcdir)/wrappers/generate.py \
		--mpicc '$(MPICC)' --out gen
	@touch $@

# A missing file, though the stamp is there: make all again.
$(wrapper_headers) $(wrapper_sources) gen/call_table.c: gen/wrappers.stamp
	@test -f $@ || { rm -f gen/wrappers.stamp; \
	    $(MAKE) $(AM_MAKEFLAGS) gen/wrappers.stamp; }
