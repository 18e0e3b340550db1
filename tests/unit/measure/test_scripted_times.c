/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_scripted_times.c - what the core records takes exactly as long as the
 * script says: calls, useful time, time over the run, pauses, threads.
 */
#include "scripted_core.h"

#include <string.h>
#include <ucontext.h>

#include "call_ids.h"
#include "measure/record/record_left.h"
#include "measure/record/thread.h"
#include "report_cells.h"

#define MS 1000000ull

static const struct core_script alone = { .callpath = 1 };

static uint64_t useful(void)
{
    return rank_data_useful(&rank);
}

UNIT_TEST(a_call_takes_from_its_begin_to_its_end)
{
    const struct row *row;

    core_run(&alone);
    for (uint64_t i = 0; i < 2; i++) {
        script_pass(100);
        core_call(CALL_MPI_Barrier, 250 + 500 * i);
    }
    script_pass(50);
    core_end();
    row = core_row(CALL_MPI_Barrier);
    CU_ASSERT_PTR_NOT_NULL_FATAL(row);
    CU_ASSERT_EQUAL(row->count, 2);
    CU_ASSERT_EQUAL(row->time.sum, 1000);
    CU_ASSERT_EQUAL(row->time.min, 250);
    CU_ASSERT_EQUAL(row->time.max, 750);
    CU_ASSERT_EQUAL(row->time_squares, 250.0 * 250 + 750.0 * 750);
    CU_ASSERT_EQUAL(row->time_bins[profile_bin(250)], 1);
    CU_ASSERT_EQUAL(row->time_bins[profile_bin(750)], 1);
    CU_ASSERT_EQUAL(rank.length, 1250);
    CU_ASSERT_EQUAL(rank.mpi[CALL_CLASS_COLLECTIVE], 1000);
    CU_ASSERT_EQUAL(useful(), 250);
}

/* What our own work after a call takes is time between calls, and MPI_Init lies
 * before the run. */
UNIT_TEST(what_is_outside_of_calls_is_useful)
{
    struct core_script script = { .init_ns = 12345 };
    struct hook_call call;

    core_run(&script);
    core_call_begin(&call, CALL_MPI_Wait);
    script_pass(30);
    hook_end(&call);
    call.result = MPI_SUCCESS;
    script_pass(7);
    hook_state.ops->plain(&call);
    hook_leave(&call);
    core_end();
    CU_ASSERT_EQUAL(core_row(CALL_MPI_Wait)->time.sum, 30);
    CU_ASSERT_EQUAL(rank.length, 37);
    CU_ASSERT_EQUAL(rank.init, 12345);
    CU_ASSERT_EQUAL(useful(), 7);
}

/* It ends where the next call shows that, and that one is recorded. */
UNIT_TEST(a_call_that_was_left_ends_with_the_next_entry)
{
    uint64_t before = record_left_count(CALL_MPI_Recv);

    core_run(&alone);
    script_pass(100);
    core_call_left(CALL_MPI_Recv, 40);
    script_pass(5);
    core_call(CALL_MPI_Barrier, 7);
    script_pass(3);
    core_end();
    CU_ASSERT_EQUAL(core_row(CALL_MPI_Recv)->time.sum, 45);
    CU_ASSERT_EQUAL(core_row(CALL_MPI_Barrier)->time.sum, 7);
    CU_ASSERT_EQUAL(record_left_count(CALL_MPI_Recv), before + 1);
    CU_ASSERT_EQUAL(useful(), 103);
}

/* A jump out of something inside it was noted: from then on it is over. */
UNIT_TEST(a_call_that_was_left_by_a_jump_ends_there)
{
    core_run(&alone);
    core_call_left(CALL_MPI_Recv, 40);
    hook_thread.seen = hook_now();
    script_pass(60);
    core_call(CALL_MPI_Barrier, 7);
    core_end();
    CU_ASSERT_EQUAL(core_row(CALL_MPI_Recv)->time.sum, 40);
    CU_ASSERT_EQUAL(useful(), 60);
}

