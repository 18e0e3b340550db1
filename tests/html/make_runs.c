/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * make_runs.c - writes profiles of made-up runs for the tests of the page.
 *
 *     make_runs KIND FILE
 *
 * wide: 1024 ranks x 60 procedures, also those of make_trace, a full time line
 * that no two ranks share;
 * steady: the same, but a time line of steps, and ranks begin up to 0.1 s later;
 * many: 100000 ranks, 64 on each host; one: one rank; silent: no MPI call
 * after MPI_Init;
 * missing: rank 1 of 4 is not there; short: nothing was measured; used: what
 * four ranks used of their hosts; long: a procedure's name has 10000 letters;
 * regions: 70 more, r0 ... r69;
 * cyclic: 2048 ranks, those with odd numbers on the second host;
 * dense: 256 ranks, each sends every other a message of 1000 bytes;
 * scattered: 1024 ranks, each sends 64 of them, anywhere, a message;
 * hidden: 4096 ranks; all work for two of four seconds, and then wait, but ranks
 * 77 and 78 work all the time, and 3000 never; a procedure takes 1.7 s longer on
 * 1001, and 2002 makes no calls;
 * counted: four ranks with two counters, the second with an odd name, and a
 * region in which they wait for an accelerator;
 * hot: 1024 ranks, each sends the next 16 1000 bytes, 500 to 501 a GB.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "profile_file/profile_file.h"
#include "synthetic.h"

#define MS UINT64_C(1000000)
#define PROCEDURES 60
#define LONG 10000

static uint64_t seed = 12345;

/* Below `limit'; the same numbers in each run. */
static uint64_t some(uint64_t limit)
{
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (seed >> 33) % limit;
}

/* ---- wide ---- */

/* The first ones of the table, with MPI_Send and MPI_Recv, and last that of
 * make_trace which is not among them. */
static const struct call_info *wide_call(uint32_t i)
{
    uint32_t at = i;

    while (i == PROCEDURES - 1 &&
           strcmp(call_table[at].name, "MPI_Allreduce") != 0)
        at++;
    return &call_table[at];
}

static void take_procedures(struct profile *profile)
{
    for (size_t i = 0; i < profile->call_count; i++)
        free(profile->calls[i].name);
    free(profile->calls);
    profile->calls = synthetic_zeroed(PROCEDURES, sizeof(*profile->calls));
    for (size_t i = 0; i < PROCEDURES; i++) {
        const struct call_info *call = wide_call((uint32_t)i);

        profile->calls[i] =
            (struct profile_call){ strdup(call->name), call->class, call->role,
                                   call->coll };
    }
    profile->call_count = PROCEDURES;
}

static void fill_rows(struct rank_data *rank)
{
    struct row model = rank->rows[1];

    free(rank->rows);
    rank->rows = synthetic_zeroed(PROCEDURES, sizeof(*rank->rows));
    rank->row_count = PROCEDURES;
    memset(rank->mpi, 0, sizeof(rank->mpi));
    for (uint32_t i = 0; i < PROCEDURES; i++) {
        uint64_t time = 1 + some(40 * MS);

        rank->rows[i] = model;
        rank->rows[i].call = i;
        rank->rows[i].count = 1 + some(100000);
        rank->rows[i].time.sum = time;
        rank->mpi[wide_call(i)->class] += time;
    }
}

static void fill_timeline(struct rank_data *rank)
{
    static const int classes[] = { CALL_CLASS_P2P, CALL_CLASS_COLLECTIVE,
                                   CALL_CLASS_WAIT, CALL_CLASS_OTHER,
                                   CALL_CLASS_COUNT };
    struct timeline *line = &rank->timeline;

    free(line->time);
    line->bins = PROFILE_TIMELINE_BINS;
    line->bin_width = 4000 * MS / line->bins;
    line->time = synthetic_zeroed(line->bins, sizeof(*line->time));
    for (uint32_t bin = 0; bin < line->bins; bin++)
        for (int k = 0; k < 5; k++)
            line->time[bin][classes[k]] = some(line->bin_width / 5);
}

/* Steps of eight bins: work, messages, a collective; no two are equal. */
static void fill_steady(struct rank_data *rank)
{
    struct timeline *line = &rank->timeline;

    fill_timeline(rank);
    memset(line->time, 0, line->bins * sizeof(*line->time));
    for (uint32_t bin = 0; bin < line->bins; bin++) {
        uint64_t mpi = bin % 8 < 5 ? 0 : line->bin_width / 2;

        mpi += some(line->bin_width / 64);
        line->time[bin][bin % 8 < 7 ? CALL_CLASS_P2P : CALL_CLASS_COLLECTIVE] =
            mpi;
        line->time[bin][CALL_CLASS_COUNT] = line->bin_width - mpi;
    }
}

static void make_steady(struct profile *profile)
{
    take_procedures(profile);
    for (uint32_t i = 0; i < profile->rank_count; i++) {
        fill_rows(&profile->ranks[i]);
        fill_steady(&profile->ranks[i]);
        profile->ranks[i].begin = some(100) * MS; /* MPI_Init */
    }
}

