/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_scripted_regions.c - times of regions and instrumented functions are
 * exactly what the script says.
 */
#include "scripted_core.h"

#include "call_ids.h"
#include "unit.h"

/* Functions are their addresses; any that lie in the program will do. */
static char code[8];

static uintptr_t stack; /* somewhere on it */

/* Deeper ones are further down. */
static uintptr_t frame(int depth)
{
    return stack - 64 * (uintptr_t)depth;
}

static void begin(const char *functions)
{
    struct core_script script = { .functions = functions };

    stack = (uintptr_t)__builtin_frame_address(0) - 64;
    core_run(&script);
}

static void region_is(const struct region_data *region, uint64_t visits,
                      uint64_t inclusive, uint64_t exclusive)
{
    CU_ASSERT_PTR_NOT_NULL(region);
    if (region == NULL)
        return;
    CU_ASSERT_EQUAL(region->visits, visits);
    CU_ASSERT_EQUAL(region->inclusive, inclusive);
    CU_ASSERT_EQUAL(region->exclusive, exclusive);
}

/* ---- marks ---- */

UNIT_TEST(nested_regions_have_their_own_time)
{
    begin(NULL);
    script_pass(3);
    for (int i = 0; i < 4; i++) {
        core_mark("outer");
        script_pass(100);
        core_mark("inner");
        script_pass(20);
        core_call(CALL_MPI_Wait, 7);
        core_mark_end("inner");
        script_pass(1);
        core_mark_end("outer");
    }
    core_end();
    region_is(core_region("outer"), 4, 512, 404);
    region_is(core_region("inner"), 4, 108, 108);
    CU_ASSERT_EQUAL(core_region("inner")->mpi, 28);
    CU_ASSERT_EQUAL(core_region("outer")->mpi, 0);
    region_is(&rank.regions[0], 1, 515, 3);
    CU_ASSERT_EQUAL(rank.region_errors, 0);
}

static uint64_t in_bins(unsigned class)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < rank.timeline.bins; i++)
        sum += rank.timeline.time[i][class];
    return sum;
}

/* Work, a wait with a call of MPI and a region in it, work, an open wait. */
UNIT_TEST(waits_outside_mpi_are_a_class_of_the_time_line)
{
    begin(NULL);
    script_pass(3);
    core_mark("solve");
    core_mark("cudaDeviceSynchronize");
    script_pass(1000);
    core_barrier(7);
    script_pass(200);
    core_mark("callback");
    script_pass(50);
    core_mark_end("callback");
    script_pass(100);
    core_mark_end("cudaDeviceSynchronize");
    script_pass(20);
    core_mark_end("solve");
    core_pcontrol(0);
    core_mark("shmem_quiet");
    script_pass(5000);
    core_pcontrol(1);
    script_pass(400);
    core_end();
    CU_ASSERT_EQUAL(in_bins(PROFILE_TIMELINE_OUTSIDE), 1700);
    CU_ASSERT_EQUAL(in_bins(PROFILE_TIMELINE_USEFUL), 73);
    CU_ASSERT_EQUAL(in_bins(CALL_CLASS_COLLECTIVE), 7);
    CU_ASSERT_EQUAL(rank_data_useful(&rank), 1773);
}

UNIT_TEST(an_open_region_lasts_to_the_end)
{
    begin(NULL);
    core_mark("open");
    script_pass(40);
    core_mark("inside");
    script_pass(2);
    core_end();
    region_is(core_region("open"), 1, 42, 40);
    region_is(core_region("inside"), 1, 2, 2);
    CU_ASSERT_EQUAL(rank.region_errors, 2);
}

/* It closes what is inside; one that is not open closes nothing. */
UNIT_TEST(an_end_out_of_order_ends_those_inside)
{
    begin(NULL);
    core_mark("a");
    script_pass(10);
    core_mark("b");
    script_pass(20);
    core_mark_end("a");
    script_pass(30);
    core_mark_end("b");
    core_mark("a");
    script_pass(5);
    core_mark_end("never");
    script_pass(6);
    core_mark_end("a");
    core_end();
    region_is(core_region("a"), 2, 41, 21);
    region_is(core_region("b"), 1, 20, 20);
    CU_ASSERT_EQUAL(rank.region_errors, 3);
}

