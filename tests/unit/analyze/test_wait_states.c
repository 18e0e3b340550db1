/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_wait_states.c - the tables of wait states and what others take from a
 * replay.
 */
#include "report_cells.h"
#include "synthetic_replay.h"

static void waits_of(struct profile *profile,
                     const struct analyze_options *wanted)
{
    struct analyze_options options = { .detail = "*" };

    if (profile->replay == NULL)
        CU_ASSERT_EQUAL(synthetic_replay(profile), STATUS_OK);
    make_report(profile, wanted == NULL ? &options : wanted);
}

UNIT_TEST(kinds_sum_up_all_ranks)
{
    size_t row;

    waits_of(synthetic(4), NULL);
    row = row_with("wait_states", "name", "late_sender");
    NUMBERS("wait_states", row, { "time_s", 3 * 1.5 + 0.1 },
            { "share", 4.6 / 16 }, { "waits", 400 }, { "longest_s", 0.015 },
            { "ranks", 4 }, { "max_rank", 0 }, { "max_s", 1.5 });
    row = row_with("wait_states", "name", "wait_at_nxn");
    NUMBERS("wait_states", row, { "time_s", 0.05 }, { "ranks", 1 });
    row = row_with("wait_states", "name", "init_completion");
    NEAR(number_at("wait_states", row, "time_s"), 0.25);
    EMPTY_AT("wait_states", row, "share");
}

UNIT_TEST(a_place_names_whom_it_waits_for_most)
{
    size_t row;

    waits_of(synthetic(4), NULL);
    row = row_with("wait_sites", "procedure", "MPI_Waitall");
    NUMBERS("wait_sites", row, { "time_s", 4.6 }, { "culprit_rank", 2 },
            { "culprit_s", 4.5 });
    TEXT_IS("wait_sites", row, "where", "heat2d.c:90");
    TEXT_IS("wait_sites", row, "culprit_procedure", "MPI_Isend");
    TEXT_IS("wait_sites", row, "culprit_where", "heat2d.c:83");
}

/* Without waits outside T. */
UNIT_TEST(culprits_are_summed_over_all_who_waited)
{
    waits_of(synthetic(4), NULL);
    CU_ASSERT_EQUAL(row_count("wait_culprits"), 3);
    NUMBERS("wait_culprits", 0, { "rank", 2 }, { "time_s", 4.5 },
            { "waits", 300 });
    NEAR(number_at("wait_culprits", 1, "time_s"), 0.1);
    NEAR(number_at("wait_culprits", 2, "time_s"), 0.05);
}

UNIT_TEST(details_have_each_rank_and_pair)
{
    waits_of(synthetic(4), NULL);
    CU_ASSERT_EQUAL(row_count("waits_per_rank"), 6);
    CU_ASSERT_EQUAL(row_count("wait_pairs"), 4);
    NUMBERS("wait_pairs", 3, { "rank", 2 }, { "culprit_rank", 1 },
            { "time_s", 0.1 });
}

UNIT_TEST(a_region_has_its_own_waits)
{
    struct analyze_options options = { .region = "*residual", .detail = "*" };

    waits_of(synthetic(4), &options);
    CU_ASSERT_EQUAL(row_count("wait_states"), 1);
    NEAR(number_at("wait_states", 0, "time_s"), 0.05);
    CU_ASSERT_PTR_NULL(report_table(report, "root_causes"));
    CU_ASSERT_PTR_NULL(report_table(report, "critical_path"));
}

UNIT_TEST(the_critical_path_is_as_long_as_the_run)
{
    waits_of(synthetic(4), NULL);
    CU_ASSERT_EQUAL(row_count("critical_path"), 2);
    NUMBERS("critical_path", 0, { "time_s", 3.5 }, { "share", 3.5 / 4 },
            { "mean_s", 9.5 / 4 }, { "imbalance_s", 3.5 - 9.5 / 4 },
            { "rank", 2 });
    TEXT_IS("critical_path", 0, "activity", "work before");
    TEXT_IS("critical_path", 0, "region", "main/solve");
    TEXT_IS("critical_path", 1, "activity", "inside");
}

UNIT_TEST(root_causes_add_what_is_passed_on)
{
    waits_of(synthetic(4), NULL);
    NUMBERS("root_causes", 0, { "rank", 2 }, { "cost_s", 1.2 + 0.6 },
            { "share", 1.8 / 4.65 }, { "direct_s", 1.2 },
            { "passed_on_s", 0.6 });
    NEAR(number_at("root_causes", 1, "cost_s"), 0.1);
}

UNIT_TEST(collectives_are_split)
{
    waits_of(synthetic(4), NULL);
    CU_ASSERT_EQUAL(row_count("collectives"), 1);
    NUMBERS("collectives", 0, { "calls", 400 }, { "time_s", 0.32 },
            { "synchronisation_s", 0.05 }, { "transfer_s", 0.27 },
            { "share", 0.27 / 0.32 });
}

static double efficiency(const char *name)
{
    return number_at("efficiency", row_with("efficiency", "name", name),
                     "value");
}

UNIT_TEST(serialisation_and_transfer_make_communication)
{
    waits_of(synthetic(4), NULL);
    NEAR(efficiency("serialisation_efficiency"), 3.7 / 3.8);
    NEAR(efficiency("transfer_efficiency"), 3.8 / 4);
    NEAR(efficiency("load_balance") * efficiency("serialisation_efficiency") *
             efficiency("transfer_efficiency"),
         efficiency("parallel_efficiency"));
}