static void make_wide(struct profile *profile)
{
    take_procedures(profile);
    for (uint32_t i = 0; i < profile->rank_count; i++) {
        fill_rows(&profile->ranks[i]);
        fill_timeline(&profile->ranks[i]);
    }
}

/* ---- what is not all there ---- */

static void make_silent(struct profile *profile)
{
    for (uint32_t i = 0; i < profile->rank_count; i++) {
        struct rank_data *rank = &profile->ranks[i];

        rank->row_count = 1; /* MPI_Init */
        rank->peer_count = 0;
        memset(rank->mpi, 0, sizeof(rank->mpi));
        for (size_t k = 0; k < rank->region_count; k++)
            rank->regions[k].mpi = 0;
    }
}

static void make_missing(struct profile *profile)
{
    profile->ranks[1].missing = true;
}

static void make_short(struct profile *profile)
{
    for (uint32_t i = 0; i < profile->rank_count; i++) {
        struct rank_data *rank = &profile->ranks[i];

        rank->row_count = rank->peer_count = rank->region_count = 0;
        rank->timeline.bins = 0;
        rank->length = 0;
        memset(rank->mpi, 0, sizeof(rank->mpi));
    }
}

/* Rank 1 has the most memory, in the third of four seconds. */
static void make_used(struct profile *profile)
{
    for (uint32_t i = 0; i < profile->rank_count; i++) {
        struct resources *use = &profile->ranks[i].resources;

        *use = (struct resources){ .sources =
                                       1u << SOURCE_USAGE | 1u << SOURCE_STATM,
                                   .readings = 5,
                                   .bin_width = 1000 * MS,
                                   .bins = 4,
                                   .value = synthetic_zeroed(4, sizeof(*use->value)) };
        profile->ranks[i].begin = 0;
        for (int bin = 0; bin < 4; bin++) {
            use->value[bin][RESOURCE_USER] = 500000;
            use->value[bin][RESOURCE_RESIDENT] =
                i == 1 && bin == 2 ? 700 << 10 : 100 << 10;
        }
    }
}

static void make_long(struct profile *profile)
{
    char *name = synthetic_zeroed(LONG + 1, 1);

    memset(name, 'x', LONG);
    free(profile->calls[1].name);
    profile->calls[1].name = name;
}

/* The i-th takes i ms. */
static void make_regions(struct profile *profile)
{
    for (uint32_t i = 0; i < profile->rank_count; i++) {
        struct rank_data *rank = &profile->ranks[i];
        struct region_data *regions = synthetic_zeroed(75, sizeof(*regions));

        memcpy(regions, rank->regions, 5 * sizeof(*regions));
        for (unsigned k = 0; k < 70; k++) {
            char name[16];
            uint32_t region;

            snprintf(name, sizeof(name), "r%u", k);
            region = definitions_region(profile->definitions, name, "r.c", 1);
            regions[5 + k] = (struct region_data){ .node = definitions_intern(
                                                       profile->definitions,
                                                       DEFINITION_REGION_NODE,
                                                       0, region, NULL, 0),
                                                   .visits = 1,
                                                   .inclusive = k * MS,
                                                   .exclusive = k * MS };
        }
        free(rank->regions);
        rank->regions = regions;
        rank->region_count = 75;
    }
}

static void make_cyclic(struct profile *profile)
{
    for (uint32_t i = 0; i < profile->rank_count; i++)
        profile->ranks[i].host = i % 2;
}

static void no_peers(struct rank_data *rank, uint32_t room)
{
    free(rank->peers);
    rank->peers = synthetic_zeroed(room, sizeof(*rank->peers));
    rank->peer_count = 0;
}

static void add_peer(struct rank_data *rank, uint32_t peer, uint64_t bytes)
{
    rank->peers[rank->peer_count++] = (struct peer){ .rank = peer,
                                                     .kind = PEER_P2P,
                                                     .out_messages = 1,
                                                     .out_bytes = bytes,
                                                     .in_messages = 1,
                                                     .in_bytes = bytes };
}

static void make_dense(struct profile *profile)
{
    for (uint32_t i = 0; i < profile->rank_count; i++) {
        no_peers(&profile->ranks[i], profile->rank_count);
        for (uint32_t k = 0; k < profile->rank_count; k++)
            if (k != i)
                add_peer(&profile->ranks[i], k, 1000);
    }
}

/* One anywhere in each 64th of the ranks. */
static void make_scattered(struct profile *profile)
{
    uint32_t part = profile->rank_count / 64;

    for (uint32_t i = 0; i < profile->rank_count; i++) {
        no_peers(&profile->ranks[i], 64);
        for (uint32_t k = 0; k < 64; k++)
            add_peer(&profile->ranks[i], k * part + (uint32_t)some(part),
                     1000);
    }
}