static int stacks_learned(void)
{
    const struct thread *thread = hook_thread.data;
    int count = 0;

    for (int i = 0; i < STACKS_SETS; i++)
        for (int way = 0; way < STACKS_WAYS; way++)
            count += thread->stacks->ways[i][way].caller != NULL;
    return count;
}

/* The stack from which it was called is gone. */
UNIT_TEST(no_stack_is_learned_of_a_call_that_was_left)
{
    const struct core_script deep = { .callpath = 8 };

    core_run(&deep);
    core_call_left(CALL_MPI_Recv, 40);
    core_call(CALL_MPI_Barrier, 7);
    CU_ASSERT_EQUAL(stacks_learned(), 1);
    core_end();
    CU_ASSERT_EQUAL(core_row(CALL_MPI_Recv)->count, 1);
}

/* The end of a thread that is in a call of which nothing could be kept. */
UNIT_TEST(a_thread_without_memory_leaves_nothing)
{
    core_run(&alone);
    core_call_left(CALL_MPI_Recv, 40);
    hook_thread.data = NULL;
    record_left_at_end(&hook_thread);
    CU_ASSERT_EQUAL(hook_thread.inside, 0);
    CU_ASSERT_EQUAL(hook_thread.now->id, 0);
    core_end();
    CU_ASSERT_PTR_NULL(core_row(CALL_MPI_Recv));
}

/* Of a context that is suspended: it counts once, up to what came between. */
UNIT_TEST(a_call_that_returns_after_all_is_not_counted_twice)
{
    struct hook_caller from = { main, (uintptr_t)&from };
    struct hook_call call;

    core_run(&alone);
    core_call_begin(&call, CALL_MPI_Recv);
    script_pass(40);
    hook_thread.inside = 1; /* elsewhere */
    CU_ASSERT_FALSE(hook_is_inside(&hook_thread, from));
    script_pass(10);
    core_call_over(&call, 0);
    core_end();
    CU_ASSERT_EQUAL(core_row(CALL_MPI_Recv)->count, 1);
    CU_ASSERT_EQUAL(core_row(CALL_MPI_Recv)->time.sum, 40);
    CU_ASSERT_EQUAL(useful(), 10);
}

/* ---- inside a call ---- */

static int asked; /* whether a call was left */

static bool is_left(struct hook_thread *thread, struct hook_caller from)
{
    asked++;
    return record_left(thread, from);
}

__attribute__((noinline)) static void ask_from(int places)
{
    for (int i = 0; i < places; i++) {
        struct hook_caller from = { (char *)(uintptr_t)main + i,
                                    (uintptr_t)__builtin_frame_address(0) };

        CU_ASSERT_TRUE(hook_is_inside(&hook_thread, from));
    }
}

__attribute__((noinline)) static void call_and_ask(int places, bool jumped)
{
    struct hook_caller from = { __builtin_return_address(0),
                                (uintptr_t)__builtin_dwarf_cfa() };
    struct hook_call call;

    hook_enter(&call, CALL_MPI_Send, HOOK_C, from);
    hook_begin(&call);
    script_pass(1);
    if (jumped)
        hook_thread.seen = hook_now();
    ask_from(places);
    core_call_over(&call, 10);
}

__attribute__((noinline)) static int call_deep(int bytes, int places,
                                               bool jumped)
{
    volatile char room[bytes];

    room[0] = 0;
    call_and_ask(places, jumped);
    return room[0];
}

/* MPICH's Fortran calls its C procedures, each from a place of its own. */
UNIT_TEST(a_place_inside_a_call_is_looked_at_once)
{
    struct hook_ops ops;

    core_run(&alone);
    ops = *hook_state.ops;
    ops.left = is_left;
    hook_state.ops = &ops;
    asked = 0;
    for (int bytes = 16; bytes < 1 << 16; bytes *= 2)
        call_deep(bytes, 100, false);
    CU_ASSERT_EQUAL(asked, 100);
    call_deep(16, 1, true);
    CU_ASSERT_EQUAL(asked, 101);
    core_end();
    CU_ASSERT_EQUAL(core_row(CALL_MPI_Send)->count, 13);
}

