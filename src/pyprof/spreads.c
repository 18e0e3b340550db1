/* SPDX-License-Identifier: BSD-3-Clause */
#include "pyprof/spreads.h"

#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "base/saturate.h"

#define VALUES_MOST (1u << 17) /* at once: 1 MiB */

const struct rank_stats *spread_across(const struct py_function *function,
                                       enum py_measure measure)
{
    switch (measure) {
    case PY_OWN: return &function->own;
    case PY_INCLUSIVE: return &function->cumulative;
    default: return &function->with_libraries;
    }
}

/* ---- values ---- */

struct filling {
    enum py_measure measure;
    const uint32_t *row_of; /* by function; PY_NONE: not wanted */
    uint64_t *values;
    size_t ranks, rank;
};

static void take_value(void *context, const struct by_rank_cell *cell)
{
    const struct filling *filling = context;
    uint32_t row = filling->row_of[cell->function];

    if (row != PY_NONE)
        filling->values[row * filling->ranks + filling->rank] =
            filling->measure == PY_OWN         ? cell->own
            : filling->measure == PY_INCLUSIVE ? cell->cumulative
                                               : cell->work;
}

bool spread_values(const struct pyprof *merged, enum py_measure measure,
                   const uint32_t *functions, size_t count, uint64_t *values)
{
    size_t size = merged->function_count * sizeof(uint32_t);
    uint32_t *row_of = malloc(size + 1);
    struct filling filling = { measure, row_of, values, merged->rank_count,
                               0 };
    bool sound = row_of != NULL && merged->rank_count > 0;

    memset(values, 0, count * merged->rank_count * sizeof(*values));
    if (sound)
        memset(row_of, 0xff, size);
    for (size_t i = 0; sound && i < count; i++)
        row_of[functions[i]] = (uint32_t)i;
    for (size_t i = 0; sound && i < merged->rank_count; i++) {
        filling.rank = i;
        sound = by_rank_read(&merged->by_rank, i, take_value, &filling);
    }
    free(row_of);
    return sound;
}

/* ---- quartiles ---- */

static uint64_t find_percentile(const uint64_t *sorted, size_t count,
                                double part)
{
    double at = part * (double)(count - 1);
    size_t below = (size_t)at;
    double rest = at - (double)below;

    if (below + 1 >= count)
        return sorted[count - 1];
    return sorted[below] +
           saturate_near(rest * (double)(sorted[below + 1] - sorted[below]));
}

static struct spread_quartiles quartiles_of(uint64_t *values, size_t ranks)
{
    qsort(values, ranks, sizeof(*values), order_uint64);
    return (struct spread_quartiles){ find_percentile(values, ranks, 0.25),
                                      find_percentile(values, ranks, 0.5),
                                      find_percentile(values, ranks, 0.75),
                                      true };
}

void spread_quartiles(const struct pyprof *merged, enum py_measure measure,
                      const uint32_t *functions, size_t count,
                      struct spread_quartiles *out)
{
    size_t ranks = merged->rank_count, step = VALUES_MOST / (ranks + 1) + 1;
    uint64_t *values;

    step = step < count ? step : count;
    values = malloc(step * ranks * sizeof(*values) + 1);
    for (size_t begin = 0; begin < count; begin += step) {
        size_t here = count - begin < step ? count - begin : step;
        bool known =
            values != NULL &&
            spread_values(merged, measure, functions + begin, here, values);

        for (size_t i = 0; i < here; i++)
            out[begin + i] = known ? quartiles_of(values + i * ranks, ranks)
                                   : (struct spread_quartiles){ 0 };
    }
    free(values);
}