/* An open section goes on until what is inside has ended. */
UNIT_TEST(a_range_that_crosses_waits_for_those_inside)
{
    begin(NULL);
    core_range(HOOK_KOKKOS_SECTION, 1, "section");
    script_pass(10);
    core_mark("mark");
    script_pass(20);
    core_range_end(HOOK_KOKKOS_SECTION, 1);
    script_pass(30);
    core_mark_end("mark");
    script_pass(1);
    core_end();
    region_is(core_region("mark"), 1, 50, 50);
    CU_ASSERT_EQUAL(rank.region_errors, 0);
    region_is(&rank.regions[0], 1, 61, 1);
}

UNIT_TEST(a_pause_is_in_no_region)
{
    begin(NULL);
    core_mark("paused");
    script_pass(10);
    core_pcontrol(0);
    script_pass(1000);
    core_mark("within");
    script_pass(200);
    core_mark_end("within");
    core_pcontrol(1);
    script_pass(7);
    core_mark_end("paused");
    core_end();
    region_is(core_region("paused"), 1, 17, 17);
    region_is(core_region("within"), 1, 0, 0);
    CU_ASSERT_EQUAL(rank.paused, 1200);
}

/* Marks of a function that MPI calls, in the middle of a call, are none: the
 * wrappers see to that.  What they keep out is MPI's time. */
UNIT_TEST(time_in_mpi_stays_in_the_region_around)
{
    begin(NULL);
    core_mark("around");
    core_call(CALL_MPI_Reduce_local, 400);
    script_pass(3);
    core_mark_end("around");
    core_end();
    region_is(core_region("around"), 1, 403, 403);
    CU_ASSERT_EQUAL(core_region("around")->mpi, 400);
    CU_ASSERT_EQUAL(core_row(CALL_MPI_Reduce_local)->region,
                    core_region("around")->node);
}

/* Deeper than the stack of regions: counted, and the ends are told apart. */
UNIT_TEST(what_is_too_deep_has_no_time)
{
    char name[16];

    begin(NULL);
    for (int i = 0; i < REGIONS_DEEPEST + 5; i++) {
        snprintf(name, sizeof(name), "d%d", i);
        core_mark(name);
        script_pass(1);
    }
    for (int i = REGIONS_DEEPEST + 4; i >= 0; i--) {
        snprintf(name, sizeof(name), "d%d", i);
        core_mark_end(name);
    }
    core_end();
    region_is(core_region("d0"), 1, REGIONS_DEEPEST + 5, 1);
    region_is(core_region("d126"), 1, 7, 7);
    CU_ASSERT_PTR_NULL(core_region("d127"));
    CU_ASSERT_EQUAL(rank.region_errors, 6);
}

/* Its row has another name, by which readers of the trace know it. */
UNIT_TEST(a_wait_that_shares_a_row_is_none)
{
    char name[16];

    begin(NULL);
    for (int i = 0; i <= REGIONS_APART; i++) {
        snprintf(name, sizeof(name), "mark %d", i);
        core_mark(name);
        core_mark_end(name);
    }
    core_mark("shmem_quiet");
    script_pass(100);
    core_mark_end("shmem_quiet");
    core_end();
    CU_ASSERT_EQUAL(in_bins(PROFILE_TIMELINE_OUTSIDE), 0);
    CU_ASSERT_EQUAL(in_bins(PROFILE_TIMELINE_USEFUL), 100);
}

/* ---- functions ---- */

/* The recorder knows it by its symbol. */
static void cudaDeviceSynchronize(void)
{
}

UNIT_TEST(functions_that_wait_outside_mpi_are_known_by_name)
{
    void *wait = (void *)(uintptr_t)cudaDeviceSynchronize;

    begin("fold:off");
    core_enter(&code[0], frame(0));
    script_pass(5);
    for (int i = 0; i < 2; i++) {
        core_enter(wait, frame(1));
        script_pass(100);
        core_enter(&code[1], frame(2));
        script_pass(10);
        core_leave(&code[1], frame(2));
        script_pass(1000);
        core_leave(wait, frame(1));
        script_pass(3);
    }
    core_leave(&code[0], frame(0));
    core_end();
    region_is(core_function(wait, false), 2, 2220, 2200);
    CU_ASSERT_EQUAL(in_bins(PROFILE_TIMELINE_OUTSIDE), 2200);
    CU_ASSERT_EQUAL(in_bins(PROFILE_TIMELINE_USEFUL), 31);
}

