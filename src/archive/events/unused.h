/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * unused.h - how many records of each kind a trace has that nothing is made
 * of.
 *
 * Threads: one owner.  Memory: none; kinds are constant texts, each from one
 * place, and those that find no room are not counted.
 */
#ifndef ARCHIVE_EVENTS_UNUSED_H
#define ARCHIVE_EVENTS_UNUSED_H

#include <stddef.h>
#include <stdint.h>

#define UNUSED_KINDS 40

struct unused {
    struct {
        const char *kind;
        uint64_t count;
    } kinds[UNUSED_KINDS]; /* the first without a kind ends them */
};

static inline void unused_add(struct unused *unused, const char *kind,
                              uint64_t count)
{
    int i = 0;

    if (count == 0)
        return;
    while (i < UNUSED_KINDS && unused->kinds[i].kind != NULL &&
           unused->kinds[i].kind != kind)
        i++;
    if (i == UNUSED_KINDS)
        return;
    unused->kinds[i].kind = kind;
    unused->kinds[i].count += count;
}

#endif
