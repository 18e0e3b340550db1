/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * merge_results.c - merges the results of several processes that read an
 * archive.
 */
#include <stdlib.h>

#include "base/log.h"
#include "archive/workers/fork_workers.h"
#include "archive/workers/rank_packet.h"

static enum status take_ranks(struct reading *reading,
                              struct definition_delta_into *into,
                              struct rank_packet_reader *readers)
{
    enum status status = STATUS_OK;
    uint32_t before = UINT32_MAX;

    for (uint32_t i = 0; status == STATUS_OK && reading_belongs(reading, i);
         i++) {
        uint32_t rank = reading_location(reading, i)->rank;

        reading->watch->steps++;
        if (rank != before)
            status = rank_packet_take(&readers[reading->worker_of[rank]],
                                      reading, into, rank);
        before = rank;
    }
    return status;
}

enum status merge_results(struct reading *reading, const int *packets,
                          uint32_t count)
{
    struct rank_packet_reader *readers = calloc(count, sizeof(*readers));
    struct definition_delta_into into;
    bool made =
        definition_delta_into_init(&into, reading->profile->definitions) &&
        readers != NULL;
    enum status status;

    for (uint32_t i = 0; made && i < count; i++)
        made = rank_packet_reader_open(&readers[i], packets[i], &into, i + 1);
    status = made ? take_ranks(reading, &into, readers)
                  : log_fail(STATUS_NO_MEMORY, "%s", reading->anchor);
    for (uint32_t i = 0; readers != NULL && i < count; i++)
        rank_packet_reader_close(&readers[i]);
    definition_delta_into_clear(&into);
    free(readers);
    return status;
}
