/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_epoch.c - transfers of a window end once each way, and locks are
 * granted once.
 */
#include <string.h>
#include <time.h>

#include "measure/track/epoch.h"
#include "unit.h"

static struct epoch epoch;

UNIT_AFTER
{
    epoch_clear(&epoch);
    epoch = (struct epoch){ 0 };
}

/* The ends in their order: the id, negative at the target. */
static int64_t ends[512];
static uint32_t end_count;

static void note_end(void *context, uint64_t id, bool remote)
{
    (void)context;
    ends[end_count++] = remote ? -(int64_t)id : (int64_t)id;
}

static uint32_t end_of(int target, enum epoch_ending how)
{
    end_count = 0;
    return epoch_end(&epoch, target, how, note_end, NULL);
}

UNIT_TEST(without_locks_all_targets_share_an_id)
{
    uint64_t put = epoch_begin(&epoch, 1, false, false);
    uint64_t get = epoch_begin(&epoch, 1, true, false);

    CU_ASSERT_NOT_EQUAL(put, 0);
    CU_ASSERT_NOT_EQUAL(put, get);
    CU_ASSERT_EQUAL(epoch_begin(&epoch, 2, false, false), put);
    CU_ASSERT_EQUAL(epoch_begin(&epoch, 3, true, false), get);
    CU_ASSERT_EQUAL(end_of(EPOCH_ALL, EPOCH_ENDS), 2);
    CU_ASSERT_EQUAL(end_count, 4);
    CU_ASSERT_EQUAL(ends[0], (int64_t)put);
    CU_ASSERT_EQUAL(ends[1], -(int64_t)put);
    CU_ASSERT_EQUAL(ends[2], (int64_t)get);
    CU_ASSERT_EQUAL(ends[3], -(int64_t)get);
    CU_ASSERT_EQUAL(end_of(EPOCH_ALL, EPOCH_ENDS), 0);
    CU_ASSERT_NOT_EQUAL(epoch_begin(&epoch, 1, false, false), put);
}

UNIT_TEST(a_flush_ends_those_to_its_target)
{
    uint64_t first, second;

    epoch_lock(&epoch, EPOCH_ALL, false);
    first = epoch_begin(&epoch, 1, false, false);
    second = epoch_begin(&epoch, 2, false, false);
    CU_ASSERT_NOT_EQUAL(first, second);
    CU_ASSERT_EQUAL(epoch_begin(&epoch, 1, false, false), first);
    CU_ASSERT_TRUE(epoch_is_open(&epoch, 1));
    CU_ASSERT_EQUAL(end_of(1, EPOCH_ENDS), 1);
    CU_ASSERT_EQUAL(ends[0], (int64_t)first);
    CU_ASSERT_FALSE(epoch_is_open(&epoch, 1));
    CU_ASSERT_TRUE(epoch_is_open(&epoch, 2));
}

UNIT_TEST(what_is_complete_locally_ends_at_the_target_later)
{
    uint64_t put, get, later;

    epoch_lock(&epoch, 1, true);
    put = epoch_begin(&epoch, 1, false, false);
    get = epoch_begin(&epoch, 1, true, false);
    end_of(1, EPOCH_ENDS_LOCALLY);
    CU_ASSERT_EQUAL(end_count, 3);
    CU_ASSERT_EQUAL(ends[0], (int64_t)put);
    CU_ASSERT_EQUAL(ends[1], (int64_t)get);
    CU_ASSERT_EQUAL(ends[2], -(int64_t)get);
    later = epoch_begin(&epoch, 1, false, false);
    CU_ASSERT_NOT_EQUAL(later, put);
    end_of(1, EPOCH_ENDS);
    CU_ASSERT_EQUAL(end_count, 3);
    CU_ASSERT_EQUAL(ends[0], -(int64_t)put);
    CU_ASSERT_EQUAL(ends[1], (int64_t)later);
    CU_ASSERT_EQUAL(ends[2], -(int64_t)later);
}

UNIT_TEST(complete_leaves_the_rest_to_the_target)
{
    uint64_t put = epoch_begin(&epoch, 1, false, false);

    end_of(EPOCH_ALL, EPOCH_ENDS_HERE);
    CU_ASSERT_EQUAL(end_count, 1);
    CU_ASSERT_EQUAL(ends[0], (int64_t)put);
    CU_ASSERT_EQUAL(epoch.count, 0);
}

