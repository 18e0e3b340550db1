dnl SPDX-License-Identifier: BSD-3-Clause
dnl What was found, and what the user goes without where something is missing.

AC_DEFUN([MPIPROF_LINE],
[AS_IF([test $2 = yes], [AS_ECHO(["  $1 yes"])],
    [AS_ECHO(["  $1 no: $3"])])])

AC_DEFUN([MPIPROF_SUMMARY], [
AS_ECHO(["
mpiprof $PACKAGE_VERSION
  MPI        $MPI_FLAVOUR $MPI_RELEASE (MPI $MPI_STANDARD), $MPICC
  launcher   ${MPIEXEC:-none: no tests with several ranks}
  compiler   $CC $CFLAGS
  install    $prefix (libraries in lib/mpiprof/$MPI_FLAVOUR)"])
MPIPROF_LINE([Fortran   ], [$have_fortran],
    [no module mpiprof, no Fortran tests; Fortran programs are measured])
MPIPROF_LINE([mpi_f08   ], [$have_mpi_f08],
    [no tests of it; programs that use it are measured])
MPIPROF_LINE([OTF2      ], [$have_OTF2],
    [no event traces, neither written nor read; profiles are complete])
MPIPROF_LINE([PAPI      ], [$have_PAPI],
    [MPIPROF_COUNTERS has the counters of the kernel alone])
MPIPROF_LINE([libunwind ], [$have_LIBUNWIND],
    [call sites are single return addresses, without call paths])
MPIPROF_LINE([libdw     ], [$have_LIBDW],
    [call sites show addresses instead of function, file and line])
MPIPROF_LINE([jansson   ], [$have_JANSSON],
    [JSON files of other Python profilers are not read])
MPIPROF_LINE([HTML      ], [$have_HTML],
    [no --format html: it needs npm and Node.js 18 or newer, or a release tarball])
MPIPROF_LINE([CUnit     ], [$have_CUNIT], [no unit tests])
MPIPROF_LINE([libFuzzer ], [$have_libfuzzer], [no make fuzz, which needs clang])
MPIPROF_LINE([Python    ], [$have_python_module],
    [no module mpiprof: Python programs are measured, without their functions])
MPIPROF_LINE([mpi4py    ], [$have_mpi4py], [none for this MPI: no tests of Python programs])
AS_ECHO([""])
])
