/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_one_sided.c - who waited for whom on windows and files, in runs whose
 * answers are known.
 */
#include "unit.h"

#include <string.h>

#include "replay_script.h"

enum { WINDOW = 1, OTHER_WINDOW }; /* communicators of the log */

static void begin_run(uint32_t ranks)
{
    script_begin(ranks);
    script.comms[WINDOW] = (struct replay_comm){ .members = ranks };
    script.comms[OTHER_WINDOW] = (struct replay_comm){ .members = ranks };
}

/* Waits of that kind and rank, and those of all. */
static void plays_with(enum wait_kind kind, uint32_t rank, double wait,
                       double all)
{
    script_play();
    IS(waited(kind, rank), wait);
    IS(waited_in_all(), all);
}

/* ---- of all members ---- */

static void together_op(enum replay_coll coll, uint32_t comm)
{
    op((struct replay_op){ .kind = REPLAY_COLLECTIVE,
                           .coll = (uint16_t)coll,
                           .comm = comm,
                           .peer = script.rank });
}

static void fence(double begin, double end)
{
    together_op(REPLAY_COLL_FENCE, WINDOW);
    call("MPI_Win_fence", begin, end);
}

UNIT_TEST(windows_and_files_wait_for_the_last)
{
    static const struct {
        enum replay_coll coll;
        enum wait_kind kind;
        const char *call;
    } all[] = {
        { REPLAY_COLL_CREATE, WAIT_CREATE, "MPI_Win_allocate" },
        { REPLAY_COLL_FREE, WAIT_FREE, "MPI_Win_free" },
        { REPLAY_COLL_FENCE, WAIT_FENCE, "MPI_Win_fence" },
        { REPLAY_COLL_IO, WAIT_IO, "MPI_File_write_all" },
    };
    for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++) {
        begin_run(3);
        for (uint32_t rank = 0; rank < 3; rank++) {
            on_rank(rank);
            together_op(all[i].coll, WINDOW);
            call(all[i].call, 100 * rank + 50, 400 + rank);
        }
        script_play();
        IS(waited(all[i].kind, 0), 200);
        IS(waited(all[i].kind, 1), 100);
        IS(waited_in_all(), 300);
        IS(blamed(all[i].kind, 2), 300);
        IS((double)played->ideal / MS, 250);
        CU_ASSERT_EQUAL(played->split_count, 1);
        IS((double)played->splits[0].synchronisation / MS, 300);
    }
}

/* Where one had left already, nobody has waited for all. */
UNIT_TEST(who_leaves_before_the_last_shows_that_nobody_waits)
{
    begin_run(3);
    fence(100, 300);
    on_rank(1);
    fence(200, 600);
    on_rank(2);
    fence(500, 700);
    barrier(900, 901);
    script_play();
    IS(waited_in_all(), 0);
    CU_ASSERT_EQUAL(played->open_collectives, 1); /* the barrier */
    IS((double)played->ideal / MS, 700);
}

/* Of the rank, in the window since its last fence. */
static void fence_behind_transfers(double begin, double end)
{
    together_op(REPLAY_COLL_FENCE, WINDOW);
    script.ops[script.op_count - 1].flags = REPLAY_SENDS;
    call("MPI_Win_fence", begin, end);
}

static uint64_t quiet_fences(void)
{
    uint64_t count = 0;

    for (size_t i = 0; i < played->overlap_count; i++)
        count += played->overlaps[i].quiet;
    return count;
}

/* The first opens, only rank 1 puts before the second; nobody after that. */
UNIT_TEST(fences_behind_no_transfers_are_counted)
{
    begin_run(2);
    for (uint32_t rank = 0; rank < 2; rank++) {
        on_rank(rank);
        fence_behind_transfers(100, 110);
        if (rank == 0)
            fence(200, 210);
        else
            fence_behind_transfers(200, 210);
        fence(300, 310);
        fence(400, 410);
    }
    script_play();
    CU_ASSERT_EQUAL(quiet_fences(), 4);
}

UNIT_TEST(transfers_of_other_threads_may_need_a_fence)
{
    begin_run(2);
    for (uint32_t rank = 0; rank < 2; rank++) {
        on_rank(rank);
        fence(300, 310);
    }
    on_thread(1, 1);
    call("MPI_Comm_size", 100, 101);
    script_play();
    CU_ASSERT_EQUAL(quiet_fences(), 0);
}

