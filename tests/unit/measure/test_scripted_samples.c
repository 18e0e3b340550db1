/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_scripted_samples.c - samples of the scripted kernel are charged where
 * they were taken, all of them, and nothing else is.
 */
#include "scripted_core.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "call_ids.h"
#include "measure/callsite/modules.h"
#include "measure/sample/sampler_internal.h"
#include "scripted_kernel.h"
#include "unit.h"

static const struct core_script sampled = { .sample_hz = 1000 };

static void begin(int refusal)
{
    kernel_start(refusal);
    core_run(&sampled);
}

static void end(void)
{
    core_end();
    kernel_end();
}

/* Three places, each a function of its own. */
static uint64_t a, b, c;

__attribute__((noinline)) static void part_a(unsigned periods)
{
    kernel_works(periods);
    a = kernel_place();
}

__attribute__((noinline)) static void part_b(unsigned periods)
{
    kernel_works(periods);
    b = kernel_place();
}

__attribute__((noinline)) static void part_c(unsigned periods)
{
    kernel_works(periods);
    c = kernel_place();
}

/* What the innermost frame of a path has beyond its module's begin differs from
 * its address by as much as another's. */
static uint64_t offset_of(uint32_t path)
{
    struct definition frame = definitions_get(
        recorder.definitions, DEFINITION_FRAME,
        definitions_get(recorder.definitions, DEFINITION_PATH, path).refs[1]);
    uint64_t offset = 0;

    for (uint32_t i = 0; i < 8 && i < frame.key_size; i++)
        offset |= (uint64_t)frame.key[i] << (8 * i);
    return offset;
}

static uint64_t bias(void)
{
    struct modules *modules = modules_create();
    uint64_t found = modules_find(modules, (void *)(uintptr_t)a)->bias;

    modules_destroy(modules);
    return found;
}

/* Samples at a place, of all regions. */
static uint64_t at(uint64_t place)
{
    uint64_t from = bias(), sum = 0;

    for (size_t i = 0; i < rank.samples.row_count; i++)
        if (rank.samples.rows[i].call == SAMPLE_NO_CALL &&
            offset_of(rank.samples.rows[i].path) + from == place)
            sum += rank.samples.rows[i].count;
    return sum;
}

static uint64_t in_region(const char *name)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < rank.samples.row_count; i++)
        if (rank.samples.rows[i].region == core_region(name)->node)
            sum += rank.samples.rows[i].count;
    return sum;
}

static uint64_t useful(void)
{
    return samples_useful(&rank.samples);
}

/* More than a ring holds: its signal makes room in between. */
static void shares(int refusal)
{
    begin(refusal);
    for (int i = 0; i < 2; i++) {
        part_a(558);
        part_b(349);
        part_c(93);
        core_call(CALL_MPI_Wait, 0);
    }
    end();
    CU_ASSERT_EQUAL(at(a), 1116);
    CU_ASSERT_EQUAL(at(b), 698);
    CU_ASSERT_EQUAL(at(c), 186);
    CU_ASSERT_EQUAL(useful(), 2000);
    CU_ASSERT_EQUAL(samples_in_calls(&rank.samples), 0);
    CU_ASSERT_EQUAL(rank.samples.lost, 0);
    CU_ASSERT_EQUAL(rank.samples.threads, 1);
    CU_ASSERT_EQUAL(rank.samples.period_ns, 997300);
    CU_ASSERT_EQUAL(rank.samples.source,
                    refusal == 0 ? SAMPLE_PERF : SAMPLE_TIMER);
    CU_ASSERT_EQUAL(rank.samples.refused,
                    refusal == 0 ? 0u : 1u << REFUSED_RIGHT);
    CU_ASSERT_EQUAL(rank.samples.timed, refusal == 0 ? 0 : 1);
}

UNIT_TEST(work_is_charged_to_its_places)
{
    shares(0);
}

/* One signal, that says how many periods have passed, stands for all. */
UNIT_TEST(a_timer_that_was_late_counts_all_periods)
{
    if (registers_mask() != 0)
        shares(EACCES);
}

/* Its callers are found in the copy of the stack. */
UNIT_TEST(callers_are_followed)
{
    bool has_caller = false;

    if (!unwind_works() || registers_mask() == 0)
        return;
    begin(0);
    part_a(3);
    core_call(CALL_MPI_Wait, 0);
    end();
    for (size_t i = 0; i < rank.samples.row_count; i++)
        has_caller |= definitions_get(recorder.definitions, DEFINITION_PATH,
                                      rank.samples.rows[i].path)
                          .refs[0] != 0;
    CU_ASSERT_TRUE(has_caller);
    CU_ASSERT_EQUAL(rank.samples.cut, 0);
}

UNIT_TEST(in_a_call_they_are_the_calls)
{
    struct hook_call call;

    begin(0);
    part_a(5);
    core_call_begin(&call, CALL_MPI_Recv);
    part_b(40);
    core_call_over(&call, 0);
    part_c(2);
    core_call(CALL_MPI_Wait, 0);
    end();
    CU_ASSERT_EQUAL(at(a), 5);
    CU_ASSERT_EQUAL(at(b), 0);
    CU_ASSERT_EQUAL(at(c), 2);
    CU_ASSERT_EQUAL(samples_in_calls(&rank.samples), 40);
    for (size_t i = 0; i < rank.samples.row_count; i++)
        if (rank.samples.rows[i].call != SAMPLE_NO_CALL)
            CU_ASSERT_EQUAL(rank.samples.rows[i].call, CALL_MPI_Recv + 1);
}

