/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_observer.c - single calls of a run that is replayed.
 */
#include "unit.h"

#include "replay/observer.h"
#include "replay_script.h"

#define CALLS_MOST 32

static struct seen {
    struct detail_window_call calls[CALLS_MOST];
    struct detail_window_message messages[CALLS_MOST];
    struct detail_window_call late;
    struct detail_window_pause pause;
    uint32_t call_count, message_count, late_count, pause_count, paused_rank;
} seen;

static void see_call(void *context, const struct detail_window_call *call)
{
    struct seen *into = context;

    CU_ASSERT_FATAL(into->call_count < CALLS_MOST);
    into->calls[into->call_count++] = *call;
}

static void see_message(void *context,
                        const struct detail_window_message *message)
{
    struct seen *into = context;

    CU_ASSERT_FATAL(into->message_count < CALLS_MOST);
    into->messages[into->message_count++] = *message;
}

static void see_late(void *context, const struct detail_window_call *call)
{
    struct seen *into = context;

    into->late = *call;
    into->late_count++;
}

static void see_pause(void *context, uint32_t rank,
                      const struct detail_window_pause *pause)
{
    struct seen *into = context;

    into->pause = *pause;
    into->paused_rank = rank;
    into->pause_count++;
}

static void play(double until)
{
    struct replay_observer observer = { .context = &seen,
                                        .until = saturate_near(until * MS),
                                        .call = see_call,
                                        .message = see_message,
                                        .late_wait = see_late,
                                        .pause = see_pause };

    memset(&seen, 0, sizeof(seen));
    end_rank();
    CU_ASSERT_EQUAL_FATAL(replay_log_finish(script.log, script.comms, 8),
                          STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(replay_log_open(script.log), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(
        replay_observed(script.log, script.profile, &observer, NULL),
        STATUS_OK);
    replay_log_destroy(script.log);
    profile_destroy(script.profile);
}

static const struct detail_window_call *call_of(uint32_t rank, double begin)
{
    for (uint32_t i = 0; i < seen.call_count; i++)
        if (seen.calls[i].rank == rank &&
            seen.calls[i].begin == saturate_near(begin * MS))
            return &seen.calls[i];
    CU_FAIL_FATAL("no such call");
    return NULL;
}

UNIT_TEST(a_call_says_what_it_waited_and_for_whom)
{
    const struct detail_window_call *call;

    script_begin(2);
    receives(1, 2, 9);
    on_rank(1);
    sends(0, 7, 8);
    play(100);
    CU_ASSERT_EQUAL(seen.call_count, 2);
    call = call_of(0, 2);
    CU_ASSERT_EQUAL(call->end, 9 * MS);
    CU_ASSERT_EQUAL(call->waited, 5 * MS);
    CU_ASSERT_EQUAL(call->kind, WAIT_LATE_SENDER);
    CU_ASSERT_EQUAL(call->culprit, 1);
    CU_ASSERT_EQUAL(call->instance, 0);
    CU_ASSERT_EQUAL(call_of(1, 7)->waited, 0);
}

UNIT_TEST(a_message_goes_from_its_send_to_the_end_of_its_receive)
{
    script_begin(2);
    send_op(REPLAY_RECV_POST, 1, 1, 8, 3);
    call("MPI_Irecv", 1, 2);
    done_op(REPLAY_RECV_DONE, 3);
    call("MPI_Wait", 3, 9);
    on_rank(1);
    send_op(REPLAY_SEND_POST, 0, 1, 8, 3);
    call("MPI_Isend", 4, 5);
    done_op(REPLAY_SEND_DONE, 3);
    call("MPI_Wait", 6, 7);
    play(100);
    CU_ASSERT_EQUAL_FATAL(seen.message_count, 1);
    CU_ASSERT_EQUAL(seen.messages[0].from, 1);
    CU_ASSERT_EQUAL(seen.messages[0].to, 0);
    CU_ASSERT_EQUAL(seen.messages[0].sent, 4 * MS);
    CU_ASSERT_EQUAL(seen.messages[0].received, 9 * MS);
}

UNIT_TEST(a_message_may_have_more_than_4_gib)
{
    struct replay_op large = { .comm = 0, .tag = 1, .bytes = 8, .coll = 2 };

    script_begin(2);
    large.kind = REPLAY_RECV;
    large.peer = 1;
    op(large);
    call("MPI_Recv", 1, 9);
    on_rank(1);
    large.kind = REPLAY_SEND;
    large.peer = 0;
    op(large);
    call("MPI_Send", 2, 8);
    play(100);
    CU_ASSERT_EQUAL_FATAL(seen.message_count, 1);
    CU_ASSERT_EQUAL(seen.messages[0].bytes, (UINT64_C(2) << 32) + 8);
}

UNIT_TEST(collectives_have_numbers_and_their_waits)
{
    script_begin(2);
    barrier(1, 6);
    barrier(7, 9);
    on_rank(1);
    barrier(5, 6);
    barrier(8, 9);
    play(100);
    CU_ASSERT_EQUAL(call_of(0, 1)->instance, 1);
    CU_ASSERT_EQUAL(call_of(1, 5)->instance, 1);
    CU_ASSERT_EQUAL(call_of(0, 7)->instance, 2);
    CU_ASSERT_EQUAL(call_of(0, 1)->waited, 4 * MS);
    CU_ASSERT_EQUAL(call_of(0, 1)->culprit, 1);
}

UNIT_TEST(each_communicator_counts_its_own)
{
    script_begin(2);
    script.comms[1] = script.comms[0];
    for (uint32_t r = 0; r < 2; r++) {
        on_rank(r);
        barrier(1, 2);
        op((struct replay_op){ .kind = REPLAY_COLLECTIVE,
                               .comm = 1,
                               .coll = CALL_COLL_BARRIER,
                               .peer = r });
        call("MPI_Barrier", 3, 4);
    }
    play(100);
    CU_ASSERT_EQUAL(call_of(1, 3)->comm, 1);
    CU_ASSERT_EQUAL(call_of(1, 3)->instance, 1);
    CU_ASSERT_EQUAL(call_of(1, 1)->comm, 0);
}

/* What begins before the end is there whole, also its wait. */
UNIT_TEST(it_ends_when_nobody_wants_to_see_more)
{
    script_begin(2);
    barrier(1, 2);
    receives(1, 3, 20);
    barrier(30, 31);
    on_rank(1);
    barrier(1, 2);
    sends(0, 15, 16);
    barrier(30, 31);
    play(4);
    CU_ASSERT_EQUAL(seen.call_count, 3);
    CU_ASSERT_EQUAL(call_of(0, 3)->waited, 12 * MS);
    CU_ASSERT_EQUAL(seen.message_count, 0); /* it is sent later */
}

UNIT_TEST(a_message_is_followed_to_its_receive)
{
    script_begin(2);
    sends(1, 1, 2);
    barrier(30, 31);
    on_rank(1);
    receives(0, 10, 11);
    barrier(30, 31);
    play(4);
    CU_ASSERT_EQUAL(seen.call_count, 1);
    CU_ASSERT_EQUAL_FATAL(seen.message_count, 1);
    CU_ASSERT_EQUAL(seen.messages[0].received, 11 * MS);
}

UNIT_TEST(the_longest_wait_is_in_the_result)
{
    script_begin(3);
    barrier(1, 6);
    receives(1, 7, 9);
    on_rank(1);
    barrier(5, 6);
    sends(0, 8, 9);
    on_rank(2);
    barrier(2, 6);
    script_play();
    CU_ASSERT_EQUAL_FATAL(played->longest_count, 2);
    CU_ASSERT_EQUAL(played->longest[0].rank, 0);
    CU_ASSERT_EQUAL(played->longest[0].culprit, 1);
    CU_ASSERT_EQUAL(played->longest[0].begin, 1 * MS);
    CU_ASSERT_EQUAL(played->longest[0].ns, 4 * MS);
    CU_ASSERT_EQUAL(played->longest[0].since, 5 * MS);
    CU_ASSERT_EQUAL(played->longest[1].kind, WAIT_LATE_SENDER);
}

/* Also where the call behind it is none that anybody wants to see. */
UNIT_TEST(a_pause_is_between_two_calls)
{
    script_begin(2);
    barrier(1, 2);
    op((struct replay_op){ .kind = REPLAY_PAUSE, .time = 10 * MS });
    barrier(20, 21);
    on_rank(1);
    barrier(1, 2);
    barrier(20, 21);
    play(5);
    CU_ASSERT_EQUAL(seen.call_count, 2);
    CU_ASSERT_EQUAL_FATAL(seen.pause_count, 1);
    CU_ASSERT_EQUAL(seen.paused_rank, 0);
    CU_ASSERT_EQUAL(seen.pause.from, 2 * MS);
    CU_ASSERT_EQUAL(seen.pause.to, 20 * MS);
    CU_ASSERT_EQUAL(seen.pause.ns, 10 * MS);
}

UNIT_TEST(calls_and_messages_say_of_which_thread_they_are)
{
    script_begin(2);
    receives(1, 2, 9);
    on_thread(0, 1);
    send_op(REPLAY_RECV, 1, 5, 8, 0);
    call("MPI_Recv", 2, 10);
    on_rank(1);
    sends(0, 7, 8);
    on_thread(1, 2);
    send_op(REPLAY_SEND, 0, 5, 8, 0);
    call("MPI_Send", 9, 10);
    play(100);
    CU_ASSERT_EQUAL(seen.call_count, 4);
    CU_ASSERT_EQUAL_FATAL(seen.message_count, 2);
    for (uint32_t i = 0; i < 2; i++) {
        const struct detail_window_message *message = &seen.messages[i];
        bool other = message->sent == 9 * MS;

        CU_ASSERT_EQUAL(message->from_thread, other ? 2 : 0);
        CU_ASSERT_EQUAL(message->to_thread, other ? 1 : 0);
    }
    CU_ASSERT_EQUAL(call_of(1, 9)->thread, 2);
    CU_ASSERT_EQUAL(call_of(1, 7)->thread, 0);
}
