/*
 * run_flavour.h - which MPI a program uses.
 *
 * A program that is linked to an MPI says it itself.  For scripts, for
 * interpreters and for programs that load MPI later, the environment that the
 * launcher has set tells.
 */
#ifndef TOOLS_RUN_FLAVOUR_H
#define TOOLS_RUN_FLAVOUR_H

#include <stdbool.h>

/* "openmpi", "mpich", or NULL when nothing tells.  asked: one of these two,
 * which then is the answer, or "auto". */
const char *flavour_choose(const char *asked, const char *program);
/* By the environment alone. */
const char *flavour_of_launcher(void);
/* The MPI a shared library belongs to, by its file name; or NULL. */
const char *flavour_of_library(const char *name);
/* True on rank 0, and where the rank is not known. */
bool flavour_is_first_rank(void);
/* The same among the ranks of this host. */
bool flavour_is_first_on_host(void);

#endif
