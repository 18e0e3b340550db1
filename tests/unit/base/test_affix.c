/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_affix.c - what texts and paths begin and end with.
 */
#include "unit.h"

#include "base/text/affix.h"

UNIT_TEST(a_part_of_a_path_begins_at_a_slash)
{
    CU_ASSERT(path_ends_in("run/unfinished", "unfinished"));
    CU_ASSERT(path_ends_in("unfinished//", "unfinished"));
    CU_ASSERT(path_ends_in("a/b/c/", "b/c"));
    CU_ASSERT_FALSE(path_ends_in("run/not_unfinished", "unfinished"));
    CU_ASSERT_FALSE(path_ends_in("unfinished/run", "unfinished"));
    CU_ASSERT_FALSE(path_ends_in("", "run"));
}
