/* SPDX-License-Identifier: BSD-3-Clause */
#include "report_cells.h"
#include "analyze/facts/programs.h"

/* Rank 0 runs one program, the others another one. */
static struct profile *two_programs(uint32_t ranks)
{
    struct profile *profile = synthetic(ranks);
    struct definitions *table = profile->definitions;
    uint32_t pilot =
        definitions_intern(table, DEFINITION_PROGRAM, 0, 0, "pilot", 5);
    uint32_t heat =
        definitions_intern(table, DEFINITION_PROGRAM, 0, 0, "heat2d", 6);

    definitions_note(table, DEFINITION_PROGRAM, heat, "./heat2d 100", 12, 0);
    for (uint32_t i = 0; i < ranks; i++)
        profile->ranks[i].program = i == 0 ? pilot : heat;
    return profile;
}

UNIT_TEST(each_program_has_its_ranks_and_efficiencies)
{
    make_report(two_programs(4), NULL);
    CU_ASSERT_EQUAL(row_count("programs"), 2);
    TEXT_IS("programs", 0, "program", "pilot");
    TEXT_IS("programs", 0, "ranks", "0");
    EMPTY_AT("programs", 0, "command");
    NUMBERS("programs", 0, { "load_balance", 1.0 },
            { "parallel_efficiency", 2.2 / 4 });
    TEXT_IS("programs", 1, "program", "heat2d");
    TEXT_IS("programs", 1, "ranks", "1-3");
    TEXT_IS("programs", 1, "command", "./heat2d 100");
    NUMBERS("programs", 1, { "rank_count", 3 }, { "useful_s", 2.7 },
            { "useful_max_s", 3.7 }, { "mpi_s", 1.3 },
            { "load_balance", 2.7 / 3.7 }, { "parallel_efficiency", 2.7 / 4 });
}

UNIT_TEST(the_verdict_names_the_programs)
{
    make_report(two_programs(4), NULL);
    VERDICT_IS(0, "2 programs: pilot (rank 0), heat2d (ranks 1-3).");
}

UNIT_TEST(the_verdict_names_no_more_than_four)
{
    struct profile *profile = synthetic(6);
    char name[] = "a";

    for (uint32_t i = 0; i < 6; i++, name[0]++)
        profile->ranks[i].program = definitions_intern(
            profile->definitions, DEFINITION_PROGRAM, 0, 0, name, 1);
    make_report(profile, NULL);
    CU_ASSERT_EQUAL(row_count("programs"), 6);
    VERDICT_IS(0, "6 programs: a (rank 0), b (rank 1), c (rank 2), "
                  "d (rank 3) and 2 more.");
}

UNIT_TEST(a_run_of_one_program_has_no_such_table)
{
    struct profile *profile = two_programs(4);

    profile->ranks[0].program = profile->ranks[1].program;
    make_report(profile, NULL);
    CU_ASSERT_PTR_NULL(report_table(report, "programs"));
}

UNIT_TEST(the_time_of_a_rank_has_its_program)
{
    make_report(two_programs(4), NULL);
    TEXT_IS("rank_times", 0, "program", "pilot");
    TEXT_IS("rank_times", 3, "program", "heat2d");
    make_report(synthetic(4), NULL);
    EMPTY_AT("rank_times", 0, "program");
}

UNIT_TEST(ranks_are_chosen_by_program)
{
    struct profile *profile = two_programs(4);
    struct ranklist ranks = { 0 };

    CU_ASSERT_EQUAL(ranklist_parse("0-2", 4, &ranks), STATUS_OK);
    CU_ASSERT_EQUAL(programs_choose(profile, "heat2d", &ranks), STATUS_OK);
    CU_ASSERT_EQUAL(ranks.count, 2);
    CU_ASSERT_EQUAL(ranks.members[0], 1);
    CU_ASSERT_EQUAL(programs_choose(profile, "pilot", &ranks),
                    STATUS_BAD_VALUE);
    CU_ASSERT_EQUAL(programs_choose(profile, "heat", &ranks),
                    STATUS_BAD_VALUE);
    ranklist_clear(&ranks);
    profile_destroy(profile);
}
