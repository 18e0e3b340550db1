/*
 * test_uses.c - what ranks used of their hosts: tables.
 *
 * Ranks of synthetic.h run for 4.0 s; the slow one, 2, works 3.5 s in
 * main/solve, the others 2.0 s.
 */
#include "advice_cases.h"

#define BINS 4

static const uint32_t all = (1u << SOURCE_POWER) - 1;

/* Bins of a second, all the same; memory 100 MiB. */
static struct profile *with_uses(uint32_t ranks)
{
    struct profile *profile = synthetic(ranks);

    for (uint32_t i = 0; i < ranks; i++) {
        struct resources *use = &profile->ranks[i].resources;

        *use = (struct resources){
            .sources = all, .readings = 10, .cost_ns = 1000,
            .bin_width = 1000 * MS, .bins = BINS,
            .value = calloc(BINS, sizeof(*use->value))
        };
        CU_ASSERT_PTR_NOT_NULL_FATAL(use->value);
        for (int k = 0; k < BINS; k++) {
            use->value[k][RESOURCE_USER] = 750000;
            use->value[k][RESOURCE_SYSTEM] = 250000;
            use->value[k][RESOURCE_RESIDENT] = 100 << 10;
        }
    }
    return profile;
}

static uint64_t *use_in(struct profile *profile, uint32_t rank, int bin)
{
    return profile->ranks[rank].resources.value[bin];
}

static size_t row_of(const struct report *report, const char *resource)
{
    return row_with(report, "resources", "resource", resource);
}

static void extremes_name_their_ranks(void)
{
    struct profile *profile = with_uses(4);
    struct report *report;
    size_t row;

    use_in(profile, 1, 2)[RESOURCE_RESIDENT] = 300 << 10;
    use_in(profile, 3, 0)[RESOURCE_WRITTEN] = 8 << 20;
    report = report_of(profile, NULL);
    row = row_of(report, "resident memory, most");
    NEAR(number_at(report, "resources", row, "mean"), 150);
    NEAR(number_at(report, "resources", row, "max"), 300);
    NEAR(number_at(report, "resources", row, "max_rank"), 1);
    row = row_of(report, "written by calls");
    NEAR(number_at(report, "resources", row, "total"), 8);
    NEAR(number_at(report, "resources", row, "max_rank"), 3);
    row = row_of(report, "processor time, program");
    NEAR(number_at(report, "resources", row, "total"), 12);
    CU_ASSERT_EQUAL(row_count(report, "resources"), 4); /* and kernel */
    NEAR(number_at(report, "resources_per_rank", 1, "memory_bytes"),
         300 << 20);
    NEAR(number_at(report, "resources_per_rank", 0, "processor_share"), 1);
    CU_ASSERT_EQUAL(cell_at(report, "resources_per_rank", 0,
                            "read_bytes")->kind, CELL_EMPTY);
    CU_ASSERT_EQUAL(cell_at(report, "resources_per_rank", 0,
                            "energy_j")->kind, CELL_EMPTY);
    report_destroy(report);
}

static void stretches_add_up_all_ranks(void)
{
    struct analyze_options rows = { .top = 2 };
    struct profile *profile = with_uses(4);
    struct report *report;

    use_in(profile, 1, 2)[RESOURCE_RESIDENT] = 300 << 10;
    use_in(profile, 1, 2)[RESOURCE_READ] = 1000;
    use_in(profile, 2, 3)[RESOURCE_READ] = 7;
    for (int i = 0; i < 4; i++)
        profile->ranks[i].begin = 0;
    report = report_of(profile, &rows);
    CU_ASSERT_EQUAL_FATAL(row_count(report, "resources_over_time"), 2);
    NEAR(number_at(report, "resources_over_time", 0, "width_s"), 2);
    NEAR(number_at(report, "resources_over_time", 1, "begin_s"), 2);
    NEAR(number_at(report, "resources_over_time", 0, "processor_share"), 1);
    NEAR(number_at(report, "resources_over_time", 0, "system_share"), 0.25);
    NEAR(number_at(report, "resources_over_time", 0, "read_bytes"), 0);
    NEAR(number_at(report, "resources_over_time", 1, "read_bytes"), 1007);
    NEAR(number_at(report, "resources_over_time", 0, "memory_bytes"),
         400 << 20);
    NEAR(number_at(report, "resources_over_time", 1, "memory_bytes"),
         600 << 20);
    NEAR(number_at(report, "resources_over_time", 1, "memory_most_rank"), 1);
    report_destroy(report);
}

/* One begins half a second later, another has bins that are twice as wide. */
static void ranks_need_not_have_the_same_bins(void)
{
    struct profile *profile = with_uses(3);
    struct report *report;

    for (int i = 0; i < 3; i++)
        profile->ranks[i].begin = i == 1 ? 500 * MS : 0;
    profile->ranks[2].resources.bin_width *= 2;
    profile->ranks[2].resources.bins = 2;
    for (int k = 0; k < BINS; k++)
        for (uint32_t i = 0; i < 3; i++)
            use_in(profile, i, k)[RESOURCE_READ] = 1000;
    report = report_of(profile, NULL);
    CU_ASSERT_EQUAL_FATAL(row_count(report, "resources_over_time"), 5);
    NEAR(number_at(report, "resources_over_time", 0, "read_bytes"),
         1000 + 500 + 500);
    NEAR(number_at(report, "resources_over_time", 1, "read_bytes"),
         1000 + 1000 + 500);
    NEAR(number_at(report, "resources_over_time", 4, "read_bytes"), 500);
    report_destroy(report);
}

static void without_readings_there_is_nothing(void)
{
    struct analyze_options inside = { .region = "solve" };
    struct report *report = whole_report(4);

    CU_ASSERT_PTR_NULL(report_table(report, "resources"));
    CU_ASSERT_PTR_NULL(report_table(report, "resources_per_rank"));
    CU_ASSERT_PTR_NULL(report_table(report, "resources_over_time"));
    report_destroy(report);
    report = report_of(with_uses(4), &inside);
    CU_ASSERT_PTR_NULL(report_table(report, "resources"));
    CU_ASSERT_PTR_NULL(report_table(report, "resources_over_time"));
    report_destroy(report);
}

static bool completes(const struct report *report, const char *text)
{
    for (size_t i = 0; i < report->completeness_count; i++)
        if (strstr(report->completeness[i], text) != NULL)
            return true;
    return false;
}

static void what_could_not_be_read_is_said(void)
{
    struct profile *profile = with_uses(4);
    struct report *report;

    profile->ranks[1].resources.failed[SOURCE_STATM] = 7;
    profile->ranks[2].resources.sources &= ~(1u << SOURCE_IO);
    report = report_of(profile, NULL);
    CU_ASSERT(completes(report, "/proc/self/statm tells, on 1 rank: it could "
                        "not be read any more, or for a while: 7 readings."));
    CU_ASSERT(completes(report, "/proc/self/io tells, on 1 rank: it could not "
                        "be read."));
    CU_ASSERT_FALSE(completes(report, "powercap"));
    report_destroy(report);
}

UNIT_MAIN("uses", extremes_name_their_ranks, stretches_add_up_all_ranks,
          ranks_need_not_have_the_same_bins, without_readings_there_is_nothing,
          what_could_not_be_read_is_said)
