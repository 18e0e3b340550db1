/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/facts/say.h"
#include "report_cells.h"

UNIT_TEST(procedures_come_by_time)
{
    const char *name = "procedures";

    whole_report(4);
    CU_ASSERT_EQUAL(row_count(name), 5);
    TEXT_IS(name, 0, "procedure", "MPI_Waitall");
    NUMBERS(name, 0, { "calls", 400 }, { "time_s", 5.3 },
            { "share", 5.3 / 16 }, { "mean_call_s", 5.3 / 400 },
            { "max_call_s", 0.017 }, { "ranks", 4 });
}

UNIT_TEST(times_of_several_ranks_are_said_to_be_sums)
{
    whole_report(4);
    HAS(report_table(report, "procedures")->note,
        "sums over ranks; of total: share of all ranks' total times; "
        "-: outside the run time");
    CU_ASSERT_TRUE(report_table(report, "procedures")->note_needed);
    whole_report(1);
    CU_ASSERT_PTR_NULL(report_table(report, "procedures")->note);
}

UNIT_TEST(bytes_are_those_of_all_ranks)
{
    size_t isend;

    whole_report(4);
    isend = row_with("procedures", "procedure", "MPI_Isend");
    NUMBERS("procedures", isend, { "bytes_out", 4.0 * 200 * 8192 },
            { "bytes_in", 0 });
}

UNIT_TEST(init_is_listed_without_a_share_of_the_run)
{
    size_t init;

    whole_report(4);
    init = row_with("procedures", "procedure", "MPI_Init");
    NEAR(number_at("procedures", init, "time_s"), 2.0);
    EMPTY_AT("procedures", init, "share");
    NEAR(number_at("run", 0, "run_time_s"), 4.0);
}

UNIT_TEST(a_site_has_function_line_and_path)
{
    size_t row;

    whole_report(4);
    row = row_with("call_sites", "location", "heat2d.c:152");
    TEXT_IS("call_sites", row, "function", "residual");
    TEXT_IS("call_sites", row, "procedure", "MPI_Allreduce");
    TEXT_IS("call_sites", row, "file", "/home/user/heat/heat2d.c");
    NEAR(number_at("call_sites", row, "line"), 152);
    TEXT_IS("call_sites", row, "path", "main > run_step > residual");
    NEAR(number_at("call_sites", row, "time_s"), 0.32);
}

/* A function of the C++ library that is inlined in the program's, or called by
 * it. */
UNIT_TEST(a_site_in_the_library_is_that_of_its_caller)
{
    static const char inlined[] =
        "std::function<void ()>::operator()() const\0"
        "std_function.h\0"
        "590\0residual\0heat2d.c\0"
        "153",
                      alone[] = "void std::__invoke_r<void>(int&)\0invoke.h\0"
                                "61";
    const char *notes[] = { inlined, alone };
    const size_t sizes[] = { sizeof(inlined), sizeof(alone) };

    for (int i = 0; i < 2; i++) {
        struct profile *profile = synthetic(4);
        struct definitions *table = profile->definitions;
        uint32_t path = profile->ranks[0].rows[4].path;
        uint32_t frame = definitions_get(table, DEFINITION_PATH, path).refs[1];

        definitions_note(table, DEFINITION_FRAME, frame, notes[i], sizes[i],
                         1);
        make_report(profile, NULL);
        row_with("call_sites", "function", i == 0 ? "residual" : "run_step");
        row_with("call_sites", "location",
                 i == 0 ? "heat2d.c:153" : "heat2d.c:180");
    }
}

UNIT_TEST(a_call_without_a_path_has_no_place)
{
    size_t row;

    whole_report(4);
    row = row_with("call_sites", "procedure", "MPI_Init");
    TEXT_IS("call_sites", row, "function", "");
    TEXT_IS("call_sites", row, "path", "");
}

UNIT_TEST(ids_that_do_not_exist_are_survived)
{
    struct profile *profile = synthetic(2);
    struct row *row = &profile->ranks[1].rows[4];

    row->path = row->region = row->comm = row->call = 123456;
    profile->ranks[1].regions[2].node = 123456;
    profile->ranks[1].host = 123456;
    make_report(profile, &(struct analyze_options){ .detail = "*" });
    CU_ASSERT_PTR_NOT_NULL(report);
    row_with("procedures", "procedure", "unknown");
}

/* A second path to the MPI_Waitall of rank 1, at another address. */
static struct profile *with_second_path(const char *note, size_t size)
{
    struct profile *profile = synthetic(4);
    struct definitions *names = profile->definitions;
    struct row *row = &profile->ranks[1].rows[3];
    uint32_t caller =
        definitions_get(names, DEFINITION_PATH, row->path).refs[0];
    uint32_t frame = definitions_intern(names, DEFINITION_FRAME, 0, 0,
                                        "\xee\0\0\0\0\0\0\0", 8);

    definitions_note(names, DEFINITION_FRAME, frame, note, size, 1);
    row->path =
        definitions_intern(names, DEFINITION_PATH, caller, frame, NULL, 0);
    return profile;
}

UNIT_TEST(copies_of_a_line_are_one_site)
{
    static const char note[] = "exchange_halo\0/home/user/heat/heat2d.c\0"
                               "90";

    make_report(with_second_path(note, sizeof(note)), NULL);
    CU_ASSERT_EQUAL(row_count("call_sites"), 5);
    NUMBERS("imbalance_call_sites", 0, { "ranks", 4 }, { "min_s", 0.2 });
}

