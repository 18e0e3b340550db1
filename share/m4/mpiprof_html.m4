dnl SPDX-License-Identifier: BSD-3-Clause
dnl MPIPROF_HTML: have_HTML, NODE and NPM.  The page of the HTML report is in a
dnl tarball; in a clone npm makes it.
AC_DEFUN([MPIPROF_HTML], [
AC_ARG_WITH([html],
    [AS_HELP_STRING([--with-html=WHETHER],
        [the HTML report: yes, no, or auto: if npm can make its page
         @<:@auto@:>@])],
    [], [with_html=auto])
AS_IF([test "x$NODE" = xno], [NODE=], [AC_PATH_PROGS([NODE], [node nodejs])])
AS_IF([test "x$NPM" = xno], [NPM=], [AC_PATH_PROG([NPM], [npm])])
AC_SUBST([NODE])
AC_SUBST([NPM])
AC_MSG_CHECKING([for the page of the HTML report])
mpiprof_node='process.exit(process.versions.node.split(".")[[0]] < 18 ? 1 : 0)'
AS_IF([test "x$with_html" = xno],
        [have_HTML=no mpiprof_page=no],
    [test -f "$srcdir/gen/html_template.c"],
        [have_HTML=yes mpiprof_page="in the tarball"],
    [test -n "$NPM" && test -n "$NODE" && "$NODE" -e "$mpiprof_node" 2>/dev/null],
        [have_HTML=yes mpiprof_page="made by $NPM"],
    [have_HTML=no mpiprof_page="no, without npm and Node.js 18"])
AC_MSG_RESULT([$mpiprof_page])
AS_IF([test "x$with_html" = xyes && test $have_HTML = no],
    [AC_MSG_ERROR([--with-html: npm and Node.js 18 or newer are needed])])
AM_CONDITIONAL([HAVE_HTML], [test $have_HTML = yes])
AC_SUBST([have_HTML])
AC_SUBST([with_html])
])
