/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_profile.c - a profile in memory, and what is computed from a rank.
 */
#include <string.h>

#include "log_lines.h"
#include "sample_profile.h"
#include "unit.h"

UNIT_TEST(useful_time_is_what_is_left_of_the_run)
{
    struct rank_data rank = { .length = 1000, .paused = 100 };

    rank.mpi[CALL_CLASS_P2P] = 50;
    rank.mpi[CALL_CLASS_WAIT] = 30;
    rank.mpi[CALL_CLASS_SETUP] = 7; /* not within the length */
    CU_ASSERT_EQUAL(rank_data_mpi(&rank), 80);
    CU_ASSERT_EQUAL(rank_data_useful(&rank), 820);
    CU_ASSERT_EQUAL(rank_data_measured(&rank), rank.length - rank.paused);
    CU_ASSERT_EQUAL(rank_data_measured(&rank), 820 + rank_data_mpi(&rank));
    rank.paused = 2000;
    CU_ASSERT_EQUAL(rank_data_useful(&rank), 0);
}

UNIT_TEST(bins_are_powers_of_two)
{
    CU_ASSERT_EQUAL(profile_bin(0), 0);
    CU_ASSERT_EQUAL(profile_bin(1), 1);
    CU_ASSERT_EQUAL(profile_bin(2), 2);
    CU_ASSERT_EQUAL(profile_bin(3), 2);
    CU_ASSERT_EQUAL(profile_bin(4), 3);
    CU_ASSERT_EQUAL(profile_bin(UINT64_MAX), PROFILE_BINS - 1);
}

UNIT_TEST(facts_are_added_one_by_one)
{
    struct profile *profile = sample_profile();

    CU_ASSERT_EQUAL(profile_set_text(&profile->program, "other"), STATUS_OK);
    CU_ASSERT_STRING_EQUAL(profile->program, "other");
    REMARK(&profile->remarks, REMARK_TEXT, .texts = { "second" });
    profile_setting(profile, "MPIPROF_ENABLE", "on", true);
    CU_ASSERT_EQUAL_FATAL(profile->remarks.count, 2);
    CU_ASSERT_STRING_EQUAL(profile->remarks.list[1].texts[0], "second");
    CU_ASSERT_EQUAL_FATAL(profile->setting_count, 2);
    CU_ASSERT_STRING_EQUAL(profile->settings[1].name, "MPIPROF_ENABLE");
    CU_ASSERT(profile->settings[1].is_default);
    profile_destroy(profile);
}

UNIT_TEST(ranks_are_given_by_number)
{
    struct profile *profile = sample_profile();
    const struct rank_data *rank;
    struct log_lines lines;

    log_lines_start(&lines);
    CU_ASSERT_EQUAL_FATAL(profile_rank(profile, 2, &rank), STATUS_OK);
    CU_ASSERT_EQUAL(rank->rank, 2);
    CU_ASSERT_EQUAL(profile_rank(profile, 3, &rank), STATUS_BAD_VALUE);
    CU_ASSERT_EQUAL(lines.count, 1);
    profile_destroy(profile);
}

UNIT_TEST(calls_are_those_of_the_table)
{
    struct profile *profile;

    CU_ASSERT_EQUAL_FATAL(profile_create(&profile), STATUS_OK);
    CU_ASSERT_EQUAL(profile_use_call_table(profile), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(profile->call_count, call_count);
    for (uint32_t i = 0; i < call_count; i++) {
        CU_ASSERT_STRING_EQUAL(profile->calls[i].name, call_table[i].name);
        CU_ASSERT_EQUAL(profile->calls[i].class, call_table[i].class);
    }
    profile_destroy(profile);
    profile_destroy(NULL);
}
