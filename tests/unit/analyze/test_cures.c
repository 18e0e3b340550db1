/*
 * test_cures.c - gains by simulation: which findings stay, with what gain.
 *
 * The simulation is one of the test's own, which knows how much each cure, and
 * all of them together, bring.
 */
#include <stdlib.h>

#include "advice_cases.h"
#include "synthetic_replay.h"

#define RANKS 4

/* What a run of `measured' takes without changes, with one and with several. */
static struct {
    uint64_t measured, unchanged, work, calls, together;
    uint32_t passes;
    bool fails;
} plays;

static uint64_t length_of(const struct scenario *scenario)
{
    if (scenario->count == 0)
        return plays.unchanged;
    if (scenario->count > 1)
        return plays.together;
    return scenario->changes[0].kind == CHANGE_WORK ? plays.work : plays.calls;
}

/* Rank 2 has three times the work of each other. */
static enum status simulate(const struct profile *profile,
                            const struct scenario *scenarios, uint32_t count,
                            struct scenarios *out)
{
    *out = (struct scenarios){ .results = NULL };
    if (plays.fails)
        return STATUS_IO;
    *out = (struct scenarios){ .results = calloc(count, sizeof(*out->results)),
                               .changed = calloc((size_t)count * RANKS,
                                                 sizeof(*out->changed)),
                               .measured = plays.measured };
    CU_ASSERT_PTR_NOT_NULL_FATAL(out->results);
    CU_ASSERT_PTR_NOT_NULL_FATAL(out->changed);
    CU_ASSERT_EQUAL(profile->rank_count, RANKS);
    for (uint32_t i = 0; i < count; i++) {
        out->results[i].length = length_of(&scenarios[i]);
        for (uint32_t k = 0; k < RANKS; k++)
            out->changed[i * RANKS + k] = (k == 2 ? 1500 : 500) * MS;
    }
    plays.passes++;
    return STATUS_OK;
}

static void play(void)
{
    const struct analyze_options options = { .simulate = simulate };
    struct profile *profile = synthetic(RANKS);

    CU_ASSERT_EQUAL(synthetic_replay(profile), STATUS_OK);
    CU_ASSERT_EQUAL(replay_log_create(&profile->log), STATUS_OK);
    plays.measured = plays.unchanged;
    plays.passes = 0;
    make_report(profile, &options);
}

static bool is_said(const char *words)
{
    for (size_t i = 0; i < report->verdict_count; i++)
        if (strstr(report->verdict[i], words) != NULL)
            return true;
    return false;
}

UNIT_TEST(what_adds_nothing_to_another_cure_is_dropped)
{
    size_t row;

    plays.unchanged = 4000 * MS;
    plays.work = 3000 * MS;
    plays.calls = 3400 * MS;
    plays.together = 3000 * MS;
    play();
    row = row_with("advice", "rule", "unequal_work");
    NEAR(number_at("advice", row, "gain_s"), 1);
    TEXT_IS("advice", row, "basis", "simulated");
    CU_ASSERT_FALSE(has_rule("late_messages"));
    CU_ASSERT_TRUE(is_said("1. Rank 2 works 3.0 times as long as the others"));
    CU_ASSERT_TRUE(is_said(
        "Run time with this work spread evenly: 4.00 s -> 3.00 s (-25 %)"));
    CU_ASSERT_FALSE(is_said("All of these together"));
}

UNIT_TEST(what_adds_to_another_cure_is_the_next_cause)
{
    plays.unchanged = 4000 * MS;
    plays.work = 3000 * MS;
    plays.calls = 3400 * MS;
    plays.together = 2800 * MS;
    play();
    CU_ASSERT_TRUE(has_rule("late_messages"));
    CU_ASSERT_TRUE(is_said("2. Late senders"));
    CU_ASSERT_TRUE(is_said(
        "Run time with the work that follows done meanwhile: 4.00 s -> "
        "3.40 s (-15 %)"));
    CU_ASSERT_TRUE(is_said("All of these together: 4.00 s -> 2.80 s (-30 %)"));
}

