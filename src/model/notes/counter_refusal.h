/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * counter_refusal.h - why an event of MPIPROF_COUNTERS cannot be counted: a
 * kind with two numbers.
 *
 * Files hold the kinds: none ever changes.
 */
#ifndef MODEL_NOTES_COUNTER_REFUSAL_H
#define MODEL_NOTES_COUNTER_REFUSAL_H

#include <stdint.h>

#include "base/text/strbuf.h"

enum counter_refusal_kind {
    COUNTER_COUNTS, /* no refusal */
    COUNTER_UNKNOWN,
    COUNTER_ELSEWHERE,
    COUNTER_TOO_MANY, /* numbers: the most that can be counted */
    COUNTER_NOT_TOGETHER,
    COUNTER_NO_PAPI,
    COUNTER_PAPI_STARTS_NOT,
    COUNTER_PAPI_REFUSES, /* numbers: PAPI's error, less its sign; 0: none */
    COUNTER_FORBIDDEN,
    COUNTER_PARANOID, /* numbers: the level, and the one that is enough */
    COUNTER_NO_FILE,
    COUNTER_NO_SYSTEM_CALL,
    COUNTER_NO_HARDWARE,
    COUNTER_NOT_BY_KERNEL,
    COUNTER_IN_USE,
    COUNTER_REFUSALS
};

struct counter_refusal {
    uint32_t kind;
    uint64_t numbers[2];
};

/* Appends words for the reader of a report. */
void counter_refusal_say(struct counter_refusal refusal, struct strbuf *out);

#endif