UNIT_TEST(windows_are_told_apart)
{
    begin_run(2);
    fence(100, 320);
    together_op(REPLAY_COLL_FENCE, OTHER_WINDOW);
    call("MPI_Win_fence", 330, 450);
    on_rank(1);
    fence(300, 310);
    together_op(REPLAY_COLL_FENCE, OTHER_WINDOW);
    call("MPI_Win_fence", 400, 440);
    plays_with(WAIT_FENCE, 0, 200 + 70, 270);
}

UNIT_TEST(a_member_that_never_comes_is_not_waited_for)
{
    begin_run(3);
    fence(100, 300);
    on_rank(1);
    fence(200, 301);
    on_rank(2);
    barrier(10, 20);
    script_play();
    IS(waited_in_all(), 0);
    CU_ASSERT_EQUAL(played->open_collectives, 2);
}

/* A fence and a free of the same window are no collective. */
UNIT_TEST(members_that_do_not_agree_are_left_out)
{
    begin_run(2);
    fence(100, 400);
    on_rank(1);
    together_op(REPLAY_COLL_FREE, WINDOW);
    call("MPI_Win_free", 300, 400);
    script_play();
    IS(waited_in_all(), 0);
    CU_ASSERT_EQUAL(played->odd_collectives, 1);
}

/* Rank 1 does not wait for 2; rank 3 leaves before 2 has come. */
UNIT_TEST(ordered_access_waits_for_lower_ranks)
{
    static const double begins[] = { 300, 100, 500, 200 };
    static const double ends[] = { 310, 320, 510, 400 };
    begin_run(4);
    for (uint32_t rank = 0; rank < 4; rank++) {
        on_rank(rank);
        together_op(REPLAY_COLL_IO_ORDERED, WINDOW);
        call("MPI_File_write_ordered", begins[rank], ends[rank]);
    }
    script_play();
    IS(waited(WAIT_IO, 1), 200);
    IS(waited(WAIT_IO, 3), 0);
    IS(waited_in_all(), 200);
    IS(blamed(WAIT_IO, 0), 200);
}

static void writes_later(uint32_t request, double begin)
{
    op((struct replay_op){ .kind = REPLAY_COLLECTIVE_POST,
                           .flags = REPLAY_SETTLED,
                           .coll = REPLAY_COLL_IO,
                           .comm = WINDOW,
                           .peer = script.rank,
                           .request = request });
    call("MPI_File_iwrite_all", begin, begin + 1);
}

UNIT_TEST(nonblocking_access_waits_where_it_ends)
{
    begin_run(3);
    writes_later(1, 100);
    done_op(REPLAY_COLLECTIVE_DONE, 1);
    call("MPI_Wait", 200, 410);
    on_rank(1);
    writes_later(1, 400);
    done_op(REPLAY_COLLECTIVE_DONE, 1);
    call("MPI_Wait", 402, 410);
    on_rank(2);
    writes_later(1, 100);
    done_op(REPLAY_COLLECTIVE_DONE, 1);
    call("MPI_Wait", 390, 395); /* needs nobody */
    plays_with(WAIT_IO, 0, 200, 200);
}

/* ---- two groups ---- */

static void remote_op(enum replay_op_kind kind, uint32_t peer)
{
    op((struct replay_op){
        .kind = (uint8_t)kind, .comm = WINDOW, .peer = peer });
}

static void one(enum replay_op_kind kind, uint32_t peer, const char *name,
                double begin, double end)
{
    remote_op(kind, peer);
    call(name, begin, end);
}

static void post(uint32_t origin, double begin)
{
    one(REPLAY_EXPOSE, origin, "MPI_Win_post", begin, begin + 1);
}

static void start(uint32_t target, double begin, double end)
{
    one(REPLAY_START, target, "MPI_Win_start", begin, end);
}

static void put(uint32_t target, double begin, double end)
{
    one(REPLAY_ACCESS, target, "MPI_Put", begin, end);
}

static void complete(uint32_t target, double begin, double end)
{
    one(REPLAY_COMPLETE, target, "MPI_Win_complete", begin, end);
}

static void exposed(uint32_t origin, double begin, double end)
{
    one(REPLAY_EXPOSED, origin, "MPI_Win_wait", begin, end);
}

