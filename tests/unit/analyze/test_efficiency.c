#include "report_cells.h"

static double value_of(const struct report *report, const char *term)
{
    return number_at(report, "efficiency",
                     row_with(report, "efficiency", "name", term), "value");
}

/* Useful 2.2 2.2 3.7 2.2 of T = 4: mean 2.575, most 3.7. */
UNIT_TEST(efficiencies_have_their_closed_form)
{
    struct report *report = whole_report(4);

    NEAR(value_of(report, "parallel_efficiency"), 2.575 / 4);
    NEAR(value_of(report, "load_balance"), 2.575 / 3.7);
    NEAR(value_of(report, "communication_efficiency"), 3.7 / 4);
    report_destroy(report);
}

/* Means of the two hosts: 2.2 and 2.95. */
UNIT_TEST(load_balance_splits_by_nodes)
{
    struct report *report = whole_report(4);
    double between = 2.575 / 2.95;

    NEAR(value_of(report, "load_balance_between_nodes"), between);
    NEAR(value_of(report, "load_balance_within_nodes"),
         2.575 / 3.7 / between);
    report_destroy(report);
}

UNIT_TEST(the_product_is_the_parallel_efficiency)
{
    struct report *report = whole_report(7);

    NEAR(value_of(report, "load_balance") *
             value_of(report, "communication_efficiency"),
         value_of(report, "parallel_efficiency"));
    report_destroy(report);
}

UNIT_TEST(one_host_has_no_rows_for_nodes)
{
    struct report *report = whole_report(1);

    CU_ASSERT_EQUAL(row_count(report, "efficiency"), 3);
    NEAR(value_of(report, "load_balance"), 1);
    report_destroy(report);
}

UNIT_TEST(a_loss_is_what_the_run_would_be_shorter)
{
    struct report *report = whole_report(4);

    NEAR(number_at(report, "efficiency",
                   row_with(report, "efficiency", "name",
                            "communication_efficiency"), "loss_s"), 0.3);
    report_destroy(report);
}

UNIT_TEST(a_run_without_time_has_no_efficiency)
{
    struct profile *profile = synthetic(2);
    struct report *report;

    profile->ranks[0].length = profile->ranks[1].length = 0;
    report = report_of(profile, NULL);
    CU_ASSERT_EQUAL(row_count(report, "efficiency"), 0);
    report_destroy(report);
}
