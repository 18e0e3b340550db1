/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * file_names.h - source files by name alone, as far as that tells them apart.
 *
 * Files with the same name are shown with the folders in which they differ:
 * /src/gas/flow.c and /src/ice/flow.c are gas/flow.c and ice/flow.c.  In the
 * path a second slash marks where what is shown begins: /src//gas/flow.c.
 * Threads: one owner.  Memory: file_names_clear() frees.
 */
#ifndef SYMBOLS_FILE_NAMES_H
#define SYMBOLS_FILE_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text/strbuf.h"

struct file_name {
    char *path;
    const char *base;  /* behind its last slash */
    const char *shown; /* what tells it from others */
};

struct file_names {
    struct file_name *list;
    size_t count;
    bool marked; /* a path has a second slash of its own */
    bool failed; /* no memory */
};

void file_names_add(struct file_names *names, const char *path);
/* Call after the last one; returns whether file_names_put() changes any path. */
bool file_names_settle(struct file_names *names);
/* Appends the path, with that mark where folders are shown, and no other one. */
void file_names_put(const struct file_names *names, const char *path,
                    struct strbuf *out);
void file_names_clear(struct file_names *names);

/* Returns the part of a path to show: behind the mark, or its last part. */
const char *file_names_shown(const char *path);

#endif