/* What needs all messages is not told where some are missing. */
UNIT_TEST(doubts_are_said)
{
    struct profile *profile = synthetic(4);
    size_t said = 0;

    synthetic_replay(profile);
    profile->replay->matched = profile->replay->sends * 98 / 100;
    waits_of(profile, NULL);
    CU_ASSERT_PTR_NULL(report_table(report, "critical_path"));
    CU_ASSERT_EQUAL(row_count("efficiency"), 7);
    EMPTY_AT("efficiency", 6, "value");
    HAS(report->verdict[4], "at least 29 %");
    for (size_t i = 0; i < report->completeness_count; i++)
        said +=
            strstr(report->completeness[i], "98 %") != NULL ||
            strstr(report->completeness[i], "are unknown: too few") != NULL;
    CU_ASSERT_EQUAL(said, 2);
}

UNIT_TEST(the_verdict_names_the_root)
{
    waits_of(synthetic(4), NULL);
    VERDICT_IS(4,
               "Ranks spent 29 % of their time (4.65 s "
               "summed over ranks) waiting for each other, 39 % of it because "
               "of rank 2: its work before MPI_Isend in "
               "exchange_halo (heat2d.c:83), region main/solve.");
}

/* Less than a third is no cause to be named. */
UNIT_TEST(the_verdict_blames_nobody_for_little)
{
    struct profile *profile = synthetic(4);

    synthetic_replay(profile);
    profile->replay->delays[0].direct = 700000000;
    waits_of(profile, NULL);
    HAS(report->verdict[4],
        "; no single cause explains more than a third of it.");
}

UNIT_TEST(messages_that_come_too_early_have_a_reason)
{
    static const char *const reasons[] = {
        "the clocks of the hosts differ.", "the clocks of the cores differ.",
        "threads of a rank use the same communicator and tag, so that it is "
        "uncertain which message is which."
    };

    for (int at = 0; at < 3; at++) {
        struct profile *profile = synthetic(4);
        size_t line = 0;

        synthetic_replay(profile);
        profile->replay->violations = 3;
        profile->replay->violation_most = 1200000;
        for (uint32_t i = 0; i < 4; i++) {
            profile->ranks[i].host = at == 0 && i > 1;
            profile->ranks[i].threads = at == 2 ? 2 : 1;
        }
        make_report(profile, NULL);
        while (line < report->completeness_count &&
               strstr(report->completeness[line],
                      "3 messages received up to 1.20 ms before being "
                      "sent: ") == NULL)
            line++;
        CU_ASSERT_TRUE_FATAL(line < report->completeness_count);
        HAS(report->completeness[line], reasons[at]);
    }
}

/* T is 4 s. */
UNIT_TEST(clocks_that_are_off_are_told_first)
{
    for (int i = 0; i < 2; i++) {
        struct profile *profile = synthetic(4);

        synthetic_replay(profile);
        profile->replay->violations = 3;
        profile->replay->violation_most = i == 0 ? 40000000 : 39000000;
        make_report(profile, NULL);
        if (i == 0) {
            HAS(report->verdict[0],
                "Messages arrive up to 40.0 ms before they are sent, by the "
                "clocks of the ranks");
        } else {
            LACKS(report->verdict[0], "clocks");
        }
    }
}

/* Nobody is to blame for what all need to leave. */
UNIT_TEST(completions_are_no_waits_for_others)
{
    struct profile *profile = synthetic(4);

    synthetic_replay(profile);
    profile->replay->rows[0].kind = WAIT_NXN_END;
    waits_of(profile, NULL);
    NEAR(number_at("root_causes", 0, "share"), 1.8 / (4.65 - 1.5));
}

UNIT_TEST(ranks_that_are_asked_for_are_shown)
{
    struct ranklist ranks;
    struct analyze_options options = { .ranks = &ranks, .detail = "*" };

    CU_ASSERT_EQUAL_FATAL(ranklist_parse("1", 4, &ranks), STATUS_OK);
    waits_of(synthetic(4), &options);
    CU_ASSERT_EQUAL(row_count("waits_per_rank"), 2);
    CU_ASSERT_EQUAL(row_count("wait_pairs"), 1);
    ranklist_clear(&ranks);
}

/* T_ideal is between the largest useful time and T. */
UNIT_TEST(the_ideal_run_is_no_longer_than_the_run)
{
    struct profile *profile = synthetic(4);

    synthetic_replay(profile);
    profile->replay->ideal = 5000000000;
    waits_of(profile, NULL);
    NEAR(efficiency("transfer_efficiency"), 1);
    NEAR(efficiency("serialisation_efficiency"), 3.7 / 4);
    profile = synthetic(4);
    synthetic_replay(profile);
    profile->replay->ideal = 1000000000;
    waits_of(profile, NULL);
    NEAR(efficiency("serialisation_efficiency"), 1);
    NEAR(efficiency("transfer_efficiency"), 3.7 / 4);
}

UNIT_TEST(without_a_trace_there_is_no_section)
{
    whole_report(4);
    CU_ASSERT_PTR_NULL(report_table(report, "wait_states"));
    CU_ASSERT_PTR_NULL(report_table(report, "root_causes"));
}