/* In the call in which the post falls, whichever that is. */
static void late_post_in(double at, double expected, const char *waits)
{
    begin_run(2);
    start(1, 100, 200);
    put(1, 300, 400);
    complete(1, 500, 600);
    on_rank(1);
    post(0, at);
    script_play();
    IS(waited(WAIT_LATE_POST, 0), expected);
    IS(waited_in_all(), expected);
    IS(blamed(WAIT_LATE_POST, 1), expected);
    CU_ASSERT_EQUAL(played->pair_count, expected > 0);
    if (expected > 0 && played->row_count == 1)
        CU_ASSERT_STRING_EQUAL(
            call_table[played->sites[played->rows[0].site].call].name, waits);
    CU_ASSERT_EQUAL(played->sends, 0);
}

UNIT_TEST(a_late_post_is_waited_for_where_it_falls)
{
    late_post_in(50, 0, NULL);
    late_post_in(180, 80, "MPI_Win_start");
    late_post_in(250, 0, NULL);
    late_post_in(390, 90, "MPI_Put");
    late_post_in(450, 0, NULL);
    late_post_in(570, 70, "MPI_Win_complete");
    late_post_in(650, 0, NULL); /* it was not needed */
}

UNIT_TEST(of_several_posts_the_last_counts)
{
    begin_run(3);
    remote_op(REPLAY_START, 1);
    remote_op(REPLAY_START, 2);
    call("MPI_Win_start", 100, 450);
    remote_op(REPLAY_COMPLETE, 1);
    remote_op(REPLAY_COMPLETE, 2);
    call("MPI_Win_complete", 460, 470);
    on_rank(1);
    post(0, 200);
    on_rank(2);
    post(0, 400);
    script_play();
    IS(waited(WAIT_LATE_POST, 0), 300);
    IS(waited_in_all(), 300);
    IS(blamed(WAIT_LATE_POST, 2), 300);
}

UNIT_TEST(who_is_missing_in_a_group_is_not_waited_for)
{
    begin_run(3);
    remote_op(REPLAY_START, 1);
    remote_op(REPLAY_START, 2);
    remote_op(REPLAY_START, 77); /* is no rank */
    call("MPI_Win_start", 100, 450);
    complete(1, 460, 470);
    on_rank(1);
    post(0, 200);
    remote_op(REPLAY_EXPOSED, 0);
    remote_op(REPLAY_EXPOSED, 2);
    call("MPI_Win_wait", 300, 480);
    on_rank(2);
    barrier(10, 20);
    script_play();
    IS(waited(WAIT_LATE_POST, 0), 100);
    IS(waited(WAIT_EARLY_WAIT, 1) + waited(WAIT_LATE_COMPLETE, 1), 160);
    IS(waited_in_all(), 260);
}

/* The n-th post is for the n-th start, whatever came between. */
UNIT_TEST(epochs_belong_together_in_order)
{
    begin_run(2);
    start(1, 100, 130);
    complete(1, 140, 150);
    start(1, 200, 330);
    complete(1, 340, 350);
    on_rank(1);
    post(0, 120);
    exposed(0, 130, 145);
    post(0, 310);
    exposed(0, 320, 345);
    script_play();
    IS(waited(WAIT_LATE_POST, 0), 20 + 110);
    IS(waited(WAIT_EARLY_WAIT, 1), 10); /* until the start ends */
    IS(waited(WAIT_LATE_COMPLETE, 1), 10 + 10);
}

/* Of the first epoch the end is not in the trace. */
UNIT_TEST(a_new_epoch_ends_the_one_before)
{
    begin_run(2);
    start(1, 100, 101);
    start(1, 200, 201);
    put(1, 210, 330);
    on_rank(1);
    post(0, 50);
    post(0, 300);
    plays_with(WAIT_LATE_POST, 0, 90, 90);
}

/* Of the second epoch the begin is not: what was late in it is not known. */
UNIT_TEST(an_epoch_ends_when_it_is_complete)
{
    begin_run(2);
    start(1, 60, 61);
    complete(1, 100, 101);
    complete(1, 400, 401);
    on_rank(1);
    post(0, 50);
    exposed(0, 105, 106);
    exposed(0, 150, 410);
    plays_with(WAIT_EARLY_WAIT, 1, 250, 250);
}

