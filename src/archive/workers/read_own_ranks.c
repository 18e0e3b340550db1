/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * read_own_ranks.c - selects and reads the ranks of one of several processes.
 */
#include <stdlib.h>
#include <unistd.h>

#include "archive/workers/divide_ranks.h"
#include "archive/workers/fork_workers.h"
#include "archive/workers/rank_packet.h"

static enum status pack_own_ranks(struct reading *reading,
                                  struct rank_packet_writer *packets)
{
    enum status status = STATUS_OK;
    uint32_t at = 0;

    while (reading_belongs(reading, at) && status == STATUS_OK) {
        uint32_t rank = reading_location(reading, at)->rank;

        if (!reading_is_mine(reading, at)) {
            at++;
            continue;
        }
        status = read_rank(reading, &at);
        if (status == STATUS_OK)
            status = rank_packet_put(packets, reading, rank);
    }
    return status == STATUS_OK ? read_ranks_check(reading) : status;
}

bool read_own_ranks_empty(int packets)
{
    return ftruncate(packets, 0) == 0 && lseek(packets, 0, SEEK_SET) == 0;
}

enum status read_own_ranks(struct reading *reading, int file)
{
    struct rank_packet_writer packets;
    enum status status;

    rank_packet_writer_begin(&packets, reading, file);
    status = reading->source->begin(reading);
    if (status == STATUS_OK)
        status = pack_own_ranks(reading, &packets);
    rank_packet_writer_clear(&packets);
    return status;
}

bool read_divide_ranks(struct reading *reading, uint32_t workers,
                       uint32_t *worker_of, uint64_t *bytes)
{
    uint32_t ranks = reading->profile->rank_count;
    uint64_t *of_ranks = calloc(ranks + 1u, sizeof(*of_ranks));
    bool made = of_ranks != NULL;

    for (uint32_t i = 0; made && reading_belongs(reading, i); i++)
        of_ranks[reading_location(reading, i)->rank] +=
            reading_location(reading, i)->bytes;
    made = made && divide_ranks(of_ranks, ranks, workers, worker_of);
    for (uint32_t i = 0; made && bytes != NULL && i < ranks; i++)
        bytes[worker_of[i]] += of_ranks[i];
    free(of_ranks);
    return made;
}
