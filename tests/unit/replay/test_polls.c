/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_polls.c - probes, and loops that look for a message.
 */
#include "unit.h"

#include <string.h>

#include "replay_script.h"

static void probed(uint8_t kind, uint32_t request)
{
    op((struct replay_op){ .kind = kind,
                           .flags = REPLAY_SETTLED | REPLAY_PROBED,
                           .peer = 1,
                           .tag = 1,
                           .bytes = 8,
                           .request = request });
}

/* Also if what it finds is received much later, or by another kind of call. */
static void probe_waits(uint8_t receive, const char *receiver)
{
    script_begin(2);
    on_rank(0);
    send_op(REPLAY_PROBE, 1, 1, 8, 5);
    call("MPI_Mprobe", 100, 450);
    probed(receive, 5);
    call(receiver, 600, 601);
    on_rank(1);
    sends(0, 400, 420);
    receives(0, 420, 700);
    script_play();
    only_waits(WAIT_LATE_SENDER, 0, 1, 300);
    CU_ASSERT_STRING_EQUAL(
        call_table[played->sites[played->rows[0].site].call].name,
        "MPI_Mprobe");
    IS(on_path(1, false), 400);
    IS(on_path(0, false), 0);
    IS(direct(1, false), 300);
    CU_ASSERT_EQUAL(played->matched, 1);
    CU_ASSERT_EQUAL(played->violations, 0);
}

UNIT_TEST(a_probe_waits_for_the_message_that_it_finds)
{
    probe_waits(REPLAY_RECV, "MPI_Mrecv");
    probe_waits(REPLAY_RECV_POST, "MPI_Imrecv");
}

/* The receive of the message that was sent first is posted second. */
UNIT_TEST(a_probe_that_found_something_else_does_not_wait)
{
    script_begin(2);
    on_rank(0);
    send_op(REPLAY_PROBE, 1, 1, 8, 5);
    call("MPI_Probe", 100, 250);
    probed(REPLAY_RECV, 5);
    call("MPI_Recv", 300, 420);
    on_rank(1);
    sends(0, 400, 410);
    script_play();
    only_waits(WAIT_LATE_SENDER, 0, 1, 100);
    CU_ASSERT_EQUAL(played->violations, 0);
}

static void polls(const char *name, double begin, double end)
{
    for (double at = begin; at + 1 < end; at += 10)
        call(name, at + 1, at + 10);
}

/* 90 % of the time are inside the calls, where the message is sent or not; the
 * rest, up to the call that finds it, is a wait outside MPI. */
static void loop_of_probes_waits(double sent, double inside)
{
    script_begin(2);
    on_rank(0);
    call("MPI_Comm_size", 99, 100);
    send_op(REPLAY_PROBE, 1, 1, 8, 5);
    polls("MPI_Iprobe", 100, 420);
    probed(REPLAY_RECV, 5);
    call("MPI_Recv", 420, 421);
    sends(1, 421, 430);
    on_rank(1);
    sends(0, sent, sent + 1);
    receives(0, sent + 2, 440);
    script_play();
    IS(waited(WAIT_LATE_SENDER, 0), inside);
    IS(blamed(WAIT_LATE_SENDER, 1), inside);
    IS(waited(WAIT_POLLING, 0), 30);
    IS(blamed(WAIT_POLLING, 1), 30);
    CU_ASSERT_EQUAL(replay_result_polled(played, 0, 0), 30 * MS);
    CU_ASSERT_EQUAL(replay_result_polled(played, 1, 0), 0);
    CU_ASSERT_EQUAL(replay_result_polled(played, 0, 1), 0);
    CU_ASSERT_EQUAL(played->pairs[0].count, 1);
    IS((double)played->pairs[0].ns / MS, inside + 30);
    CU_ASSERT_EQUAL((double)played->longest[0].ns / MS, inside + 30);
    IS(on_path(1, false), sent);
    IS(on_path(0, true) + on_path(0, false), 421 - sent);
    CU_ASSERT_EQUAL(played->longest_count, 2);
}

UNIT_TEST(a_loop_of_probes_is_one_wait)
{
    loop_of_probes_waits(405, 30 * 9 + 4);
    loop_of_probes_waits(400.5, 30 * 9);
}

/* Rank 0 has begun to receive from rank 1, and tests from its next call on. */
static void asks_for_a_message(double at)
{
    on_rank(0);
    send_op(REPLAY_RECV_POST, 1, 1, 8, 7);
    call("MPI_Irecv", at, at + 1);
    send_op(REPLAY_TEST, 1, 1, 8, 7);
}

