/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_pauses.c - each thread leaves out what was paused, once.
 */
#include "model/pauses.h"
#include "unit.h"

UNIT_TEST(a_pause_is_seen_once_by_each_thread)
{
    struct pauses pauses = { 0 };
    struct pauses_seen one, two;

    pauses_join(&pauses, 10, &one);
    pauses_join(&pauses, 10, &two);
    CU_ASSERT(pauses_unchanged(&pauses, &one));
    pauses_begin(&pauses, 100);
    CU_ASSERT(pauses_off(&pauses));
    CU_ASSERT(!pauses_unchanged(&pauses, &one));
    pauses_end(&pauses, 130);
    CU_ASSERT(!pauses_off(&pauses));
    CU_ASSERT(!pauses_unchanged(&pauses, &one));
    CU_ASSERT_EQUAL(pauses_settle(&pauses, &one), 30);
    CU_ASSERT(pauses_unchanged(&pauses, &one));
    CU_ASSERT_EQUAL(pauses_settle(&pauses, &one), 0);
    pauses_begin(&pauses, 200);
    pauses_end(&pauses, 205);
    CU_ASSERT_EQUAL(pauses_settle(&pauses, &one), 5);
    CU_ASSERT_EQUAL(pauses_settle(&pauses, &two), 35);
}

UNIT_TEST(off_and_on_count_once)
{
    struct pauses pauses = { 0 };

    pauses_end(&pauses, 50);
    CU_ASSERT_EQUAL(pauses.number, 0);
    pauses_begin(&pauses, 100);
    pauses_begin(&pauses, 110);
    CU_ASSERT_EQUAL(pauses_ticks(&pauses, 140), 40);
    pauses_end(&pauses, 150);
    pauses_end(&pauses, 160);
    CU_ASSERT_EQUAL(pauses_ticks(&pauses, 999), 50);
    CU_ASSERT_EQUAL(pauses.number, 2);
}

/* Two cores' counters: the end may seem to lie before the begin. */
UNIT_TEST(no_pause_is_shorter_than_nothing)
{
    struct pauses pauses = { 0 };

    pauses_begin(&pauses, 100);
    CU_ASSERT_EQUAL(pauses_ticks(&pauses, 99), 0);
    pauses_end(&pauses, 99);
    CU_ASSERT_EQUAL(pauses_ticks(&pauses, 200), 0);
}

/* A thread that starts during a pause has to do with its rest only. */
UNIT_TEST(a_thread_joins_in_a_pause)
{
    struct pauses pauses = { 0 };
    struct pauses_seen seen;

    pauses_begin(&pauses, 100);
    pauses_join(&pauses, 120, &seen);
    CU_ASSERT(!pauses_unchanged(&pauses, &seen));
    pauses_end(&pauses, 150);
    CU_ASSERT_EQUAL(pauses_settle(&pauses, &seen), 30);
}

UNIT_TEST(a_call_leaves_out_what_lies_within)
{
    struct pauses pauses = { 0 };

    pauses_begin(&pauses, 100);
    pauses_end(&pauses, 130);
    CU_ASSERT_EQUAL(pauses_within(&pauses, 30, 50, 200), 30);
    CU_ASSERT_EQUAL(pauses_within(&pauses, 30, 110, 200), 20);
    CU_ASSERT_EQUAL(pauses_within(&pauses, 30, 130, 200), 0);
    CU_ASSERT_EQUAL(pauses_within(&pauses, 30, 140, 200), 0);
    CU_ASSERT_EQUAL(pauses_within(&pauses, 30, 120, 125), 5);
}

UNIT_TEST(what_is_for_ever_does_not_end)
{
    struct pauses pauses = { 0 };

    pauses_for_ever(&pauses);
    pauses_end(&pauses, 100);
    pauses_begin(&pauses, 110);
    pauses_end(&pauses, 120);
    CU_ASSERT(pauses_off(&pauses));
    CU_ASSERT_EQUAL(pauses.number, PAUSES_FOR_EVER);
}
