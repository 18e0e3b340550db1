/*
 * progress.h - how far long work is, for whom it wants to show.
 *
 * What is counted is the work's own: events of a trace, ranks.
 * Threads: told from the thread that has asked for the work.
 */
#ifndef BASE_PROGRESS_H
#define BASE_PROGRESS_H

#include <stddef.h>
#include <stdint.h>

struct progress {
    /* total: 0 while it is not known */
    void (*tell)(void *context, uint64_t done, uint64_t total);
    void *context;
};

/* progress may be NULL: nobody wants to know. */
static inline void progress_tell(const struct progress *progress,
                                 uint64_t done, uint64_t total)
{
    if (progress != NULL)
        progress->tell(progress->context, done, total);
}

#endif