UNIT_TEST(each_region_has_its_own)
{
    begin(0);
    part_a(1);
    core_mark("first");
    part_b(10);
    core_mark("second");
    part_c(20);
    core_mark_end("second");
    part_a(4);
    core_mark_end("first");
    part_b(100);
    core_call(CALL_MPI_Wait, 0);
    end();
    CU_ASSERT_EQUAL(in_region("first"), 14);
    CU_ASSERT_EQUAL(in_region("second"), 20);
    CU_ASSERT_EQUAL(useful(), 135);
}

UNIT_TEST(those_of_a_pause_are_nobodys)
{
    begin(0);
    part_a(6);
    core_pcontrol(0);
    part_b(300);
    core_call(CALL_MPI_Wait, 0);
    part_b(7);
    core_pcontrol(1);
    part_c(8);
    core_call(CALL_MPI_Wait, 0);
    end();
    CU_ASSERT_EQUAL(at(a), 6);
    CU_ASSERT_EQUAL(at(b), 0);
    CU_ASSERT_EQUAL(at(c), 8);
    CU_ASSERT_EQUAL(rank.samples.lost, 0);
    CU_ASSERT_EQUAL(useful() + samples_in_calls(&rank.samples), 14);
}

/* Without the signal a ring overflows: what is lost is counted with the next
 * one that finds room, and in a pause not at all. */
UNIT_TEST(what_finds_no_room_is_counted)
{
    begin(0);
    kernel_hold(true);
    part_a(20000);
    core_call(CALL_MPI_Wait, 0);
    part_b(1);
    core_pcontrol(0);
    part_a(20000);
    core_call(CALL_MPI_Wait, 0);
    part_b(1);
    core_pcontrol(1);
    part_c(1);
    core_call(CALL_MPI_Wait, 0);
    end();
    CU_ASSERT(at(a) > 50);
    CU_ASSERT_EQUAL(at(a) + rank.samples.lost, 20000);
    CU_ASSERT_EQUAL(at(b), 1);
    CU_ASSERT_EQUAL(at(c), 1);
}

/* When the store is full one stands for two, then for four ...: no more than
 * that is missing. */
UNIT_TEST(of_very_many_one_stands_for_several)
{
    double share;

    if (registers_mask() == 0)
        return; /* these are small */
    begin(0);
    for (uint32_t i = 0; i < 8000; i++)
        (i * 2654435761u >> 30 == 1 ? part_b : part_a)(1);
    core_call(CALL_MPI_Wait, 0);
    end();
    share = (double)at(a) / (double)useful();
    CU_ASSERT_DOUBLE_EQUAL((double)useful(), 8000, 32);
    CU_ASSERT_DOUBLE_EQUAL(share, 0.75, 0.01);
    CU_ASSERT_EQUAL(rank.samples.lost, 0);
}

/* ---- other threads ---- */

static void begin_thread(void)
{
    hook_state.ops->thread_begins(&hook_thread, (int)syscall(SYS_gettid),
                                  NULL);
}

static void work_in_a(void)
{
    part_a(30);
}

static void work_and_call(void)
{
    begin_thread();
    part_a(30);
    core_call(CALL_MPI_Wait, 0);
    part_b(9);
}

static void end_thread(void)
{
    hook_state.ops->thread_ends(&hook_thread);
}

UNIT_TEST(a_thread_that_ends_leaves_its_samples)
{
    struct helper *helper;

    begin(0);
    helper = helper_start();
    helper_does(helper, work_and_call);
    helper_ends(helper);
    part_c(2);
    core_call(CALL_MPI_Wait, 0);
    end();
    CU_ASSERT_EQUAL(at(a), 30);
    CU_ASSERT_EQUAL(at(b), 9);
    CU_ASSERT_EQUAL(at(c), 2);
    CU_ASSERT_EQUAL(rank.samples.threads, 2);
}

/* Its samples are taken by those that call MPI, and at the latest at the end. */
UNIT_TEST(a_thread_that_never_calls_mpi_is_looked_after)
{
    struct helper *helper;

    begin(0);
    helper = helper_start();
    helper_does(helper, begin_thread);
    helper_does(helper, work_in_a);
    part_c(1);
    core_call(CALL_MPI_Wait, 0);
    helper_does(helper, work_in_a);
    helper_does(helper, end_thread);
    helper_ends(helper);
    end();
    CU_ASSERT_EQUAL(at(a), 60);
    CU_ASSERT_EQUAL(at(c), 1);
}

static void work_in_a_region(void)
{
    begin_thread();
    core_mark("of a thread");
    part_a(20);
}

static void end_the_region(void)
{
    part_a(5);
    core_mark_end("of a thread");
}

/* What another thread did until recording was switched off counts, in its own
 * region; what it does from there on does not. */
UNIT_TEST(a_pause_holds_for_other_threads)
{
    struct helper *helper;

    begin(0);
    helper = helper_start();
    core_mark("of a thread"); /* in the tables of the first one, too */
    core_mark_end("of a thread");
    helper_does(helper, work_in_a_region);
    core_pcontrol(0);
    helper_does(helper, work_in_a);
    core_pcontrol(1);
    helper_does(helper, end_the_region);
    helper_ends(helper);
    end();
    CU_ASSERT_EQUAL(at(a), 25);
    CU_ASSERT_EQUAL(in_region("of a thread"), 25);
}
