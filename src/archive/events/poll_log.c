/* SPDX-License-Identifier: BSD-3-Clause */
#include "archive/events/poll_log.h"

#include <string.h>

void poll_log_begin(struct poll_log *log, double ns_per_tick)
{
    *log = (struct poll_log){ .pause =
                                  (uint64_t)(POLL_LOG_PAUSE_NS / ns_per_tick),
                              .probes.place = POLL_LOG_NOWHERE,
                              .tests.place = POLL_LOG_NOWHERE };
}

void poll_log_enter(struct poll_log *log, enum call_poll role, uint64_t begin)
{
    log->role = role;
    log->begin = begin;
    log->acts = false;
}

static uint64_t loop_between(const struct poll_loop *loop, uint64_t begin)
{
    return loop->between + (begin - loop->end);
}

static bool loop_goes_on(const struct poll_loop *loop,
                         const struct poll_log *log)
{
    return loop->place != POLL_LOG_NOWHERE &&
           (log->begin - loop->end <= log->pause ||
            loop_between(loop, log->begin) <= POLL_LOG_WORK * loop->inside);
}

/* Returns whether a loop begins with the current call. */
static bool loop_on(struct poll_loop *loop, const struct poll_log *log,
                    uint64_t end)
{
    bool goes_on = loop_goes_on(loop, log) && loop->role == log->role;

    if (goes_on)
        loop->between = loop_between(loop, log->begin);
    else
        *loop =
            (struct poll_loop){ .place = POLL_LOG_NOWHERE, .role = log->role };
    loop->inside += end - log->begin;
    loop->end = end;
    return !goes_on;
}

bool poll_log_leave(struct poll_log *log, uint64_t end)
{
    if (log->acts)
        log->tests.place = POLL_LOG_NOWHERE;
    if (log->acts && log->role != CALL_POLL_TEST)
        log->probes.place = POLL_LOG_NOWHERE;
    switch (log->role) {
    case CALL_POLL_PROBE:
    case CALL_POLL_MPROBE: return true;
    case CALL_POLL_IPROBE:
    case CALL_POLL_IMPROBE: return loop_on(&log->probes, log, end);
    case CALL_POLL_TEST: return !log->acts && loop_on(&log->tests, log, end);
    default: return false;
    }
}

static void forget_found(struct poll_log *log, uint32_t at)
{
    log->found_count--;
    memmove(&log->found[at], &log->found[at + 1],
            (log->found_count - at) * sizeof(*log->found));
}

static void add_found(struct poll_log *log, uint64_t place)
{
    if (log->found_count == POLL_LOG_PROBES)
        forget_found(log, 0);
    log->found[log->found_count++] = (struct poll_probe){ place, log->role };
}

void poll_log_placed(struct poll_log *log, uint64_t place)
{
    if (log->role == CALL_POLL_TEST)
        log->tests.place = place;
    else if (log->role == CALL_POLL_PROBE || log->role == CALL_POLL_MPROBE)
        add_found(log, place);
    else
        log->probes.place = place;
}

static uint64_t take_loop(struct poll_loop *loop)
{
    uint64_t place = loop->place;

    loop->place = POLL_LOG_NOWHERE;
    return place;
}

uint64_t poll_log_receive(struct poll_log *log)
{
    bool matched = log->role == CALL_POLL_MRECEIVE;
    uint64_t place = POLL_LOG_NOWHERE;

    if (!matched && log->role != CALL_POLL_RECEIVE)
        return place;
    if (log->probes.role == (matched ? CALL_POLL_IMPROBE : CALL_POLL_IPROBE))
        place = take_loop(&log->probes);
    for (uint32_t i = 0; i < log->found_count && place == POLL_LOG_NOWHERE;
         i++) {
        if ((log->found[i].role == CALL_POLL_MPROBE) != matched)
            continue;
        place = log->found[i].place;
        forget_found(log, i);
    }
    return place;
}

/* Messages that probes looked for in the meantime are another loop, which
 * starts again. */
uint64_t poll_log_complete(struct poll_log *log)
{
    uint64_t place = POLL_LOG_NOWHERE;

    if (log->role == CALL_POLL_TEST && loop_goes_on(&log->tests, log))
        place = take_loop(&log->tests);
    if (place != POLL_LOG_NOWHERE)
        log->probes.place = POLL_LOG_NOWHERE;
    return place;
}
