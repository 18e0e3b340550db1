/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_scripted_costs.c - what measuring is said to cost is what it took, by a
 * clock of which each reading takes STEP.
 */
#include "scripted_core.h"

#include <errno.h>

#include "call_ids.h"
#include "measure/sample/registers.h"
#include "report_cells.h"
#include "scripted_kernel.h"

#define STEP 10ull

static char code[2];

static void begin(const struct core_script *script)
{
    core_run(script);
    script_step(STEP);
}

static void end(void)
{
    core_end();
    script_step(0);
}

/* A call whose recording takes so long, beside reading the clock. */
static void call_that_costs(uint64_t ns)
{
    struct hook_call call;

    core_call_begin(&call, CALL_MPI_Wait);
    hook_end(&call);
    call.result = MPI_SUCCESS;
    script_pass(ns);
    hook_state.ops->plain(&call);
    hook_leave(&call);
}

/* Its two readings, and what it took behind the second. */
UNIT_TEST(a_call_costs_two_readings_and_what_is_behind)
{
    struct core_script script = { 0 };

    begin(&script);
    for (int i = 0; i < 1000; i++)
        call_that_costs(70);
    end();
    CU_ASSERT_EQUAL(core_call_cost_ns(), 70 + 2 * STEP);
    CU_ASSERT_EQUAL(rank.own.calls, 1000);
    CU_ASSERT_EQUAL(core_row(CALL_MPI_Wait)->time.sum, 1000 * STEP);
}

/* One of 64 is looked at, from the second on: what the others take is none of
 * the figure, and neither is one that was interrupted. */
UNIT_TEST(calls_are_sampled)
{
    struct core_script script = { 0 };

    begin(&script);
    for (int i = 0; i < 640; i++)
        call_that_costs(i % 64 != 1 ? 500 : i < 128 ? 90 : 8000);
    end();
    CU_ASSERT_EQUAL(core_call_cost_ns(), 90 + 2 * STEP);
}

static void call_functions(int count)
{
    for (int i = 0; i < count; i++) {
        core_enter(&code[0], 4096);
        core_leave(&code[0], 4096);
    }
}

/* Two for each call, how many there may be; each reads the clock once. */
UNIT_TEST(each_event_of_a_function_costs_a_reading)
{
    static const int counts[] = { 63, 125, 126, 251, 1000, 20000 };
    struct core_script script = { .functions = "fold:off" };

    for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
        uint64_t events = 2 * (uint64_t)counts[i];

        begin(&script);
        call_functions(counts[i]);
        end();
        CU_ASSERT_EQUAL(rank.own.function_events, events);
        CU_ASSERT_EQUAL(rank.own.function_ns,
                        events < 126 ? 0 : events * STEP);
        CU_ASSERT_EQUAL(rank.own.region_events, 0);
        CU_ASSERT_EQUAL(rank.own.region_ns, 0);
        CU_ASSERT_EQUAL(rank.own.sample_ns, 0);
        CU_ASSERT_EQUAL(rank.own.resource_ns, 0);
    }
}

/* One of 125 is looked at; every second of these was interrupted. */
UNIT_TEST(events_that_were_interrupted_say_nothing_of_costs)
{
    struct core_script script = { .functions = "fold:off" };

    begin(&script);
    for (int i = 0; i < 1000; i++) {
        script_step(2 * i / 125 % 2 == 0 ? STEP : 9000);
        call_functions(1);
    }
    script_step(STEP);
    end();
    CU_ASSERT_EQUAL(rank.own.function_ns, 2000 * STEP);
}

/* They count, and read no clock. */
UNIT_TEST(folded_functions_cost_no_reading)
{
    struct core_script script = { .functions = "fold:10/1us" };

    begin(&script);
    call_functions(20000);
    end();
    CU_ASSERT_EQUAL(rank.own.function_events, 40000);
    CU_ASSERT_EQUAL(rank.own.function_ns, 0);
    CU_ASSERT_EQUAL(core_function(&code[0], true)->visits, 20000 - 11);
}

