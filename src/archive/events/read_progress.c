/* SPDX-License-Identifier: BSD-3-Clause */
#include "archive/events/read_progress.h"

#include "base/log.h"

bool read_progress_leave_out(struct read_progress *watch,
                             enum subprocess_end end)
{
    if (!watch->in_events ||
        watch->left_out_count == READ_PROGRESS_MOST_LEFT_OUT)
        return false;
    watch->left_out[watch->left_out_count++] =
        (struct left_out){ .location = watch->location,
                           .stuck = end == SUBPROCESS_STUCK };
    return true;
}

void read_progress_begin(struct read_progress *watch)
{
    watch->finished = watch->in_events = false;
    watch->events = watch->events_total = 0;
}

void read_progress_finish(struct read_progress *watch, enum status status)
{
    watch->in_events = false;
    watch->steps++;
    watch->status = status;
    watch->finished = true;
}

enum status read_progress_refuse(const struct read_progress *watch,
                                 const char *anchor, enum subprocess_end end)
{
    const char *what = end == SUBPROCESS_STUCK ? "reading it does not end"
                                               : "reading it crashes";

    if (watch->in_events)
        return log_fail(STATUS_BAD_FORMAT,
                        "%s: it is damaged in many places, such as the events "
                        "of location %llu: %s; copy the archive again",
                        anchor, (unsigned long long)watch->location, what);
    return log_fail(STATUS_BAD_FORMAT,
                    "%s: it or its definitions (.def) are damaged: %s; copy "
                    "the archive again",
                    anchor, what);
}
