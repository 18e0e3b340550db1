dnl SPDX-License-Identifier: BSD-3-Clause
dnl Fortran is optional: it gives the module mpiprof and the Fortran tests.
dnl The wrappers for Fortran programs are C and are always built.

AC_DEFUN([MPIPROF_FORTRAN], [
MPIPROF_MPI_SIBLING([MPIFC], [mpifort mpif90])
have_fortran=no
have_mpi_f08=no
AS_IF([test -n "$MPIFC"], [
    MPIPROF_FORTRAN_MODULE([mpi], [have_fortran=yes])
    MPIPROF_FORTRAN_MODULE([mpi_f08], [have_mpi_f08=yes])
])
AS_IF([test $have_fortran = no], [MPIFC=])
FORTRAN_MODULE_LIBS=
test $have_fortran = no || FORTRAN_MODULE_LIBS=-lmpiprof_fortran
AC_SUBST([FORTRAN_MODULE_LIBS])
AM_CONDITIONAL([HAVE_FORTRAN], [test $have_fortran = yes])
AM_CONDITIONAL([HAVE_MPI_F08], [test $have_mpi_f08 = yes])
AC_SUBST([have_mpi_f08])
])

dnl MPIPROF_FORTRAN_MODULE(MODULE, IF-THERE)
AC_DEFUN([MPIPROF_FORTRAN_MODULE], [
AC_MSG_CHECKING([for the Fortran module $1])
cat > conftest.f90 <<'_EOT'
program conftest
  use $1
  integer :: error
  call MPI_Barrier(MPI_COMM_WORLD, error)
end program conftest
_EOT
AS_IF([$MPIFC -c $FCFLAGS conftest.f90 >&AS_MESSAGE_LOG_FD 2>&1],
    [AC_MSG_RESULT([yes])
     $2], [AC_MSG_RESULT([no])])
rm -f conftest.f90 conftest.$OBJEXT
])
