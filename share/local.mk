# SPDX-License-Identifier: BSD-3-Clause
# share/local.mk - what is installed besides libraries and tools.

# Linking: mpicc sim.c $(pkg-config --libs mpiprof-openmpi)
pkgconfig_file = share/mpiprof-$(MPI_FLAVOUR).pc
pkgconfig_DATA += $(pkgconfig_file)
CLEANFILES += $(pkgconfig_file)
EXTRA_DIST += share/mpiprof.pc.in

$(pkgconfig_file): $(top_srcdir)/share/mpiprof.pc.in config.status
	$(AM_V_GEN)$(MKDIR_P) share && \
	./config.status --silent --file=$@:$(abs_top_srcdir)/share/mpiprof.pc.in

# Pages of `mpiprof-report help'.
dist_doc_DATA = share/doc/advice.md share/doc/building.md \
	share/doc/exports.md share/doc/faults.md share/doc/first-hour.md \
	share/doc/hooks.md \
	share/doc/html.md share/doc/many-ranks.md share/doc/profile-format.md \
	share/doc/python-files.md share/doc/python-programs.md share/doc/python-tables.md \
	share/doc/python.md \
	share/doc/report-formats.md share/doc/report.png \
	share/doc/resources.md share/doc/robustness.md share/doc/sampling.md \
	share/doc/several-runs.md \
	share/doc/trace-format.md share/doc/wait-states.md share/doc/waiting.md

# Man pages: lists of options and settings are those of the sources.
man_MANS = share/man/mpiprof-report.1 share/man/mpiprof-report-mpi.1 \
	share/man/mpiprof-run.1 share/man/mpiprof.7
man_inputs = share/man/generate.py share/flavours/flavours.py \
	share/flavours/flavours.tsv tools/options.c tools/run/run_options.c \
	src/settings/settings.h $(addprefix tools/cmd_,compare.c explain.c history.c \
	export.c help.c info.c python.c recover.c report.c scaling.c whatif.c)
EXTRA_DIST += share/man/generate.py $(addsuffix .in,$(man_MANS))
CLEANFILES += $(man_MANS)

$(man_MANS): %: %.in $(man_inputs)
	$(AM_V_GEN)$(MKDIR_P) share/man && \
	$(PYTHON) $(top_srcdir)/share/man/generate.py $(top_srcdir) $< >$@.new && \
	mv $@.new $@

# Shells look for a file of a command's name; one has all of them.
bashcompletiondir = $(datadir)/bash-completion/completions
dist_bashcompletion_DATA = share/completion/mpiprof-report
fishcompletiondir = $(datadir)/fish/vendor_completions.d
dist_fishcompletion_DATA = share/completion/mpiprof-report.fish
zshcompletiondir = $(datadir)/zsh/site-functions
dist_zshcompletion_DATA = share/completion/_mpiprof-report
completion_links = $(foreach name,mpiprof-report-mpi mpiprof-run,\
	$(DESTDIR)$(bashcompletiondir)/$(name) \
	$(DESTDIR)$(fishcompletiondir)/$(name).fish)
install-data-hook:
	for link in $(completion_links); do \
	    case $$link in *.fish) end=.fish ;; *) end= ;; esac; \
	    rm -f $$link && $(LN_S) mpiprof-report$$end $$link || exit 1; \
	done
uninstall-hook:
	rm -f $(completion_links)

# find_package(mpiprof): each build adds a file with its target.
cmakedir = $(libdir)/cmake/mpiprof
cmake_target = share/cmake/mpiprof-$(MPI_FLAVOUR).cmake
cmake_version = share/cmake/mpiprofConfigVersion.cmake
dist_cmake_DATA = share/cmake/mpiprofConfig.cmake
cmake_DATA = $(cmake_target) $(cmake_version)
CLEANFILES += $(cmake_DATA)
EXTRA_DIST += share/cmake/mpiprof.cmake.in $(cmake_version).in

$(cmake_target): $(top_srcdir)/share/cmake/mpiprof.cmake.in config.status
	$(AM_V_GEN)$(MKDIR_P) share/cmake && \
	./config.status --silent --file=$@:$(abs_top_srcdir)/share/cmake/mpiprof.cmake.in

$(cmake_version): $(top_srcdir)/$(cmake_version).in config.status
	$(AM_V_GEN)$(MKDIR_P) share/cmake && \
	./config.status --silent --file=$@:$(abs_top_srcdir)/$(cmake_version).in

# The Fortran module: regions.  Its library looks libmpiprof up at run time.
if HAVE_FORTRAN
fortran_module = share/fortran/mpiprof.mod
fortran_library = share/fortran/libmpiprof_fortran.a
noinst_DATA = $(fortran_library)
mpiproflib_DATA = $(fortran_library)
mpiprofinclude_DATA = $(fortran_module)
CLEANFILES += $(fortran_library) $(fortran_module) share/fortran/mpiprof.o

$(fortran_library): $(top_srcdir)/share/fortran/mpiprof.f90
	$(AM_V_GEN)$(MKDIR_P) share/fortran && cd share/fortran && \
	$(MPIFC) $(FCFLAGS) -fPIC -c $(abs_top_srcdir)/share/fortran/mpiprof.f90 && \
	rm -f $(@F) && $(AR) cr $(@F) mpiprof.o && $(RANLIB) $(@F)

$(fortran_module): $(fortran_library)
	@:
endif

# Module files fit one compiler: users of another compile the source.
fortransourcedir = $(pkgdatadir)/fortran
dist_fortransource_DATA = share/fortran/mpiprof.f90

examplesdir = $(docdir)/examples
dist_examples_DATA = share/examples/README share/examples/heat2d.c \
	share/examples/heat2d_f08.f90 share/examples/heat2d.py \
	share/examples/task_farm.c
cmakeexamplesdir = $(examplesdir)/cmake
dist_cmakeexamples_DATA = share/examples/cmake/CMakeLists.txt

# The module of Python programs, which mpiprof-run puts into PYTHONPATH.
python_module = share/python/mpiprof/__init__.py \
	share/python/mpiprof/__main__.py \
	share/python/mpiprof/_command.py share/python/mpiprof/_ending.py \
	share/python/mpiprof/_library.py share/python/mpiprof/_load.py \
	share/python/mpiprof/_memory.py \
	share/python/mpiprof/_output.py \
	share/python/mpiprof/_profiler.py share/python/mpiprof/_program.py \
	share/python/mpiprof/_regions.py share/python/mpiprof/_snapshot.py \
	share/python/mpiprof/_terminate.py share/python/mpiprof/_timing.py
EXTRA_DIST += $(python_module)
if HAVE_PYTHON_MODULE
mpiprofpythondir = $(pythonmoduledir)/mpiprof
mpiprofpython_DATA = $(python_module)
endif
