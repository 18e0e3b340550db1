/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * recover_samples.c - samples of a killed rank, up to its last MPI call or
 * change of regions.
 */
#include <stdlib.h>
#include <string.h>

#include "live/persist_samples.h"
#include "recover/recover_rank.h"

static bool is_sound(const struct recover_rank *rank,
                     const struct sample_row *row)
{
    return row->call <= rank->call_count &&
           row->path < definitions_count(rank->definitions, DEFINITION_PATH) &&
           row->region <
               definitions_count(rank->definitions, DEFINITION_REGION_NODE);
}

static enum status copy_rows(const struct recover_rank *rank,
                             const struct sample_row *rows, size_t room,
                             struct samples *out)
{
    size_t used = 0;

    while (used < room && rows[used].count != 0)
        used++;
    out->rows = calloc(used + 1, sizeof(*out->rows));
    if (out->rows == NULL)
        return STATUS_NO_MEMORY;
    for (size_t i = 0; i < used; i++) {
        out->rows[out->row_count] = rows[i];
        out->row_count += is_sound(rank, &out->rows[out->row_count]);
    }
    qsort(out->rows, out->row_count, sizeof(*out->rows), sample_row_compare);
    return STATUS_OK;
}

/* A bool of a damaged file may be any byte. */
static void take_facts(const struct samples *kept, struct samples *out)
{
    uint8_t kernel;

    memcpy(&kernel, &kept->kernel, sizeof(kernel));
    *out = (struct samples){ .source = kept->source,
                             .kernel = kernel != 0,
                             .threads = kept->threads,
                             .unsampled = kept->unsampled,
                             .timed = kept->timed,
                             .refused = kept->refused,
                             .period_ns = kept->period_ns,
                             .lost = kept->lost,
                             .cut = kept->cut,
                             .crowded = kept->crowded };
    if (out->source >= SAMPLE_SOURCES)
        out->source = SAMPLE_NONE;
}

enum status recover_rank_samples(const struct recover_rank *rank,
                                 struct samples *out)
{
    size_t bytes;
    const struct persist_samples *kept =
        recover_rank_table(rank, PERSIST_SAMPLES, 0, &bytes);

    if (kept == NULL || bytes < sizeof(*kept) ||
        kept->row_bytes != sizeof(*kept->rows) ||
        kept->facts_bytes != sizeof(kept->facts))
        return STATUS_OK;
    take_facts(&kept->facts, out);
    if (out->source == SAMPLE_NONE)
        return STATUS_OK;
    return copy_rows(rank, kept->rows,
                     (bytes - sizeof(*kept)) / sizeof(*kept->rows), out);
}
