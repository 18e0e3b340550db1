/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_affix.c - what texts and paths begin and end with.
 */
#include "unit.h"

#include "base/text/affix.h"

UNIT_TEST(an_end_is_cut_off_what_is_longer)
{
    char name[] = "MPI_Send_c";

    CU_ASSERT_FALSE(cut_end(name, "_d"));
    CU_ASSERT_FALSE(cut_end(name, "MPI_Send_c"));
    CU_ASSERT_STRING_EQUAL(name, "MPI_Send_c");
    CU_ASSERT(cut_end(name, "_c"));
    CU_ASSERT_STRING_EQUAL(name, "MPI_Send");
}

UNIT_TEST(a_part_of_a_path_begins_at_a_slash)
{
    CU_ASSERT(path_ends_in("run/unfinished", "unfinished"));
    CU_ASSERT(path_ends_in("unfinished//", "unfinished"));
    CU_ASSERT(path_ends_in("a/b/c/", "b/c"));
    CU_ASSERT_FALSE(path_ends_in("run/not_unfinished", "unfinished"));
    CU_ASSERT_FALSE(path_ends_in("unfinished/run", "unfinished"));
    CU_ASSERT_FALSE(path_ends_in("", "run"));
}
