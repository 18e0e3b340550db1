/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * symbols_files.h - finds the ELF file of a module, in place or among copied
 * binaries, and its separate debug file.
 *
 * Search order: the path in the run; in each of `folders' .build-id/xx/REST
 * and .build-id/xx/REST.debug (xxREST being the build-id in hex), the path
 * below the folder, and the file's name alone; the first two below
 * /usr/lib/debug.  A file of another build is skipped.  Debug information is
 * next to the file, in .debug/ there, or below these folders and
 * /usr/lib/debug; servers (DEBUGINFOD_URLS) are never queried.
 * Threads: one owner.  Memory: symbols_files_close() frees all.
 */
#ifndef SYMBOLS_SYMBOLS_FILES_H
#define SYMBOLS_SYMBOLS_FILES_H

#include <elfutils/libdwfl.h>

struct symbols_files {
    const char *path;     /* in the run */
    const char *build_id; /* required build-id in hex, or layout_id.h; NULL:
                           * any */
    const char *folders;  /* separated by colons; NULL: none */
    Dwfl *session;        /* set by symbols_files_open() */
};

/* NULL: not found. */
Dwfl_Module *symbols_files_open(struct symbols_files *files);
void symbols_files_close(struct symbols_files *files);

#endif
