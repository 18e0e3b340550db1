# src/read/local.mk - libread.la: what reads a run, for the tools.
# A test of it says: tests_unit_test_NAME_CPPFLAGS = $(read_cppflags)
#                    tests_unit_test_NAME_LDADD = $(read_libs) $(CUNIT_LIBS)

read_cppflags = $(AM_CPPFLAGS) $(OTF2_CPPFLAGS)
read_libs = libread.la libcommon.la $(OTF2_LIBS)

noinst_LTLIBRARIES += libread.la
libread_la_CPPFLAGS = $(read_cppflags)
libread_la_SOURCES =

