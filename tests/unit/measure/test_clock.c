/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_clock.c - ticks and nanoseconds agree.
 */
#include <time.h>

#include "measure/clock/clock.h"
#include "unit.h"

static void sleep_ms(long ms)
{
    struct timespec pause = { 0, ms * 1000000 };

    nanosleep(&pause, NULL);
}

/* Both clocks around the same 20 ms, whatever the machine does meanwhile. */
UNIT_TEST(a_stretch_is_as_long_by_the_counter_as_by_the_clock)
{
    struct clock_rate rate;
    uint64_t ticks, ns;

    clock_start(&rate, clock_has_counter());
    ticks = clock_now_ticks(rate.counter);
    ns = clock_posix_ns();
    sleep_ms(20);
    ticks = clock_now_ticks(rate.counter) - ticks;
    ns = clock_posix_ns() - ns;
    clock_calibrate(&rate);
    CU_ASSERT_DOUBLE_EQUAL(clock_ticks_to_ns(&rate, (double)ticks), (double)ns,
                           0.01 * (double)ns);
}

UNIT_TEST(without_a_counter_ticks_are_nanoseconds)
{
    struct clock_rate rate;

    clock_start(&rate, false);
    sleep_ms(1);
    clock_calibrate(&rate);
    CU_ASSERT_DOUBLE_EQUAL(rate.ticks_per_ns, 1.0, 0);
    CU_ASSERT_DOUBLE_EQUAL(clock_ticks_to_ns(&rate, 12345.0), 12345.0, 0);
}

UNIT_TEST(time_stamps_do_not_go_back)
{
    bool counter = clock_has_counter();
    uint64_t last = clock_now_ticks(counter);

    for (int i = 0; i < 100000; i++) {
        uint64_t now = clock_now_ticks(counter);

        if (now < last)
            CU_FAIL("a time stamp before the one taken earlier");
        last = now;
    }
}

/* Half of the way, then all of it; the first rate is of no account. */
UNIT_TEST(a_moment_of_the_clock_is_one_of_the_counter)
{
    struct clock_rate rate = { true, 1000000, 5000000, 77.0 };
    struct clock_pair now = { 1000000 + 3000000, 5000000 + 1000000 };

    CU_ASSERT_EQUAL(clock_ticks_at(&rate, &now, 5500000), 2500000);
    CU_ASSERT_EQUAL(clock_ticks_at(&rate, &now, 5000000), 1000000);
    CU_ASSERT_EQUAL(clock_ticks_at(&rate, &now, 5999999), 3999997);
    CU_ASSERT_EQUAL(clock_ticks_at(&rate, &now, 6000000), 4000000);
    CU_ASSERT_EQUAL(clock_ticks_at(&rate, &now, 6000001), 4000000);
    rate.counter = false;
    now.ticks = now.ns;
    CU_ASSERT_EQUAL(clock_ticks_at(&rate, &now, 5500000), 5500000);
}

/* As long as the time between two readings that are later and earlier. */
UNIT_TEST(a_moment_lies_between_readings_around_it)
{
    struct clock_rate rate;
    struct clock_pair now;
    uint64_t before, ns, after;

    clock_start(&rate, clock_has_counter());
    sleep_ms(5);
    before = clock_now_ticks(rate.counter);
    ns = clock_posix_ns();
    after = clock_now_ticks(rate.counter);
    sleep_ms(20);
    now = clock_pair_now(rate.counter);
    ns = clock_ticks_at(&rate, &now, ns);
    CU_ASSERT(ns + (uint64_t)(1000 * rate.ticks_per_ns) >= before);
    CU_ASSERT(ns <= after + (uint64_t)(1000 * rate.ticks_per_ns));
}
