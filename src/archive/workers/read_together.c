/*
 * read_together.c - what several processes have read of an archive, as one.
 */
#include <stdlib.h>

#include "base/log.h"
#include "archive/workers/rank_packet.h"
#include "archive/reader/reading.h"

static enum status take_ranks(struct reading *reading,
                              struct additions_into *into,
                              struct parcel_reader *readers)
{
    enum status status = STATUS_OK;
    uint32_t before = UINT32_MAX;

    for (uint32_t i = 0; status == STATUS_OK && reading_belongs(reading, i);
         i++) {
        uint32_t rank = reading_location(reading, i)->rank;

        reading->watch->steps++;
        if (rank != before)
            status = parcel_take(&readers[reading->worker_of[rank]], reading,
                                 into, rank);
        before = rank;
    }
    return status;
}

enum status read_together(struct reading *reading, const int *parcels,
                          uint32_t count)
{
    struct parcel_reader *readers = calloc(count, sizeof(*readers));
    struct additions_into into;
    bool made = additions_into_init(&into, reading->profile->definitions) &&
                readers != NULL;
    enum status status;

    for (uint32_t i = 0; made && i < count; i++)
        made = parcel_reader_open(&readers[i], parcels[i], &into, i + 1);
    status = made ? take_ranks(reading, &into, readers)
                  : log_fail(STATUS_NO_MEMORY, "%s", reading->anchor);
    for (uint32_t i = 0; readers != NULL && i < count; i++)
        parcel_reader_close(&readers[i]);
    additions_into_clear(&into);
    free(readers);
    return status;
}
