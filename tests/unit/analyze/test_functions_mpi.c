/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_functions_mpi.c - MPI time of the functions that call it: of the run of
 * synthetic.h, whose main calls run_step, which calls exchange_halo (MPI_Isend,
 * MPI_Irecv, MPI_Waitall) and residual (MPI_Allreduce).  Rank 2, which is slow,
 * is 0.30 s in MPI, the others 1.80 s.
 */
#include <stdlib.h>

#include "report_cells.h"
#include "synthetic_replay.h"

#define NAME "functions_mpi"
#define PERIOD_NS 10000000u

static size_t row_of(const char *function)
{
    return row_with(NAME, "function", function);
}

static double value(const char *function, const char *column)
{
    return number_at(NAME, row_of(function), column);
}

/* MPI_Init is outside of T. */
UNIT_TEST(callers_of_callers_have_all_of_it)
{
    whole_report(4);
    CU_ASSERT_EQUAL(row_count(NAME), 4);
    NUMBERS(NAME, row_of("main"), { "mpi_within_s", 5.7 },
            { "within_share", 5.7 / 16 }, { "within_mean_s", 5.7 / 4 },
            { "within_min_s", 0.3 }, { "within_max_s", 1.8 },
            { "within_max_rank", 0 }, { "within_avoidable_s", 1.8 - 5.7 / 4 },
            { "within_calls", 4 * 600 }, { "calls", 0 }, { "mpi_s", 0 });
    NEAR(value("run_step", "mpi_within_s"), 5.7);
    EMPTY_AT(NAME, row_of("main"), "max_rank");
}

UNIT_TEST(who_makes_the_calls_has_them)
{
    whole_report(4);
    NUMBERS(NAME, row_of("exchange_halo"), { "calls", 4 * 500 },
            { "mpi_s", 5.38 }, { "mpi_within_s", 5.38 },
            { "share", 5.38 / 16 }, { "mean_s", 5.38 / 4 }, { "min_s", 0.22 },
            { "max_s", 1.72 }, { "max_rank", 0 },
            { "avoidable_s", 1.72 - 5.38 / 4 });
    NUMBERS(NAME, row_of("residual"), { "calls", 400 }, { "mpi_s", 0.32 });
}

UNIT_TEST(the_line_is_that_with_most_of_the_time)
{
    whole_report(4);
    TEXT_IS(NAME, row_of("main"), "location", "heat2d.c:201");
    TEXT_IS(NAME, row_of("exchange_halo"), "location", "heat2d.c:90");
    CU_ASSERT_EQUAL(value("exchange_halo", "line"), 90);
}

/* Of the path of MPI_Waitall, run_step's frame once more. */
static uint32_t twice(struct definitions *table, uint32_t path)
{
    struct definition leaf = definitions_get(table, DEFINITION_PATH, path);
    uint32_t frame =
        definitions_get(table, DEFINITION_PATH, leaf.refs[0]).refs[1];
    uint32_t again = definitions_intern(table, DEFINITION_PATH, leaf.refs[0],
                                        frame, NULL, 0);

    return definitions_intern(table, DEFINITION_PATH, again, leaf.refs[1],
                              NULL, 0);
}

UNIT_TEST(recursion_counts_once)
{
    struct profile *profile = synthetic(4);

    for (uint32_t i = 0; i < 4; i++)
        for (size_t k = 0; k < profile->ranks[i].row_count; k++) {
            struct row *row = &profile->ranks[i].rows[k];

            if (row->call == SYNTHETIC_WAITALL)
                row->path = twice(profile->definitions, row->path);
        }
    make_report(profile, NULL);
    NUMBERS(NAME, row_of("run_step"), { "mpi_within_s", 5.7 },
            { "within_calls", 2400 }, { "within_max_s", 1.8 });
}

UNIT_TEST(what_is_waited_there_is_seen)
{
    struct profile *profile = synthetic(4);

    CU_ASSERT_EQUAL_FATAL(synthetic_replay(profile), STATUS_OK);
    make_report(profile, NULL);
    NUMBERS(NAME, row_of("exchange_halo"), { "waits_s", 4.6 },
            { "waits_rank", 0 }, { "waits_max_s", 1.5 });
    EMPTY_AT(NAME, row_of("main"), "waits_s");
}

UNIT_TEST(a_region_has_its_calls_only)
{
    struct analyze_options options = { .region = "*residual*" };

    make_report(synthetic(4), &options);
    NEAR(value("main", "mpi_within_s"), 0.32);
    CU_ASSERT_EQUAL(row_count(NAME), 3);
}

/* ---- beside what was sampled ---- */

/* Of rank r 100 samples in run_step, 20 in main. */
static void add_samples(struct profile *profile)
{
    const uint32_t step = 2, program = 1; /* paths of synthetic.c */

    for (uint32_t i = 0; i < profile->rank_count; i++) {
        struct samples *samples = &profile->ranks[i].samples;

        *samples = (struct samples){ .source = SAMPLE_PERF,
                                     .threads = 1,
                                     .period_ns = PERIOD_NS,
                                     .row_count = 2 };
        samples->rows = calloc(2, sizeof(*samples->rows));
        CU_ASSERT_PTR_NOT_NULL_FATAL(samples->rows);
        samples->rows[0] =
            (struct sample_row){ SAMPLE_NO_CALL, program, 0, 20, 20 };
        samples->rows[1] =
            (struct sample_row){ SAMPLE_NO_CALL, step, 0, 100, 100 };
    }
}

UNIT_TEST(useful_time_is_beside_that_in_mpi)
{
    struct profile *profile = synthetic(4);

    add_samples(profile);
    make_report(profile, NULL);
    NUMBERS(NAME, row_of("main"), { "own_s", 0.8 }, { "inclusive_s", 4.8 },
            { "mpi_share", 5.7 / (5.7 + 4.8) });
    NUMBERS(NAME, row_of("run_step"), { "own_s", 4.0 },
            { "mpi_share", 5.7 / (5.7 + 4.0) });
    NUMBERS(NAME, row_of("residual"), { "inclusive_s", 0 },
            { "mpi_share", 1 });
}

UNIT_TEST(without_samples_nothing_is_said_of_it)
{
    size_t row;

    whole_report(4);
    row = row_of("main");
    EMPTY_AT(NAME, row, "own_s");
    EMPTY_AT(NAME, row, "inclusive_s");
    EMPTY_AT(NAME, row, "mpi_share");
}

UNIT_TEST(without_call_paths_there_is_no_table)
{
    struct profile *profile = synthetic(2);

    for (uint32_t i = 0; i < 2; i++)
        for (size_t k = 0; k < profile->ranks[i].row_count; k++)
            profile->ranks[i].rows[k].path = 0;
    make_report(profile, NULL);
    CU_ASSERT_PTR_NULL(report_table(report, NAME));
}
