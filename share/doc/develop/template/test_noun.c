/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_noun.c - each rank has what was added for it.  A test is called what it
 * proves.
 */
#include "noun.h"
#include "unit.h"

static struct noun *noun;

UNIT_AFTER
{
    noun_destroy(noun);
    noun = NULL;
}

UNIT_TEST(amounts_of_a_rank_add_up)
{
    CU_ASSERT_EQUAL_FATAL(noun_create(2, &noun), STATUS_OK);
    noun_add(noun, 1, 4096);
    noun_add(noun, 1, 4);
    CU_ASSERT_EQUAL(noun_bytes(noun, 0), 0);
    CU_ASSERT_EQUAL(noun_bytes(noun, 1), 4100);
}

UNIT_TEST(other_ranks_are_left_out)
{
    CU_ASSERT_EQUAL_FATAL(noun_create(1, &noun), STATUS_OK);
    noun_add(noun, 1, 4096);
    CU_ASSERT_EQUAL(noun_bytes(noun, 1), 0);
}
