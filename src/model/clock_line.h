/*
 * clock_line.h - how the ticks of one clock become those of the run's.
 *
 * The run's clock is the one of rank 0.  Two marks, at the start and the end
 * of the run, say how far it was ahead of another clock; between (and beyond)
 * them the distance is taken to change evenly, which allows for clocks that
 * tick at different rates, too.
 * Units: ticks of either clock; the counters of hosts may be hours apart, so
 * all differences are taken modulo 2^64.  Threads: any.  No memory, no errors.
 */
#ifndef MODEL_CLOCK_LINE_H
#define MODEL_CLOCK_LINE_H

#include <stdint.h>

/* When this clock showed `ticks', the run's showed ticks + ahead; with an
 * error of at most `error'. */
struct clock_mark {
    uint64_t ticks;
    int64_t ahead;
    uint64_t error;
};

struct clock_line {
    struct clock_mark first, last;
};

/* Ticks of the run's clock that pass in one of this clock's. */
double clock_line_rate(const struct clock_line *line);

/* The larger of those of its marks, in ticks of this clock. */
static inline uint64_t clock_line_error(const struct clock_line *line)
{
    return line->first.error > line->last.error ? line->first.error
                                                : line->last.error;
}

uint64_t clock_line_to_run(const struct clock_line *line, uint64_t ticks);
uint64_t clock_line_from_run(const struct clock_line *line, uint64_t ticks);

#endif
