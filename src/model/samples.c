/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * samples.c - encodes and decodes samples; field order as in
 * share/doc/profile-format.md.
 */
#include "model/samples.h"

#include <stdlib.h>

#include "base/order.h"
#include "model/definitions.h"

#define ROW_BYTES 5 /* the least that one takes */

void samples_clear(struct samples *samples)
{
    free(samples->rows);
    *samples = (struct samples){ 0 };
}

ORDER_SHARED(sample_row_compare, struct sample_row,
             UP(call) UP(path) UP(region));

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
    PUT_NUMBERS(out, samples->source, samples->kernel, samples->threads,
                samples->unsampled, samples->timed, samples->refused,
                samples->period_ns, samples->lost, samples->cut,
                samples->crowded, samples->row_count);
    for (size_t i = 0; i < samples->row_count; i++) {
        const struct sample_row *row = &samples->rows[i];

        PUT_NUMBERS(out, row->call, row->path, row->region, row->count,
                    row->squares);
    }
}

static void get_row(struct bytes_reader *in, const struct definitions *names,
                    uint32_t calls, struct sample_row *row)
{
    row->call = bytes_get_below(in, calls + 1);
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
    GET_NUMBERS(in, &out->period_ns, &out->lost, &out->cut, &out->crowded);
    if (out->source == SAMPLE_NONE) /* it would not be there */
        in->failed = true;
}

enum status samples_decode(struct bytes_reader *in,
                           const struct definitions *names, uint32_t calls,
                           struct samples *out)
{
    size_t count;

    get_facts(in, out);
    count = bytes_get_count(in, ROW_BYTES);
    out->rows = calloc(count + 1, sizeof(*out->rows));
    if (out->rows == NULL)
        return STATUS_NO_MEMORY;
    out->row_count = count;
    for (size_t i = 0; i < count && !in->failed; i++)
        get_row(in, names, calls, &out->rows[i]);
    return in->failed ? STATUS_BAD_FORMAT : STATUS_OK;
}