/* The origin worked until 300, put until 310, and then did something else. */
UNIT_TEST(an_early_wait_is_split_by_the_last_access)
{
    begin_run(2);
    start(1, 60, 61);
    put(1, 300, 310);
    complete(1, 400, 405);
    on_rank(1);
    post(0, 50);
    exposed(0, 100, 410);
    script_play();
    IS(waited(WAIT_EARLY_WAIT, 1), 210);
    IS(waited(WAIT_LATE_COMPLETE, 1), 90);
    IS(waited_in_all(), 300);
    IS(blamed(WAIT_EARLY_WAIT, 0), 210);
    IS(blamed(WAIT_LATE_COMPLETE, 0), 90);
    /* each part is rounded to ns */
    CU_ASSERT_DOUBLE_EQUAL(direct(0, false) + direct(0, true), 300, 3e-6);
}

UNIT_TEST(what_the_origin_did_before_the_wait_is_late_all_the_same)
{
    begin_run(2);
    start(1, 60, 61);
    put(1, 70, 80);
    complete(1, 400, 405);
    on_rank(1);
    post(0, 50);
    exposed(0, 100, 410);
    script_play();
    IS(waited(WAIT_EARLY_WAIT, 1), 0);
    IS(waited(WAIT_LATE_COMPLETE, 1), 300);
}

/* Without MPI_Win_start nothing is known of what could be avoided. */
UNIT_TEST(a_trace_that_begins_later_knows_no_last_access)
{
    begin_run(2);
    put(1, 70, 80);
    complete(1, 400, 405);
    on_rank(1);
    exposed(0, 100, 410);
    plays_with(WAIT_EARLY_WAIT, 1, 300, 300);
}

UNIT_TEST(a_test_of_a_window_never_waits)
{
    begin_run(2);
    start(1, 60, 61);
    complete(1, 400, 405);
    start(1, 500, 501);
    complete(1, 600, 601);
    on_rank(1);
    post(0, 50);
    one(REPLAY_EXPOSED, 0, "MPI_Win_test", 390, 410);
    post(0, 411);
    exposed(0, 550, 610);
    plays_with(WAIT_LATE_COMPLETE, 1, 50, 50);
}

/* By clocks that differ the origin completes after the target has left. */
UNIT_TEST(epochs_against_the_clock_have_no_wait)
{
    begin_run(2);
    start(1, 60, 61);
    complete(1, 205, 210);
    fence(220, 300);
    on_rank(1);
    post(0, 50);
    exposed(0, 100, 200);
    fence(280, 300);
    plays_with(WAIT_FENCE, 0, 60, 60);
}

UNIT_TEST(a_trace_that_ends_early_ends_the_epoch)
{
    begin_run(2);
    start(1, 60, 90);
    on_rank(1);
    post(0, 80);
    exposed(0, 100, 200);
    exposed(0, 210, 220); /* nobody's */
    fence(300, 400);
    plays_with(WAIT_LATE_POST, 0, 20, 20);
}

/* The second thread accesses what the first has started. */
UNIT_TEST(any_thread_may_wait_for_the_post)
{
    begin_run(2);
    start(1, 60, 61);
    complete(1, 400, 405);
    on_thread(script.rank, 1);
    put(1, 100, 320);
    put(1, 410, 420); /* after its end: of no epoch */
    on_rank(1);
    post(0, 300);
    exposed(0, 302, 401);
    script_play();
    IS(waited(WAIT_LATE_POST, 0), 200);
    IS(waited(WAIT_EARLY_WAIT, 1), 18);
    IS(waited(WAIT_LATE_COMPLETE, 1), 80);
}

/* Rank 1 works 300 before it posts, rank 0 100 after; the wait is no work. */
UNIT_TEST(the_ideal_run_and_the_path_go_through_the_post)
{
    begin_run(2);
    start(1, 50, 51);
    complete(1, 60, 420);
    barrier(500, 600);
    on_rank(1);
    post(0, 300);
    exposed(0, 310, 430);
    script_play();
    IS(waited(WAIT_LATE_POST, 0), 240);
    IS((double)played->ideal / MS, 300 + 80);
    IS(on_path(1, false), 300);
    IS(on_path(0, false), 80);
    IS(on_path(0, true), 120 + 100);
}

UNIT_TEST(the_ideal_run_and_the_path_go_through_the_complete)
{
    begin_run(2);
    start(1, 50, 51);
    complete(1, 300, 320);
    on_rank(1);
    post(0, 10);
    exposed(0, 100, 310);
    barrier(400, 401);
    script_play();
    IS(waited(WAIT_LATE_COMPLETE, 1), 200);
    IS((double)played->ideal / MS, 50 + 249 + 90);
    IS(on_path(0, false), 50 + 249);
    IS(on_path(1, false), 90);
}

