/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay/log/replay_result.h"

#include <stdlib.h>

#include "base/array_room.h"

static const struct {
    const char *name, *title, *definition;
} kinds[] = {
#define X(code, name, title, definition) { name, title, definition },
    WAIT_KIND_LIST(X)
#undef X
};

const char *wait_kind_name(enum wait_kind kind)
{
    return kinds[kind].name;
}

const char *wait_kind_title(enum wait_kind kind)
{
    return kinds[kind].title;
}

const char *wait_kind_definition(enum wait_kind kind)
{
    return kinds[kind].definition;
}

bool wait_kind_counts(enum wait_kind kind)
{
    return kind != WAIT_INIT_END && kind != WAIT_FINALIZE;
}

bool wait_kind_is_in_mpi(enum wait_kind kind)
{
    return kind != WAIT_POLLING;
}

bool wait_kind_has_culprit(enum wait_kind kind)
{
    return kind != WAIT_BARRIER_END && kind != WAIT_NXN_END;
}

bool wait_kind_is_of_two(enum wait_kind kind)
{
    return kind <= WAIT_LOCK;
}

void replay_result_destroy(struct replay_result *result)
{
    if (result == NULL)
        return;
    FREE_ALL(result->sites, result->rows, result->causes, result->pairs,
             result->splits, result->overlaps, result->transfers, result->path,
             result->delays, result->longest, result->activities,
             result->stretches.regions, result);
}

size_t replay_result_row(const struct replay_result *result, uint32_t rank)
{
    size_t from = 0, to = result->row_count;

    while (from < to) {
        size_t middle = from + (to - from) / 2;

        if (result->rows[middle].rank < rank)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

uint64_t replay_result_polled(const struct replay_result *result,
                              uint32_t rank, uint32_t region)
{
    uint64_t ns = 0;

    for (size_t i = replay_result_row(result, rank);
         i < result->row_count && result->rows[i].rank == rank; i++)
        if (result->rows[i].kind == WAIT_POLLING &&
            result->sites[result->rows[i].site].region == region)
            ns += result->rows[i].ns;
    return ns;
}

double replay_result_matched(const struct replay_result *result)
{
    uint64_t all =
        result->sends > result->receives ? result->sends : result->receives;

    return all == 0 ? 1 : (double)result->matched / (double)all;
}

const char *replay_result_doubt(const struct replay_result *result,
                                uint32_t ranks)
{
    if (result->ranks < ranks)
        return "not all ranks were traced";
    if (result->cut)
        return "the trace of some ranks ends before the run did";
    if (replay_result_matched(result) < REPLAY_LEAST_MATCHED)
        return "too few messages could be matched";
    return NULL;
}