/* ---- contexts ---- */

static struct {
    ucontext_t back, inside;
    char stack[1 << 16];
} fibre;

/* In one function: what compilers know of it they may keep. */
static void in_fibre(void)
{
    struct hook_caller from = { main, (uintptr_t)&from };
    struct hook_call call;

    hook_enter(&call, CALL_MPI_Recv, HOOK_C, from);
    hook_begin(&call);
    swapcontext(&fibre.inside, &fibre.back);
    hook_end(&call);
    hook_leave(&call);
    CU_ASSERT_TRUE(call.thread->nobody);
}

static void fibre_goes_on(void)
{
    swapcontext(&fibre.back, &fibre.inside);
}

/* It is over for the thread in which it began when that one's next call begins. */
UNIT_TEST(a_call_that_returns_in_another_thread_is_not_that_ones)
{
    struct helper *helper = helper_start();

    core_run(&alone);
    getcontext(&fibre.inside);
    fibre.inside.uc_stack.ss_sp = fibre.stack;
    fibre.inside.uc_stack.ss_size = sizeof(fibre.stack);
    fibre.inside.uc_link = &fibre.back;
    makecontext(&fibre.inside, in_fibre, 0);
    swapcontext(&fibre.back, &fibre.inside);
    helper_does(helper, fibre_goes_on);
    script_pass(30);
    core_barrier(7);
    core_end();
    CU_ASSERT_EQUAL(core_row(CALL_MPI_Recv)->count, 1);
    CU_ASSERT_EQUAL(core_row(CALL_MPI_Recv)->time.sum, 30);
    helper_ends(helper);
}

UNIT_TEST(each_place_of_a_call_has_its_own_row)
{
    const char *at = (const char *)(uintptr_t)main;
    uint64_t sums[2] = { 0 };
    int rows = 0;

    core_run(&alone);
    for (int i = 0; i < 3; i++) {
        core_call_at(at, CALL_MPI_Wait, 10);
        core_call_at(at + 1, CALL_MPI_Wait, 400);
    }
    core_end();
    for (size_t i = 0; i < rank.row_count; i++)
        if (rank.rows[i].call == CALL_MPI_Wait && rows < 2) {
            CU_ASSERT_EQUAL(rank.rows[i].count, 3);
            CU_ASSERT_NOT_EQUAL(rank.rows[i].path, 0);
            sums[rows++] = rank.rows[i].time.sum;
        }
    CU_ASSERT_EQUAL(rows, 2);
    CU_ASSERT_EQUAL(sums[0] + sums[1], 1230);
    CU_ASSERT(sums[0] == 30 || sums[0] == 1200);
}

UNIT_TEST(a_peer_has_the_time_of_blocking_calls)
{
    struct core_script script = { .ranks = 3 };

    core_run(&script);
    core_send(2, 100, 40);
    core_send(2, 100, 60);
    core_recv(1, 8, 500);
    core_send(MPI_PROC_NULL, 8, 9);
    core_end();
    CU_ASSERT_EQUAL_FATAL(rank.peer_count, 2);
    CU_ASSERT_EQUAL(rank.peers[0].rank, 1);
    CU_ASSERT_EQUAL(rank.peers[0].time, 500);
    CU_ASSERT_EQUAL(rank.peers[0].in_bytes, 8);
    CU_ASSERT_EQUAL(rank.peers[1].rank, 2);
    CU_ASSERT_EQUAL(rank.peers[1].time, 100);
    CU_ASSERT_EQUAL(rank.peers[1].out_bytes, 200);
    CU_ASSERT_EQUAL(rank.mpi[CALL_CLASS_P2P], 609);
}

/* ---- over time ---- */

static uint64_t in_bin(uint32_t bin, int class)
{
    return bin < rank.timeline.bins ? rank.timeline.time[bin][class] : 0;
}

