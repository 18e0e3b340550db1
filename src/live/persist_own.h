/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * persist_own.h - persisted memory of this process, private to persist.c,
 * persist_copy.c and persist_lost.c.
 *
 * Threads: everything under the lock.  Signal handlers only try to take the
 * lock (persist_copy.c).
 */
#ifndef LIVE_PERSIST_OWN_H
#define LIVE_PERSIST_OWN_H

#include <pthread.h>
#include <sys/types.h>

#include "live/persist.h"

/* State of a step.  Without a file, all secured steps count as IN_FILE: no
 * file can miss them. */
enum { IN_FILE = 1, IN_MEMORY };

/* A mapped segment of this process. */
struct persist_mapped {
    char *memory;
    size_t bytes;
    uint32_t index; /* index into the file's list */
    uint32_t kind;
    uint8_t *secured; /* one byte per step: 0 no, IN_FILE or IN_MEMORY */
    uint8_t
        *touched; /* one byte per page, 1: it was, so the kernel has counted
                       * it as written to storage */
    bool large;   /* left out of copies */
};

struct persist_own {
    pthread_mutex_t lock;
    int cancelled; /* cancel_hold() result of the lock's holder */
    char *path;    /* NULL: no file */
    bool stores;   /* the file is on storage */
    dev_t device;
    ino_t inode;
    struct persist_list *list; /* NULL: nothing is persisted */
    size_t list_secured;
    uint64_t end; /* end of the file, or of an equivalent file */
    size_t step, page;
    struct persist_mapped mapped[PERSIST_SEGMENTS];
    uint32_t count;
    bool copy_wanted; /* whoever releases the lock makes a copy */
    bool lost;        /* part of the file's data is lost; never reset */
};

extern struct persist_own persist_own;

/* Returns -1 if the file is missing, replaced or shorter than we made it: lost
 * from then on. */
int persist_reopen(void);

void persist_lock(void);   /* disables cancellation */
void persist_unlock(void); /* makes a requested copy */

#endif
