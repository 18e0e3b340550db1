dnl SPDX-License-Identifier: BSD-3-Clause
dnl Libraries.  Each sets and substitutes NAME_CPPFLAGS and NAME_LIBS, and
dnl have_NAME and the conditional HAVE_NAME where it may be missing.

dnl MPIPROF_TRY_LIBRARY(NAME, header, library, function, where): sets
dnl have_NAME.  where: yes, auto or a prefix to look below.
AC_DEFUN([MPIPROF_TRY_LIBRARY], [
AS_CASE([$5], [yes|auto], [], [
    $1_CPPFLAGS="-I$5/include"
    $1_LIBS="-L$5/lib -Wl,-rpath,$5/lib"
])
$1_LIBS="$$1_LIBS -l$3"
have_$1=no
mpiprof_saved_CPPFLAGS=$CPPFLAGS
mpiprof_saved_LIBS=$LIBS
CPPFLAGS="$CPPFLAGS $$1_CPPFLAGS"
LIBS="$$1_LIBS $LIBS"
AC_CHECK_HEADER([$2], [
    AC_MSG_CHECKING([for $4 in -l$3])
    AC_LINK_IFELSE([AC_LANG_CALL([], [$4])], [have_$1=yes])
    AC_MSG_RESULT([$have_$1])
])
CPPFLAGS=$mpiprof_saved_CPPFLAGS
LIBS=$mpiprof_saved_LIBS
AS_IF([test $have_$1 = no], [
    $1_CPPFLAGS=
    $1_LIBS=
])
AC_SUBST([$1_CPPFLAGS])
AC_SUBST([$1_LIBS])
])

dnl MPIPROF_REQUIRED_LIBRARY(name, NAME, header, library, function)
AC_DEFUN([MPIPROF_REQUIRED_LIBRARY], [
AC_ARG_WITH([$1],
    [AS_HELP_STRING([--with-$1=DIR], [where $1 is installed (needed)])],
    [], [with_$1=yes])
AS_IF([test "x$with_$1" = xno], [AC_MSG_ERROR([$1 is needed])])
MPIPROF_TRY_LIBRARY([$2], [$3], [$4], [$5], [$with_$1])
AS_IF([test $have_$2 = no], [AC_MSG_ERROR([$1 is needed: no $3 or -l$4])])
])

dnl MPIPROF_OPTION(name, NAME): the user's wish, in with_name.
AC_DEFUN([MPIPROF_OPTION], [
AC_ARG_WITH([$1],
    [AS_HELP_STRING([--with-$1=WHERE],
        [yes, no, auto or where $1 is installed @<:@auto@:>@])],
    [], [with_$1=auto])
have_$2=no
])

dnl MPIPROF_OPTION_RESULT(name, NAME)
AC_DEFUN([MPIPROF_OPTION_RESULT], [
AS_IF([test $have_$2 = no], [
    AS_CASE([$with_$1], [no|auto], [],
        [AC_MSG_ERROR([--with-$1=$with_$1, but it does not work])])
])
AM_CONDITIONAL([HAVE_$2], [test $have_$2 = yes])
AC_SUBST([have_$2])
])

dnl MPIPROF_LIBRARY(name, NAME, header, library, function): an optional one.
AC_DEFUN([MPIPROF_LIBRARY], [
MPIPROF_OPTION([$1], [$2])
AS_IF([test "x$with_$1" != xno],
    [MPIPROF_TRY_LIBRARY([$2], [$3], [$4], [$5], [$with_$1])])
MPIPROF_OPTION_RESULT([$1], [$2])
])

dnl OTF2 brings its own script that knows its flags.
AC_DEFUN([MPIPROF_OTF2], [
MPIPROF_OPTION([otf2], [OTF2])
AS_CASE([$with_otf2],
    [no], [OTF2_CONFIG=],
    [yes|auto], [AC_PATH_PROG([OTF2_CONFIG], [otf2-config])],
    [OTF2_CONFIG=$with_otf2/bin/otf2-config])
AS_IF([test -n "$OTF2_CONFIG"], [MPIPROF_TRY_OTF2])
AC_SUBST([OTF2_CPPFLAGS])
AC_SUBST([OTF2_LIBS])
MPIPROF_OPTION_RESULT([otf2], [OTF2])
])

AC_DEFUN([MPIPROF_TRY_OTF2], [
AC_MSG_CHECKING([whether OTF2 works])
OTF2_CPPFLAGS=`$OTF2_CONFIG --cppflags`
OTF2_LIBS="`$OTF2_CONFIG --ldflags` `$OTF2_CONFIG --libs`"
mpiprof_saved_CPPFLAGS=$CPPFLAGS
mpiprof_saved_LIBS=$LIBS
CPPFLAGS="$CPPFLAGS $OTF2_CPPFLAGS"
LIBS="$OTF2_LIBS $LIBS"
AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <otf2/otf2.h>]],
    [[return OTF2_Archive_Close(0);]])], [have_OTF2=yes])
CPPFLAGS=$mpiprof_saved_CPPFLAGS
LIBS=$mpiprof_saved_LIBS
AC_MSG_RESULT([$have_OTF2])
AS_IF([test $have_OTF2 = no], [
    OTF2_CPPFLAGS=
    OTF2_LIBS=
])
])

dnl MPIPROF_UNWIND_COPIES: the part of libunwind that follows the stack of
dnl another process, or a copy of a stack; where libunwind is.
AC_DEFUN([MPIPROF_UNWIND_COPIES], [
have_LIBUNWIND_GENERIC=no
AS_IF([test $have_LIBUNWIND = yes], [
    LIBUNWIND_GENERIC_LIBS="$LIBUNWIND_LIBS -lunwind-generic"
    mpiprof_saved_CPPFLAGS=$CPPFLAGS
    mpiprof_saved_LIBS=$LIBS
    CPPFLAGS="$CPPFLAGS $LIBUNWIND_CPPFLAGS"
    LIBS="$LIBUNWIND_GENERIC_LIBS $LIBS"
    AC_MSG_CHECKING([whether libunwind follows copies of stacks])
    AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <libunwind.h>
        extern int UNW_OBJ(dwarf_search_unwind_table)(void);]],
        [[return UNW_OBJ(dwarf_search_unwind_table)() +
          unw_init_remote(0, 0, 0)]])], [have_LIBUNWIND_GENERIC=yes])
    AC_MSG_RESULT([$have_LIBUNWIND_GENERIC])
    CPPFLAGS=$mpiprof_saved_CPPFLAGS
    LIBS=$mpiprof_saved_LIBS
])
AS_IF([test $have_LIBUNWIND_GENERIC = no], [LIBUNWIND_GENERIC_LIBS=])
AC_SUBST([LIBUNWIND_GENERIC_LIBS])
AM_CONDITIONAL([HAVE_LIBUNWIND_GENERIC], [test $have_LIBUNWIND_GENERIC = yes])
])
