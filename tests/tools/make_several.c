/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * make_several.c - writes runs for tests of what shows several of them.
 *
 *     make_several days FOLDER MS...
 *     make_several ranks FOLDER N...
 *     make_several even FOLDER MS
 *
 * days: FOLDER/day0, day1 ..., of 4 ranks, each a day after the one before; T
 * is so many ms, 4000 or more: beyond that rank 2 works longer in main/solve,
 * and the others wait for it in MPI_Waitall.
 * even: FOLDER/even, the same work, but spread evenly: T is shorter by what was
 * waited for rank 2.
 * ranks: FOLDER/on2 ... of N ranks; each works 64 s / N in main/solve, and
 * waits 10 ms x N in MPI_Waitall.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "profile_file/profile_file.h"
#include "synthetic.h"

#define MS UINT64_C(1000000)
#define DAY (UINT64_C(86400) * 1000 * MS)
#define WHOLE (4000 * MS) /* length of each rank of a synthetic run */
#define SOLVE 2           /* indices of regions and rows */
#define HALO 3
#define WAIT 3
#define BINS 100
#define WAITS (200 * MS) /* of the slow rank, for none of the others */

/* Work in the first part of each step, waits in the rest. */
static void fill_bins(struct rank_data *rank)
{
    struct timeline *line = &rank->timeline;

    free(line->time);
    line->bins = BINS;
    line->bin_width = rank->length / BINS;
    line->time = calloc(BINS, sizeof(*line->time));
    if (line->time == NULL)
        abort();
    for (uint32_t bin = 0; bin < BINS; bin++) {
        line->time[bin][CALL_CLASS_COLLECTIVE] =
            rank->mpi[CALL_CLASS_COLLECTIVE] / BINS;
        line->time[bin][CALL_CLASS_WAIT] = rank->mpi[CALL_CLASS_WAIT] / BINS;
        line->time[bin][CALL_CLASS_COUNT] =
            line->bin_width - line->time[bin][CALL_CLASS_COLLECTIVE] -
            line->time[bin][CALL_CLASS_WAIT];
    }
}

static void set_rank(struct rank_data *rank, uint64_t solve, uint64_t wait)
{
    struct region_data *halo = &rank->regions[HALO];
    struct row *row = &rank->rows[WAIT];
    uint64_t rest = halo->mpi - row->time.sum;

    rank->length =
        WHOLE - rank->regions[SOLVE].exclusive - row->time.sum + solve + wait;
    rank->regions[1].inclusive = rank->length - 200 * MS;
    rank->regions[0].inclusive = rank->length;
    rank->regions[SOLVE].inclusive = rank->regions[SOLVE].exclusive = solve;
    halo->inclusive = halo->exclusive = halo->mpi = rest + wait;
    row->time.sum = wait;
    rank->mpi[CALL_CLASS_WAIT] = wait;
    fill_bins(rank);
}

static int save(struct profile *profile, const char *folder, const char *name)
{
    char path[4096];
    int failed;

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    if (mkdir(path, 0777) != 0) {
        perror(path);
        return 1;
    }
    strncat(path, "/run.mpiprof", sizeof(path) - strlen(path) - 1);
    failed = profile_save(profile, path) != STATUS_OK;
    profile_destroy(profile);
    return failed;
}

static int make_day(const char *folder, int day, uint64_t ms)
{
    struct profile *profile;
    uint64_t more = ms * MS - WHOLE;
    char name[32];

    if (synthetic_create(4, &profile) != STATUS_OK)
        return 1;
    for (uint32_t i = 0; i < 4; i++) {
        struct rank_data *rank = &profile->ranks[i];
        bool slow = i == SYNTHETIC_SLOW_RANK;

        set_rank(rank, rank->regions[SOLVE].exclusive + (slow ? more : 0),
                 rank->rows[WAIT].time.sum + (slow ? 0 : more));
    }
    profile->start_unix_ns += (uint64_t)day * DAY;
    snprintf(name, sizeof(name), "day%d", day);
    return save(profile, folder, name);
}

static int make_even(const char *folder, uint64_t ms)
{
    struct profile *profile;
    uint64_t work = 0;

    if (synthetic_create(4, &profile) != STATUS_OK)
        return 1;
    for (uint32_t i = 0; i < 4; i++)
        work += profile->ranks[i].regions[SOLVE].exclusive;
    work += ms * MS - WHOLE;
    for (uint32_t i = 0; i < 4; i++)
        set_rank(&profile->ranks[i], work / 4, WAITS);
    return save(profile, folder, "even");
}

static int make_ranks(const char *folder, uint32_t ranks)
{
    struct profile *profile;
    char name[32];

    if (ranks == 0 || synthetic_create(ranks, &profile) != STATUS_OK)
        return 1;
    for (uint32_t i = 0; i < ranks; i++)
        set_rank(&profile->ranks[i], 64000 * MS / ranks, 10 * MS * ranks);
    snprintf(name, sizeof(name), "on%u", ranks);
    return save(profile, folder, name);
}

int main(int count, char **arguments)
{
    int failed = count < 4;

    for (int i = 3; i < count && !failed; i++)
        if (strcmp(arguments[1], "days") == 0)
            failed = make_day(arguments[2], i - 3,
                              strtoull(arguments[i], NULL, 10));
        else if (strcmp(arguments[1], "even") == 0)
            failed = make_even(arguments[2], strtoull(arguments[i], NULL, 10));
        else
            failed = make_ranks(arguments[2],
                                (uint32_t)strtoul(arguments[i], NULL, 10));
    return failed;
}
