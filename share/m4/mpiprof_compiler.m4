dnl SPDX-License-Identifier: BSD-3-Clause
dnl Warnings, hidden symbols and the two switches for developers.

AC_DEFUN([MPIPROF_COMPILER_FLAGS], [
MPIPROF_CFLAGS="-std=gnu11 -Wall -Wextra -fPIC -fvisibility=hidden"
MPIPROF_CFLAGS="$MPIPROF_CFLAGS -fno-semantic-interposition"
AC_ARG_ENABLE([werror],
    [AS_HELP_STRING([--enable-werror], [treat warnings as errors])])
AS_IF([test "x$enable_werror" = xyes],
    [MPIPROF_CFLAGS="$MPIPROF_CFLAGS -Werror"])
AC_ARG_ENABLE([sanitizers],
    [AS_HELP_STRING([--enable-sanitizers@<:@=LIST@:>@],
        [check memory and behaviour at run time, for `make check-unit';
         LIST as for -fsanitize= @<:@address,undefined@:>@])],
    [], [enable_sanitizers=no])
AS_IF([test "x$enable_sanitizers" = xyes],
    [enable_sanitizers=address,undefined])
AS_IF([test "x$enable_sanitizers" != xno], [
    MPIPROF_CFLAGS="$MPIPROF_CFLAGS -fsanitize=$enable_sanitizers"
    MPIPROF_CFLAGS="$MPIPROF_CFLAGS -fno-omit-frame-pointer"
    MPIPROF_CFLAGS="$MPIPROF_CFLAGS -fno-sanitize-recover=undefined"
])
AC_SUBST([MPIPROF_CFLAGS])

dnl Sources do not include config.h before all else: what AC_SYS_LARGEFILE has
dnl found goes to the compiler.
LARGE_FILE_CPPFLAGS=`sed -n \
    's/^#define \(_FILE_OFFSET_BITS\|_LARGE_FILES\) /-D\1=/p' confdefs.h`
AC_SUBST([LARGE_FILE_CPPFLAGS])

AC_MSG_CHECKING([whether the linker can refuse undefined symbols])
mpiprof_saved_LDFLAGS=$LDFLAGS
LDFLAGS="$LDFLAGS -Wl,-z,defs"
AC_LINK_IFELSE([AC_LANG_PROGRAM], [
    AC_MSG_RESULT([yes])
    NO_UNDEFINED=-Wl,-z,defs
], [
    AC_MSG_RESULT([no])
    NO_UNDEFINED=
])
LDFLAGS=$mpiprof_saved_LDFLAGS
AC_SUBST([NO_UNDEFINED])
])
