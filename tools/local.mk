# SPDX-License-Identifier: BSD-3-Clause
# tools/local.mk - mpiprof-report and mpiprof-run.

tools_cppflags = $(read_cppflags) -DMPIPROF_VERSION='"$(PACKAGE_VERSION)"' \
	-DMPIPROF_LIBDIR='"$(libdir)/mpiprof"' \
	-DMPIPROF_DOCDIR='"$(docdir)"' \
	-DMPIPROF_PYTHONDIR='"$(pythonmoduledir)"'

bin_PROGRAMS += mpiprof-report mpiprof-report-mpi mpiprof-run

# The commands, for the tool with MPI and that without.
noinst_LIBRARIES += libreport.a
libreport_a_CPPFLAGS = $(tools_cppflags)
libreport_a_SOURCES = \
	tools/chrome_files.c tools/chrome_files.h \
	tools/cmd_compare.c \
	tools/cmd_explain.c \
	tools/cmd_export.c \
	tools/cmd_help.c \
	tools/cmd_history.c \
	tools/cmd_info.c \
	tools/cmd_python.c \
	tools/cmd_recover.c \
	tools/cmd_report.c tools/cmd_report.h \
	tools/cmd_scaling.c \
	tools/cmd_whatif.c \
	tools/command.c tools/command.h \
	tools/entries.c tools/entries.h \
	tools/export/export.h \
	tools/export/export_calls.c \
	tools/export/export_tables.c \
	tools/export/export_tau.c \
	tools/export/flows.c tools/export/flows.h \
	tools/gather.c tools/gather.h \
	tools/open_run.c tools/open_run.h \
	tools/open_page.c tools/open_page.h \
	tools/options.c tools/options.h \
	tools/output.c tools/output.h \
	tools/python/python_files.c \
	tools/python/python_of_run.c tools/python/python_of_run.h \
	tools/python/python_run_mpi.c tools/python/python_run_mpi.h \
	tools/python/python_options.c tools/python/python_options.h \
	tools/run/run_prefix.c tools/run/run_prefix.h \
	tools/show.c tools/show.h \
	tools/stream.c tools/stream.h \
	tools/tables.c tools/tables.h \
	tools/time_option.c tools/time_option.h \
	tools/export/traced.c tools/export/traced.h \
	tools/export/traced_messages.c \
	tools/export/traced_regions.c \
	tools/export/traced_streams.c

mpiprof_report_CPPFLAGS = $(tools_cppflags)
mpiprof_report_LDADD = libreport.a libcompare.a $(pyfiles_libs) libreplay.a \
	$(read_libs)
mpiprof_report_SOURCES = \
	tools/complete.c tools/complete.h \
	tools/report_main.c \
	tools/run/run_options.c tools/run/run_options.h

# One for each MPI, in its folder; that in bin starts the right one.
mpiproflib_PROGRAMS = tools/mpiprof-report-mpi
tools_mpiprof_report_mpi_CPPFLAGS = $(tools_cppflags) $(MPI_CPPFLAGS)
tools_mpiprof_report_mpi_LDADD = libreport.a libcompare.a $(pyfiles_libs) \
	libreplay.a $(read_libs) $(MPI_LIBS)
tools_mpiprof_report_mpi_SOURCES = \
	tools/mpi/mpi_group.c tools/mpi/mpi_group.h \
	tools/mpi/report_mpi_main.c

# The counters of this machine, for mpiprof-run --list-counters.
mpiproflib_PROGRAMS += tools/mpiprof-counters
tools_mpiprof_counters_CPPFLAGS = $(tools_cppflags) $(PAPI_CPPFLAGS)
tools_mpiprof_counters_LDADD = libmeasure.a $(common_libs) $(PAPI_LIBS)
tools_mpiprof_counters_SOURCES = \
	tools/command.h \
	tools/run/counters_main.c \
	tools/output.c tools/output.h

mpiprof_report_mpi_CPPFLAGS = $(tools_cppflags)
mpiprof_report_mpi_LDADD = $(common_libs)
mpiprof_report_mpi_SOURCES = \
	tools/mpi/report_mpi_start.c \
	tools/run/run_prefix.c tools/run/run_prefix.h \
	tools/run/run_elf.c tools/run/run_elf.h \
	tools/run/run_flavour.c \
	tools/run/run_library.c tools/run/run_library.h

mpiprof_run_CPPFLAGS = $(tools_cppflags)
mpiprof_run_LDADD = $(common_libs)
mpiprof_run_SOURCES = \
	tools/command.c tools/command.h \
	tools/output.c tools/output.h \
	tools/run/run_elf.c tools/run/run_elf.h \
	tools/run/run_flavour.c \
	tools/run/run_library.c tools/run/run_library.h \
	tools/run/run_main.c \
	tools/run/run_options.c tools/run/run_options.h \
	tools/run/run_settings.c \
	tools/run/run_prefix.c tools/run/run_prefix.h

unit_tests += tests/unit/tools/test_flows
tests_unit_tools_test_flows_SOURCES = tests/unit/tools/test_flows.c \
	tools/export/flows.c tools/export/flows.h

unit_tests += tests/unit/tools/test_run_flavour
tests_unit_tools_test_run_flavour_SOURCES = tests/unit/tools/test_run_flavour.c \
	tools/run/run_elf.c tools/run/run_elf.h \
	tools/run/run_flavour.c

# Reports of a synthetic run, byte by byte; both command lines.
check_PROGRAMS += tests/golden/make_reports
tests_golden_make_reports_CPPFLAGS = $(synthetic_cppflags)
tests_golden_make_reports_SOURCES = tests/golden/make_reports.c $(synthetic) \
	$(synthetic_replay) \
	$(synthetic_ends)
tests_golden_make_reports_LDADD = $(common_libs)
# A profile full of names that break what is careless with them.
check_PROGRAMS += tests/tools/make_hostile
tests_tools_make_hostile_CPPFLAGS = $(AM_CPPFLAGS) \
	-I$(top_srcdir)/tests/tools
tests_tools_make_hostile_SOURCES = tests/tools/make_hostile.c \
	tests/tools/hostile_names.h
tests_tools_make_hostile_LDADD = $(common_libs)
# Runs over time, and on more and more ranks.
check_PROGRAMS += tests/tools/make_several
tests_tools_make_several_CPPFLAGS = $(synthetic_cppflags)
tests_tools_make_several_SOURCES = tests/tools/make_several.c $(synthetic)
tests_tools_make_several_LDADD = $(common_libs)
tool_tests = tests/golden/golden.sh tests/tools/bootstrap.sh \
	tests/tools/compare.sh \
	tests/tools/docs.sh \
	tests/tools/explain.sh tests/tools/history.sh tests/tools/hostile.sh tests/tools/mistyped.sh \
	tests/tools/page.sh tests/tools/report.sh tests/tools/run.sh
TESTS += $(tool_tests)
EXTRA_DIST += $(tool_tests) tests/tools/check_shown.py \
	tests/golden/expected/report.txt tests/golden/expected/report.json \
	tests/golden/check_formats.py \
	tests/golden/expected/dead.csv tests/golden/expected/dead.txt \
	tests/golden/expected/deadlock.txt tests/golden/expected/late.txt \
	tests/golden/expected/mismatch.txt tests/golden/expected/waits.txt
