# src/measure/local.mk - libmeasure.la, and of it libmpiprof-core.la, which
# libmpiprof.so opens at the first use of MPI.
# A test of a module says:
#     tests_unit_test_NAME_CPPFLAGS = $(measure_cppflags)
#     tests_unit_test_NAME_LDADD = $(measure_libs) $(CUNIT_LIBS)

measure_cppflags = $(AM_CPPFLAGS) $(MPI_CPPFLAGS) $(OTF2_CPPFLAGS) \
	$(PAPI_CPPFLAGS) $(LIBUNWIND_CPPFLAGS)
measure_libs = libmeasure.la libcommon.la $(OTF2_LIBS) $(PAPI_LIBS) \
	$(LIBUNWIND_LIBS) $(MPI_LIBS)

noinst_LTLIBRARIES += libmeasure.la
libmeasure_la_CPPFLAGS = $(measure_cppflags)
libmeasure_la_SOURCES = src/measure/record/hook.h src/measure/clock/clock.h

mpiproflib_LTLIBRARIES += libmpiprof-core.la
libmpiprof_core_la_SOURCES =
libmpiprof_core_la_LIBADD = $(measure_libs)
libmpiprof_core_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version \
	-Wl,--version-script=$(top_srcdir)/src/measure/core.map $(NO_UNDEFINED)
EXTRA_libmpiprof_core_la_DEPENDENCIES = src/measure/core.map
EXTRA_DIST += src/measure/core.map

# One line per module; where a library is optional, one of two:
# if HAVE_PAPI
# libmeasure_la_SOURCES += src/measure/counters/counters_papi.c
# else
# libmeasure_la_SOURCES += src/measure/counters/counters_null.c
# endif
