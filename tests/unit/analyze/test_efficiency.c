/* SPDX-License-Identifier: BSD-3-Clause */
#include "report_cells.h"
#include "synthetic_replay.h"

#define MS UINT64_C(1000000)
#define OVER_TIME "efficiency_over_time"

static double value_of(const char *term)
{
    return number_at("efficiency", row_with("efficiency", "name", term),
                     "value");
}

/* Useful 2.2 2.2 3.7 2.2 of T = 4: mean 2.575, most 3.7. */
UNIT_TEST(efficiencies_have_their_closed_form)
{
    whole_report(4);
    NEAR(value_of("parallel_efficiency"), 2.575 / 4);
    NEAR(value_of("load_balance"), 2.575 / 3.7);
    NEAR(value_of("communication_efficiency"), 3.7 / 4);
}

/* Means of the two hosts: 2.2 and 2.95. */
UNIT_TEST(load_balance_splits_by_nodes)
{
    double between = 2.575 / 2.95;

    whole_report(4);
    NEAR(value_of("load_balance_between_nodes"), between);
    NEAR(value_of("load_balance_within_nodes"), 2.575 / 3.7 / between);
}

UNIT_TEST(the_product_is_the_parallel_efficiency)
{
    whole_report(7);
    NEAR(value_of("load_balance") * value_of("communication_efficiency"),
         value_of("parallel_efficiency"));
}

UNIT_TEST(one_host_has_no_rows_for_nodes)
{
    whole_report(1);
    CU_ASSERT_EQUAL(row_count("efficiency"), 3);
    NEAR(value_of("load_balance"), 1);
}

UNIT_TEST(a_loss_is_what_the_run_would_be_shorter)
{
    whole_report(4);
    NEAR(number_at("efficiency",
                   row_with("efficiency", "name", "communication_efficiency"),
                   "loss_s"),
         0.3);
}

UNIT_TEST(a_run_without_time_has_no_efficiency)
{
    struct profile *profile = synthetic(2);

    profile->ranks[0].length = profile->ranks[1].length = 0;
    make_report(profile, NULL);
    CU_ASSERT_EQUAL(row_count("efficiency"), 0);
}

/* ---- over time ---- */

static struct profile *replayed(void)
{
    struct profile *profile = synthetic(4);

    CU_ASSERT_EQUAL_FATAL(synthetic_replay(profile), STATUS_OK);
    return profile;
}

/* Which of the lines names a part of the run; -1: none. */
static int line_of_part(void)
{
    for (size_t i = 0; i < report->verdict_count; i++)
        if (strncmp(report->verdict[i], "Between ", 8) == 0)
            return (int)i;
    return -1;
}

/* Stretch `at', 4 s / 60 long, with useful time in ms. */
static struct stretch_sum *stretch(struct profile *profile, uint32_t at,
                                   uint64_t useful, uint64_t useful_most)
{
    struct stretch_sum *sum = &profile->replay->stretches.regions[0].in[at];

    sum->useful = useful * MS;
    sum->useful_most = useful_most * MS;
    return sum;
}

UNIT_TEST(stretches_have_the_efficiencies_of_the_run)
{
    struct analyze_options options = { .top = 0 };

    make_report(replayed(), &options);
    CU_ASSERT_EQUAL(row_count(OVER_TIME), 2 * STRETCHES);
    EMPTY_AT(OVER_TIME, 59, "region");
    NEAR(number_at(OVER_TIME, 59, "begin_s"), 4.0 * 59 / 60);
    NEAR(number_at(OVER_TIME, 59, "width_s"), 4.0 / 60);
    NEAR(number_at(OVER_TIME, 59, "parallel_efficiency"), 2.575 / 4);
    NEAR(number_at(OVER_TIME, 59, "load_balance"), 2.575 / 3.7);
    NEAR(number_at(OVER_TIME, 59, "serialisation_efficiency"), 3.7 / 3.8);
    NEAR(number_at(OVER_TIME, 59, "transfer_efficiency"), 3.8 / 4);
    NEAR(number_at(OVER_TIME, 59, "lost_s"), (4 - 2.575) / 60);
    TEXT_IS(OVER_TIME, 60, "region", "main/solve");
    NEAR(number_at(OVER_TIME, 60, "parallel_efficiency"), 2.375 / 3.51);
    NEAR(number_at(OVER_TIME, 60, "communication_efficiency"), 3.5 / 3.51);
    EMPTY_AT(OVER_TIME, 60, "transfer_efficiency");
    CU_ASSERT_EQUAL(line_of_part(), -1);
}

/* In text no more than twelve, of the run. */
UNIT_TEST(few_rows_have_the_sums_of_several_stretches)
{
    struct analyze_options options = { .top = 50 };
    struct profile *profile = replayed();

    stretch(profile, 0, 60, 20);
    stretch(profile, 1, 20, 20);
    profile->replay->stretches.ideal[0] = 10 * MS; /* less than useful */
    profile->replay->stretches.ideal[1] = 90 * MS; /* more than the time */
    profile->replay->stretches.regions[0].in[2].time_most = 0; /* paused */
    stretch(profile, 2, 0, 0);
    profile->replay->stretches.ideal[2] = 0;
    stretch(profile, 3, 0, 0);
    stretch(profile, 4, 0, 0);
    make_report(profile, &options);
    CU_ASSERT_EQUAL(row_count(OVER_TIME), 12);
    NEAR(number_at(OVER_TIME, 0, "width_s"), 4.0 / 12);
    NEAR(number_at(OVER_TIME, 0, "useful_s"), 0.020);
    NEAR(number_at(OVER_TIME, 0, "time_s"), 4 * 4.0 / 60);
    NEAR(number_at(OVER_TIME, 0, "load_balance"), 0.5);
    NEAR(number_at(OVER_TIME, 0, "transfer_efficiency"),
         (0.020 + 4.0 / 60 + 2 * 3.8 / 60) / (4 * 4.0 / 60));
    NEAR(number_at(OVER_TIME, 1, "load_balance"), 2.575 / 3.7);
}

/* From 0.2 to 0.6 s rank 2 works alone, half of the time. */
UNIT_TEST(a_part_far_below_the_run_is_named)
{
    struct profile *profile = replayed();

    for (uint32_t i = 3; i < 9; i++)
        stretch(profile, i, 40, 40);
    make_report(profile, NULL);
    CU_ASSERT_EQUAL_FATAL(line_of_part(), 4);
    VERDICT_IS(4,
               "Between 0.20 s and 0.60 s (mostly in region main/solve), "
               "parallel efficiency was 15 %, against 59 % over the run; "
               "load balance was 25 %.  Use --from 0.20 --to 0.60 to report "
               "on that part alone.");
}

/* Less than 2 % of T are lost in one stretch. */
UNIT_TEST(a_short_part_is_not_named)
{
    struct profile *profile = replayed();

    stretch(profile, 3, 0, 0);
    make_report(profile, NULL);
    CU_ASSERT_EQUAL(line_of_part(), -1);
}

UNIT_TEST(without_all_messages_nothing_is_known_over_time)
{
    struct profile *profile = replayed();

    for (uint32_t i = 3; i < 9; i++)
        stretch(profile, i, 40, 40);
    profile->replay->matched = profile->replay->sends / 2;
    make_report(profile, NULL);
    CU_ASSERT_PTR_NULL(report_table(report, OVER_TIME));
    CU_ASSERT_EQUAL(line_of_part(), -1);
}