UNIT_TEST(functions_have_inclusive_and_exclusive_time)
{
    begin("fold:off");
    core_enter(&code[0], frame(0));
    script_pass(5);
    for (int i = 0; i < 3; i++) {
        core_enter(&code[1], frame(1));
        script_pass(100);
        core_leave(&code[1], frame(1));
    }
    core_leave(&code[0], frame(0));
    core_end();
    region_is(core_function(&code[0], false), 1, 305, 5);
    region_is(core_function(&code[1], false), 3, 300, 300);
    CU_ASSERT_EQUAL(rank.region_errors, 0);
}

/* It is one region, visited again. */
UNIT_TEST(a_function_that_calls_itself_counts_its_time_once)
{
    begin("fold:off");
    for (int i = 0; i < 4; i++) {
        core_enter(&code[0], frame(i));
        script_pass(10);
    }
    for (int i = 3; i >= 0; i--) {
        script_pass(1);
        core_leave(&code[0], frame(i));
    }
    core_end();
    region_is(core_function(&code[0], false), 4, 44, 44);
}

/* longjmp: the next function begins further up than they were. */
UNIT_TEST(what_was_left_ends_where_that_shows)
{
    begin("fold:off");
    core_enter(&code[0], frame(0));
    core_enter(&code[1], frame(1));
    script_pass(10);
    core_enter(&code[2], frame(2));
    script_pass(20);
    core_enter(&code[3], frame(1) + 16);
    script_pass(3);
    core_leave(&code[3], frame(1) + 16);
    core_leave(&code[0], frame(0));
    core_end();
    region_is(core_function(&code[0], false), 1, 33, 0);
    region_is(core_function(&code[1], false), 1, 30, 10);
    region_is(core_function(&code[2], false), 1, 20, 20);
    region_is(core_function(&code[3], false), 1, 3, 3);
    CU_ASSERT_EQUAL(rank.region_errors, 0);
}

static void call_often(int count, uint64_t ns)
{
    for (int i = 0; i < count; i++) {
        core_enter(&code[1], frame(1));
        script_pass(ns);
        core_leave(&code[1], frame(1));
    }
}

/* At the call behind fold_calls their mean decides: those before are timed,
 * others only counted, and their time is the caller's. */
UNIT_TEST(short_functions_are_folded)
{
    begin("fold:100/50ns");
    core_enter(&code[0], frame(0));
    call_often(100, 49);
    call_often(1, 49);
    call_often(1000, 49);
    core_leave(&code[0], frame(0));
    core_end();
    region_is(core_function(&code[1], false), 101, 101 * 49, 101 * 49);
    region_is(core_function(&code[1], true), 1000, 0, 0);
    region_is(core_function(&code[0], false), 1, 1101 * 49, 1000 * 49);
}

UNIT_TEST(functions_that_are_long_enough_are_not_folded)
{
    begin("fold:100/50ns");
    core_enter(&code[0], frame(0));
    call_often(101, 50);
    call_often(1000, 1); /* looked at again after each 100 */
    core_leave(&code[0], frame(0));
    core_end();
    region_is(core_function(&code[1], false), 201, 101 * 50 + 100,
              101 * 50 + 100);
    region_is(core_function(&code[1], true), 900, 0, 0);
}

UNIT_TEST(a_pause_does_not_make_a_function_long)
{
    begin("fold:100/50ns");
    core_enter(&code[0], frame(0));
    call_often(100, 49);
    core_enter(&code[1], frame(1));
    core_pcontrol(0);
    script_pass(1000000);
    core_pcontrol(1);
    core_leave(&code[1], frame(1));
    call_often(1000, 49);
    core_leave(&code[0], frame(0));
    core_end();
    region_is(core_function(&code[1], false), 101, 100 * 49, 100 * 49);
    region_is(core_function(&code[1], true), 1000, 0, 0);
}

/* A mark that begins in a function ends in one that it calls. */
UNIT_TEST(a_mark_that_ends_in_a_callee_waits_for_that)
{
    begin("fold:off");
    core_enter(&code[0], frame(0));
    core_mark("mark");
    script_pass(10);
    core_enter(&code[1], frame(1));
    script_pass(20);
    core_mark_end("mark");
    script_pass(30);
    core_leave(&code[1], frame(1));
    script_pass(4);
    core_leave(&code[0], frame(0));
    core_end();
    region_is(core_region("mark"), 1, 60, 10);
    region_is(core_function(&code[1], false), 1, 50, 50);
    region_is(core_function(&code[0], false), 1, 64, 4);
    CU_ASSERT_EQUAL(rank.region_errors, 0);
}
