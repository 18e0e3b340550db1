/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/scaling.h"

#include <stdlib.h>

#include "base/log.h"
#include "synthetic_runs.h"

#define SECOND 1e9

/* Instructions and cycles of useful time, on each rank. */
static struct profile *counted(uint32_t ranks, uint64_t instructions,
                               uint64_t cycles)
{
    struct profile *profile = synthetic(ranks);

    profile->counters = calloc(2, sizeof(*profile->counters));
    profile->counters[0] = strdup("PAPI_TOT_INS");
    profile->counters[1] = strdup("PAPI_TOT_CYC");
    profile->counter_count = 2;
    for (uint32_t i = 0; i < ranks; i++) {
        profile->ranks[i].regions[0].counters[0] = instructions;
        profile->ranks[i].regions[0].counters[1] = cycles;
    }
    return profile;
}

static enum status scale(bool weak, struct compare_sides *sides)
{
    struct scaling_options options = { .weak = weak };

    forget_report();
    return scaling_of(&runs, &options, sides, &report);
}

/* Of two runs, which this takes. */
static void of_two(struct profile *few, struct profile *many, bool weak)
{
    struct compare_sides sides;

    begin_runs(2);
    add_run(few, "few");
    add_run(many, "many");
    CU_ASSERT_EQUAL_FATAL(scale(weak, &sides), STATUS_OK);
}

static void scaled(bool weak)
{
    struct compare_sides sides = { .a = { .count = 0 } };

    begin_runs(RUNS_MOST);
    add_run(synthetic(8), "eight");
    add_run(synthetic(2), "two");
    add_run(slower(8, (uint64_t)SECOND), "eight again");
    add_run(synthetic(4), "four");
    CU_ASSERT_EQUAL_FATAL(scale(weak, &sides), STATUS_OK);
    CU_ASSERT_EQUAL(sides.a.count, 1);
    CU_ASSERT_EQUAL(sides.b.count, 2);
}

/* Useful together 4.4, 10.3 and 19.1 (20.1) s, T 4 and once 5 s. */
UNIT_TEST(strong_scaling_has_its_closed_form)
{
    scaled(false);
    CU_ASSERT_EQUAL(row_count("scaling"), 3);
    NUMBERS("scaling", 1, { "ranks", 4 }, { "ideal", 2 }, { "speedup", 1 },
            { "computation_scaling", 4.4 / 10.3 },
            { "global_efficiency", 4.4 / 10.3 * 2.575 / 4 },
            { "scaling_efficiency", 0.5 });
    NUMBERS("scaling", 2, { "runs", 2 }, { "run_time_s", 4.5 },
            { "noise_s", 1 }, { "speedup", 4 / 4.5 });
    NEAR(number_at("scaling", 0, "scaling_efficiency"), 1);
}

UNIT_TEST(weak_scaling_compares_single_ranks)
{
    scaled(true);
    NUMBERS("scaling", 1, { "speedup", 2 }, { "scaling_efficiency", 1 },
            { "computation_scaling", 2.2 / 2.575 });
    NUMBERS("scaling_parts", row_with("scaling_parts", "part", "main/solve"),
            { "ideal_s", 2 }, { "scaling", 2 / 2.25 });
}

/* Of main/solve 2.0 s on 2 ranks, ideally 0.5 on 8; (17.5 + 0.5) / 8. */
UNIT_TEST(what_does_not_scale_comes_first)
{
    scaled(false);
    TEXT_IS("scaling_parts", 0, "part", "main/solve");
    NUMBERS("scaling_parts", 0, { "fewest_s", 2 }, { "ideal_s", 0.5 },
            { "most_s", 2.25 }, { "loss_s", 1.75 });
    CU_ASSERT_EQUAL_FATAL(report->verdict_count, 3);
    VERDICT_IS(0, "T is 4.00 s on 2 ranks and 4.50 s on 8 ranks: a speedup of "
                  "0.889 (22 % of the ideal 4.00).");
    HAS(report->verdict[1], "computation scaling");
    VERDICT_IS(2,
               "Beyond the ideal, mean over ranks: useful time in "
               "main/solve +1.75 s, time in MPI_Waitall +1.09 s, useful time "
               "in (outside regions) +150 ms.");
}

