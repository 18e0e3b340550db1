/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sample_profile.h - a small profile in memory for tests: three ranks on two
 * hosts, four rows each, with every kind of definition.
 *
 * Memory: the caller destroys it.  Aborts the test program without memory.
 */
#ifndef TESTS_UNIT_SAMPLE_PROFILE_H
#define TESTS_UNIT_SAMPLE_PROFILE_H

#include <stdlib.h>
#include <string.h>

#include "model/profile.h"

#define SAMPLE_RANKS 3
#define SAMPLE_ROWS 4

static inline void sample_definitions(struct definitions *table)
{
    const uint8_t offset[8] = { 0x34, 0x12 }, comm[8] = { 1 };
    uint32_t region = definitions_region(table, "solve", "heat.c", 42);
    uint32_t module, frame, host;

    definitions_intern(table, DEFINITION_REGION_NODE, 0, region, NULL, 0);
    module = definitions_intern(table, DEFINITION_MODULE, 0, 0, "ab12", 4);
    definitions_note(table, DEFINITION_MODULE, module, "/bin/heat", 9, 0);
    frame = definitions_intern(table, DEFINITION_FRAME, module, 0, offset, 8);
    definitions_note(table, DEFINITION_FRAME, frame,
                     "main\0heat.c\0"
                     "7",
                     14, 0);
    definitions_intern(table, DEFINITION_PATH, 0, frame, NULL, 0);
    definitions_intern(table, DEFINITION_COMM, 0, 0, comm, 8);
    host = definitions_intern(table, DEFINITION_HOST, 0, 0, "n1", 2);
    definitions_note(table, DEFINITION_HOST, host, "a cpu", 5, 0);
    definitions_intern(table, DEFINITION_HOST, 0, 0, "n2", 2);
    definitions_intern(table, DEFINITION_WINDOW, 1, 0, comm, 8);
    definitions_note(table, DEFINITION_WINDOW, 1, "w\0allocate", 10, 0);
    definitions_intern(table, DEFINITION_FILE, 0, 0, "out.dat", 7);
    definitions_group(table, &host, 1);
    definitions_intern(table, DEFINITION_FILE_HANDLE, 1, 1, comm, 8);
    definitions_intern(table, DEFINITION_TOPOLOGY, 1, 0, "\3\0\0\0\1", 5);
    definitions_intern(table, DEFINITION_PROGRAM, 0, 0, "heat", 4);
}

static inline void sample_calls(struct profile *profile)
{
    static const char *const names[] = { "MPI_Send", "MPI_Allreduce" };

    profile->calls = calloc(2, sizeof(*profile->calls));
    for (int i = 0; i < 2; i++) {
        profile->calls[i].name = strdup(names[i]);
        profile->calls[i].class =
            i == 0 ? CALL_CLASS_P2P : CALL_CLASS_COLLECTIVE;
        profile->calls[i].role = i == 0 ? CALL_ROLE_P2P : CALL_ROLE_ALL2ALL;
        profile->calls[i].coll = i == 0 ? CALL_COLL_NONE : CALL_COLL_ALLREDUCE;
    }
    profile->call_count = 2;
    profile->counters = calloc(1, sizeof(char *));
    profile->counters[0] = strdup("PAPI_TOT_INS");
    profile->counter_count = 1;
}

static inline void sample_row(struct row *row, uint32_t rank, uint32_t i)
{
    *row = (struct row){ .call = i % 2,
                         .path = i % 2,
                         .region = i / 2,
                         .comm = 1,
                         .object = object_make((enum object_kind)(i % 3), 1),
                         .count = 1000 + i,
                         .errors = i == 3,
                         .time = { 123456789 + rank, 812, 93210 },
                         .time_squares = 1.5e12,
                         .out = { 8192000, 8192, 8192 },
                         .in = { .min = UINT64_MAX } };
    row->time_bins[10] = 900;
    row->time_bins[11] = 60;
    row->time_bins[13] = 30;
    row->time_bins[17] = 10 + i;
    row->size_bins[14] = 1000 + i;
    row->counters[0] = i == 2 ? 77777 : 0;
}

static inline void sample_timeline(struct timeline *timeline)
{
    *timeline = (struct timeline){ .bin_width = 1000000, .bins = 5 };
    timeline->time = calloc(5, sizeof(*timeline->time));
    for (int bin = 0; bin < 5; bin++)
        timeline->time[bin][CALL_CLASS_COUNT] = 900000 + (uint64_t)bin;
    timeline->time[3][CALL_CLASS_P2P] = 5000;
    timeline->time[2][PROFILE_TIMELINE_OUTSIDE] = 700;
}

static inline void sample_rank(struct rank_data *rank, uint32_t number)
{
    *rank = (struct rank_data){ .rank = number,
                                .host = number / 2,
                                .threads = 1,
                                .begin = 10 * number,
                                .length = 5000000,
                                .paused = 1,
                                .init = 2,
                                .finalize = 3,
                                .interfaces = 1,
                                .cut = number == 1,
                                .row_count = SAMPLE_ROWS,
                                .peer_count = 1,
                                .region_count = 2,
                                .memory_bytes = 1 << 20 };
    rank->mpi[CALL_CLASS_P2P] = 5000;
    rank->mpi[CALL_CLASS_SETUP] = 9;
    rank->counters[0] = 1234567890123;
    rank->rows = calloc(SAMPLE_ROWS, sizeof(*rank->rows));
    for (uint32_t i = 0; i < SAMPLE_ROWS; i++)
        sample_row(&rank->rows[i], number, i);
    rank->peers = calloc(1, sizeof(*rank->peers));
    rank->peers[0] = (struct peer){ .rank = (number + 1) % SAMPLE_RANKS,
                                    .out_messages = 1000,
                                    .out_bytes = 8192000,
                                    .time = 5000 };
    rank->regions = calloc(2, sizeof(*rank->regions));
    rank->regions[0] = (struct region_data){ 0, 1, 5000000, 100, 0, { 0 } };
    rank->regions[1] =
        (struct region_data){ 1, 8, 4999900, 4999900, 5000, { 5 } };
    sample_timeline(&rank->timeline);
}

static inline void sample_facts(struct profile *profile)
{
    profile_set_text(&profile->program, "heat");
    profile_set_text(&profile->command, "./heat -n 4");
    profile_set_text(&profile->mpi_library, "An MPI 1.0");
    profile_set_text(&profile->version, "0.1.0");
    profile_set_text(&profile->source, "profile");
    profile_set_text(&profile->clock, "TSC 2.596 GHz");
    profile->start_unix_ns = 1700000000000000000;
    profile->hook_ns_x100 = 4250;
    profile_setting(profile, "MPIPROF_TRACE", "off", false);
    REMARK(&profile->remarks, REMARK_TEXT,
           .texts = { "7 calls were not traced" });
}

static inline struct profile *sample_profile(void)
{
    struct profile *profile;

    if (profile_create(&profile) != STATUS_OK)
        abort();
    sample_facts(profile);
    sample_calls(profile);
    sample_definitions(profile->definitions);
    profile->rank_count = SAMPLE_RANKS;
    profile->ranks = calloc(SAMPLE_RANKS, sizeof(*profile->ranks));
    for (uint32_t i = 0; i < SAMPLE_RANKS; i++)
        sample_rank(&profile->ranks[i], i);
    return profile;
}

#endif
