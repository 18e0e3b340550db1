dnl SPDX-License-Identifier: BSD-3-Clause
dnl Python 3: makes the wrappers at build time (PYTHON), runs the tests of
dnl Python programs (TEST_PYTHON, one whose mpi4py is for this MPI); and where
dnl the module mpiprof of Python programs goes.

AC_DEFUN([MPIPROF_PYTHON], [
AC_PATH_PROGS([PYTHON], [python3 python])
AS_IF([test -n "$PYTHON" &&
       "$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 6))'],
    [], [AC_MSG_ERROR([Python 3.6 or newer is needed to make the wrappers])])
dnl Not a script that looks for it each time, as that of pyenv does.
mpiprof_python=`"$PYTHON" -c 'import sys; print(sys.executable)'`
AS_IF([test -x "$mpiprof_python"], [PYTHON=$mpiprof_python])
])

dnl mpi4py is asked where it is, not run: its library names the MPI it is for.
AC_DEFUN([MPIPROF_TEST_PYTHON], [
AC_MSG_CHECKING([for a Python with mpi4py for $MPI_FLAVOUR (tests only)])
have_mpi4py=no
for mpiprof_python in "$TEST_PYTHON" "$PYTHON" /usr/bin/python3; do
    AS_IF([test $have_mpi4py = no && test -x "$mpiprof_python"], [
        MPIPROF_ASK_MPI4PY([$mpiprof_python])
        AS_IF([test -n "$mpiprof_found"], [
            have_mpi4py=yes
            TEST_PYTHON=${TEST_PYTHON:-$mpiprof_python}
        ])
    ])
done
AC_MSG_RESULT([$have_mpi4py])
TEST_PYTHON=${TEST_PYTHON:-/usr/bin/python3}
AS_IF([test -x "$TEST_PYTHON"], [], [TEST_PYTHON=$PYTHON])
])

dnl Sets mpiprof_found to the library of this MPI that mpi4py is for, if it is.
AC_DEFUN([MPIPROF_ASK_MPI4PY], [
mpiprof_folder=`"$1" -c '
import importlib.util, os
spec = importlib.util.find_spec("mpi4py")
print(os.path.dirname(spec.origin) if spec else "/nonexistent")'`
mpiprof_found=
for mpiprof_name in `cat "$mpiprof_folder"/MPI*.so 2>/dev/null |
    grep -ao 'libmpi[[a-z_]]*\.so[[.0-9]]*'`; do
    AS_IF([test "`flavour_of_library $mpiprof_name`" = $MPI_FLAVOUR],
        [mpiprof_found=$mpiprof_name])
done
])

dnl pythonmoduledir: where the folder mpiprof of the module is installed.
AC_DEFUN([MPIPROF_PYTHON_MODULE], [
AC_ARG_WITH([python],
    [AS_HELP_STRING([--with-python=WHERE],
        [the Python module mpiprof: yes (installed in DATADIR/mpiprof/python),
         no, or the folder to install it in @<:@yes@:>@])],
    [], [with_python=yes])
have_python_module=yes
AS_CASE([$with_python],
    [yes], [pythonmoduledir='${datadir}/mpiprof/python'],
    [no], [pythonmoduledir= have_python_module=no],
    [/*], [pythonmoduledir=$with_python],
    [AC_MSG_ERROR([--with-python=$with_python: yes, no, or a folder that begins with /])])
AC_SUBST([pythonmoduledir])
AM_CONDITIONAL([HAVE_PYTHON_MODULE], [test $have_python_module = yes])
])
