/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sampled_profile.h - a small profile with samples, for tests.
 *
 * Three ranks; on rank r `main' has 100 samples itself and 300 (r + 1) in
 * `inner', which is inlined in `outer'; 50 (r + 1) are in MPI_Allreduce.  The
 * period is 10 ms.
 */
#ifndef TESTS_UNIT_SAMPLED_PROFILE_H
#define TESTS_UNIT_SAMPLED_PROFILE_H

#include "report_cells.h"
#include "sample_profile.h"

#define PERIOD_NS 10000000u

/* The path of outer, called by main. */
static inline uint32_t add_outer(struct definitions *table)
{
    const uint8_t offset[8] = { 0x99 };
    uint32_t frame = definitions_intern(table, DEFINITION_FRAME, 0, 0, offset,
                                        sizeof(offset));

    definitions_note(table, DEFINITION_FRAME, frame,
                     "inner\0in.h\0"
                     "5\0outer\0heat.c\0"
                     "30",
                     29, 0);
    return definitions_intern(table, DEFINITION_PATH, 1, frame, NULL, 0);
}

/* The path of std::sort(), called by a lambda, called by std::__invoke_r(), called
 * by main. */
static inline uint32_t add_library(struct definitions *table)
{
    static const struct {
        const char *note;
        size_t bytes;
    } frames[] = {
#define NOTE(text) { text, sizeof(text) }
        NOTE("void std::__invoke_r<void>(main::{lambda()#1}&)\0invoke.h\0"
             "61"),
        NOTE("main::{lambda()#1}::operator()() const\0sort.cc\0"
             "12"),
        NOTE("void std::__push<int*>(int*)\0algo.h\0"
             "7\0void std::sort<int*>(int*, int*)\0algo.h\0"
             "9"),
#undef NOTE
    };
    uint32_t path = 1;

    for (uint8_t i = 0; i < 3; i++) {
        const uint8_t offset[8] = { 0xa0 + i };
        uint32_t frame = definitions_intern(table, DEFINITION_FRAME, 0, 0,
                                            offset, sizeof(offset));

        definitions_note(table, DEFINITION_FRAME, frame, frames[i].note,
                         frames[i].bytes, 0);
        path =
            definitions_intern(table, DEFINITION_PATH, path, frame, NULL, 0);
    }
    return path;
}

static inline void add_samples(struct rank_data *rank, uint32_t outer)
{
    struct sample_row *rows = calloc(3, sizeof(*rows));
    uint64_t inner = 300 * (rank->rank + 1);
    uint64_t in_mpi = 50 * (rank->rank + 1);

    CU_ASSERT_PTR_NOT_NULL_FATAL(rows);
    rows[0] = (struct sample_row){ SAMPLE_NO_CALL, 1, 0, 100, 100 };
    rows[1] = (struct sample_row){ SAMPLE_NO_CALL, outer, 1, inner, inner };
    rows[2] = (struct sample_row){ 2, 0, 0, in_mpi, in_mpi };
    rank->samples = (struct samples){ .source = SAMPLE_PERF,
                                      .kernel = true,
                                      .threads = 1,
                                      .period_ns = PERIOD_NS,
                                      .row_count = 3,
                                      .rows = rows };
}

static inline struct profile *sampled(void)
{
    struct profile *profile = sample_profile();
    uint32_t outer = add_outer(profile->definitions);

    for (uint32_t i = 0; i < SAMPLE_RANKS; i++)
        add_samples(&profile->ranks[i], outer);
    return profile;
}

#endif
