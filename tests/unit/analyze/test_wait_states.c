/*
 * test_wait_states.c - the tables of section 9 and what others take from a
 * replay.
 */
#include "report_cells.h"
#include "synthetic_replay.h"

static struct report *waits_of(struct profile *profile,
                               const struct analyze_options *wanted)
{
    struct analyze_options options = { .detail = "*" };

    if (profile->replay == NULL)
        CU_ASSERT_EQUAL(synthetic_replay(profile), STATUS_OK);
    return report_of(profile, wanted == NULL ? &options : wanted);
}

UNIT_TEST(kinds_sum_up_all_ranks)
{
    struct report *report = waits_of(synthetic(4), NULL);
    size_t row = row_with(report, "wait_states", "name", "late_sender");

    NEAR(number_at(report, "wait_states", row, "time_s"), 3 * 1.5 + 0.1);
    NEAR(number_at(report, "wait_states", row, "share"), 4.6 / 16);
    NEAR(number_at(report, "wait_states", row, "waits"), 400);
    NEAR(number_at(report, "wait_states", row, "longest_s"), 0.015);
    NEAR(number_at(report, "wait_states", row, "ranks"), 4);
    NEAR(number_at(report, "wait_states", row, "max_rank"), 0);
    NEAR(number_at(report, "wait_states", row, "max_s"), 1.5);
    row = row_with(report, "wait_states", "name", "wait_at_nxn");
    NEAR(number_at(report, "wait_states", row, "time_s"), 0.05);
    NEAR(number_at(report, "wait_states", row, "ranks"), 1);
    row = row_with(report, "wait_states", "name", "init_completion");
    NEAR(number_at(report, "wait_states", row, "time_s"), 0.25);
    CU_ASSERT_EQUAL(cell_at(report, "wait_states", row, "share")->kind,
                    CELL_EMPTY);
    report_destroy(report);
}

UNIT_TEST(a_place_names_whom_it_waits_for_most)
{
    struct report *report = waits_of(synthetic(4), NULL);
    size_t row = row_with(report, "wait_sites", "procedure", "MPI_Waitall");

    NEAR(number_at(report, "wait_sites", row, "time_s"), 4.6);
    NEAR(number_at(report, "wait_sites", row, "culprit_rank"), 2);
    NEAR(number_at(report, "wait_sites", row, "culprit_s"), 4.5);
    CU_ASSERT_STRING_EQUAL(text_at(report, "wait_sites", row, "where"),
                           "heat2d.c:90");
    CU_ASSERT_STRING_EQUAL(
        text_at(report, "wait_sites", row, "culprit_procedure"), "MPI_Isend");
    CU_ASSERT_STRING_EQUAL(
        text_at(report, "wait_sites", row, "culprit_where"), "heat2d.c:83");
    report_destroy(report);
}

/* Without waits outside T. */
UNIT_TEST(culprits_are_summed_over_all_who_waited)
{
    struct report *report = waits_of(synthetic(4), NULL);

    CU_ASSERT_EQUAL(row_count(report, "wait_culprits"), 3);
    NEAR(number_at(report, "wait_culprits", 0, "rank"), 2);
    NEAR(number_at(report, "wait_culprits", 0, "time_s"), 4.5);
    NEAR(number_at(report, "wait_culprits", 0, "waits"), 300);
    NEAR(number_at(report, "wait_culprits", 1, "time_s"), 0.1);
    NEAR(number_at(report, "wait_culprits", 2, "time_s"), 0.05);
    report_destroy(report);
}

UNIT_TEST(details_have_each_rank_and_pair)
{
    struct report *report = waits_of(synthetic(4), NULL);

    CU_ASSERT_EQUAL(row_count(report, "waits_per_rank"), 6);
    CU_ASSERT_EQUAL(row_count(report, "wait_pairs"), 4);
    NEAR(number_at(report, "wait_pairs", 3, "rank"), 2);
    NEAR(number_at(report, "wait_pairs", 3, "culprit_rank"), 1);
    NEAR(number_at(report, "wait_pairs", 3, "time_s"), 0.1);
    report_destroy(report);
}