UNIT_TEST(bins_have_what_was_in_their_time)
{
    core_run(&alone);
    script_pass(MS / 2);
    core_barrier(2 * MS); /* half of a bin, all of one, half of the next */
    core_send(MPI_PROC_NULL, 0, MS / 4);
    script_pass(MS / 4);
    core_end();
    CU_ASSERT_EQUAL(rank.timeline.bin_width, MS);
    CU_ASSERT_EQUAL(rank.timeline.bins, 3);
    CU_ASSERT_EQUAL(in_bin(0, CALL_CLASS_COUNT), MS / 2);
    CU_ASSERT_EQUAL(in_bin(0, CALL_CLASS_COLLECTIVE), MS / 2);
    CU_ASSERT_EQUAL(in_bin(1, CALL_CLASS_COLLECTIVE), MS);
    CU_ASSERT_EQUAL(in_bin(2, CALL_CLASS_COLLECTIVE), MS / 2);
    CU_ASSERT_EQUAL(in_bin(2, CALL_CLASS_P2P), MS / 4);
    CU_ASSERT_EQUAL(in_bin(2, CALL_CLASS_COUNT), MS / 4);
}

/* 1000 steps of 3 ms, a third of them in MPI: more than 512 bins of 1, 2 or
 * 4 ms. */
UNIT_TEST(a_long_run_has_wider_bins)
{
    uint64_t sums[2] = { 0 };

    core_run(&alone);
    for (int i = 0; i < 1000; i++) {
        script_pass(2 * MS);
        core_barrier(MS);
    }
    core_end();
    CU_ASSERT_EQUAL(rank.timeline.bin_width, 8 * MS);
    CU_ASSERT_EQUAL(rank.timeline.bins, 375);
    for (uint32_t i = 0; i < rank.timeline.bins; i++) {
        sums[0] += in_bin(i, CALL_CLASS_COUNT);
        sums[1] += in_bin(i, CALL_CLASS_COLLECTIVE);
        CU_ASSERT_EQUAL(in_bin(i, CALL_CLASS_COUNT) +
                            in_bin(i, CALL_CLASS_COLLECTIVE),
                        8 * MS);
    }
    CU_ASSERT_EQUAL(sums[0], 2000 * MS);
    CU_ASSERT_EQUAL(sums[1], 1000 * MS);
    CU_ASSERT_EQUAL(in_bin(0, CALL_CLASS_COUNT), 6 * MS);
    CU_ASSERT_EQUAL(in_bin(1, CALL_CLASS_COUNT), 5 * MS);
}

/* ---- pauses ---- */

UNIT_TEST(a_pause_is_nobodys_time)
{
    core_run(&alone);
    script_pass(100);
    core_pcontrol(0);
    script_pass(1000);
    core_barrier(5000);
    core_pcontrol(1);
    script_pass(30);
    core_barrier(7);
    core_end();
    CU_ASSERT_EQUAL(rank.length, 6137);
    CU_ASSERT_EQUAL(rank.paused, 6000);
    CU_ASSERT_EQUAL(rank.mpi[CALL_CLASS_COLLECTIVE], 7);
    CU_ASSERT_EQUAL(core_row(CALL_MPI_Barrier)->count, 1);
    CU_ASSERT_EQUAL(useful(), 130);
    CU_ASSERT_EQUAL(in_bin(0, CALL_CLASS_COUNT), 130);
}

/* Whoever finalizes with recording off. */
UNIT_TEST(a_pause_may_last_to_the_end)
{
    core_run(&alone);
    script_pass(100);
    core_pcontrol(0);
    core_pcontrol(0);
    core_pcontrol(7);
    script_pass(900);
    core_end();
    CU_ASSERT_EQUAL(rank.paused, 900);
    CU_ASSERT_EQUAL(useful(), 100);
}

static void off_for_300(void)
{
    core_pcontrol(0);
    script_pass(300);
    core_pcontrol(1);
    script_pass(11);
}

static void off_and_on_again(void)
{
    off_for_300();
    off_for_300();
}

static void off(void)
{
    core_pcontrol(0);
}

static void on(void)
{
    core_pcontrol(1);
}