static void make_hot(struct profile *profile)
{
    for (uint32_t i = 0; i < profile->rank_count; i++) {
        no_peers(&profile->ranks[i], 16);
        for (uint32_t k = 1; k <= 16; k++)
            add_peer(&profile->ranks[i], (i + k) % profile->rank_count,
                     i == 500 && k == 1 ? 1000000000 : 1000);
    }
}

static void make_hidden(struct profile *profile)
{
    for (uint32_t i = 0; i < profile->rank_count; i++) {
        struct rank_data *rank = &profile->ranks[i];
        uint32_t works = i == 77 || i == 78 ? 4 : i == 3000 ? 0 : 2;

        fill_timeline(rank);
        rank->timeline.bins = 4;
        rank->timeline.bin_width = 1000 * MS;
        memset(rank->timeline.time, 0, 4 * sizeof(*rank->timeline.time));
        for (uint32_t bin = 0; bin < 4; bin++)
            rank->timeline
                .time[bin][bin < works ? CALL_CLASS_COUNT : CALL_CLASS_WAIT] =
                1000 * MS;
        memset(rank->mpi, 0, sizeof(rank->mpi));
        rank->mpi[CALL_CLASS_WAIT] = (4 - works) * 1000 * MS;
        if (i == 1001)
            rank->rows[1].time.sum += 1700 * MS;
        if (i == 2002)
            rank->row_count = 1; /* MPI_Init */
        rank->begin = 0;
        rank->length = 4000 * MS;
    }
}

static void make_counted(struct profile *profile)
{
    uint32_t region = definitions_region(profile->definitions,
                                         "cudaDeviceSynchronize", "c.c", 1);
    uint32_t node = definitions_intern(
        profile->definitions, DEFINITION_REGION_NODE, 0, region, NULL, 0);

    profile->counter_count = 2;
    profile->counters = synthetic_zeroed(2, sizeof(*profile->counters));
    profile->counters[0] = strdup("PAPI_TOT_INS");
    profile->counters[1] = strdup("<b>perf::\"misses\"");
    for (uint32_t i = 0; i < profile->rank_count; i++) {
        struct rank_data *rank = &profile->ranks[i];
        struct region_data *regions =
            synthetic_zeroed(rank->region_count + 1, sizeof(*regions));

        memcpy(regions, rank->regions, rank->region_count * sizeof(*regions));
        regions[rank->region_count++] =
            (struct region_data){ .node = node,
                                  .visits = 1,
                                  .inclusive = 100 * MS,
                                  .exclusive = 100 * MS };
        free(rank->regions);
        rank->regions = regions;
        rank->timeline.time[0][CALL_CLASS_COUNT] -= 100 * MS;
        rank->timeline.time[0][PROFILE_TIMELINE_OUTSIDE] = 100 * MS;
        for (size_t k = 0; k < rank->region_count; k++)
            for (uint32_t counter = 0; counter < 2; counter++)
                regions[k].counters[counter] =
                    (counter + 1) * 1000 * (k + 1) * (i + 1);
        for (size_t k = 0; k < rank->row_count; k++)
            for (uint32_t counter = 0; counter < 2; counter++)
                rank->rows[k].counters[counter] = (counter + 1) * 7 * (i + 1);
    }
}

static void make_nothing(struct profile *profile)
{
    (void)profile;
}

static const struct kind {
    const char *name;
    uint32_t ranks;
    void (*make)(struct profile *profile);
} kinds[] = {
    { "wide", 1024, make_wide },
    { "one", 1, make_nothing },
    { "silent", 4, make_silent },
    { "missing", 4, make_missing },
    { "short", 4, make_short },
    { "four", 4, make_nothing },
    { "sixty-four", 64, make_nothing },
    { "used", 4, make_used },
    { "long", 4, make_long },
    { "regions", 4, make_regions },
    { "cyclic", 2048, make_cyclic },
    { "dense", 256, make_dense },
    { "scattered", 1024, make_scattered },
    { "hot", 1024, make_hot },
    { "steady", 1024, make_steady },
    { "hidden", 4096, make_hidden },
    { "counted", 4, make_counted },
};

static enum status create(const char *name, struct profile **out)
{
    if (strcmp(name, "many") == 0)
        return synthetic_create_large(100000, 1, 64, out);
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        if (strcmp(name, kinds[i].name) == 0) {
            enum status status = synthetic_create(kinds[i].ranks, out);

            if (status == STATUS_OK)
                kinds[i].make(*out);
            return status;
        }
    fprintf(stderr, "make_runs: no kind %s\n", name);
    return STATUS_BAD_VALUE;
}

int main(int count, char **arguments)
{
    struct profile *profile;
    enum status status;

    if (count != 3) {
        fprintf(stderr, "usage: make_runs KIND FILE\n");
        return 2;
    }
    if (create(arguments[1], &profile) != STATUS_OK)
        return 1;
    status = profile_save(profile, arguments[2]);
    profile_destroy(profile);
    return status != STATUS_OK;
}
