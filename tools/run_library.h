/*
 * run_library.h - finds the libmpiprof.so for an MPI, and programs beside it.
 *
 * In this order: MPIPROF_LIBDIR, ../lib/mpiprof beside this program, where it
 * was configured to be installed; there in the folder FLAVOUR.
 */
#ifndef TOOLS_RUN_LIBRARY_H
#define TOOLS_RUN_LIBRARY_H

#include <stdbool.h>

#include "base/strbuf.h"

/* flavour NULL: any that is there alone.  False: problem says what is
 * missing. */
bool library_find(const char *flavour, struct strbuf *library,
                  struct strbuf *problem);
/* The same of a program of that name; flavour NULL: the first that is there. */
bool library_find_program(const char *flavour, const char *name,
                          struct strbuf *program, struct strbuf *problem);

#endif
