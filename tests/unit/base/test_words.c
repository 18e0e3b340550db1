/*
 * test_words.c - what people type finds its name.
 */
#include <string.h>

#include "base/words.h"
#include "unit.h"

UNIT_TEST(case_and_blanks_make_no_difference)
{
    CU_ASSERT_TRUE(words_same("Load balance", "load_balance"));
    CU_ASSERT_TRUE(words_same("MPI-IO", "mpi_io"));
    CU_ASSERT_FALSE(words_same("load", "load_balance"));
    CU_ASSERT_FALSE(words_same(NULL, "load_balance"));
    CU_ASSERT_FALSE(words_same("t", NULL));
}

UNIT_TEST(a_slip_is_near_and_a_stranger_far)
{
    CU_ASSERT_EQUAL(words_distance("Time S", "time_s"), 0);
    CU_ASSERT_EQUAL(words_distance("avoid", "avoidable_s"), 1);
    CU_ASSERT_EQUAL(words_distance("load balanced", "load_balance"), 1);
    CU_ASSERT_EQUAL(words_distance("tiem_s", "time_s"), 2);
    CU_ASSERT_EQUAL(words_distance("efficeincy", "efficiency"), 2);
    CU_ASSERT_EQUAL(words_distance("proceedure", "procedure"), 2);
    CU_ASSERT(words_distance("frobnicate", "procedure") > WORDS_FAR);
    CU_ASSERT(words_distance("xyz", "abc") > WORDS_FAR);
    CU_ASSERT(words_distance("", "abc") > WORDS_FAR);
}

UNIT_TEST(long_texts_resemble_nothing)
{
    char text[300];

    memset(text, 'a', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    CU_ASSERT(words_distance(text, "aaaa") > WORDS_FAR);
    CU_ASSERT(words_distance("aaaa", text) > WORDS_FAR);
}
