# share/local.mk - what is installed besides libraries and tools.

# Linking: mpicc sim.c $(pkg-config --libs mpiprof-openmpi)
pkgconfig_file = share/mpiprof-$(MPI_FLAVOUR).pc
pkgconfig_DATA += $(pkgconfig_file)
CLEANFILES += $(pkgconfig_file)
EXTRA_DIST += share/mpiprof.pc.in

$(pkgconfig_file): $(top_srcdir)/share/mpiprof.pc.in config.status
	$(AM_V_GEN)$(MKDIR_P) share && \
	./config.status --silent --file=$@:$(abs_top_srcdir)/share/mpiprof.pc.in
