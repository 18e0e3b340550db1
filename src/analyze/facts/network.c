/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/facts/network.h"

#include <math.h>
#include <stdlib.h>

#include "base/log.h"
#include "base/order.h"

#define CALLS_LEAST 10u
#define SMALL_BYTES 256u /* the bytes of less cost next to nothing */
#define OFF_MOST 1.0     /* half of the calls are further off: no line */
#define SIZES_APART 2u   /* largest / smallest size of a line, at least */

/* Calls of one procedure that are alike. */
struct point {
    uint32_t call, apart;
    uint64_t bytes, calls, ns; /* ns: of one */
};

/* One size: the median of its calls. */
struct size {
    double bytes, ns, calls;
};

struct weighed {
    double value, weight;
};

ORDER(by_value, struct weighed, UP(value) UP(weight));

static double weighted_median(struct weighed *values, size_t count)
{
    double all = 0, sum = 0;

    qsort(values, count, sizeof(*values), by_value);
    for (size_t i = 0; i < count; i++)
        all += values[i].weight;
    for (size_t i = 0; i < count; i++) {
        sum += values[i].weight;
        if (sum >= all / 2)
            return values[i].value;
    }
    return 0;
}

/* ---- the line through the sizes ---- */

static double slope_of(const struct size *sizes, size_t count,
                       struct weighed *room)
{
    size_t pairs = 0;

    for (size_t i = 0; i < count; i++)
        for (size_t k = i + 1; k < count; k++) {
            double far = sizes[k].bytes - sizes[i].bytes;

            room[pairs++] =
                (struct weighed){ (sizes[k].ns - sizes[i].ns) / far,
                                  far * fmin(sizes[i].calls, sizes[k].calls) };
        }
    return fmax(weighted_median(room, pairs), 0);
}

/* Small sizes know it best. */
static double latency_of(const struct size *sizes, size_t count, double slope,
                         struct weighed *room)
{
    for (size_t i = 0; i < count; i++)
        room[i] = (struct weighed){ sizes[i].ns - slope * sizes[i].bytes,
                                    sizes[i].calls / fmax(sizes[i].ns, 1) };
    return fmax(weighted_median(room, count), 0);
}

static double off_line(const struct network_cost *line,
                       const struct point *points, size_t count,
                       struct weighed *room)
{
    for (size_t i = 0; i < count; i++) {
        double is = (double)points[i].ns;
        double should = line->latency + line->byte * (double)points[i].bytes;

        room[i] =
            (struct weighed){ fmax(is, should) / fmax(fmin(is, should), 1) - 1,
                              (double)points[i].calls };
    }
    return weighted_median(room, count);
}

static double median_of(const struct point *points, size_t count,
                        struct weighed *room)
{
    for (size_t i = 0; i < count; i++)
        room[i] =
            (struct weighed){ (double)points[i].ns, (double)points[i].calls };
    return weighted_median(room, count);
}

static void fit_line(struct network_fit *fit, const struct size *sizes,
                     size_t count, struct weighed *room)
{
    bool small = fit->bytes_most <= SMALL_BYTES;

    fit->known =
        fit->calls >= CALLS_LEAST &&
        (small || fit->bytes_most >= SIZES_APART * fit->bytes_least) &&
        (small || count > 1);
    if (!fit->known)
        return;
    fit->cost.byte = small ? 0 : slope_of(sizes, count, room);
    fit->cost.latency =
        small ? fit->median : latency_of(sizes, count, fit->cost.byte, room);
}

/* ---- points of one procedure ---- */

static size_t find_sizes(const struct point *points, size_t count,
                         struct size *sizes, struct weighed *room)
{
    size_t found = 0;

    for (size_t i = 0, same; i < count; i += same) {
        struct size *size = &sizes[found++];

        *size = (struct size){ .bytes = (double)points[i].bytes };
        for (same = 0;
             i + same < count && points[i + same].bytes == points[i].bytes;
             same++)
            size->calls += (double)points[i + same].calls;
        size->ns = median_of(&points[i], same, room);
    }
    return found;
}

static bool fit_points(struct network_fit *fit, const struct point *points,
                       size_t count)
{
    struct size *sizes = calloc(count, sizeof(*sizes));
    size_t size_count = 0, pairs;
    struct weighed *room = calloc(count, sizeof(*room)), *more = NULL;

    *fit = (struct network_fit){ .call = points->call,
                                 .apart = points->apart,
                                 .bytes_least = points->bytes,
                                 .bytes_most = points[count - 1].bytes };
    for (size_t i = 0; i < count; i++) {
        fit->calls += points[i].calls;
        fit->ns += points[i].calls * points[i].ns;
    }
    if (sizes != NULL && room != NULL) {
        fit->median = median_of(points, count, room);
        size_count = find_sizes(points, count, sizes, room);
        pairs = size_count * (size_count - 1) / 2 + count;
        more = realloc(room, pairs * sizeof(*more));
    }
    if (more != NULL) {
        room = more;
        fit_line(fit, sizes, size_count, room);
        fit->off = off_line(&fit->cost, points, count, room);
        fit->known = fit->known && fit->off <= OFF_MOST;
    }
    free(sizes);
    free(room);
    return more != NULL;
}

/* ---- all of them ---- */

ORDER(by_call, struct point, UP(call) UP(apart) UP(bytes) UP(ns) UP(calls));

static struct point *points_of(const struct scope *scope,
                               const struct replay_result *replay,
                               size_t *count)
{
    struct point *points = calloc(replay->transfer_count + 1, sizeof(*points));

    for (size_t i = 0; points != NULL && i < replay->transfer_count; i++) {
        const struct transfer *from = &replay->transfers[i];
        const struct replay_site *site = &replay->sites[from->site];

        if (scope != NULL && !scope_inside(scope, site->region))
            continue;
        points[(*count)++] = (struct point){ .call = site->call,
                                             .apart = from->apart,
                                             .bytes = from->bytes,
                                             .calls = from->calls,
                                             .ns = from->ns / from->calls };
    }
    if (points != NULL)
        qsort(points, *count, sizeof(*points), by_call);
    return points;
}

enum status network_init(struct network *network, const struct scope *scope,
                         const struct replay_result *replay)
{
    size_t count = 0;
    struct point *points =
        replay == NULL ? NULL : points_of(scope, replay, &count);
    bool fits = replay == NULL || points != NULL;

    *network = (struct network){ .items = calloc(count + 1,
                                                 sizeof(*network->items)) };
    fits = fits && network->items != NULL;
    for (size_t i = 0, same; fits && i < count; i += same) {
        for (same = 1;
             i + same < count && points[i + same].call == points[i].call &&
             points[i + same].apart == points[i].apart;
             same++)
            continue;
        fits = fit_points(&network->items[network->count++], &points[i], same);
    }
    free(points);
    return fits ? STATUS_OK : log_fail(STATUS_NO_MEMORY, "network");
}

void network_clear(struct network *network)
{
    free(network->items);
    *network = (struct network){ .items = NULL };
}

struct network_cost network_cost_of(const struct network *network,
                                    uint32_t call, uint32_t apart)
{
    for (size_t i = 0; i < network->count; i++)
        if (network->items[i].call == call &&
            network->items[i].apart == apart && network->items[i].known)
            return network->items[i].cost;
    return (struct network_cost){ 0, 0 };
}

double network_known(const struct network *network)
{
    uint64_t known = 0, all = 0;

    for (size_t i = 0; i < network->count; i++) {
        all += network->items[i].ns;
        known += network->items[i].known ? network->items[i].ns : 0;
    }
    return all > 0 ? (double)known / (double)all : 0;
}
