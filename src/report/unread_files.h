/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * unread_files.h - files of ranks that could not be read: logged at once, and
 * listed in the section on completeness.
 *
 * Threads: one owner.  Memory: unread_files_clear() frees; all zero is empty.
 * Errors: a lack of memory, which is logged.
 */
#ifndef REPORT_UNREAD_FILES_H
#define REPORT_UNREAD_FILES_H

#include <stddef.h>

#include "base/status.h"
#include "report/table.h"

struct unread_files {
    char **texts;
    size_t count;
};

/* Returns `why', or STATUS_NO_MEMORY, which is logged alone. */
enum status unread_files_add(struct unread_files *files, enum status why,
                             int rank, const char *path, const char *problem);
/* missing: ranks without a file, or NULL.  side: goes before each sentence. */
void unread_files_say(const struct unread_files *files, const char *missing,
                      const char *side, struct report *report);
void unread_files_clear(struct unread_files *files);

#endif
