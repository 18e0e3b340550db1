/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/facts/tallies.h"

enum status tallies_add_row(struct tallies *tallies, uint64_t key,
                            uint32_t index, const struct row *row)
{
    struct tally *tally = tallies_get(tallies, key);

    if (tally == NULL)
        return STATUS_NO_MEMORY;
    if (row->count > 0 &&
        (tally->calls == 0 || row->time.min < tally->shortest))
        tally->shortest = row->time.min;
    tally->calls += row->count;
    tally->errors += row->errors;
    if (row->time.max > tally->longest)
        tally->longest = row->time.max;
    tally->out_calls += row->out.min == UINT64_MAX ? 0 : row->count;
    tally->out_bytes += row->out.sum;
    tally->in_bytes += row->in.sum;
    rank_stats_add(&tally->time, index, row->time.sum);
    return STATUS_OK;
}
