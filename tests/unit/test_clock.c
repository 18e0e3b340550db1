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
static void a_stretch_is_as_long_by_the_counter_as_by_the_clock(void)
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
    CU_ASSERT_DOUBLE_EQUAL(clock_ticks_to_ns(&rate, (double)ticks),
                           (double)ns, 0.01 * (double)ns);
}

static void without_a_counter_ticks_are_nanoseconds(void)
{
    struct clock_rate rate;

    clock_start(&rate, false);
    sleep_ms(1);
    clock_calibrate(&rate);
    CU_ASSERT_DOUBLE_EQUAL(rate.ticks_per_ns, 1.0, 0);
    CU_ASSERT_DOUBLE_EQUAL(clock_ticks_to_ns(&rate, 12345.0), 12345.0, 0);
}

static void time_stamps_do_not_go_back(void)
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

UNIT_MAIN("clock", a_stretch_is_as_long_by_the_counter_as_by_the_clock,
          without_a_counter_ticks_are_nanoseconds, time_stamps_do_not_go_back)