/* ---- locks ---- */

#define SHARED 0

static void lock_op(uint32_t target, uint8_t flags, double released)
{
    uint64_t at = saturate_near(released * MS);

    op((struct replay_op){
        .kind = REPLAY_LOCK,
        .comm = WINDOW,
        .flags = (uint8_t)(flags | (released > 0 ? REPLAY_SETTLED : 0)),
        .peer = target,
        .tag = (uint32_t)at,
        .bytes = (uint32_t)(at >> 32),
        .request = 9 });
}

/* released: when its MPI_Win_unlock ends. */
static void lock(uint32_t target, uint8_t flags, double released, double begin,
                 double end)
{
    lock_op(target, flags, released);
    call("MPI_Win_lock", begin, end);
}

static void unlock(double begin, double end)
{
    done_op(REPLAY_UNLOCK, 9);
    call("MPI_Win_unlock", begin, end);
}

UNIT_TEST(a_lock_is_waited_for_until_it_is_given_back)
{
    begin_run(3);
    lock(2, REPLAY_EXCLUSIVE, 305, 50, 60);
    unlock(300, 305);
    on_rank(1);
    lock(2, REPLAY_EXCLUSIVE, 420, 100, 304);
    put(2, 304.5, 306); /* it has the lock, though the other is still there */
    unlock(410, 420);
    script_play();
    IS(waited(WAIT_LOCK, 1), 200);
    IS(waited_in_all(), 200);
    IS(blamed(WAIT_LOCK, 0), 200);
    CU_ASSERT_EQUAL(played->pair_count, 1);
    IS((double)played->ideal / MS, 50 + 240 + 0.5 + 104);
    IS(on_path(0, false), 50 + 240);
}

/* Which asks for the lock only when there is something to be done with it. */
UNIT_TEST(a_lock_may_be_waited_for_in_an_access_or_in_unlock)
{
    begin_run(3);
    lock(2, REPLAY_EXCLUSIVE, 305, 50, 51);
    unlock(300, 305);
    on_rank(1);
    lock(2, SHARED, 420, 100, 101);
    put(2, 110, 111);
    unlock(150, 420);
    on_rank(2);
    lock(2, SHARED, 402, 102, 103);
    put(2, 120, 310);
    unlock(400, 402);
    script_play();
    IS(waited(WAIT_LOCK, 1), 155);
    IS(waited(WAIT_LOCK, 2), 185);
    IS(waited_in_all(), 340);
}

static void two_locks(uint32_t target, uint8_t flags, double expected)
{
    begin_run(3);
    lock(2, SHARED, 305, 50, 60);
    unlock(300, 305);
    on_rank(1);
    lock(target, flags, 420, 100, 304);
    unlock(410, 420);
    on_rank(2);
    lock(1, REPLAY_EXCLUSIVE, 500, 10, 20); /* of another target */
    unlock(490, 500);
    script_play();
    IS(waited_in_all(), expected);
}

UNIT_TEST(only_locks_that_exclude_each_other_wait)
{
    two_locks(2, SHARED, 0);
    two_locks(2, REPLAY_EXCLUSIVE, 200);
    two_locks(0, REPLAY_EXCLUSIVE, 0);
    two_locks(REPLAY_ALL, SHARED, 0);
}

UNIT_TEST(a_lock_of_all_targets_waits_for_each)
{
    begin_run(3);
    lock(2, REPLAY_EXCLUSIVE, 305, 50, 60);
    unlock(300, 305);
    lock(1, REPLAY_EXCLUSIVE, 700, 400, 650);
    unlock(690, 700);
    on_rank(1);
    lock_op(REPLAY_ALL, SHARED, 610);
    call("MPI_Win_lock_all", 100, 101);
    put(2, 150, 310);
    done_op(REPLAY_UNLOCK, 9);
    call("MPI_Win_unlock_all", 600, 610);
    script_play();
    IS(waited(WAIT_LOCK, 1), 155);
    IS(waited(WAIT_LOCK, 0), 210);
    IS(waited_in_all(), 365);
}

/* It may never have had that of rank 2. */
UNIT_TEST(a_lock_of_all_targets_waits_for_none_it_does_not_access)
{
    begin_run(3);
    lock(2, REPLAY_EXCLUSIVE, 305, 50, 60);
    unlock(300, 305);
    on_rank(1);
    lock_op(REPLAY_ALL, SHARED, 310);
    call("MPI_Win_lock_all", 100, 101);
    done_op(REPLAY_UNLOCK, 9);
    call("MPI_Win_unlock_all", 150, 310);
    script_play();
    IS(waited_in_all(), 0);
}