UNIT_TEST(a_loop_of_tests_is_one_wait)
{
    script_begin(2);
    asks_for_a_message(10);
    polls("MPI_Testsome", 100, 400);
    done_op(REPLAY_RECV_DONE, 7);
    call("MPI_Testsome", 401, 410);
    done_op(REPLAY_RECV_DONE, 8);
    call("MPI_Testsome", 420, 440);
    on_rank(1);
    sends(0, 405, 406);
    script_play();
    IS(waited(WAIT_LATE_SENDER, 0), 30 * 9 + 4);
    IS(waited(WAIT_POLLING, 0), 30);
    IS(waited_in_all(), 30 * 9 + 4 + 30);
    IS(on_path(1, false), 405);
}

static double useful_over_time(void)
{
    double sum = 0;

    for (uint32_t i = 0; i < STRETCHES; i++)
        sum += (double)played->stretches.regions[0].in[i].useful / MS;
    return sum;
}

/* A trace that is cut: then nobody knows whom it waits for. */
UNIT_TEST(a_loop_without_a_sender_is_no_wait)
{
    script_begin(2);
    on_rank(0);
    send_op(REPLAY_PROBE, 1, 1, 8, 5);
    polls("MPI_Iprobe", 100, 400);
    probed(REPLAY_RECV, 5);
    call("MPI_Recv", 400, 410);
    on_rank(1);
    call("MPI_Comm_size", 1, 2);
    script_play();
    IS(waited_in_all(), 0);
    IS(on_path(0, true), 30 * 9 + 10);
    IS(on_path(0, false), 400 - 30 * 9);
    CU_ASSERT_EQUAL((double)played->ideal / MS, 400 - 30 * 9);
    IS(useful_over_time(), 1 + 400 - 30 * 9);
}

/* A loop that goes on in another region, behind work that is marked. */
UNIT_TEST(time_between_polls_is_of_the_region_that_it_is_in)
{
    script_begin(2);
    script.region = 1;
    asks_for_a_message(10);
    polls("MPI_Test", 20, 120);
    op((struct replay_op){ .kind = REPLAY_WORK, .comm = 0, .time = 1 * MS });
    script.region = 2;
    polls("MPI_Test", 120, 150);
    done_op(REPLAY_RECV_DONE, 7);
    call("MPI_Test", 152, 160);
    on_rank(1);
    sends(0, 155, 156);
    script_play();
    CU_ASSERT_EQUAL(replay_result_polled(played, 0, 1), 9 * MS);
    CU_ASSERT_EQUAL(replay_result_polled(played, 0, 2), 4 * MS);
}

/* The program does something useful between two tests if it says so. */
UNIT_TEST(marked_work_between_tests_is_no_wait)
{
    struct replay_site solve = { .region = 3 };

    script_begin(2);
    asks_for_a_message(10);
    call("MPI_Test", 20, 30);
    op((struct replay_op){ .kind = REPLAY_WORK,
                           .comm = replay_log_site(script.log, &solve),
                           .time = 90 * MS });
    call("MPI_Test", 120, 130);
    done_op(REPLAY_RECV_DONE, 7);
    call("MPI_Test", 140, 150);
    on_rank(1);
    sends(0, 145, 146);
    script_play();
    IS(waited(WAIT_LATE_SENDER, 0), 10 + 10 + 5);
    IS(waited(WAIT_POLLING, 0), 10);
}

/* Pieces of 20 ms, and then a loop of calls of 6 ms with 1 ms between them, which is
 * one from its third call on. */
UNIT_TEST(pieces_of_work_before_a_loop_are_no_wait)
{
    script_begin(2);
    asks_for_a_message(10);
    for (double at = 20; at < 83; at += 21)
        call("MPI_Test", at, at + 1);
    for (double at = 85; at < 105; at += 7)
        call("MPI_Test", at, at + 6);
    done_op(REPLAY_RECV_DONE, 7);
    call("MPI_Test", 106, 112);
    on_rank(1);
    sends(0, 108, 109);
    script_play();
    IS(waited(WAIT_LATE_SENDER, 0), 6 + 2);
    IS(waited(WAIT_POLLING, 0), 1);
    CU_ASSERT_EQUAL(replay_result_polled(played, 0, 0), 1 * MS);
}

/* Rank 2 waits for rank 0, which has looked for a message of rank 1 meanwhile,
 * mostly asleep. */
UNIT_TEST(what_delays_a_loop_is_passed_on)
{
    script_begin(3);
    asks_for_a_message(0);
    for (double at = 1; at < 100; at += 9)
        call("MPI_Test", at, at + 1);
    done_op(REPLAY_RECV_DONE, 7);
    call("MPI_Test", 109, 110);
    sends(2, 110, 111);
    on_rank(1);
    sends(0, 105, 106);
    on_rank(2);
    receives(0, 0, 111);
    script_play();
    IS(waited(WAIT_LATE_SENDER, 0), 11);
    IS(waited(WAIT_POLLING, 0), 108 - 11);
    IS(waited(WAIT_LATE_SENDER, 2), 110);
    IS(direct(0, false), 0);
    IS(passed_on(1, false), 105);
}
