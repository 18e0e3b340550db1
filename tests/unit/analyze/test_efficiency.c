#include "report_cells.h"

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
