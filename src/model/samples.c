/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * samples.c - encodes and decodes samples; field order as in
 * share/doc/profile-format.md.
 */
#include "model/samples.h"

#include <stdlib.h>

#include "model/profile.h"

#define ROW_BYTES 5 /* the least that one takes */

void samples_clear(struct samples *samples)
{
    free(samples->rows);
    *samples = (struct samples){ 0 };
}

static int compare_ids(uint32_t a, uint32_t b)
{
    return a < b ? -1 : a > b;
}

int sample_row_compare(const void *left, const void *right)
{
    const struct sample_row *a = left, *b = right;

    if (a->call != b->call)
        return compare_ids(a->call, b->call);
    if (a->path != b->path)
        return compare_ids(a->path, b->path);
    return compare_ids(a->region, b->region);
}

uint64_t samples_useful(const struct samples *samples)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < samples->row_count; i++)
        if (samples->rows[i].call == SAMPLE_NO_CALL)
            sum += samples->rows[i].count;
    return sum;
}

uint64_t samples_in_calls(const struct samples *samples)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < samples->row_count; i++)
        sum += samples->rows[i].count;
    return sum - samples_useful(samples);
}

void samples_say_refused(uint32_t refused, struct strbuf *out)
{
    static const char *const words[SAMPLE_REFUSALS] = {
        [REFUSED_RIGHT] = "perf_event_open is not permitted",
        [REFUSED_FILE] = "no more files may be open",
        [REFUSED_MEMORY] = "no more memory may be locked",
        [REFUSED_ELSE] = "perf_event_open fails",
        [REFUSED_READER] = "a signal handler reads Python's frames"
    };
    const char *between = "";

    for (int i = 0; i < SAMPLE_REFUSALS; i++) {
        if (!(refused >> i & 1))
            continue;
        strbuf_printf(out, "%s%s", between, words[i]);
        between = " or ";
    }
}

void samples_encode(const struct samples *samples, struct bytes_writer *out)
{
    bytes_put_number(out, samples->source);
    bytes_put_number(out, samples->kernel);
    bytes_put_number(out, samples->threads);
    bytes_put_number(out, samples->unsampled);
    bytes_put_number(out, samples->timed);
    bytes_put_number(out, samples->refused);
    bytes_put_number(out, samples->period_ns);
    bytes_put_number(out, samples->lost);
    bytes_put_number(out, samples->cut);
    bytes_put_number(out, samples->crowded);
    bytes_put_number(out, samples->row_count);
    for (size_t i = 0; i < samples->row_count; i++) {
        const struct sample_row *row = &samples->rows[i];

        bytes_put_number(out, row->call);
        bytes_put_number(out, row->path);
        bytes_put_number(out, row->region);
        bytes_put_number(out, row->count);
        bytes_put_number(out, row->squares);
    }
}

static void get_row(struct bytes_reader *in, const struct profile *profile,
                    struct sample_row *row)
{
    const struct definitions *names = profile->definitions;

    row->call = bytes_get_below(in, profile->call_count + 1);
    row->path = bytes_get_below(in, definitions_count(names, DEFINITION_PATH));
    row->region =
        bytes_get_below(in, definitions_count(names, DEFINITION_REGION_NODE));
    row->count = bytes_get_number(in);
    row->squares = bytes_get_number(in);
}

static void get_facts(struct bytes_reader *in, struct samples *out)
{
    out->source = bytes_get_below(in, SAMPLE_SOURCES);
    out->kernel = bytes_get_below(in, 2) != 0;
    out->threads = bytes_get_below(in, (uint64_t)UINT32_MAX + 1);
    out->unsampled = bytes_get_below(in, (uint64_t)UINT32_MAX + 1);
    out->timed = bytes_get_below(in, (uint64_t)UINT32_MAX + 1);
    out->refused = bytes_get_below(in, 1u << SAMPLE_REFUSALS);
    out->period_ns = bytes_get_number(in);
    out->lost = bytes_get_number(in);
    out->cut = bytes_get_number(in);
    out->crowded = bytes_get_number(in);
    if (out->source == SAMPLE_NONE) /* it would not be there */
        in->failed = true;
}

enum status samples_decode(struct bytes_reader *in,
                           const struct profile *profile, struct samples *out)
{
    size_t count;

    get_facts(in, out);
    count = bytes_get_count(in, ROW_BYTES);
    out->rows = calloc(count + 1, sizeof(*out->rows));
    if (out->rows == NULL)
        return STATUS_NO_MEMORY;
    out->row_count = count;
    for (size_t i = 0; i < count && !in->failed; i++)
        get_row(in, profile, &out->rows[i]);
    return in->failed ? STATUS_BAD_FORMAT : STATUS_OK;
}
