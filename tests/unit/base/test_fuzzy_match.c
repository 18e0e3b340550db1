/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_fuzzy_match.c - what people type finds its name.
 */
#include <string.h>

#include "base/text/fuzzy_match.h"
#include "unit.h"

UNIT_TEST(case_and_blanks_make_no_difference)
{
    CU_ASSERT_TRUE(fuzzy_match_same("Load balance", "load_balance"));
    CU_ASSERT_TRUE(fuzzy_match_same("MPI-IO", "mpi_io"));
    CU_ASSERT_FALSE(fuzzy_match_same("load", "load_balance"));
    CU_ASSERT_FALSE(fuzzy_match_same(NULL, "load_balance"));
    CU_ASSERT_FALSE(fuzzy_match_same("t", NULL));
}

UNIT_TEST(a_slip_is_near_and_a_stranger_far)
{
    CU_ASSERT_EQUAL(fuzzy_match_distance("Time S", "time_s"), 0);
    CU_ASSERT_EQUAL(fuzzy_match_distance("avoid", "avoidable_s"), 1);
    CU_ASSERT_EQUAL(fuzzy_match_distance("load balanced", "load_balance"), 1);
    CU_ASSERT_EQUAL(fuzzy_match_distance("tiem_s", "time_s"), 2);
    CU_ASSERT_EQUAL(fuzzy_match_distance("efficeincy", "efficiency"), 2);
    CU_ASSERT_EQUAL(fuzzy_match_distance("proceedure", "procedure"), 2);
    CU_ASSERT(fuzzy_match_distance("frobnicate", "procedure") > WORDS_FAR);
    CU_ASSERT(fuzzy_match_distance("xyz", "abc") > WORDS_FAR);
    CU_ASSERT(fuzzy_match_distance("", "abc") > WORDS_FAR);
}

UNIT_TEST(long_texts_resemble_nothing)
{
    char text[300];

    memset(text, 'a', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    CU_ASSERT(fuzzy_match_distance(text, "aaaa") > WORDS_FAR);
    CU_ASSERT(fuzzy_match_distance("aaaa", text) > WORDS_FAR);
}