UNIT_TEST(a_region_has_its_own_waits)
{
    struct analyze_options options = { .region = "*residual",
                                       .detail = "*" };
    struct report *report = waits_of(synthetic(4), &options);

    CU_ASSERT_EQUAL(row_count(report, "wait_states"), 1);
    NEAR(number_at(report, "wait_states", 0, "time_s"), 0.05);
    CU_ASSERT_PTR_NULL(report_table(report, "root_causes"));
    CU_ASSERT_PTR_NULL(report_table(report, "critical_path"));
    report_destroy(report);
}

UNIT_TEST(the_critical_path_is_as_long_as_the_run)
{
    struct report *report = waits_of(synthetic(4), NULL);

    CU_ASSERT_EQUAL(row_count(report, "critical_path"), 2);
    NEAR(number_at(report, "critical_path", 0, "time_s"), 3.5);
    NEAR(number_at(report, "critical_path", 0, "share"), 3.5 / 4);
    NEAR(number_at(report, "critical_path", 0, "mean_s"), 9.5 / 4);
    NEAR(number_at(report, "critical_path", 0, "imbalance_s"),
         3.5 - 9.5 / 4);
    NEAR(number_at(report, "critical_path", 0, "rank"), 2);
    CU_ASSERT_STRING_EQUAL(text_at(report, "critical_path", 0, "activity"),
                           "work until");
    CU_ASSERT_STRING_EQUAL(text_at(report, "critical_path", 0, "region"),
                           "main/solve");
    CU_ASSERT_STRING_EQUAL(text_at(report, "critical_path", 1, "activity"),
                           "inside");
    report_destroy(report);
}

UNIT_TEST(root_causes_add_what_is_passed_on)
{
    struct report *report = waits_of(synthetic(4), NULL);

    NEAR(number_at(report, "root_causes", 0, "rank"), 2);
    NEAR(number_at(report, "root_causes", 0, "cost_s"), 1.2 + 0.6);
    NEAR(number_at(report, "root_causes", 0, "share"), 1.8 / 4.65);
    NEAR(number_at(report, "root_causes", 0, "direct_s"), 1.2);
    NEAR(number_at(report, "root_causes", 0, "passed_on_s"), 0.6);
    NEAR(number_at(report, "root_causes", 1, "cost_s"), 0.1);
    report_destroy(report);
}

UNIT_TEST(collectives_are_split)
{
    struct report *report = waits_of(synthetic(4), NULL);

    CU_ASSERT_EQUAL(row_count(report, "collectives"), 1);
    NEAR(number_at(report, "collectives", 0, "calls"), 400);
    NEAR(number_at(report, "collectives", 0, "time_s"), 0.32);
    NEAR(number_at(report, "collectives", 0, "synchronisation_s"), 0.05);
    NEAR(number_at(report, "collectives", 0, "transfer_s"), 0.27);
    NEAR(number_at(report, "collectives", 0, "share"), 0.27 / 0.32);
    report_destroy(report);
}

static double efficiency(const struct report *report, const char *name)
{
    return number_at(report, "efficiency",
                     row_with(report, "efficiency", "name", name), "value");
}

UNIT_TEST(serialisation_and_transfer_make_communication)
{
    struct report *report = waits_of(synthetic(4), NULL);

    NEAR(efficiency(report, "serialisation_efficiency"), 3.7 / 3.8);
    NEAR(efficiency(report, "transfer_efficiency"), 3.8 / 4);
    NEAR(efficiency(report, "load_balance") *
             efficiency(report, "serialisation_efficiency") *
             efficiency(report, "transfer_efficiency"),
         efficiency(report, "parallel_efficiency"));
    report_destroy(report);
}

