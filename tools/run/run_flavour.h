/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * run_flavour.h - determines the MPI that a program uses.
 *
 * A program linked to an MPI shows this itself.  For scripts, interpreters and
 * programs that load MPI later, the launcher's environment is used.
 */
#ifndef TOOLS_RUN_FLAVOUR_H
#define TOOLS_RUN_FLAVOUR_H

/* Returns the name of a flavour, or NULL if unknown. asked: such a name, which
 * is then returned, or "auto".  program: "" for none. */
const char *flavour_choose(const char *asked, const char *program);

#endif
