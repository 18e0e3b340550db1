dnl SPDX-License-Identifier: BSD-3-Clause
dnl The one MPI that this build is for.  Nothing is run but its compiler
dnl wrappers; all compiling is done by $(CC) with the flags that they show.
dnl What is known of each MPI is in share/flavours/flavours.tsv.

AC_DEFUN([MPIPROF_MPI], [
flavours_tsv=$srcdir/share/flavours/flavours.tsv
. "$srcdir/share/flavours/flavours.sh"
AS_IF([test -z "$MPICC"],
    [AC_PATH_PROGS([MPICC], [mpicc `flavour_words all mpicc`])],
    [MPIPROF_FULL_PATH([MPICC])])
AS_IF([test -z "$MPICC"],
    [AC_MSG_ERROR([no MPI: give its compiler wrapper as MPICC=...])])
MPIPROF_WRAPPER_FLAGS
MPIPROF_MPI_HEADER
MPIPROF_MPI_SIBLING([MPIEXEC], [mpiexec mpirun])
AC_SUBST([MPI_CPPFLAGS])
AC_SUBST([MPI_LIBS])
AC_SUBST([MPI_FLAVOUR])
AC_SUBST([MPI_STANDARD])
AC_SUBST([MPI_RELEASE])
MPI_NAME=`flavour_words $MPI_FLAVOUR version_text | $SED 1q`
AC_SUBST([MPI_NAME])
MPI_ENVIRONMENT=`flavour_words all environment | tr '\n' ' '`
AC_SUBST([MPI_ENVIRONMENT])
MPI_TEST_ENVIRONMENT=`flavour_words all test_environment | tr '\n' ' '`
AC_SUBST([MPI_TEST_ENVIRONMENT])
])

dnl MPIPROF_FULL_PATH(VARIABLE): so that it works from any folder.
AC_DEFUN([MPIPROF_FULL_PATH], [
case $$1 in
/*) ;;
*) mpiprof_path=`command -v $$1` && $1=$mpiprof_path ;;
esac
AC_MSG_CHECKING([for $1])
AC_MSG_RESULT([$$1])
])

dnl Splits what `$MPICC -show' prints into flags to compile and to link.  A
dnl compiler that knows MPI by itself shows nothing: then MPICC is the CC.
AC_DEFUN([MPIPROF_WRAPPER_FLAGS], [
AC_MSG_CHECKING([for the flags of $MPICC])
MPI_CPPFLAGS=
MPI_LIBS=
mpiprof_shown=`$MPICC -show 2>/dev/null` ||
    mpiprof_shown=`$MPICC --showme 2>/dev/null`
for mpiprof_word in $mpiprof_shown; do
    AS_CASE([$mpiprof_word],
        [-I*|-D*], [MPI_CPPFLAGS="$MPI_CPPFLAGS $mpiprof_word"],
        [-L*|-l*|-Wl,*|*.so|*.a], [MPI_LIBS="$MPI_LIBS $mpiprof_word"],
        [-pthread], [MPI_LIBS="$MPI_LIBS $mpiprof_word"])
done
AS_IF([test -z "$MPI_LIBS"], [CC=$MPICC])
AC_MSG_RESULT([$MPI_CPPFLAGS $MPI_LIBS])
])

dnl Which MPI, and which version of the standard, from its mpi.h.
AC_DEFUN([MPIPROF_MPI_HEADER], [
AC_MSG_CHECKING([which MPI it is])
{
    AS_ECHO(["#include <mpi.h>"])
    AS_ECHO(["mpiprof_standard MPI_VERSION MPI_SUBVERSION"])
    for mpiprof_flavour in `flavour_names`; do
        mpiprof_release=`flavour_words $mpiprof_flavour release | tr '\n' ' '`
        for mpiprof_macro in `flavour_words $mpiprof_flavour header`; do
            AS_ECHO(["#ifdef $mpiprof_macro"])
            AS_ECHO(["mpiprof_flavour $mpiprof_flavour"])
            AS_ECHO(["mpiprof_library $mpiprof_release"])
            AS_ECHO(["#endif"])
        done
    done
} > conftest.c
$CC -E -P $CPPFLAGS $MPI_CPPFLAGS conftest.c > conftest.i 2>conftest.err ||
    { cat conftest.err >&AS_MESSAGE_LOG_FD
      AC_MSG_FAILURE([$MPICC finds no mpi.h]); }
MPI_FLAVOUR=`$SED -n '/^mpiprof_flavour /{s///p;q;}' conftest.i`
MPI_STANDARD=`$SED -n 's/^mpiprof_standard //p' conftest.i | tr ' ' .`
MPI_RELEASE=`$SED -n '/^mpiprof_library /{s///p;q;}' conftest.i |
    tr -d '"' | tr ' ' .`
rm -f conftest.c conftest.i conftest.err
AC_MSG_RESULT([$MPI_FLAVOUR $MPI_RELEASE, MPI $MPI_STANDARD])
AS_IF([test -z "$MPI_FLAVOUR"],
    [AC_MSG_ERROR([this MPI is not known: share/doc/develop/add-an-mpi.md])])

AC_MSG_CHECKING([whether a program links with it])
mpiprof_saved_CPPFLAGS=$CPPFLAGS
mpiprof_saved_LIBS=$LIBS
CPPFLAGS="$CPPFLAGS $MPI_CPPFLAGS"
LIBS="$MPI_LIBS $LIBS"
AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <mpi.h>]],
    [[return PMPI_Finalize();]])],
    [AC_MSG_RESULT([yes])],
    [AC_MSG_RESULT([no])
     AC_MSG_FAILURE([cannot link with $MPI_LIBS])])
CPPFLAGS=$mpiprof_saved_CPPFLAGS
LIBS=$mpiprof_saved_LIBS
])

dnl MPIPROF_MPI_SIBLING(VARIABLE, NAMES): the program of that name which
dnl belongs to MPICC: same folder, same suffix (mpicc.mpich: mpiexec.mpich).
AC_DEFUN([MPIPROF_MPI_SIBLING], [
AS_IF([test -n "$$1"], [MPIPROF_FULL_PATH([$1])], [
    AC_MSG_CHECKING([for $1])
    mpiprof_folder=`AS_DIRNAME(["$MPICC"])`
    mpiprof_base=`AS_BASENAME(["$MPICC"])`
    for mpiprof_name in $2; do
        mpiprof_try=`AS_ECHO(["$mpiprof_base"]) |
            $SED "s/[[a-z]]*cc/$mpiprof_name/"`
        AS_IF([test -x "$mpiprof_folder/$mpiprof_try"],
            [$1=$mpiprof_folder/$mpiprof_try; break])
    done
    AC_MSG_RESULT([${$1:-none}])
])
])