/* What needs all messages is not told where some are missing. */
UNIT_TEST(doubts_are_said)
{
    struct profile *profile = synthetic(4);
    struct report *report;
    size_t said = 0;

    synthetic_replay(profile);
    profile->replay->matched = profile->replay->sends * 98 / 100;
    report = waits_of(profile, NULL);
    CU_ASSERT_PTR_NULL(report_table(report, "critical_path"));
    CU_ASSERT_EQUAL(row_count(report, "efficiency"), 7);
    CU_ASSERT_EQUAL(cell_at(report, "efficiency", 6, "value")->kind,
                    CELL_EMPTY);
    CU_ASSERT_PTR_NOT_NULL(strstr(report->verdict[2], "at least 29 %"));
    for (size_t i = 0; i < report->completeness_count; i++)
        said += strstr(report->completeness[i], "98 %") != NULL ||
                strstr(report->completeness[i], "are not known: too few") !=
                    NULL;
    CU_ASSERT_EQUAL(said, 2);
    report_destroy(report);
}

UNIT_TEST(the_verdict_names_the_root)
{
    struct report *report = waits_of(synthetic(4), NULL);

    CU_ASSERT_STRING_EQUAL(
        report->verdict[2], "Next: section 9; ranks waited for each other "
        "for 29 % of their time in all (4.65 s), 39 % of that because rank 2 "
        "was late with its work until MPI_Isend in exchange_halo "
        "(heat2d.c:83), region main/solve.");
    report_destroy(report);
}

/* Less than a third is no cause to be named. */
UNIT_TEST(the_verdict_blames_nobody_for_little)
{
    struct profile *profile = synthetic(4);
    struct report *report;

    synthetic_replay(profile);
    profile->replay->delays[0].direct = 700000000;
    report = waits_of(profile, NULL);
    CU_ASSERT_PTR_NOT_NULL(strstr(report->verdict[2], "no third of that"));
    report_destroy(report);
}

/* Nobody is to blame for what all need to leave. */
UNIT_TEST(completions_are_no_waits_for_others)
{
    struct profile *profile = synthetic(4);
    struct report *report;

    synthetic_replay(profile);
    profile->replay->rows[0].kind = WAIT_NXN_END;
    report = waits_of(profile, NULL);
    NEAR(number_at(report, "root_causes", 0, "share"), 1.8 / (4.65 - 1.5));
    report_destroy(report);
}

UNIT_TEST(ranks_that_are_asked_for_are_shown)
{
    struct ranklist ranks;
    struct analyze_options options = { .ranks = &ranks, .detail = "*" };
    struct report *report;

    CU_ASSERT_EQUAL_FATAL(ranklist_parse("1", 4, &ranks), STATUS_OK);
    report = waits_of(synthetic(4), &options);
    CU_ASSERT_EQUAL(row_count(report, "waits_per_rank"), 2);
    CU_ASSERT_EQUAL(row_count(report, "wait_pairs"), 1);
    report_destroy(report);
    ranklist_clear(&ranks);
}

/* T_ideal is between the largest useful time and T. */
UNIT_TEST(the_ideal_run_is_no_longer_than_the_run)
{
    struct profile *profile = synthetic(4);
    struct report *report;

    synthetic_replay(profile);
    profile->replay->ideal = 5000000000;
    report = waits_of(profile, NULL);
    NEAR(efficiency(report, "transfer_efficiency"), 1);
    NEAR(efficiency(report, "serialisation_efficiency"), 3.7 / 4);
    report_destroy(report);
    profile = synthetic(4);
    synthetic_replay(profile);
    profile->replay->ideal = 1000000000;
    report = waits_of(profile, NULL);
    NEAR(efficiency(report, "serialisation_efficiency"), 1);
    NEAR(efficiency(report, "transfer_efficiency"), 3.7 / 4);
    report_destroy(report);
}

UNIT_TEST(without_a_trace_there_is_no_section)
{
    struct report *report = whole_report(4);

    CU_ASSERT_PTR_NULL(report_table(report, "wait_states"));
    CU_ASSERT_PTR_NULL(report_table(report, "root_causes"));
    report_destroy(report);
}