/* Another thread switches recording off and on meanwhile. */
UNIT_TEST(a_call_that_goes_on_counts_without_the_pause)
{
    struct helper *helper = helper_start();
    struct hook_call call;

    core_run(&alone);
    script_pass(5);
    core_call_begin(&call, CALL_MPI_Recv);
    script_pass(50);
    helper_does(helper, off_and_on_again);
    core_call_over(&call, 20);
    script_pass(4);
    core_end();
    CU_ASSERT_EQUAL(core_row(CALL_MPI_Recv)->time.sum, 92);
    CU_ASSERT_EQUAL(core_row(CALL_MPI_Recv)->count, 1);
    CU_ASSERT_EQUAL(rank.paused, 600);
    CU_ASSERT_EQUAL(rank.length, 701);
    CU_ASSERT_EQUAL(useful(), 9);
    helper_ends(helper);
}

UNIT_TEST(a_call_has_what_of_it_was_not_paused)
{
    struct helper *helper = helper_start();
    struct hook_call call;

    core_run(&alone);
    script_pass(5);
    helper_does(helper, off);
    script_pass(60);
    core_call_begin(&call, CALL_MPI_Recv); /* 30 of it are paused */
    script_pass(30);
    helper_does(helper, on);
    core_call_over(&call, 8);
    core_call_begin(&call, CALL_MPI_Recv); /* and this is, at its end */
    helper_does(helper, off);
    core_call_over(&call, 1000);
    helper_does(helper, on);
    core_end();
    CU_ASSERT_EQUAL(core_row(CALL_MPI_Recv)->time.sum, 8);
    CU_ASSERT_EQUAL(core_row(CALL_MPI_Recv)->count, 1);
    CU_ASSERT_EQUAL(rank.paused, 1090);
    CU_ASSERT_EQUAL(useful(), 5);
    helper_ends(helper);
}

/* ---- threads ---- */

static void wait_for_400(void)
{
    core_call(CALL_MPI_Wait, 400);
}

static void work_in_a_region(void)
{
    core_mark("of another");
    script_pass(70);
    core_call(CALL_MPI_Wait, 30);
}

/* Useful time, classes and regions are the lead thread's; rows are all
 * threads'. */
UNIT_TEST(a_second_threads_calls_count_beside)
{
    struct helper *helper = helper_start();

    core_run(&alone);
    script_pass(100);
    helper_does(helper, wait_for_400);
    script_pass(100);
    helper_does(helper, wait_for_400);
    core_call(CALL_MPI_Recv, 50);
    core_end();
    CU_ASSERT_EQUAL(rank.threads, 2);
    CU_ASSERT_EQUAL(core_row(CALL_MPI_Wait)->time.sum, 800);
    CU_ASSERT_EQUAL(core_row(CALL_MPI_Wait)->count, 2);
    CU_ASSERT_EQUAL(rank.mpi[CALL_CLASS_WAIT], 0);
    CU_ASSERT_EQUAL(rank.mpi[CALL_CLASS_P2P], 50);
    CU_ASSERT_EQUAL(useful(), 1000);
    helper_ends(helper);
}

static void work_and_wait(void)
{
    for (int i = 0; i < 10; i++) {
        script_pass(5);
        core_call(CALL_MPI_Barrier, 10);
    }
}

static void join_begins(void)
{
    hook_thread.joins_since = hook_now();
}

static void join_ends(void)
{
    hook_thread.joined += hook_now() - hook_thread.joins_since;
    hook_thread.joins_since = 0;
}

/* Then that one stands for the rank: before its first call and after its last
 * one somebody worked.  Before is 20 and 5, then 10 times 10 in MPI. */
UNIT_TEST(a_thread_that_only_joins_does_not_stand_for_its_rank)
{
    struct helper *helper = helper_start();

    core_run(&alone);
    core_call(CALL_MPI_Comm_rank, 0);
    script_pass(20);
    join_begins();
    helper_does(helper, work_and_wait);
    join_ends();
    script_pass(3);
    core_end();
    CU_ASSERT_EQUAL(rank.lead, 1);
    CU_ASSERT_EQUAL(rank.length, 173);
    CU_ASSERT_EQUAL(rank.mpi[CALL_CLASS_COLLECTIVE], 100);
    CU_ASSERT_EQUAL(useful(), 73);
    CU_ASSERT_EQUAL(rank.regions[0].exclusive, 173);
    CU_ASSERT_EQUAL(rank.regions[0].mpi, 100);
    helper_ends(helper);
}