UNIT_TEST(a_request_ends_its_own_transfer)
{
    uint64_t put, own;

    epoch_lock(&epoch, EPOCH_ALL, false);
    put = epoch_begin(&epoch, 1, false, false);
    own = epoch_begin(&epoch, 1, false, true);
    CU_ASSERT_NOT_EQUAL(put, own);
    CU_ASSERT_EQUAL(epoch_begin(&epoch, 1, false, false), put);
    CU_ASSERT_TRUE(epoch_is_open_one(&epoch, own));
    end_count = 0;
    epoch_end_one(&epoch, own, note_end, NULL);
    epoch_end_one(&epoch, 12345, note_end, NULL);
    CU_ASSERT_EQUAL(end_count, 1);
    CU_ASSERT_EQUAL(ends[0], (int64_t)own);
    CU_ASSERT_FALSE(epoch_is_open_one(&epoch, own));
    own = epoch_begin(&epoch, 1, true, true);
    end_count = 0;
    epoch_end_one(&epoch, own, note_end, NULL);
    CU_ASSERT_EQUAL(end_count, 2);
    CU_ASSERT_EQUAL(ends[1], -(int64_t)own);
    end_of(1, EPOCH_ENDS);
    CU_ASSERT_EQUAL(end_count, 3); /* both ways, and the own at the target */
}

UNIT_TEST(those_that_never_end_at_the_target_are_forgotten)
{
    uint64_t newest = 0;

    epoch_lock(&epoch, 1, false);
    for (int i = 0; i < 10 * EPOCH_AWAITING; i++) {
        newest = epoch_begin(&epoch, 1, false, false);
        end_of(1, EPOCH_ENDS_LOCALLY);
        CU_ASSERT_FATAL(end_count <= EPOCH_AWAITING);
    }
    CU_ASSERT_EQUAL(epoch.count, EPOCH_AWAITING);
    CU_ASSERT_EQUAL(epoch.transfers[EPOCH_AWAITING - 1].id, newest);
}

/* If each had to pass the others this would take minutes. */
UNIT_TEST(many_requests_take_no_longer_each_than_few)
{
    enum { MANY = 300000 };
    clock_t begin = clock();
    uint64_t first = epoch_begin(&epoch, 1, false, true);
    int wrong = 0;

    for (int i = 1; i < MANY; i++)
        epoch_begin(&epoch, 1, i % 2 != 0, true);
    for (uint64_t i = 0; i < MANY; i++) {
        end_count = 0;
        epoch_end_one(&epoch, first + i, note_end, NULL);
        epoch_end_one(&epoch, first + i, note_end, NULL);
        wrong += end_count != 1 + i % 2 || ends[0] != (int64_t)(first + i);
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT_TRUE(epoch.count <= 2 * EPOCH_AWAITING + 1);
    CU_ASSERT_EQUAL(epoch_begin(&epoch, 2, false, true), first + MANY);
    CU_ASSERT_EQUAL(end_of(2, EPOCH_ENDS), 1);
    CU_ASSERT_TRUE((double)(clock() - begin) / CLOCKS_PER_SEC < 10);
}

UNIT_TEST(many_targets_are_told_apart)
{
    uint64_t ids[200];

    epoch_lock(&epoch, EPOCH_ALL, false);
    for (int i = 0; i < 200; i++)
        ids[i] = epoch_begin(&epoch, i, false, false);
    for (int i = 0; i < 200; i++)
        CU_ASSERT_EQUAL(epoch_begin(&epoch, i, false, false), ids[i]);
    CU_ASSERT_EQUAL(epoch.count, 200);
    CU_ASSERT_EQUAL(end_of(EPOCH_ALL, EPOCH_ENDS), 200);
}

UNIT_TEST(a_lock_is_granted_once)
{
    const struct epoch_lock *lock;

    epoch_lock(&epoch, 1, true);
    epoch_lock(&epoch, 2, false);
    CU_ASSERT_PTR_NULL(epoch_grant(&epoch, 3));
    lock = epoch_grant(&epoch, 1);
    CU_ASSERT_PTR_NOT_NULL_FATAL(lock);
    CU_ASSERT_TRUE(lock->exclusive);
    CU_ASSERT_PTR_NULL(epoch_grant(&epoch, 1));
    epoch_unlock(&epoch, 1);
    epoch_unlock(&epoch, 1);
    CU_ASSERT_EQUAL(epoch.lock_count, 1);
    epoch_lock(&epoch, 1, false);
    lock = epoch_grant(&epoch, 1);
    CU_ASSERT_PTR_NOT_NULL_FATAL(lock);
    CU_ASSERT_FALSE(lock->exclusive);
}
