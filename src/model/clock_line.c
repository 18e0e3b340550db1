/* SPDX-License-Identifier: BSD-3-Clause */
#include "model/clock_line.h"

/* The growth of the distance in one tick. */
static double growth_of(const struct clock_line *line)
{
    int64_t ticks = (int64_t)(line->last.ticks - line->first.ticks);

    return ticks <= 0 ? 0.0
                      : (double)(line->last.ahead - line->first.ahead) /
                            (double)ticks;
}

double clock_line_rate(const struct clock_line *line)
{
    return 1.0 + growth_of(line);
}

uint64_t clock_line_to_run(const struct clock_line *line, uint64_t ticks)
{
    double since = (double)(int64_t)(ticks - line->first.ticks);

    return ticks + (uint64_t)line->first.ahead +
           (uint64_t)(int64_t)(since * growth_of(line));
}

uint64_t clock_line_from_run(const struct clock_line *line, uint64_t ticks)
{
    uint64_t start = line->first.ticks + (uint64_t)line->first.ahead;
    int64_t since = (int64_t)(ticks - start);
    double more = growth_of(line);

    return line->first.ticks + (uint64_t)since -
           (uint64_t)(int64_t)((double)since * (more / (1.0 + more)));
}
