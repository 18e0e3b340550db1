/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_call_log.c - what a request matches is known where it begins.
 */
#include "unit.h"

#include "archive/events/call_log.h"

static struct replay_log *log_;
static struct call_log calls;

static void start_in(double ns_per_tick)
{
    CU_ASSERT_EQUAL_FATAL(replay_log_create(&log_), STATUS_OK);
    call_log_init(&calls, log_, ns_per_tick, 0);
    call_log_new_rank(&calls);
}

static void start(void)
{
    start_in(1);
}

static void start_in_ms(void)
{
    start_in(1e6);
}

static void end_call(uint64_t begin, uint64_t end)
{
    struct call_log_times times = { begin, end, 0 };
    struct replay_site site = { 1, 0, 0 };

    call_log_call(&calls, &times, &site);
}

static void begin_location(uint32_t thread)
{
    call_log_begin(&calls, 0, thread);
}

static void end_location(void)
{
    call_log_end(&calls, 0, 100, false);
}

static void begins(uint64_t request, enum replay_op_kind kind)
{
    struct replay_op op = { .kind = (uint8_t)kind };

    if (kind == REPLAY_SEND_POST) {
        op.comm = 4;
        op.peer = 3;
        op.tag = 9;
        op.bytes = 80;
    }
    call_log_post(&calls, request, &op);
}

static void completes(uint64_t request, enum replay_op_kind kind)
{
    bool send = kind == REPLAY_SEND_DONE;
    struct replay_op op = { .kind =
                                send ? REPLAY_SEND_POST : REPLAY_RECV_POST };

    if (!send) {
        op.comm = 4;
        op.peer = 3;
        op.tag = 9;
        op.bytes = 80;
    }
    call_log_done(&calls, request, kind, &op);
}

/* The first operation of that call of a location. */
static struct replay_op op_of(uint32_t location, uint32_t number)
{
    struct replay_stream stream;
    struct replay_call call;
    const struct replay_op *ops = NULL;
    struct replay_op op = { .kind = REPLAY_PAUSE };

    replay_stream_init(&stream, log_, location);
    for (uint32_t i = 0; i <= number; i++)
        CU_ASSERT_TRUE(replay_stream_next(&stream, &call, &ops));
    if (call.op_count > 0)
        op = ops[0];
    replay_stream_clear(&stream);
    return op;
}

static struct replay_op first_op(uint32_t location)
{
    return op_of(location, 0);
}

