/* SPDX-License-Identifier: BSD-3-Clause */
#include "model/resources/resource_bins.h"

#include <string.h>

#include "base/order.h"

/* A stretch of time between two readings. */
struct stretch {
    const struct resource_reading *before, *after;
    uint64_t from, to;
    uint64_t sum[RESOURCE_SUMS];
    uint64_t given[RESOURCE_SUMS]; /* sum given to the bins so far */
};

static void note_reading(struct resource_bins *bins, uint64_t now,
                         const struct resource_reading *reading)
{
    bins->last = now;
    bins->readings++;
    for (int i = 0; i < RESOURCE_SOURCES; i++)
        bins->failed[i] += (bins->sources & ~reading->sources) >> i & 1;
    bins->sources |= reading->sources;
}

void resource_bins_init(struct resource_bins *bins, uint64_t start,
                        uint64_t width, uint64_t now,
                        const struct resource_reading *first)
{
    memset(bins, 0, sizeof(*bins));
    bins->start = start;
    bins->width = width;
    note_reading(bins, now, first);
    bins->first_peak_kib = first->peak_kib;
    bins->peak_kib = first->value[RESOURCE_RESIDENT];
    bins->value[0][RESOURCE_RESIDENT] = first->value[RESOURCE_RESIDENT];
}

static void halve_bins(struct resource_bins *bins)
{
    for (int i = 0; i < PROFILE_TIMELINE_BINS / 2; i++) {
        uint64_t *into = bins->value[i];
        const uint64_t *a = bins->value[2 * i], *b = bins->value[2 * i + 1];

        for (int k = 0; k < RESOURCE_SUMS; k++)
            into[k] = a[k] + b[k];
        into[RESOURCE_RESIDENT] =
            order_most(a[RESOURCE_RESIDENT], b[RESOURCE_RESIDENT]);
    }
    memset(bins->value[PROFILE_TIMELINE_BINS / 2], 0, sizeof(bins->value) / 2);
    bins->width *= 2;
}

/* Whether the moment is, or becomes, within the bins. */
static bool reach_time(struct resource_bins *bins, uint64_t at)
{
    while (bins->width != 0 &&
           at - bins->start >= bins->width * PROFILE_TIMELINE_BINS)
        halve_bins(bins);
    return bins->width != 0;
}

static bool has_resource(const struct stretch *stretch, enum resource resource)
{
    return (stretch->before->sources & stretch->after->sources) >>
               resource_source(resource) &
           1;
}

static void measure_stretch(struct stretch *stretch)
{
    for (int i = 0; i < RESOURCE_SUMS; i++) {
        uint64_t before = stretch->before->value[i];
        uint64_t after = stretch->after->value[i];

        stretch->sum[i] =
            has_resource(stretch, i) && after > before ? after - before : 0;
    }
}

/* The part of a sum that has come up to a part of the time. */
static uint64_t part_of(uint64_t sum, double part)
{
    double value = (double)sum * part;

    return part >= 1.0 || value >= (double)sum ? sum : (uint64_t)value;
}

static uint64_t level_at(const struct stretch *stretch, double part)
{
    double before = (double)stretch->before->value[RESOURCE_RESIDENT];
    double after = (double)stretch->after->value[RESOURCE_RESIDENT];

    return (uint64_t)(before + (after - before) * part);
}

/* The difference between two parts of the time goes to a bin.  The sum given
 * so far is remembered, not computed again: registers of more digits than a
 * double would round it another way. */
static void bin_fill(uint64_t *bin, struct stretch *stretch, double from,
                     double to)
{
    uint64_t level;

    for (int i = 0; i < RESOURCE_SUMS; i++) {
        uint64_t given = part_of(stretch->sum[i], to);

        bin[i] += given - stretch->given[i];
        stretch->given[i] = given;
    }
    if (!has_resource(stretch, RESOURCE_RESIDENT))
        return;
    level = order_most(level_at(stretch, from), level_at(stretch, to));
    bin[RESOURCE_RESIDENT] = order_most(bin[RESOURCE_RESIDENT], level);
}

static void spread_stretch(struct resource_bins *bins, struct stretch *stretch)
{
    double whole = (double)(stretch->to - stretch->from);
    double done = 0;

    for (uint64_t from = stretch->from; from < stretch->to;) {
        uint64_t width = bins->width, index, end;
        double part;

        if (width == 0)
            return;
        index = (from - bins->start) / width;
        end = bins->start + (index + 1) * width;
        if (end > stretch->to)
            end = stretch->to;
        part =
            end == stretch->to ? 1.0 : (double)(end - stretch->from) / whole;
        bin_fill(bins->value[index % PROFILE_TIMELINE_BINS], stretch, done,
                 part);
        done = part;
        from = end;
    }
}

/* The most of a process may be that of what it was before exec(): only a most
 * that grows is one of the run. */
static void note_peak(struct resource_bins *bins,
                      const struct resource_reading *reading)
{
    bins->peak_kib =
        order_most(bins->peak_kib, reading->value[RESOURCE_RESIDENT]);
    if (reading->peak_kib > bins->first_peak_kib)
        bins->peak_kib = order_most(bins->peak_kib, reading->peak_kib);
}

void resource_bins_add(struct resource_bins *bins, uint64_t now,
                       const struct resource_reading *before,
                       const struct resource_reading *after)
{
    struct stretch stretch = { .before = before,
                               .after = after,
                               .from = order_most(bins->last, bins->start),
                               .to = now };

    if (now <= stretch.from || !reach_time(bins, now - 1))
        return;
    measure_stretch(&stretch);
    spread_stretch(bins, &stretch);
    note_peak(bins, after);
    note_reading(bins, now, after);
}

void resource_bins_skip(struct resource_bins *bins, uint64_t now)
{
    bins->last = now;
}
