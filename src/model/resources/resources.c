/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * resources.c - encodes and decodes resources; field order as in
 * share/doc/profile-format.md.
 */
#include "model/resources/resources.h"

#include <stdlib.h>

enum resource_source resource_source(enum resource resource)
{
    static const enum resource_source sources[RESOURCES] = {
        [RESOURCE_MAIN] = SOURCE_MAIN,       [RESOURCE_OFF] = SOURCE_MAIN,
        [RESOURCE_QUEUED] = SOURCE_QUEUE,    [RESOURCE_READ] = SOURCE_IO,
        [RESOURCE_WRITTEN] = SOURCE_IO,      [RESOURCE_DISK_READ] = SOURCE_IO,
        [RESOURCE_DISK_WRITTEN] = SOURCE_IO, [RESOURCE_ENERGY] = SOURCE_POWER,
        [RESOURCE_RESIDENT] = SOURCE_STATM
    };

    return sources[resource]; /* others: SOURCE_USAGE */
}

void resources_clear(struct resources *resources)
{
    free(resources->value);
    *resources = (struct resources){ 0 };
}

bool resources_know(const struct resources *resources, enum resource resource)
{
    return (resources->sources >> resource_source(resource) & 1) != 0;
}

uint64_t resources_total(const struct resources *resources,
                         enum resource resource)
{
    uint64_t total = 0;

    for (uint32_t i = 0; i < resources->bins; i++) {
        uint64_t value = resources->value[i][resource];

        if (resource < RESOURCE_SUMS)
            total += value;
        else if (value > total)
            total = value;
    }
    return total;
}

/* Differences from one bin to the next; 0 is followed by how many more bins
 * have the same value. */
static void put_series(const struct resources *resources,
                       enum resource resource, struct bytes_writer *out)
{
    uint64_t last = 0;

    for (uint32_t i = 0; i < resources->bins;) {
        uint64_t value = resources->value[i][resource];
        uint32_t first = i++;

        bytes_put_signed(out, (int64_t)(value - last));
        if (value == last) {
            while (i < resources->bins &&
                   resources->value[i][resource] == value)
                i++;
            bytes_put_number(out, i - first - 1);
        }
        last = value;
    }
}

void resources_encode(const struct resources *resources,
                      struct bytes_writer *out)
{
    PUT_NUMBERS(out, resources->sources, resources->readings,
                resources->cost_ns);
    for (int i = 0; i < RESOURCE_SOURCES; i++)
        bytes_put_number(out, resources->failed[i]);
    PUT_NUMBERS(out, resources->peak_kib, resources->bin_width,
                resources->bins);
    for (int i = 0; i < RESOURCES; i++)
        if (resources_know(resources, i))
            put_series(resources, i, out);
}

static void get_series(struct bytes_reader *in, enum resource resource,
                       struct resources *out)
{
    uint64_t value = 0;

    for (uint32_t i = 0; i < out->bins && !in->failed;) {
        int64_t more = bytes_get_signed(in);
        uint32_t same = 1;

        value += (uint64_t)more;
        if (more == 0)
            same += bytes_get_below(in, out->bins - i);
        for (; same > 0 && !in->failed; same--)
            out->value[i++][resource] = value;
    }
}

enum status resources_decode(struct bytes_reader *in, struct resources *out)
{
    out->sources = bytes_get_below(in, 1u << RESOURCE_SOURCES);
    out->readings = bytes_get_number(in);
    out->cost_ns = bytes_get_number(in);
    for (int i = 0; i < RESOURCE_SOURCES; i++)
        out->failed[i] = bytes_get_number(in);
    out->peak_kib = bytes_get_number(in);
    out->bin_width = bytes_get_number(in);
    out->bins = bytes_get_below(in, PROFILE_TIMELINE_BINS + 1);
    if (out->sources == 0) /* it would not be there */
        in->failed = true;
    out->value = calloc(out->bins + 1, sizeof(*out->value));
    if (out->value == NULL)
        return STATUS_NO_MEMORY;
    for (int i = 0; i < RESOURCES && !in->failed; i++)
        if (resources_know(out, i))
            get_series(in, i, out);
    return in->failed ? STATUS_BAD_FORMAT : STATUS_OK;
}
