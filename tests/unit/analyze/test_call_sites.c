#include "report_cells.h"

UNIT_TEST(procedures_come_by_time)
{
    struct report *report = whole_report(4);
    const char *name = "procedures";

    CU_ASSERT_EQUAL(row_count(report, name), 5);
    CU_ASSERT_STRING_EQUAL(text_at(report, name, 0, "procedure"),
                           "MPI_Waitall");
    NEAR(number_at(report, name, 0, "calls"), 400);
    NEAR(number_at(report, name, 0, "time_s"), 5.3);
    NEAR(number_at(report, name, 0, "share"), 5.3 / 16);
    NEAR(number_at(report, name, 0, "mean_call_s"), 5.3 / 400);
    NEAR(number_at(report, name, 0, "max_call_s"), 0.017);
    NEAR(number_at(report, name, 0, "ranks"), 4);
    report_destroy(report);
}

UNIT_TEST(bytes_are_those_of_all_ranks)
{
    struct report *report = whole_report(4);
    size_t isend = row_with(report, "procedures", "procedure", "MPI_Isend");

    NEAR(number_at(report, "procedures", isend, "bytes_out"),
         4.0 * 200 * 8192);
    NEAR(number_at(report, "procedures", isend, "bytes_in"), 0);
    report_destroy(report);
}

UNIT_TEST(init_is_listed_without_a_share_of_the_run)
{
    struct report *report = whole_report(4);
    size_t init = row_with(report, "procedures", "procedure", "MPI_Init");

    NEAR(number_at(report, "procedures", init, "time_s"), 2.0);
    CU_ASSERT_EQUAL(cell_at(report, "procedures", init, "share")->kind,
                    CELL_EMPTY);
    NEAR(number_at(report, "run", 0, "run_time_s"), 4.0);
    report_destroy(report);
}

UNIT_TEST(a_site_has_function_line_and_path)
{
    struct report *report = whole_report(4);
    size_t row = row_with(report, "call_sites", "location", "heat2d.c:152");

    CU_ASSERT_STRING_EQUAL(text_at(report, "call_sites", row, "function"),
                           "residual");
    CU_ASSERT_STRING_EQUAL(text_at(report, "call_sites", row, "procedure"),
                           "MPI_Allreduce");
    CU_ASSERT_STRING_EQUAL(text_at(report, "call_sites", row, "file"),
                           "/home/user/heat/heat2d.c");
    NEAR(number_at(report, "call_sites", row, "line"), 152);
    CU_ASSERT_STRING_EQUAL(text_at(report, "call_sites", row, "path"),
                           "main > run_step > residual");
    NEAR(number_at(report, "call_sites", row, "time_s"), 0.32);
    report_destroy(report);
}

UNIT_TEST(a_call_without_a_path_has_no_place)
{
    struct report *report = whole_report(4);
    size_t row = row_with(report, "call_sites", "procedure", "MPI_Init");

    CU_ASSERT_STRING_EQUAL(text_at(report, "call_sites", row, "function"),
                           "");
    CU_ASSERT_STRING_EQUAL(text_at(report, "call_sites", row, "path"), "");
    report_destroy(report);
}

UNIT_TEST(ids_that_do_not_exist_are_survived)
{
    struct profile *profile = synthetic(2);
    struct report *report;
    struct row *row = &profile->ranks[1].rows[4];

    row->path = row->region = row->comm = row->call = 123456;
    profile->ranks[1].regions[2].node = 123456;
    profile->ranks[1].host = 123456;
    report = report_of(profile, &(struct analyze_options){ .detail = "*" });
    CU_ASSERT_PTR_NOT_NULL(report);
    row_with(report, "procedures", "procedure", "unknown");
    report_destroy(report);
}

/* A second path to the MPI_Waitall of rank 1, at another address. */
static struct profile *with_second_path(const char *note, size_t size)
{
    struct profile *profile = synthetic(4);
    struct definitions *names = profile->definitions;
    struct row *row = &profile->ranks[1].rows[3];
    uint32_t caller = definitions_get(names, DEFINITION_PATH,
                                      row->path).refs[0];
    uint32_t frame = definitions_intern(names, DEFINITION_FRAME, 0, 0,
                                        "\xee\0\0\0\0\0\0\0", 8);

    definitions_note(names, DEFINITION_FRAME, frame, note, size, 1);
    row->path = definitions_intern(names, DEFINITION_PATH, caller, frame,
                                   NULL, 0);
    return profile;
}

UNIT_TEST(copies_of_a_line_are_one_site)
{
    static const char note[] = "exchange_halo\0/home/user/heat/heat2d.c\0"
                               "90";
    struct report *report =
        report_of(with_second_path(note, sizeof(note)), NULL);

    CU_ASSERT_EQUAL(row_count(report, "call_sites"), 5);
    NEAR(number_at(report, "imbalance_call_sites", 0, "ranks"), 4);
    NEAR(number_at(report, "imbalance_call_sites", 0, "min_s"), 0.2);
    report_destroy(report);
}

UNIT_TEST(another_line_or_file_is_another_site)
{
    static const char line[] = "exchange_halo\0/home/user/heat/heat2d.c\0"
                               "91";
    static const char file[] = "exchange_halo\0/home/user/other.c\0" "90";
    struct report *report =
        report_of(with_second_path(line, sizeof(line)), NULL);

    CU_ASSERT_EQUAL(row_count(report, "call_sites"), 6);
    report_destroy(report);
    report = report_of(with_second_path(file, sizeof(file)), NULL);
    CU_ASSERT_EQUAL(row_count(report, "call_sites"), 6);
    report_destroy(report);
}

UNIT_TEST(a_line_that_is_not_known_is_not_shown)
{
    static const char note[] = "exchange_halo\0/home/user/halo.c\0" "0";
    struct report *report =
        report_of(with_second_path(note, sizeof(note)), NULL);

    row_with(report, "call_sites", "location", "halo.c");
    report_destroy(report);
}

UNIT_TEST(a_top_cuts_and_remembers_how_much)
{
    struct analyze_options options = { .top = 2 };
    struct report *report = report_of(synthetic(4), &options);

    CU_ASSERT_EQUAL(row_count(report, "call_sites"), 2);
    CU_ASSERT_EQUAL(report_table(report, "call_sites")->total_rows, 5);
    report_destroy(report);
}
