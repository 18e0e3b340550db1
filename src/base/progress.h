/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * progress.h - reports the progress of long work to a caller that shows it.
 *
 * The work chooses its unit: events of a trace, ranks.
 * Threads: called from the thread that requested the work.
 */
#ifndef BASE_PROGRESS_H
#define BASE_PROGRESS_H

#include <stddef.h>
#include <stdint.h>

struct progress {
    /* total: 0 while unknown */
    void (*tell)(void *context, uint64_t done, uint64_t total);
    void *context;
};

/* progress may be NULL: nobody is watching. */
static inline void progress_tell(const struct progress *progress,
                                 uint64_t done, uint64_t total)
{
    if (progress != NULL)
        progress->tell(progress->context, done, total);
}

#endif
