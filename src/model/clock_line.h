/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * clock_line.h - converts ticks of one clock to ticks of the run's clock.
 *
 * The run's clock is the clock of rank 0.  Two marks, at the start and the end
 * of the run, give its offset from another clock; between and beyond the marks
 * the offset is assumed to change linearly, which also covers clocks with
 * different rates.
 * Units: ticks of either clock; the counters of hosts can be hours apart, so
 * all differences are taken modulo 2^64.  Threads: any.  No memory, no errors.
 */
#ifndef MODEL_CLOCK_LINE_H
#define MODEL_CLOCK_LINE_H

#include <stdint.h>

/* When this clock showed `ticks', the run's clock showed ticks + ahead, within
 * `error'. */
struct clock_mark {
    uint64_t ticks;
    int64_t ahead;
    uint64_t error;
};

struct clock_line {
    struct clock_mark first, last;
};

/* Ticks of the run's clock per tick of this clock. */
double clock_line_rate(const struct clock_line *line);

/* The larger error of the two marks, in ticks of this clock. */
static inline uint64_t clock_line_error(const struct clock_line *line)
{
    return line->first.error > line->last.error ? line->first.error
                                                : line->last.error;
}

uint64_t clock_line_to_run(const struct clock_line *line, uint64_t ticks);
uint64_t clock_line_from_run(const struct clock_line *line, uint64_t ticks);

#endif
