/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * persist_copy.c - copies of persisted memory, while it is in use.
 */
#include "live/persist_own.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/cancel.h"
#include "base/file_at.h"

#define MOST_TRIES 4

static struct persist_copies copies;
static char fresh[PERSIST_PATH_BYTES + 8]; /* a copy that is being made */

bool persist_copies_begin(const struct persist_copies *how)
{
    if (persist_own.list == NULL)
        return false;
    persist_lock();
    copies = *how;
    snprintf(fresh, sizeof(fresh), "%s.new", copies.path);
    persist_unlock();
    return true;
}

/* The thread that makes a copy holds the lock. */
void persist_copies_end(void)
{
    persist_lock();
    copies.path[0] = '\0';
    persist_own.copy_wanted = false;
    persist_unlock();
}

/* Each stretch of steps that are in use; the rest stays a hole. */
static bool put_segment(int file, const struct persist_mapped *mapped)
{
    uint64_t offset = persist_own.list->segments[mapped->index].offset;
    size_t step = persist_own.step, end;

    for (size_t at = 0; at < mapped->bytes && !mapped->large;
         at = end + step) {
        end = at;
        while (end < mapped->bytes && mapped->secured[end / step])
            end += step;
        if (end > at &&
            !file_write_at(file, mapped->memory + at,
                           (end < mapped->bytes ? end : mapped->bytes) - at,
                           offset + at))
            return false;
    }
    return true;
}

static bool put_all(int file)
{
    uint64_t taken = copies.now();

    if (!file_write_at(file, persist_own.list, sizeof(*persist_own.list), 0) ||
        !file_write_at(file, &taken, sizeof(taken),
                       offsetof(struct persist_list, taken)))
        return false;
    for (uint32_t i = 0; i < persist_own.count; i++)
        if (!put_segment(file, &persist_own.mapped[i]))
            return false;
    return true;
}

/* Once more when something has moved meanwhile, but not for ever. */
static bool put_at_rest(int file)
{
    uint64_t before;
    int tries = 0;

    if (!persist_may_grow_to(persist_own.end) ||
        ftruncate(file, (off_t)persist_own.end) != 0)
        return false;
    do {
        before = copies.moves();
        if (!put_all(file))
            return false;
    } while (copies.moves() != before && ++tries < MOST_TRIES);
    return true;
}

/* 0, or why there is none. */
static int make_copy(void)
{
    int error,
        file = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);

    if (file < 0)
        return errno;
    error = put_at_rest(file) ? 0 : errno;
    if (close(file) != 0 && error == 0)
        error = errno;
    if (error == 0 && rename(fresh, copies.path) != 0)
        error = errno;
    if (error != 0)
        unlink(fresh);
    return error;
}

/* A handler that interrupts the holder of the lock cannot wait for it. */
static bool try_lock(void)
{
    if (pthread_mutex_trylock(&persist_own.lock) == 0)
        return true;
    __atomic_store_n(&persist_own.copy_wanted, true, __ATOMIC_SEQ_CST);
    if (pthread_mutex_trylock(&persist_own.lock) != 0)
        return false;
    persist_own.copy_wanted = false;
    return true;
}

void persist_copy(void)
{
    int saved = errno, before = cancel_hold();

    if (try_lock()) {
        persist_own.cancelled = before;
        if (copies.path[0] != '\0' && persist_is_whole())
            copies.done(make_copy());
        persist_unlock();
    } else {
        cancel_release(before);
    }
    errno = saved;
}
