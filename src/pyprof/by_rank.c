/* SPDX-License-Identifier: BSD-3-Clause */
#include "pyprof/by_rank.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array_room.h"
#include "base/file_at.h"
#include "base/log.h"
#include "base/temporary.h"

void by_rank_put(struct by_rank *by_rank, const struct by_rank_cell *cell)
{
    struct bytes_writer *out = &by_rank->tail;

    PUT_NUMBERS(out, cell->function, cell->own, cell->cumulative, cell->work,
                cell->calls, cell->primitive);
}

/* Moves the tail into the file. */
static bool flush_tail(struct by_rank *by_rank)
{
    if (!by_rank->has_file)
        by_rank->file = temporary_open();
    by_rank->has_file = by_rank->file >= 0;
    if (!by_rank->has_file ||
        !file_write_at(by_rank->file, by_rank->tail.data, by_rank->tail.size,
                       by_rank->written)) {
        log_warn("%s: %s; times by function and rank are left out",
                 temporary_folder(), strerror(errno));
        return false;
    }
    by_rank->written += by_rank->tail.size;
    by_rank->tail.size = 0;
    return true;
}

void by_rank_end(struct by_rank *by_rank)
{
    if (by_rank->failed)
        return;
    if (by_rank->tail.failed ||
        !ARRAY_ADD(by_rank->ends, by_rank->ranks,
                   by_rank->written + by_rank->tail.size))
        by_rank->failed = true;
    else if (by_rank->tail.size > BY_RANK_MEMORY)
        by_rank->failed = !flush_tail(by_rank);
}

static void take_all(struct bytes_reader *in,
                     void (*take)(void *context,
                                  const struct by_rank_cell *cell),
                     void *context)
{
    while (in->at < in->size && !in->failed) {
        struct by_rank_cell cell;

        cell.function = (uint32_t)bytes_get_number(in);
        GET_NUMBERS(in, &cell.own, &cell.cumulative, &cell.work, &cell.calls,
                    &cell.primitive);
        take(context, &cell);
    }
}

bool by_rank_read(const struct by_rank *by_rank, size_t rank,
                  void (*take)(void *context, const struct by_rank_cell *cell),
                  void *context)
{
    uint64_t begin, size;
    struct bytes_reader in;
    void *copy = NULL;
    bool sound = true;

    if (by_rank->failed || rank >= by_rank->ranks)
        return false;
    begin = rank == 0 ? 0 : by_rank->ends[rank - 1];
    size = by_rank->ends[rank] - begin;
    if (begin < by_rank->written) {
        copy = malloc(size + 1);
        sound = copy != NULL && file_read_at(by_rank->file, copy, size,
                                             begin) == (int64_t)size;
        bytes_reader_init(&in, copy, size);
    } else if (size > 0) {
        bytes_reader_init(&in, by_rank->tail.data + (begin - by_rank->written),
                          size);
    } else {
        return true;
    }
    if (sound)
        take_all(&in, take, context);
    free(copy);
    return sound && !in.failed;
}

void by_rank_clear(struct by_rank *by_rank)
{
    bytes_writer_clear(&by_rank->tail);
    free(by_rank->ends);
    if (by_rank->has_file)
        close(by_rank->file);
    *by_rank = (struct by_rank){ 0 };
}
