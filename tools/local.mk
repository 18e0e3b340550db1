# tools/local.mk - mpiprof-report and mpiprof-run.

tools_cppflags = $(read_cppflags) -DMPIPROF_VERSION='"$(PACKAGE_VERSION)"' \
	-DMPIPROF_LIBDIR='"$(libdir)/mpiprof"'

bin_PROGRAMS += mpiprof-report mpiprof-run

mpiprof_report_CPPFLAGS = $(tools_cppflags)
mpiprof_report_LDADD = $(read_libs)
mpiprof_report_SOURCES = \
	tools/cmd_explain.c \
	tools/cmd_info.c \
	tools/cmd_report.c \
	tools/command.c tools/command.h \
	tools/open_run.c tools/open_run.h \
	tools/output.c tools/output.h \
	tools/report_main.c

mpiprof_run_CPPFLAGS = $(tools_cppflags)
mpiprof_run_LDADD = libcommon.la
mpiprof_run_SOURCES = \
	tools/command.h \
	tools/output.c tools/output.h \
	tools/run_elf.c tools/run_elf.h \
	tools/run_flavour.c tools/run_flavour.h \
	tools/run_library.c tools/run_library.h \
	tools/run_main.c \
	tools/run_options.c tools/run_options.h \
	tools/run_program.c tools/run_program.h
