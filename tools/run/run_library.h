/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * run_library.h - finds the libmpiprof.so for an MPI, and its programs.
 *
 * Search order: MPIPROF_LIBDIR, ../lib/mpiprof beside this program, the
 * configured installation folder; in each the subfolder FLAVOUR.
 */
#ifndef TOOLS_RUN_RUN_LIBRARY_H
#define TOOLS_RUN_RUN_LIBRARY_H

#include <stdbool.h>

#include "base/text/strbuf.h"

/* flavour NULL: the only one installed.  Returns false with the reason in
 * problem. */
bool library_find(const char *flavour, struct strbuf *library,
                  struct strbuf *problem);
/* Same for a program; flavour NULL: the first one found. */
bool library_find_program(const char *flavour, const char *name,
                          struct strbuf *program, struct strbuf *problem);
/* Which MPI a program uses (run_flavour.c): one linked to an MPI shows this itself;
 * for scripts, interpreters and programs that load MPI later, the launcher's
 * environment is used.  Returns the name of a flavour, or NULL if unknown. asked:
 * such a name, which is then returned, or "auto".  program: "" for none. */
const char *flavour_choose(const char *asked, const char *program);

#endif
