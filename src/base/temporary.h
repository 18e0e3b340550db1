/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * temporary.h - unnamed files for data that does not fit into memory.
 *
 * The files are in $TMPDIR, else in /tmp, and vanish when closed.
 * Threads: any.  Errors: -1, with errno set.
 */
#ifndef BASE_TEMPORARY_H
#define BASE_TEMPORARY_H

const char *temporary_folder(void);
int temporary_open(void);

#endif
