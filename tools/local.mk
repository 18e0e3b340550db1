# tools/local.mk - mpiprof-report and mpiprof-run.

tools_cppflags = $(read_cppflags) -DMPIPROF_LIBDIR='"$(libdir)/mpiprof"'

