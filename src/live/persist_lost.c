/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * persist_lost.c - persisted memory whose file has failed, or was cut off.
 */
#define _GNU_SOURCE
#include "live/persist_own.h"

#include <sys/mman.h>
#include <unistd.h>

static bool is_within(const void *address, const void *memory, size_t bytes)
{
    const char *at = address, *begin = memory;

    return begin != NULL && at >= begin && at < begin + bytes;
}

/* Without the lock: who holds it may be the one that is interrupted. */
static bool is_kept(const void *address)
{
    if (is_within(address, persist_own.list, sizeof(*persist_own.list)))
        return true;
    for (uint32_t i = 0; i < persist_own.count; i++)
        if (is_within(address, persist_own.mapped[i].memory,
                      persist_own.mapped[i].bytes))
            return true;
    return false;
}

bool persist_replace(const void *address)
{
    uintptr_t page = (uintptr_t)address & ~(uintptr_t)(persist_own.page - 1);

    if (!is_kept(address) ||
        mmap((void *)page, persist_own.page, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
        return false;
    persist_own.lost = true;
    return true;
}

bool persist_is_whole(void)
{
    int file = persist_reopen();

    if (file >= 0)
        close(file);
    return !persist_own.lost;
}
