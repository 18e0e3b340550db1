/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * run_flavour.h - determines the MPI that a program uses.
 *
 * A program linked to an MPI shows this itself.  For scripts, interpreters and
 * programs that load MPI later, the launcher's environment is used.
 */
#ifndef TOOLS_RUN_FLAVOUR_H
#define TOOLS_RUN_FLAVOUR_H

#include <stdbool.h>

/* Returns "openmpi", "mpich", or NULL if unknown. asked: one of these two,
 * which is then returned, or "auto". */
const char *flavour_choose(const char *asked, const char *program);
/* Uses the environment alone. */
const char *flavour_of_launcher(void);
/* MPI of a shared library, by its file name; or NULL. */
const char *flavour_of_library(const char *name);
/* True on rank 0, and if the rank is unknown. */
bool flavour_is_first_rank(void);
/* Same among the ranks of this host. */
bool flavour_is_first_on_host(void);

#endif