/* 2 ranks: 100 instructions in 50 cycles; 4 ranks: 80 in 60, on each. */
UNIT_TEST(counters_split_computation_scaling)
{
    double instructions = 200.0 / 320, ipc = (80.0 / 60) / (100.0 / 50);
    double frequency = (240 / 10.3) / (100 / 4.4);

    of_two(counted(2, 100, 50), counted(4, 80, 60), false);
    NUMBERS("scaling", 1, { "instruction_scaling", instructions },
            { "ipc_scaling", ipc }, { "frequency_scaling", frequency },
            { "computation_scaling", instructions * ipc * frequency });
}

/* With --weak 100 instructions of a rank are compared with 80. */
UNIT_TEST(weak_instructions_are_those_of_a_rank)
{
    of_two(counted(2, 100, 50), counted(4, 80, 60), true);
    NEAR(number_at("scaling", 1, "instruction_scaling"), 100.0 / 80);
}

/* All ranks that much longer, outside of what is counted. */
static struct profile *longer(uint32_t ranks, uint64_t ns)
{
    struct profile *profile = synthetic(ranks);

    for (uint32_t i = 0; i < ranks; i++) {
        profile->ranks[i].length += ns;
        profile->ranks[i].mpi[CALL_CLASS_P2P] += ns;
    }
    return profile;
}

/* Communication efficiency 92.5 % of 4 s and 46.2 of 8 s. */
UNIT_TEST(the_factor_that_shrinks_most_is_named)
{
    of_two(synthetic(4), longer(8, 4 * (uint64_t)SECOND), true);
    VERDICT_IS(1,
               "Global efficiency goes from 64 % to 32 %, mostly because of "
               "communication efficiency: from 92 % to 46 %.");
}

/* T 4 and 4.02 s. */
UNIT_TEST(a_point_less_is_not_said)
{
    of_two(synthetic(4), longer(5, (uint64_t)SECOND / 50), true);
    CU_ASSERT_EQUAL(report->verdict_count, 1);
}

UNIT_TEST(several_of_the_fewest_are_their_own_measure)
{
    struct compare_sides sides;

    begin_runs(3);
    add_run(synthetic(4), "four");
    add_run(slower(4, (uint64_t)SECOND), "four again");
    add_run(synthetic(8), "eight");
    CU_ASSERT_EQUAL_FATAL(scale(false, &sides), STATUS_OK);
    NUMBERS("scaling", 0, { "speedup", 1 }, { "computation_scaling", 1 });
    NEAR(number_at("scaling", 1, "speedup"), 4.5 / 4);
    CU_ASSERT_STRING_EQUAL(sides.a_name, "on 4 ranks");
    CU_ASSERT_STRING_EQUAL(sides.b_name, "on 8 ranks");
}

UNIT_TEST(one_number_of_ranks_does_not_scale)
{
    struct compare_sides sides;

    begin_runs(1000);
    add_run(synthetic(4), "a");
    add_run(synthetic(4), "b");
    log_hold();
    CU_ASSERT_EQUAL(scale(false, &sides), STATUS_BAD_VALUE);
    log_release(NULL);
}

/* On 2, 4, 8, 16 ... ranks main/solve takes 64 s / p, MPI_Waitall 10 ms x p. */
static void growing(uint32_t counts, bool weak)
{
    struct compare_sides sides;

    begin_runs(counts);
    for (uint32_t i = 0; i < counts; i++)
        add_run(synthetic(2u << i), "growing");
    for (size_t k = 0; k < runs.row_count; k++)
        for (uint32_t i = 0; i < counts; i++) {
            struct runs_row *row = runs.rows[k];
            double ranks = (double)(2u << i);

            if (row->set != RUNS_REGIONS && row->set != RUNS_PROCEDURES)
                continue;
            row->value[i] = 0;
            if (strcmp(row->name, "main/solve") == 0)
                row->value[i] = 64 * SECOND / ranks;
            if (strcmp(row->name, "MPI_Waitall") == 0)
                row->value[i] = SECOND / 100 * ranks;
        }
    CU_ASSERT_EQUAL_FATAL(scale(weak, &sides), STATUS_OK);
}

