dnl Python 3: makes the wrappers at build time (PYTHON), runs the tests of
dnl Python programs (TEST_PYTHON, the first that has mpi4py).

AC_DEFUN([MPIPROF_PYTHON], [
AC_PATH_PROGS([PYTHON], [python3 python])
AS_IF([test -n "$PYTHON" &&
       "$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 6))'],
    [], [AC_MSG_ERROR([Python 3.6 or newer is needed to make the wrappers])])

AC_MSG_CHECKING([for a Python with mpi4py (tests only)])
mpiprof_find_module='import importlib.util as u, sys
sys.exit(u.find_spec(sys.argv[[1]]) is None)'
AS_IF([test -z "$TEST_PYTHON"], [
    for mpiprof_python in "$PYTHON" /usr/bin/python3; do
        AS_IF([test -x "$mpiprof_python" && "$mpiprof_python" \
                   -c "$mpiprof_find_module" mpi4py 2>/dev/null],
            [TEST_PYTHON=$mpiprof_python; break])
    done
])
AC_MSG_RESULT([${TEST_PYTHON:-none}])
AS_IF([test -n "$TEST_PYTHON"], [have_mpi4py=yes], [
    have_mpi4py=no
    TEST_PYTHON=$PYTHON
])
])
