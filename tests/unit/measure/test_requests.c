/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_requests.c - requests in flight, also several under one handle.
 */
#include "measure/track/requests.h"
#include "unit.h"

#include <time.h>

static MPI_Request handle_of(uintptr_t number)
{
    return (MPI_Request)(number * 16 + 4096);
}

static uint64_t add(uintptr_t number, int tag, bool persistent)
{
    struct request request = { .handle = handle_of(number),
                               .tag = tag,
                               .persistent = persistent,
                               .active = !persistent };

    return requests_add(&request);
}

UNIT_TEST(each_is_found_once_whatever_the_order)
{
    enum { MANY = 20000 };
    struct request request;
    int wrong = 0;

    requests_setup(false);
    for (int i = 0; i < MANY; i++)
        wrong += add((uintptr_t)i, i, false) == 0;
    CU_ASSERT_EQUAL(requests_open(), MANY);
    for (int i = 0; i < MANY; i++) {
        int k = (int)((unsigned)i * 7919u % MANY);

        wrong += !requests_take(handle_of((uintptr_t)k), 0, &request) ||
                 request.tag != k;
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT_EQUAL(requests_open(), 0);
    CU_ASSERT_FALSE(requests_take(handle_of(1), 0, &request));
    requests_teardown();
}

/* Both MPIs answer small sends with one and the same finished request. */
UNIT_TEST(equal_handles_are_taken_oldest_first)
{
    struct request request;

    requests_setup(false);
    for (int tag = 0; tag < 3000; tag++)
        add(5, tag, false);
    for (int tag = 0; tag < 3000; tag++) {
        CU_ASSERT_TRUE_FATAL(requests_take(handle_of(5), 0, &request));
        CU_ASSERT_EQUAL_FATAL(request.tag, tag);
    }
    CU_ASSERT_FALSE(requests_take(handle_of(5), 0, &request));
    requests_teardown();
}

/* The send was finished where nobody saw it. */
UNIT_TEST(a_handle_that_comes_again_is_the_new_receive)
{
    struct comm_info comm = { .id = 1 };
    struct request request = { .handle = handle_of(5), .active = true };

    requests_setup(false);
    add(5, 1, false);
    add(5, 2, true);
    request.kind = REQUEST_RECV;
    request.comm = &comm;
    requests_add(&request);
    CU_ASSERT_EQUAL(requests_open(), 1);
    CU_ASSERT_TRUE(requests_take(handle_of(5), 0, &request));
    CU_ASSERT_EQUAL(request.kind, REQUEST_RECV);
    CU_ASSERT_FALSE(requests_take(handle_of(5), 0, &request));
    requests_teardown();
}

static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Seconds to add and take so many; alike: all under one handle. */
static double time_of(int count, bool share, bool alike)
{
    struct request request = { .active = true };
    double begin = seconds();

    requests_setup(share);
    for (int i = 0; i < count; i++) {
        request.handle = handle_of(alike ? 5 : (uintptr_t)i);
        request.since = (uint64_t)i;
        requests_add(&request);
    }
    for (int i = 0; i < count; i++)
        requests_take(handle_of(alike ? 5 : (uintptr_t)i), (uint64_t)count,
                      &request);
    CU_ASSERT_EQUAL(requests_open(), 0);
    requests_teardown();
    return seconds() - begin;
}

/* If each had to pass the others these would take minutes. */
UNIT_TEST(many_take_no_longer_each_than_few)
{
    enum { MANY = 300000 };

    for (int kind = 0; kind < 4; kind++)
        CU_ASSERT_TRUE(time_of(MANY, kind & 1, kind & 2) < 10);
}

/* As of a program that never completes any. */
UNIT_TEST(no_more_are_kept_than_the_most)
{
    struct request request = { .active = true };

    for (int alike = 0; alike < 2; alike++) {
        requests_setup(true);
        for (uint32_t i = 0; i < REQUESTS_MOST + 10; i++) {
            request.handle = handle_of(alike ? 5 : (uintptr_t)i);
            CU_ASSERT_EQUAL(requests_add(&request) == 0, i >= REQUESTS_MOST);
        }
        CU_ASSERT_EQUAL(requests_lost(), 10);
        CU_ASSERT_TRUE(requests_drop(handle_of(5), 0, &request));
        CU_ASSERT_NOT_EQUAL(requests_add(&request), 0);
        CU_ASSERT_EQUAL(requests_add(&request), 0);
        requests_teardown();
    }
}

/* What another thread began to wait for long ago is not looked for among all
 * that came since. */
UNIT_TEST(a_call_that_began_long_ago_is_answered_at_once)
{
    enum { MANY = 100000 };
    struct request request = { .handle = handle_of(7), .active = true };
    double begin = seconds();
    int wrong = 0;

    requests_setup(true);
    for (int i = 0; i < 2 * MANY; i++) {
        request.since = i < MANY ? 10 : 30;
        requests_add(&request);
    }
    for (int i = 0; i < MANY; i++)
        wrong +=
            !requests_take(handle_of(7), 20, &request) || request.since != 10;
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT_TRUE(seconds() - begin < 10);
    requests_teardown();
}

/* Two threads: the first is still on its way back from MPI_Wait when the
 * second has got the same handle for a request of its own, or the other way
 * round. */
UNIT_TEST(a_call_means_what_was_there_when_it_began)
{
    struct request old = {
        .handle = handle_of(7), .since = 10, .tag = 1, .active = true
    };
    struct request fresh = {
        .handle = handle_of(7), .since = 30, .tag = 2, .active = true
    };
    struct request got;

    requests_setup(true);
    requests_add(&old);
    requests_add(&fresh);
    CU_ASSERT_TRUE(requests_peek(handle_of(7), 20, &got));
    CU_ASSERT_EQUAL(got.tag, 1);
    CU_ASSERT_TRUE(requests_take(handle_of(7), 40, &got));
    CU_ASSERT_EQUAL(got.tag, 2);
    CU_ASSERT_TRUE(requests_take(handle_of(7), 20, &got));
    CU_ASSERT_EQUAL(got.tag, 1);
    CU_ASSERT_FALSE(requests_take(handle_of(7), 50, &got));
    requests_teardown();
}

UNIT_TEST(a_persistent_one_goes_on_until_it_is_freed)
{
    struct request first, again;

    requests_setup(false);
    add(9, 1, true);
    CU_ASSERT_FALSE(requests_take(handle_of(9), 0, &first)); /* inactive */
    CU_ASSERT_TRUE(requests_start(handle_of(9), 0, false, &first));
    CU_ASSERT_EQUAL(requests_open(), 1);
    CU_ASSERT_TRUE(requests_take(handle_of(9), 0, &first));
    CU_ASSERT_TRUE(requests_start(handle_of(9), 0, false, &again));
    CU_ASSERT_NOT_EQUAL(first.id, again.id);
    CU_ASSERT_TRUE(requests_drop(handle_of(9), 0, &again));
    CU_ASSERT_FALSE(requests_start(handle_of(9), 0, false, &again));
    CU_ASSERT_EQUAL(requests_open(), 0);
    requests_teardown();
}

UNIT_TEST(requests_of_objects_are_known_to_be_there)
{
    struct request request = {
        .handle = handle_of(3), .kind = REQUEST_IO, .active = true, .file = 7
    };

    requests_setup(false);
    add(1, 1, false);
    CU_ASSERT_FALSE(requests_any_of_objects());
    requests_add(&request);
    request.handle = handle_of(4);
    requests_add(&request);
    CU_ASSERT_TRUE(requests_take(handle_of(3), 0, &request));
    CU_ASSERT_EQUAL(request.file, 7);
    CU_ASSERT_TRUE(requests_any_of_objects());
    CU_ASSERT_TRUE(requests_drop(handle_of(4), 0, &request));
    CU_ASSERT_FALSE(requests_any_of_objects());
    requests_teardown();
}
