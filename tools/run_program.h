/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * run_program.h - finds a program as a shell does, and with what rights it runs.
 */
#ifndef TOOLS_RUN_PROGRAM_H
#define TOOLS_RUN_PROGRAM_H

#include <stdbool.h>

/* Returns a path the caller frees: name itself if it has a slash and exists,
 * else the first executable file with that name in PATH.  NULL: not found. */
char *program_find(const char *name);
/* Whether path is a file with execute permission. */
bool program_is_runnable(const char *path);
/* Whether its file gives it rights that we do not have (set-user-ID,
 * set-group-ID, capabilities): then the system preloads nothing into it. */
bool program_gains_rights(const char *path);

#endif
