dnl SPDX-License-Identifier: BSD-3-Clause
dnl A compiler with libFuzzer for `make fuzz'; nothing else is built with it.

AC_DEFUN([MPIPROF_FUZZ], [
AC_ARG_VAR([FUZZ_CC], [clang with libFuzzer, for `make fuzz'])
AC_CHECK_PROGS([FUZZ_CC], [clang])
have_libfuzzer=no
AS_IF([test -n "$FUZZ_CC"], [
    AC_MSG_CHECKING([whether $FUZZ_CC has libFuzzer])
    cat > conftest.c <<'_EOT'
int LLVMFuzzerTestOneInput(const unsigned char *data, unsigned long size);
int LLVMFuzzerTestOneInput(const unsigned char *data, unsigned long size)
{
    return data == 0 && size > 0;
}
_EOT
    AS_IF([$FUZZ_CC -fsanitize=fuzzer,address,undefined -o conftest_fuzz \
               conftest.c >&AS_MESSAGE_LOG_FD 2>&1], [have_libfuzzer=yes])
    rm -f conftest.c conftest_fuzz
    AC_MSG_RESULT([$have_libfuzzer])
])
AC_SUBST([have_libfuzzer])
AM_CONDITIONAL([HAVE_LIBFUZZER], [test $have_libfuzzer = yes])
])
