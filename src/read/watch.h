/*
 * watch.h - how far the reading of an archive is, for the process that waits
 * for it (read_apart.c), and what that one wants to be left out.
 *
 * Shape: in memory that both share; the reader writes all but left_out.
 */
#ifndef READ_WATCH_H
#define READ_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "model/profile.h"
#include "model/replay_log.h"

#define WATCH_LEFT_OUT_MOST 8

struct read_watch {
    volatile uint64_t steps; /* changes whenever the reader gets on */
    volatile bool in_events; /* of `location', else in names */
    volatile uint64_t events, events_total; /* read; 0: not known yet */
    uint64_t location;
    bool finished;
    enum status status; /* when finished */
    struct left_out {
        uint64_t location;
        bool stuck; /* its events have no end, else they crash the reader */
    } left_out[WATCH_LEFT_OUT_MOST];
    uint32_t left_out_count;
};

/* NULL: that location is to be read. */
static inline const struct left_out *watch_left_out(
    const struct read_watch *watch, uint64_t location)
{
    for (uint32_t i = 0; i < watch->left_out_count; i++)
        if (watch->left_out[i].location == location)
            return &watch->left_out[i];
    return NULL;
}

/* read_otf2() without a process of its own. */
enum status read_otf2_here(const char *anchor_file, struct read_watch *watch,
                           struct replay_log *log, struct profile **out);

#endif
