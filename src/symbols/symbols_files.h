/*
 * symbols_files.h - the ELF file of a module, here or where its binaries were
 * brought to, and its separate debug file.
 *
 * Looked for, in this order: the path that it had in the run; in each of
 * `folders' .build-id/xx/REST and .build-id/xx/REST.debug (xxREST being the
 * build-id in hex), the path below the folder, and the file's name alone; the
 * first two below /usr/lib/debug.  A file of another build is passed over.
 * Debug information is next to the file, in .debug/ there, or below these
 * folders and /usr/lib/debug; servers (DEBUGINFOD_URLS) are never asked.
 * Threads: one owner.  Memory: symbols_files_close() frees all.
 */
#ifndef SYMBOLS_SYMBOLS_FILES_H
#define SYMBOLS_SYMBOLS_FILES_H

#include <elfutils/libdwfl.h>

struct symbols_files {
    const char *path;     /* in the run */
    const char *build_id; /* in hex, as the file must have it; NULL: any */
    const char *folders;  /* separated by colons; NULL: none */
    Dwfl *session;        /* set by symbols_files_open() */
};

/* NULL: there is none. */
Dwfl_Module *symbols_files_open(struct symbols_files *files);
void symbols_files_close(struct symbols_files *files);

#endif
