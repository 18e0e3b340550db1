/*
 * temporary.h - files without a name, for what does not fit into memory.
 *
 * They are in $TMPDIR, else in /tmp, and gone when they are closed.
 * Threads: any.  Errors: -1, errno says why.
 */
#ifndef BASE_TEMPORARY_H
#define BASE_TEMPORARY_H

const char *temporary_folder(void);
int temporary_open(void);

#endif
