/*
 * persist_own.h - the persisted memory of this process, for persist.c,
 * persist_copy.c and persist_lost.c.
 *
 * Threads: all of it under the lock.  It is taken in signal handlers, too, but
 * only by trying (persist_copy.c).
 */
#ifndef LIVE_PERSIST_OWN_H
#define LIVE_PERSIST_OWN_H

#include <pthread.h>
#include <sys/types.h>

#include "live/persist.h"

/* Of a step.  Without a file all that is secured is IN_FILE, too: there is
 * nothing else that it could be missing from. */
enum { IN_FILE = 1, IN_MEMORY };

/* A mapped segment of this process. */
struct persist_mapped {
    char *memory;
    size_t bytes;
    uint32_t index;    /* into the list of the file */
    uint32_t kind;
    uint8_t *secured;  /* a byte per step: 0 no, IN_FILE or IN_MEMORY */
    bool large;        /* copies are without it */
};

struct persist_own {
    pthread_mutex_t lock;
    int cancelled; /* of its holder, before: cancel_hold() */
    char *path; /* NULL: no file */
    dev_t device;
    ino_t inode;
    struct persist_list *list; /* NULL: nothing is kept */
    size_t list_secured;
    uint64_t end; /* of the file, or of one with the same segments */
    size_t step, page;
    struct persist_mapped mapped[PERSIST_SEGMENTS];
    uint32_t count;
    bool copy_wanted; /* from whoever gives the lock back */
    bool lost;        /* a part of what was in the file; never taken back */
};

extern struct persist_own persist_own;

/* -1: it is not there, or it is not ours, or not as long as we made it: then
 * it is lost. */
int persist_reopen(void);

void persist_lock(void);   /* the holder is not cancelled */
void persist_unlock(void); /* makes the copy that was asked for meanwhile */

#endif