static void finish(void)
{
    CU_ASSERT_EQUAL_FATAL(replay_log_finish(log_, NULL, 0), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(replay_log_open(log_), STATUS_OK);
}

static void clear(void)
{
    call_log_clear(&calls);
    replay_log_destroy(log_);
}

static void check_whole(struct replay_op op, enum replay_op_kind kind)
{
    CU_ASSERT_EQUAL(op.kind, kind);
    CU_ASSERT_EQUAL(op.flags, REPLAY_SETTLED);
    CU_ASSERT_EQUAL(op.comm, 4);
    CU_ASSERT_EQUAL(op.peer, 3);
    CU_ASSERT_EQUAL(op.tag, 9);
    CU_ASSERT_EQUAL(op.bytes, 80);
}

static void check_kind(enum replay_op_kind post, enum replay_op_kind done)
{
    start();
    begin_location(0);
    begins(50, post);
    end_call(1, 2);
    completes(50, done);
    end_call(3, 4);
    end_location();
    finish();
    check_whole(first_op(0), post);
    CU_ASSERT_EQUAL(op_of(0, 1).kind, done);
    CU_ASSERT_EQUAL(op_of(0, 1).bytes, 80);
    clear();
}

UNIT_TEST(beginnings_are_completed_later)
{
    check_kind(REPLAY_SEND_POST, REPLAY_SEND_DONE);
    check_kind(REPLAY_RECV_POST, REPLAY_RECV_DONE);
}

/* The thread that completes it is read before the one that began it. */
static void check_threads(enum replay_op_kind post, enum replay_op_kind done)
{
    start();
    begin_location(0);
    completes(50, done);
    end_call(3, 4);
    end_location();
    begin_location(1);
    begins(50, post);
    end_call(1, 2);
    end_location();
    finish();
    check_whole(first_op(1), post);
    CU_ASSERT_EQUAL(first_op(0).kind, done);
    CU_ASSERT_EQUAL(first_op(0).request, first_op(1).request);
    CU_ASSERT_EQUAL(calls.requests.count, 0);
    clear();
}

UNIT_TEST(another_thread_may_complete_it)
{
    check_threads(REPLAY_SEND_POST, REPLAY_SEND_DONE);
    check_threads(REPLAY_RECV_POST, REPLAY_RECV_DONE);
}

UNIT_TEST(what_is_cancelled_never_took_place)
{
    start();
    begin_location(0);
    begins(50, REPLAY_SEND_POST);
    end_call(1, 2);
    call_log_done(&calls, 50, REPLAY_RECV_DONE, NULL);
    end_call(3, 4);
    end_location();
    finish();
    CU_ASSERT_EQUAL(first_op(0).flags, REPLAY_CANCELLED);
    clear();
}

UNIT_TEST(thousands_of_requests_are_pending)
{
    start();
    begin_location(0);
    for (uint64_t i = 0; i < 3000; i++) {
        begins(7 * i, REPLAY_RECV_POST);
        end_call(i, i);
    }
    for (uint64_t i = 0; i < 3000; i++) {
        completes(7 * i, REPLAY_RECV_DONE);
        end_call(3000 + i, 3000 + i);
    }
    end_location();
    CU_ASSERT_EQUAL(calls.requests.count, 0);
    finish();
    check_whole(first_op(0), REPLAY_RECV_POST);
    clear();
}

UNIT_TEST(work_is_that_of_its_region)
{
    struct call_log_times times = { 100, 110, 0 };
    struct replay_site site = { 1, 2, 0 };
    struct replay_op op;

    start();
    begin_location(0);
    end_call(1, 10);
    call_log_work(&calls, 5, 40);  /* 10 to 40 in region 5 */
    call_log_work(&calls, 2, 100); /* the rest in the call's own */
    call_log_call(&calls, &times, &site);
    end_location();
    finish();
    op = op_of(0, 1);
    CU_ASSERT_EQUAL(op.kind, REPLAY_WORK);
    CU_ASSERT_EQUAL(op.time, 30);
    CU_ASSERT_EQUAL(log_->sites[op.comm].region, 5);
    clear();
}

/* ---- locks ---- */

static void asks_for_lock(uint32_t target)
{
    struct replay_op op = { .kind = REPLAY_LOCK,
                            .comm = 4,
                            .peer = target,
                            .flags = REPLAY_EXCLUSIVE };

    call_log_post(&calls, call_log_lock_id(2, target), &op);
}

static void gives_lock_back(uint32_t target, uint64_t time)
{
    struct replay_op op = { .kind = REPLAY_LOCK, .comm = 4, .peer = target };

    call_log_put_time(&calls, time, &op);
    call_log_done(&calls, call_log_lock_id(2, target), REPLAY_UNLOCK, &op);
}

static void check_lock(struct replay_op op, uint32_t target, uint64_t time)
{
    CU_ASSERT_EQUAL(op.kind, REPLAY_LOCK);
    CU_ASSERT_EQUAL(op.comm, 4);
    CU_ASSERT_EQUAL(op.peer, target);
    CU_ASSERT_EQUAL(op.flags,
                    REPLAY_EXCLUSIVE | (time > 0 ? REPLAY_SETTLED : 0));
    CU_ASSERT_EQUAL((uint64_t)op.bytes << 32 | op.tag, time);
}

/* One of all targets beside it, and one that was asked for before the trace
 * begins. */
UNIT_TEST(a_lock_knows_when_it_is_given_back)
{
    uint64_t late = 5000000000;

    start();
    begin_location(0);
    gives_lock_back(1, 1);
    end_call(1, 2);
    asks_for_lock(1);
    end_call(3, 4);
    asks_for_lock(REPLAY_ALL);
    end_call(5, 6);
    gives_lock_back(1, late);
    end_call(7, late);
    asks_for_lock(1);
    end_call(late + 1, late + 2);
    end_location();
    finish();
    CU_ASSERT_EQUAL(first_op(0).kind, REPLAY_PAUSE); /* none */
    check_lock(op_of(0, 1), 1, late);
    check_lock(op_of(0, 2), REPLAY_ALL, 0);
    CU_ASSERT_EQUAL(op_of(0, 3).kind, REPLAY_UNLOCK);
    CU_ASSERT_EQUAL(op_of(0, 3).request, op_of(0, 1).request);
    check_lock(op_of(0, 4), 1, 0);
    CU_ASSERT_NOT_EQUAL(op_of(0, 4).request, op_of(0, 1).request);
    clear();
}

/* ---- probes and tests ---- */

static void polls(const char *name, uint64_t begin, uint64_t end)
{
    call_log_enter(&calls, call_poll_of(name), begin);
    end_call(begin, end);
}

static void receives(const char *name, uint32_t tag, uint64_t begin)
{
    struct replay_op op = { .kind = REPLAY_RECV, .tag = tag };

    call_log_enter(&calls, call_poll_of(name), begin);
    call_log_receive(&calls, &op);
    end_call(begin, begin + 1);
}

static void begins_and_completes(const char *name, uint64_t request,
                                 uint64_t begin)
{
    call_log_enter(&calls, call_poll_of(name), begin);
    begins(request, REPLAY_RECV_POST);
    end_call(begin, begin + 1);
    call_log_enter(&calls, call_poll_of("MPI_Wait"), begin + 2);
    completes(request, REPLAY_RECV_DONE);
    end_call(begin + 2, begin + 3);
}

static void sends(uint64_t begin)
{
    struct replay_op op = { .kind = REPLAY_SEND };

    call_log_enter(&calls, call_poll_of("MPI_Send"), begin);
    call_log_op(&calls, &op);
    end_call(begin, begin + 1);
}

/* That call looked for what the other one receives. */
static void is_pair(uint32_t poll, enum replay_op_kind kind, uint32_t receive)
{
    struct replay_op looked = op_of(0, poll), got = op_of(0, receive);

    CU_ASSERT_EQUAL(looked.kind, kind);
    CU_ASSERT_EQUAL(looked.flags, REPLAY_SETTLED);
    CU_ASSERT_EQUAL(looked.tag, got.tag);
    CU_ASSERT_EQUAL(looked.peer, got.peer);
    CU_ASSERT_EQUAL(looked.request, got.request);
    CU_ASSERT_NOT_EQUAL(got.request, 0);
    if (kind == REPLAY_PROBE)
        CU_ASSERT_TRUE(got.flags & REPLAY_PROBED);
}

/* It is not known what it looked for, or another call of a loop knows it. */
static void is_alone(uint32_t poll)
{
    CU_ASSERT_FALSE(op_of(0, poll).flags & REPLAY_SETTLED);
}

UNIT_TEST(a_probe_found_what_the_next_receive_gets)
{
    start_in_ms();
    begin_location(0);
    polls("MPI_Mprobe", 0, 5);                  /* 0 */
    polls("MPI_Probe", 5, 10);                  /* 1 */
    sends(10);                                  /* 2 */
    receives("MPI_Sendrecv", 1, 12);            /* 3 */
    receives("MPI_Recv", 2, 14);                /* 4 */
    receives("MPI_Recv", 3, 16);                /* 5 */
    begins_and_completes("MPI_Imrecv", 70, 20); /* 6 */
    receives("MPI_Mrecv", 4, 30);               /* 8 */
    end_location();
    finish();
    is_pair(0, REPLAY_PROBE, 6);
    is_pair(1, REPLAY_PROBE, 4);
    CU_ASSERT_EQUAL(op_of(0, 3).request, 0);
    CU_ASSERT_EQUAL(op_of(0, 5).request, 0);
    CU_ASSERT_EQUAL(op_of(0, 8).request, 0);
    clear();
}

/* Its first call knows what it looked for. */
UNIT_TEST(a_loop_of_probes_begins_after_work)
{
    start_in_ms();
    begin_location(0);
    polls("MPI_Iprobe", 0, 1);     /* 0 */
    polls("MPI_Iprobe", 10, 20);   /* 1: too much work before */
    polls("MPI_Test", 20, 21);     /* 2: is no other message's */
    polls("MPI_Iprobe", 40, 50);   /* 3 */
    receives("MPI_Recv", 1, 60);   /* 4 */
    polls("MPI_Iprobe", 70, 80);   /* 5: followed by something else */
    sends(80);                     /* 6 */
    polls("MPI_Iprobe", 82, 90);   /* 7: another kind of receive */
    receives("MPI_Mrecv", 1, 92);  /* 8 */
    polls("MPI_Improbe", 94, 99);  /* 9 */
    receives("MPI_Mrecv", 1, 100); /* 10 */
    end_location();
    finish();
    is_alone(0);
    is_pair(1, REPLAY_PROBE, 4);
    is_alone(3);
    is_alone(5);
    is_alone(7);
    is_pair(9, REPLAY_PROBE, 10);
    clear();
}

static void tests(uint64_t request, uint64_t begin)
{
    call_log_enter(&calls, call_poll_of("MPI_Test"), begin);
    completes(request, REPLAY_RECV_DONE);
    end_call(begin, begin + 1);
}

/* Calls that are 2 ms apart are a loop however long it takes. */
UNIT_TEST(a_loop_may_sleep_for_a_short_time)
{
    start_in_ms();
    begin_location(0);
    polls("MPI_Iprobe", 0, 0); /* 0: too long before */
    for (uint64_t at = 3; at < 60; at += 2)
        polls("MPI_Iprobe", at, at);
    receives("MPI_Recv", 1, 60); /* 30 */
    end_location();
    finish();
    is_alone(0);
    is_pair(1, REPLAY_PROBE, 30);
    is_alone(2);
    clear();
}

/* Whoever works before the last test does not wait. */
UNIT_TEST(a_test_after_work_ends_no_loop)
{
    start_in_ms();
    begin_location(0);
    call_log_enter(&calls, call_poll_of("MPI_Irecv"), 0);
    begins(70, REPLAY_RECV_POST);
    end_call(0, 1);
    polls("MPI_Test", 1, 2);
    tests(70, 7);
    end_location();
    finish();
    is_alone(1);
    clear();
}

UNIT_TEST(a_loop_of_tests_looks_for_what_the_last_one_completes)
{
    start_in_ms();
    begin_location(0);
    call_log_enter(&calls, call_poll_of("MPI_Irecv"), 0);
    begins(70, REPLAY_RECV_POST);
    end_call(0, 1);                    /* 0 */
    polls("MPI_Testsome", 1, 2);       /* 1 */
    sends(3);                          /* 2 */
    polls("MPI_Testsome", 4, 9);       /* 3 */
    polls("MPI_Test_cancelled", 9, 9); /* 4 */
    polls("MPI_Iprobe", 9, 10);        /* 5 */
    polls("MPI_Test", 10, 15);         /* 6 */
    tests(70, 15);                     /* 7 */
    receives("MPI_Recv", 1, 22);       /* 8 */
    end_location();
    finish();
    is_alone(1);
    is_pair(3, REPLAY_TEST, 0);
    is_alone(5); /* both loops at once would be two waits for one time */
    is_alone(6);
    CU_ASSERT_EQUAL(op_of(0, 8).request, 0);
    clear();
}