/* The join is not over when another thread ends the run. */
UNIT_TEST(a_join_may_last_longer_than_the_run)
{
    struct helper *helper = helper_start();

    core_run(&alone);
    join_begins();
    helper_does(helper, work_and_wait);
    core_end();
    hook_thread.joins_since = 0;
    CU_ASSERT_EQUAL(rank.lead, 1);
    CU_ASSERT_EQUAL(useful(), 50);
    helper_ends(helper);
}

/* Of several the one that was at it longest. */
UNIT_TEST(the_thread_that_works_longest_stands_for_a_rank_that_joins)
{
    struct helper *shorter = helper_start(), *longer = helper_start();

    core_run(&alone);
    join_begins();
    helper_does(longer, wait_for_400);
    helper_does(shorter, wait_for_400);
    helper_does(longer, work_and_wait);
    join_ends();
    core_end();
    CU_ASSERT_EQUAL(rank.lead, 1);
    CU_ASSERT_EQUAL(rank.mpi[CALL_CLASS_WAIT], 400);
    CU_ASSERT_EQUAL(rank.mpi[CALL_CLASS_COLLECTIVE], 100);
    CU_ASSERT_EQUAL(useful(), 450);
    helper_ends(shorter);
    helper_ends(longer);
}

/* It joins for less than half of the run. */
UNIT_TEST(the_first_thread_stands_for_its_rank_when_it_works)
{
    struct helper *helper = helper_start();

    core_run(&alone);
    script_pass(151);
    join_begins();
    helper_does(helper, work_and_wait);
    join_ends();
    core_end();
    CU_ASSERT_EQUAL(rank.lead, 0);
    CU_ASSERT_EQUAL(useful(), 301);
    helper_ends(helper);
}

static void begin_run(void)
{
    core_run(&alone);
    core_call(CALL_MPI_Comm_rank, 0);
}

/* The thread of MPI_Init ends early; late: one that takes its record. */
static void without_first(struct helper *late)
{
    struct helper *gone = helper_start(), *worker = helper_start();

    helper_does(gone, begin_run);
    helper_does(worker, work_and_wait);
    helper_ends(gone);
    helper_does(worker, wait_for_400);
    helper_does(worker, work_and_wait);
    if (late != NULL)
        helper_does(late, work_and_wait);
    core_end();
    CU_ASSERT_EQUAL(rank.lead, 1);
    CU_ASSERT_EQUAL(rank.threads, 2);
    CU_ASSERT_EQUAL(rank.mpi[CALL_CLASS_WAIT], 400);
    helper_ends(worker);
}

UNIT_TEST(a_thread_that_is_gone_does_not_stand_for_its_rank)
{
    without_first(NULL);
}

UNIT_TEST(a_record_taken_over_was_idle_before)
{
    struct helper *late = helper_start();

    without_first(late);
    helper_ends(late);
}

/* The region that each leaves open is closed at its end, as an error. */
UNIT_TEST(threads_one_after_the_other_share_a_record)
{
    core_run(&alone);
    for (int i = 0; i < 5; i++) {
        struct helper *helper = helper_start();

        helper_does(helper, work_in_a_region);
        helper_ends(helper);
        script_pass(1);
    }
    core_end();
    CU_ASSERT_EQUAL(rank.threads, 2);
    CU_ASSERT_EQUAL(rank.region_errors, 5);
    CU_ASSERT_EQUAL(core_row(CALL_MPI_Wait)->time.sum, 150);
    CU_ASSERT_EQUAL(useful(), 505);
    CU_ASSERT_PTR_NULL(core_region("of another"));
}

/* ---- limits ---- */

/* 256 rows at least, 128 of them for procedures alone, a quarter of the others
 * for call sites alone. */