static size_t model_of(const char *part)
{
    return row_with("scaling_models", "part", part);
}

UNIT_TEST(parts_have_models_of_their_growth)
{
    growing(5, false);
    TEXT_IS("scaling_models", model_of("main/solve"), "model", "64 p^-1");
    NUMBERS("scaling_models", model_of("main/solve"), { "most_s", 2 },
            { "at_10_s", 0.2 }, { "at_100_s", 0.02 }, { "i", -1 }, { "j", 0 },
            { "c0_s", 0 }, { "c1_s", 64 }, { "error", 0 },
            { "at_10_share", 0.2 / 3.4 });
    TEXT_IS("scaling_models", model_of("MPI_Waitall"), "model", "0.01 p");
    NUMBERS("scaling_models", model_of("MPI_Waitall"), { "most_s", 0.32 },
            { "at_10_s", 3.2 }, { "at_10_least_s", 3.2 },
            { "at_10_most_s", 3.2 }, { "at_100_s", 32 },
            { "share", 0.32 / 2.32 }, { "at_100_share", 32 / 32.02 });
    NUMBERS("scaling_models", model_of("all parts"), { "most_s", 2.32 },
            { "at_10_s", 3.4 }, { "at_100_least_s", 32.02 }, { "share", 1 });
}

UNIT_TEST(what_will_dominate_is_said)
{
    growing(5, false);
    VERDICT_IS(report->verdict_count - 2,
               "On 320 ranks MPI_Waitall would take 94 % of a rank's time, "
               "3.20 s (model: p), against 14 % on 32.");
    HAS(report->verdict[report->verdict_count - 1],
        "On 3200 ranks MPI_Waitall would take 99.9 % of a rank's time, 32.0 s");
}

UNIT_TEST(shares_that_stay_are_said_once)
{
    struct compare_sides sides;

    begin_runs(5);
    for (uint32_t i = 0; i < 5; i++)
        add_run(synthetic(2u << i), "alike");
    CU_ASSERT_EQUAL_FATAL(scale(true, &sides), STATUS_OK);
    VERDICT_IS(report->verdict_count - 1,
               "By the models no part grows out of proportion: on 3200 ranks "
               "useful time in main/solve, the largest, would take 54 % of a "
               "rank's time, against 51 % on 32.");
}

static bool is_claimed(void)
{
    for (size_t i = 0; i < report->verdict_count; i++)
        if (strstr(report->verdict[i], "would take") != NULL)
            return true;
    return false;
}

/* 8 times as long on 8 ranks as on 4 and 16. */
UNIT_TEST(nothing_is_claimed_of_a_model_that_does_not_fit)
{
    struct compare_sides sides;

    growing(5, false);
    CU_ASSERT(is_claimed());
    for (size_t k = 0; k < runs.row_count; k++)
        if (strcmp(runs.rows[k]->name, "MPI_Waitall") == 0)
            runs.rows[k]->value[2] *= 8;
    CU_ASSERT_EQUAL_FATAL(scale(false, &sides), STATUS_OK);
    CU_ASSERT(!is_claimed());
    HAS(report->completeness[0], "the model of MPI_Waitall, the largest part");
}

UNIT_TEST(nothing_is_claimed_where_ranks_waited_for_a_core)
{
    struct compare_sides sides;

    growing(5, false);
    runs.about[3].withheld = strdup("ranks waited for a core");
    CU_ASSERT_EQUAL_FATAL(scale(false, &sides), STATUS_OK);
    CU_ASSERT(!is_claimed());
    HAS(report->completeness[0], "since in growing ranks waited for a core.");
}

/* A share that shrinks is none of weak scaling. */
UNIT_TEST(weak_models_do_not_shrink)
{
    growing(5, true);
    CU_ASSERT(number_at("scaling_models", model_of("main/solve"), "i") >= 0);
}

UNIT_TEST(four_numbers_of_ranks_give_no_model)
{
    growing(4, false);
    CU_ASSERT_EQUAL(row_count("scaling_models"), 0);
    HAS(report->completeness[0],
        "need 5 different numbers of ranks, and these runs have 4.");
    growing(5, false);
    for (size_t i = 0; i < report->completeness_count; i++)
        LACKS(report->completeness[i], "models");
}
