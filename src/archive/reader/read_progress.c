#include "archive/reader/read_progress.h"

#include "base/log.h"

bool watch_leave_out(struct read_watch *watch, enum apart_end end)
{
    if (!watch->in_events || watch->left_out_count == WATCH_LEFT_OUT_MOST)
        return false;
    watch->left_out[watch->left_out_count++] = (struct left_out){
        .location = watch->location, .stuck = end == APART_STUCK
    };
    return true;
}

void watch_begin(struct read_watch *watch)
{
    watch->finished = watch->in_events = false;
    watch->events = watch->events_total = 0;
}

void watch_finish(struct read_watch *watch, enum status status)
{
    watch->in_events = false;
    watch->steps++;
    watch->status = status;
    watch->finished = true;
}

enum status watch_refuse(const struct read_watch *watch, const char *anchor,
                         enum apart_end end)
{
    const char *what = end == APART_STUCK ? "reading it does not end"
                                          : "reading it crashes";

    if (watch->in_events)
        return log_fail(STATUS_BAD_FORMAT,
                        "%s: it is damaged in many places, such as the events "
                        "of location %llu: %s; copy the archive again",
                        anchor, (unsigned long long)watch->location, what);
    return log_fail(STATUS_BAD_FORMAT,
                    "%s: it or its definitions (.def) are damaged: %s; copy "
                    "the archive again", anchor, what);
}