UNIT_TEST(two_percent_are_the_least_gain)
{
    plays.unchanged = 4000 * MS;
    plays.work = plays.calls = plays.together = 3921 * MS;
    play();
    CU_ASSERT_FALSE(has_rule("unequal_work"));
    CU_ASSERT_TRUE(is_said("No change that was simulated"));
}

/* It takes 4.1 s in the simulation, of 4 s. */
UNIT_TEST(a_simulation_that_is_off_leaves_the_estimates)
{
    size_t row;

    plays.unchanged = 4000 * MS;
    plays.work = plays.calls = plays.together = 1000 * MS;
    play();
    CU_ASSERT_TRUE(is_said("1. "));
    plays.unchanged = 4100 * MS;
    {
        const struct analyze_options options = { .simulate = simulate };
        struct profile *profile = synthetic(RANKS);

        CU_ASSERT_EQUAL(synthetic_replay(profile), STATUS_OK);
        CU_ASSERT_EQUAL(replay_log_create(&profile->log), STATUS_OK);
        plays.measured = 4000 * MS;
        plays.passes = 0;
        make_report(profile, &options);
    }
    CU_ASSERT_EQUAL(plays.passes, 1);
    row = row_with("advice", "rule", "unequal_work");
    TEXT_IS("advice", row, "basis", "estimated");
    CU_ASSERT_FALSE(is_said("1. "));
    CU_ASSERT_PTR_NOT_NULL(
        strstr(report_table(report, "advice")->note,
               "the simulation does not reproduce the run"));
}

UNIT_TEST(a_simulation_that_fails_leaves_the_estimates)
{
    plays.unchanged = 4000 * MS;
    plays.fails = true;
    play();
    plays.fails = false;
    TEXT_IS("advice", row_with("advice", "rule", "unequal_work"), "basis",
            "estimated");
}

/* The ranks work 2.575 s each on average. */
UNIT_TEST(no_cure_makes_less_work_of_it)
{
    plays.unchanged = 4000 * MS;
    plays.work = plays.calls = plays.together = 1000 * MS;
    play();
    NEAR(number_at("advice", row_with("advice", "rule", "unequal_work"),
                   "gain_s"),
         4 - 2.575);
}

UNIT_TEST(without_the_calls_of_the_run_nothing_is_simulated)
{
    const struct analyze_options options = { .simulate = simulate };
    struct profile *profile = synthetic(RANKS);

    CU_ASSERT_EQUAL(synthetic_replay(profile), STATUS_OK);
    plays.passes = 0;
    make_report(profile, &options);
    CU_ASSERT_EQUAL(plays.passes, 0);
    CU_ASSERT_TRUE(has_rule("unequal_work"));
}

/* ---- steps ---- */

#define STEPS 3
static const bool all[] = { true, true, true, true };

UNIT_TEST(work_of_each_step_is_shared_by_members)
{
    const struct steps steps = { .count = STEPS };
    const bool two[] = { true, true, false };
    const uint64_t work[3 * STEPS] = { 300, 100, 0, 100, 100, 50, 999, 0, 0 };
    double factors[3 * STEPS];

    steps_even(&steps, work, two, 3, factors);
    NEAR(factors[0], 200.0 / 300);
    NEAR(factors[STEPS], 2);
    NEAR(factors[1], 1);
    NEAR(factors[STEPS + 2], 0.5);
    NEAR(factors[2], 1);
    NEAR(factors[2 * STEPS], 1);
}

UNIT_TEST(who_gets_work_gets_as_much_again_at_most)
{
    const uint64_t work[] = { 1000, 10 };
    double factors[2];

    scenario_even(factors, work, all, 2);
    NEAR(factors[0], 0.505);
    NEAR(factors[1], 2);
}

UNIT_TEST(unequal_work_is_fixed_or_moves)
{
    const struct steps steps = { .count = STEPS };
    const uint64_t fixed[] = { 9, 1, 9, 1, 1, 1, 1, 1, 1 };
    const uint64_t moves[] = { 9, 1, 1, 1, 9, 1, 1, 1, 9 };

    NEAR(steps_fixed(&steps, fixed, all, 3), 1);
    NEAR(steps_fixed(&steps, moves, all, 3), 0);
}