UNIT_TEST(each_event_of_a_region_costs_a_reading)
{
    struct core_script script = { 0 };

    begin(&script);
    for (int i = 0; i < 1000; i++) {
        core_mark("region");
        core_mark_end("region");
    }
    for (int i = 0; i < 500; i++) {
        core_range(HOOK_NVTX_PUSHED, 0, "range");
        core_range_end(HOOK_NVTX_PUSHED, 0);
    }
    end();
    CU_ASSERT_EQUAL(rank.own.region_events, 3000);
    CU_ASSERT_EQUAL(rank.own.region_ns, 3000 * STEP);
    CU_ASSERT_EQUAL(rank.own.function_events, 0);
}

/* Three files take 1000 each; the first reading is before the run, the one at
 * its end counts. */
UNIT_TEST(a_reading_of_resources_costs_what_it_takes)
{
    struct core_script script = { .resources_ms = 10 };

    kernel_start(0);
    kernel_usage.reading_ns = 1000;
    begin(&script);
    for (int i = 0; i < 4; i++) {
        script_pass(20000000);
        core_call(CALL_MPI_Wait, 0);
    }
    end();
    CU_ASSERT_EQUAL(rank.resources.readings, 6);
    CU_ASSERT_EQUAL(rank.own.resource_ns, 5 * (3000 + STEP));
    CU_ASSERT_EQUAL(rank.resources.cost_ns, rank.own.resource_ns);
    kernel_end();
}

/* Not inlined: the place of what is sampled. */
static __attribute__((noinline)) void work(unsigned periods)
{
    kernel_works(periods);
    __asm__ volatile("");
}

/* Before a call they are taken out between three readings; in it they are only
 * counted, between two.  A timer's handler reads it twice itself. */
static void taking_samples_costs_what_it_takes(int refusal, uint64_t handlers)
{
    struct core_script script = { .sample_hz = 1000 };
    struct hook_call call;

    kernel_start(refusal);
    begin(&script);
    for (int i = 0; i < 5; i++) {
        work(3);
        core_call(CALL_MPI_Wait, 0);
    }
    core_call_begin(&call, CALL_MPI_Wait);
    work(1);
    core_call_over(&call, 0);
    end();
    CU_ASSERT_EQUAL(rank.own.sample_ns, (5 * 2 + 1) * STEP + handlers * STEP);
    CU_ASSERT_EQUAL(rank.own.calls, 6);
    kernel_end();
}

UNIT_TEST(samples_of_rings_cost_what_taking_them_takes)
{
    taking_samples_costs_what_it_takes(0, 0);
}

UNIT_TEST(samples_of_timers_cost_their_handlers_too)
{
    if (registers_mask() != 0)
        taking_samples_costs_what_it_takes(EACCES, 6 * 2);
}

/* Of the thread that it took most of. */
static void mark_often(void)
{
    for (int i = 0; i < 300; i++) {
        core_mark("of a thread");
        core_mark_end("of a thread");
    }
}

UNIT_TEST(the_thread_with_the_most_is_told)
{
    struct helper *helper = helper_start();
    struct core_script script = { 0 };

    begin(&script);
    helper_does(helper, mark_often);
    for (int i = 0; i < 100; i++) {
        core_mark("of the first");
        core_mark_end("of the first");
    }
    end();
    CU_ASSERT_EQUAL(rank.own.region_events, 599); /* the first made it */
    CU_ASSERT_EQUAL(rank.own.region_ns, 599 * STEP);
    helper_ends(helper);
}

UNIT_TEST(the_parts_are_in_the_report_and_their_sum)
{
    struct analyze_options options = { .detail = "*" };
    struct core_script script = { .functions = "fold:off" };

    begin(&script);
    script_pass(1000000000);
    for (int i = 0; i < 1000; i++)
        call_that_costs(70);
    call_functions(1000);
    end();
    make_report(core_profile(&rank, 1), &options);
    NEAR(1e6 * number_at("run", 0, "own_calls_s"), 90);
    NEAR(1e6 * number_at("run", 0, "own_functions_s"), 20);
    NEAR(1e6 * number_at("run", 0, "overhead_s"), 110);
    EMPTY_AT("run", 0, "own_regions_s");
    EMPTY_AT("run", 0, "own_samples_s");
}