UNIT_TEST(what_finds_no_row_keeps_its_time)
{
    struct core_script script = { .callpath = 1, .memory_bytes = 1 };
    uint64_t calls = 0, time = 0, in_procedure = 0;
    char name[16];

    core_run(&script);
    for (int i = 0; i < 500; i++) {
        snprintf(name, sizeof(name), "r%d", i);
        core_mark(name);
        core_call(CALL_MPI_Wait, 10);
        core_mark_end(name);
    }
    core_end();
    for (size_t i = 0; i < rank.row_count; i++) {
        calls += rank.rows[i].count;
        time += rank.rows[i].time.sum;
        in_procedure += rank.rows[i].region == 0 ? rank.rows[i].count : 0;
    }
    CU_ASSERT_EQUAL(calls, 500);
    CU_ASSERT_EQUAL(time, 5000);
    CU_ASSERT_EQUAL(rank.row_count, 129);
    CU_ASSERT(rank.lost_calls >= 404);
    CU_ASSERT_EQUAL(in_procedure, 372);
}

/* ---- the tables of runs ---- */

/* Of the calling thread. */
static __thread struct hook_call waiting;

static void wait_begins(void)
{
    core_call_begin(&waiting, CALL_MPI_Recv);
}

static void wait_ends(void)
{
    core_call_over(&waiting, 0);
}

/* Three threads of rank 0 wait for 0.4 s while its first thread works for 0.8;
 * that of rank 1 works for 0.4 s and waits for the rest. */
static void run_threads(uint32_t number, struct rank_data *out)
{
    struct core_script script = { .rank = number, .ranks = 2 };
    struct helper *helpers[3];

    script_start();
    core_begin(&script);
    for (int i = 0; number == 0 && i < 3; i++)
        helper_does(helpers[i] = helper_start(), wait_begins);
    script_pass(400 * MS);
    for (int i = 0; number == 0 && i < 3; i++)
        helper_does(helpers[i], wait_ends);
    if (number == 1)
        core_barrier(400 * MS);
    else
        script_pass(400 * MS);
    core_end_as(out);
    for (int i = 0; number == 0 && i < 3; i++)
        helper_ends(helpers[i]);
}

UNIT_TEST(the_first_threads_share_the_run)
{
    struct analyze_options options = { .detail = "*" };
    struct rank_data ranks[2];
    size_t recv;

    core_forget();
    run_threads(0, &ranks[0]);
    run_threads(1, &ranks[1]);
    make_report(core_profile(ranks, 2), &options);
    recv = row_with("procedures", "procedure", "MPI_Recv");
    NEAR(number_at("rank_times", 0, "useful_s"), 0.8);
    NEAR(number_at("rank_times", 1, "useful_s"), 0.4);
    NEAR(number_at("efficiency",
                   row_with("efficiency", "name", "load_balance"), "value"),
         0.75);
    NUMBERS("procedures", recv, { "time_s", 1.2 }, { "share", 0.75 });
    HAS(report_table(report, "procedures")->note, "can exceed 100 %");
}

/* Rank 0 is not measured for three quarters of its time. */
static void run_pause(uint32_t number, struct rank_data *out)
{
    struct core_script script = { .rank = number, .ranks = 2 };

    script_start();
    core_begin(&script);
    script_pass(100 * MS);
    if (number == 0)
        core_pcontrol(0);
    script_pass(300 * MS);
    if (number == 0)
        core_pcontrol(1);
    core_end_as(out);
}

UNIT_TEST(a_pause_is_in_the_table_of_ranks)
{
    struct analyze_options options = { .detail = "*" };
    struct rank_data ranks[2];

    core_forget();
    run_pause(0, &ranks[0]);
    run_pause(1, &ranks[1]);
    make_report(core_profile(ranks, 2), &options);
    NUMBERS("rank_times", 0, { "total_s", 0.1 }, { "paused_s", 0.3 });
    NUMBERS("rank_times", 1, { "total_s", 0.4 }, { "paused_s", 0 });
    EMPTY_AT("efficiency", 0, "value");
}