/* Both are about to give theirs back: rank 1 had it first. */
UNIT_TEST(who_gives_it_back_later_was_not_waited_for)
{
    begin_run(3);
    lock(2, REPLAY_EXCLUSIVE, 450, 50, 51);
    unlock(300, 450);
    on_rank(1);
    lock(2, REPLAY_EXCLUSIVE, 400, 90, 91);
    unlock(100, 400);
    script_play();
    IS(waited(WAIT_LOCK, 0), 100);
    IS(waited_in_all(), 100);
    IS(on_path(1, true), 300 + 1);
    IS(on_path(0, true), 50);
}

UNIT_TEST(of_several_holders_the_last_counts)
{
    begin_run(4);
    lock(3, SHARED, 205, 50, 60);
    unlock(200, 205);
    on_rank(1);
    lock(3, SHARED, 305, 55, 60);
    unlock(300, 305);
    on_rank(2);
    lock(3, REPLAY_EXCLUSIVE, 420, 100, 310);
    unlock(410, 420);
    script_play();
    IS(waited(WAIT_LOCK, 2), 205);
    IS(waited_in_all(), 205);
    IS(blamed(WAIT_LOCK, 1), 205);
}

/* Its end is not in the trace, or that of the other. */
UNIT_TEST(a_lock_that_is_never_given_back_is_nobodys_wait)
{
    begin_run(3);
    lock(2, REPLAY_EXCLUSIVE, 0, 50, 60);
    lock(2, REPLAY_EXCLUSIVE, 305, 70, 80); /* once more, without an end */
    unlock(300, 305);
    unlock(306, 307); /* of none */
    on_rank(1);
    lock(2, REPLAY_EXCLUSIVE, 0, 100, 304);
    on_rank(2);
    lock(2, REPLAY_EXCLUSIVE, 0, 100, 400);
    script_play();
    IS(waited(WAIT_LOCK, 1), 200);
    IS(waited(WAIT_LOCK, 2), 205);
    IS(waited_in_all(), 405);
}

/* ---- progress ---- */

/* Rank 1 comes back from work at 400 ms, rank 2 then, too. */
static void others_compute(void)
{
    on_rank(1);
    call("MPI_Comm_size", 10, 11);
    sends(2, 400, 401);
    on_rank(2);
    call("MPI_Comm_size", 10, 200);
    receives(1, 400, 402);
    script_play();
}

static void flushes(uint32_t target, double ended)
{
    begin_run(3);
    put(target, 90, 91);
    call("MPI_Win_flush", 100, ended);
    others_compute();
}

UNIT_TEST(a_flush_waits_for_a_target_that_computes)
{
    flushes(1, 402);
    only_waits(WAIT_LATE_PROGRESS, 0, 1, 300);
    flushes(2, 402); /* it has been inside MPI up to 200 ms */
    IS(waited_in_all(), 0);
    flushes(1, 440);
    IS(waited_in_all(), 0);
    flushes(1, 399);
    IS(waited_in_all(), 0);
}

/* Of several targets it is unknown which one it waits for. */
UNIT_TEST(a_flush_is_for_accesses_since_the_last_one)
{
    begin_run(3);
    put(2, 70, 71);
    put(1, 90, 91);
    call("MPI_Win_flush", 100, 402);
    others_compute();
    IS(waited_in_all(), 0);
    begin_run(3);
    put(1, 90, 91);
    call("MPI_Win_flush", 92, 93);
    call("MPI_Win_flush", 100, 402);
    others_compute();
    IS(waited_in_all(), 0);
    begin_run(3);
    put(1, 90, 91);
    call("MPI_Win_flush_local", 100, 402);
    others_compute();
    IS(waited_in_all(), 0);
    begin_run(3);
    put(2, 70, 71);
    call("MPI_Win_flush", 80, 81);
    put(1, 90, 91);
    call("MPI_Win_flush_all", 100, 402);
    others_compute();
    only_waits(WAIT_LATE_PROGRESS, 0, 1, 300);
    begin_run(3);
    put(1, 70, 71);
    unlock(80, 81);
    call("MPI_Win_flush", 100, 402);
    others_compute();
    IS(waited_in_all(), 0);
}