UNIT_TEST(another_line_or_file_is_another_site)
{
    static const char line[] = "exchange_halo\0/home/user/heat/heat2d.c\0"
                               "91";
    static const char file[] = "exchange_halo\0/home/user/other.c\0"
                               "90";

    make_report(with_second_path(line, sizeof(line)), NULL);
    CU_ASSERT_EQUAL(row_count("call_sites"), 6);
    make_report(with_second_path(file, sizeof(file)), NULL);
    CU_ASSERT_EQUAL(row_count("call_sites"), 6);
}

/* The MPI_Waitall of rank 1 is in main > finish > run_step > exchange_halo, or
 * without run_step; that of the others in main > run_step > exchange_halo. */
static struct profile *with_other_caller(bool deep)
{
    static const char note[] = "finish\0/home/user/heat/heat2d.c\0"
                               "20";
    struct profile *profile = synthetic(4);
    struct definitions *names = profile->definitions;
    struct row *row = &profile->ranks[1].rows[3];
    struct definition leaf =
        definitions_get(names, DEFINITION_PATH, row->path);
    struct definition step =
        definitions_get(names, DEFINITION_PATH, leaf.refs[0]);
    uint32_t frame = definitions_intern(names, DEFINITION_FRAME, 0, 0,
                                        "\xee\0\0\0\0\0\0\0", 8);
    uint32_t caller = definitions_intern(names, DEFINITION_PATH, step.refs[0],
                                         frame, NULL, 0);

    definitions_note(names, DEFINITION_FRAME, frame, note, sizeof(note), 1);
    if (deep)
        caller = definitions_intern(names, DEFINITION_PATH, caller,
                                    step.refs[1], NULL, 0);
    row->path = definitions_intern(names, DEFINITION_PATH, caller,
                                   leaf.refs[1], NULL, 0);
    return profile;
}

static void callers_are(const char *one, const char *other)
{
    size_t row;

    row = row_with("call_sites", "caller", one);
    TEXT_IS("call_sites", row, "location", "heat2d.c:90");
    row = row_with("call_sites", "caller", other);
    TEXT_IS("call_sites", row, "location", "heat2d.c:90");
    row = row_with("call_sites", "location", "heat2d.c:152");
    TEXT_IS("call_sites", row, "caller", "run_step");
}

UNIT_TEST(rows_that_would_read_alike_have_the_caller_that_differs)
{
    make_report(with_other_caller(false), NULL);
    callers_are("run_step", "finish");
    row_with("imbalance_call_sites", "site",
             "MPI_Waitall at heat2d.c:90, from finish");
    row_with("hot_spots", "where", "exchange_halo (heat2d.c:90), from finish");
    make_report(with_other_caller(true), NULL);
    callers_are("main", "finish");
}

static void function_is_said(const char *function, const char *expected)
{
    struct strbuf out = { 0 };

    say_function_name(&out, function);
    CU_ASSERT_STRING_EQUAL(strbuf_text(&out), expected);
    strbuf_clear(&out);
}

UNIT_TEST(sentences_name_functions_without_namespaces)
{
    function_is_said("LAMMPS_NS::CommBrick::reverse_comm",
                     "CommBrick::reverse_comm");
    function_is_said("a::b::Grid<c::d>::step", "Grid<c::d>::step");
    function_is_said("Grid<a::b>::step<c::d>", "Grid<a::b>::step<c::d>");
    function_is_said("Grid::step<c::d>", "Grid::step<c::d>");
    function_is_said("a::Grid::step(c::d)", "Grid::step(c::d)");
    function_is_said("advection_module::step", "advection_module::step");
    function_is_said("main", "main");
}

UNIT_TEST(the_direct_caller_may_be_inlined)
{
    static const char note[] = "residual\0heat2d.c\0"
                               "152\0smooth\0heat2d.c\0"
                               "160";
    struct profile *profile = with_other_caller(false);
    struct definitions *table = profile->definitions;
    uint32_t path = profile->ranks[0].rows[4].path;

    definitions_note(table, DEFINITION_FRAME,
                     definitions_get(table, DEFINITION_PATH, path).refs[1],
                     note, sizeof(note), 1);
    make_report(profile, NULL);
    TEXT_IS("call_sites", row_with("call_sites", "function", "residual"),
            "caller", "smooth");
    EMPTY_AT("call_sites", row_with("call_sites", "procedure", "MPI_Init"),
             "caller");
}

UNIT_TEST(without_rows_that_read_alike_there_is_no_caller)
{
    whole_report(4);
    for (size_t row = 0; row < row_count("call_sites"); row++)
        EMPTY_AT("call_sites", row, "caller");
}

UNIT_TEST(a_line_that_is_not_known_is_not_shown)
{
    static const char note[] = "exchange_halo\0/home/user/halo.c\0"
                               "0";

    make_report(with_second_path(note, sizeof(note)), NULL);
    row_with("call_sites", "location", "halo.c");
}

UNIT_TEST(a_top_cuts_and_remembers_how_much)
{
    struct analyze_options options = { .top = 2 };

    make_report(synthetic(4), &options);
    CU_ASSERT_EQUAL(row_count("call_sites"), 2);
    CU_ASSERT_EQUAL(report_table(report, "call_sites")->total_rows, 5);
}
