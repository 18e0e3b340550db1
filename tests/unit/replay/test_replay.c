/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_replay.c - who waited for whom, in runs whose answers are known.
 */
#include "unit.h"

#include <string.h>

#include "replay_script.h"

/* ---- messages ---- */

UNIT_TEST(a_late_sender_is_waited_for_until_it_sends)
{
    script_begin(2);
    receives(1, 100, 450);
    on_rank(1);
    sends(0, 400, 420);
    script_play();
    only_waits(WAIT_LATE_SENDER, 0, 1, 300);
    CU_ASSERT_EQUAL(played->pair_count, 1);
    CU_ASSERT_EQUAL(played->pairs[0].culprit, 1);
    CU_ASSERT_EQUAL(played->matched, 1);
}

UNIT_TEST(a_message_that_is_there_is_not_waited_for)
{
    script_begin(2);
    receives(1, 100, 450);
    on_rank(1);
    sends(0, 50, 60);
    script_play();
    IS(waited_in_all(), 0);
    CU_ASSERT_EQUAL(played->matched, 1);
}

/* The wait is that of the call that completes it. */
UNIT_TEST(a_nonblocking_receive_waits_where_it_is_completed)
{
    script_begin(2);
    send_op(REPLAY_RECV_POST, 1, 1, 8, 7);
    call("MPI_Irecv", 10, 11);
    done_op(REPLAY_RECV_DONE, 7);
    call("MPI_Wait", 200, 450);
    on_rank(1);
    sends(0, 400, 420);
    script_play();
    IS(waited(WAIT_LATE_SENDER, 0), 200);
    CU_ASSERT_STRING_EQUAL(
        call_table[played->sites[played->rows[0].site].call].name, "MPI_Wait");
}

UNIT_TEST(a_test_never_waits)
{
    script_begin(2);
    send_op(REPLAY_RECV_POST, 1, 1, 8, 7);
    call("MPI_Irecv", 10, 11);
    done_op(REPLAY_RECV_DONE, 7);
    call("MPI_Test", 399, 450);
    on_rank(1);
    sends(0, 400, 420);
    script_play();
    IS(waited_in_all(), 0);
}

/* The longest of its messages, once. */
UNIT_TEST(a_waitall_is_charged_with_its_longest_wait)
{
    script_begin(3);
    send_op(REPLAY_RECV_POST, 1, 1, 8, 1);
    send_op(REPLAY_RECV_POST, 2, 1, 8, 2);
    call("MPI_Startall", 10, 11);
    done_op(REPLAY_RECV_DONE, 1);
    done_op(REPLAY_RECV_DONE, 2);
    call("MPI_Waitall", 100, 450);
    on_rank(1);
    sends(0, 400, 420);
    on_rank(2);
    sends(0, 300, 320);
    script_play();
    only_waits(WAIT_LATE_SENDER, 0, 1, 300);
    IS(blamed(WAIT_LATE_SENDER, 2), 0);
    CU_ASSERT_EQUAL(played->rows[0].count, 1);
}

/* By when they were posted, not by when they were found complete. */
UNIT_TEST(messages_match_in_the_order_of_posting)
{
    script_begin(2);
    send_op(REPLAY_RECV_POST, 1, 1, 8, 1);
    call("MPI_Irecv", 10, 11);
    send_op(REPLAY_RECV_POST, 1, 1, 16, 2);
    call("MPI_Irecv", 12, 13);
    done_op(REPLAY_RECV_DONE, 2);
    call("MPI_Wait", 20, 450);
    done_op(REPLAY_RECV_DONE, 1);
    call("MPI_Wait", 460, 470);
    on_rank(1);
    send_op(REPLAY_SEND, 0, 1, 8, 0);
    call("MPI_Send", 100, 110);
    send_op(REPLAY_SEND, 0, 1, 16, 0);
    call("MPI_Send", 400, 410);
    script_play();
    CU_ASSERT_EQUAL(played->matched, 2);
    IS(waited_in_all(), 380);
}

/* A cancelled receive takes no message: it is not settled. */
UNIT_TEST(a_cancelled_receive_takes_no_message)
{
    script_begin(2);
    op((struct replay_op){ .kind = REPLAY_RECV_POST, .request = 1 });
    call("MPI_Irecv", 10, 11);
    receives(1, 20, 450);
    on_rank(1);
    sends(0, 400, 410);
    script_play();
    CU_ASSERT_EQUAL(played->matched, 1);
    IS(waited(WAIT_LATE_SENDER, 0), 380);
}

UNIT_TEST(tags_and_communicators_are_told_apart)
{
    script_begin(2);
    send_op(REPLAY_RECV, 1, 2, 8, 0);
    call("MPI_Recv", 100, 310);
    op((struct replay_op){
        .kind = REPLAY_RECV, .comm = 3, .peer = 1, .tag = 2, .bytes = 8 });
    call("MPI_Recv", 320, 510);
    on_rank(1);
    send_op(REPLAY_SEND, 0, 2, 8, 0);
    call("MPI_Send", 300, 305);
    op((struct replay_op){
        .kind = REPLAY_SEND, .comm = 3, .peer = 0, .tag = 2, .bytes = 8 });
    call("MPI_Send", 500, 505);
    script_play();
    IS(waited(WAIT_LATE_SENDER, 0), 200 + 180);
}

static void wrong_order(uint32_t early_from, enum wait_kind kind)
{
    script_begin(3);
    send_op(REPLAY_RECV, 1, 2, 8, 0);
    call("MPI_Recv", 100, 450);
    send_op(REPLAY_RECV, early_from, 1, 8, 0);
    call("MPI_Recv", 460, 470);
    if (early_from == 2)
        on_rank(1);
    else
        on_rank(2);
    if (early_from == 2) {
        send_op(REPLAY_SEND, 0, 2, 8, 0);
        call("MPI_Send", 400, 410);
    }
    on_rank(early_from);
    send_op(REPLAY_SEND, 0, 1, 8, 0);
    call("MPI_Send", 50, 60);
    if (early_from == 1) {
        send_op(REPLAY_SEND, 0, 2, 8, 0);
        call("MPI_Send", 400, 410);
    }
    script_play();
    IS(waited(kind, 0), 300);
    IS(waited_in_all(), 300);
}

UNIT_TEST(receiving_in_the_wrong_order_is_told)
{
    wrong_order(1, WAIT_WRONG_ORDER);
    wrong_order(2, WAIT_WRONG_SOURCE);
}

/* Rank 2's message was sent first, but rank 1's other one is received next,
 * after 40 ms of work. */
UNIT_TEST(the_message_received_next_was_to_be_received_before)
{
    script_begin(3);
    on_rank(0);
    send_op(REPLAY_RECV, 1, 2, 8, 0);
    call("MPI_Recv", 100, 450);
    send_op(REPLAY_RECV, 1, 1, 8, 0);
    call("MPI_Recv", 490, 491);
    send_op(REPLAY_RECV, 2, 3, 8, 0);
    call("MPI_Recv", 500, 501);
    on_rank(1);
    send_op(REPLAY_SEND, 0, 1, 8, 0);
    call("MPI_Send", 60, 70);
    send_op(REPLAY_SEND, 0, 2, 8, 0);
    call("MPI_Send", 400, 410);
    on_rank(2);
    send_op(REPLAY_SEND, 0, 3, 8, 0);
    call("MPI_Send", 50, 60);
    script_play();
    only_waits(WAIT_WRONG_ORDER, 0, 1, 300);
    CU_ASSERT_EQUAL(played->longest[0].kind, WAIT_WRONG_ORDER);
    CU_ASSERT_EQUAL(played->overlap_count, 1);
    IS(played->overlaps[0].reordered / (double)MS, 40);
}

UNIT_TEST(a_late_receiver_is_waited_for_until_it_receives)
{
    script_begin(2);
    send_op(REPLAY_SEND, 1, 1, 8, 0);
    call("MPI_Ssend", 100, 410);
    on_rank(1);
    receives(0, 400, 420);
    script_play();
    only_waits(WAIT_LATE_RECEIVER, 0, 1, 300);
}

UNIT_TEST(a_send_that_has_ended_waits_for_no_receiver)
{
    script_begin(2);
    sends(1, 100, 110);
    on_rank(1);
    receives(0, 400, 420);
    script_play();
    IS(waited_in_all(), 0);
}

UNIT_TEST(a_nonblocking_send_waits_where_it_is_completed)
{
    script_begin(2);
    send_op(REPLAY_SEND_POST, 1, 1, 8, 4);
    call("MPI_Issend", 10, 11);
    done_op(REPLAY_SEND_DONE, 4);
    call("MPI_Wait", 250, 410);
    on_rank(1);
    receives(0, 400, 420);
    script_play();
    IS(waited(WAIT_LATE_RECEIVER, 0), 150);
}

/* Rank 1 posts the receive at 10 ms, sends something at 30 ms, and then
 * computes up to 400 ms; rank 0 sends at `sent' and waits from 100 ms on. */
static void computing_receiver(double sent, double ended)
{
    script_begin(2);
    send_op(REPLAY_SEND_POST, 1, 1, 8, 4);
    call("MPI_Isend", sent, sent + 1);
    done_op(REPLAY_SEND_DONE, 4);
    call("MPI_Wait", 100, ended);
    on_rank(1);
    send_op(REPLAY_RECV_POST, 0, 1, 8, 7);
    call("MPI_Irecv", 10, 11);
    send_op(REPLAY_SEND_POST, 0, 2, 8, 8);
    call("MPI_Isend", 30, 60);
    done_op(REPLAY_RECV_DONE, 7);
    call("MPI_Wait", 400, 406);
    script_play();
}

UNIT_TEST(a_send_waits_for_a_receiver_that_computes)
{
    computing_receiver(70, 405);
    only_waits(WAIT_LATE_PROGRESS, 0, 1, 300);
    CU_ASSERT_EQUAL(played->longest[0].since, 400 * (uint64_t)MS);
}

UNIT_TEST(a_blocking_send_waits_for_a_receiver_that_computes)
{
    script_begin(2);
    sends(1, 100, 405);
    on_rank(1);
    receives_after_work(0);
    script_play();
    only_waits(WAIT_LATE_PROGRESS, 0, 1, 300);
}

/* The receiver takes the message from the network in a call that does not receive it;
 * or it receives it there, as late as it comes. */
UNIT_TEST(a_send_waits_for_a_receiver_that_will_receive_later)
{
    script_begin(2);
    sends(1, 100, 405);
    on_rank(1);
    call("MPI_Comm_size", 10, 11);
    send_op(REPLAY_SEND, 0, 2, 8, 0);
    call("MPI_Send", 400, 406);
    receives(0, 500, 501);
    script_play();
    only_waits(WAIT_LATE_PROGRESS, 0, 1, 300);
    script_begin(2);
    sends(1, 100, 405);
    on_rank(1);
    call("MPI_Comm_size", 10, 11);
    receives(0, 400, 406);
    script_play();
    only_waits(WAIT_LATE_RECEIVER, 0, 1, 300);
}

/* It is in MPI while the message comes; or the send ends before it comes back,
 * or as late as other things may explain. */
UNIT_TEST(a_send_waits_for_no_receiver_that_has_been_in_mpi)
{
    computing_receiver(50, 405);
    IS(waited_in_all(), 0);
    computing_receiver(70, 399);
    IS(waited_in_all(), 0);
    computing_receiver(70, 701);
    IS(waited_in_all(), 0);
}

UNIT_TEST(another_thread_of_the_receiver_may_be_in_mpi)
{
    script_begin(2);
    sends(1, 100, 405);
    on_rank(1);
    receives_after_work(0);
    on_thread(1, 1);
    call("MPI_Comm_size", 20, 21);
    script_play();
    IS(waited_in_all(), 0);
}

/* By clocks that differ it is received before it is sent. */
UNIT_TEST(messages_against_the_clock_are_counted_and_not_charged)
{
    script_begin(2);
    receives(1, 100, 200);
    barrier(210, 260);
    on_rank(1);
    sends(0, 203, 204);
    barrier(250, 260);
    script_play();
    CU_ASSERT_EQUAL(played->violations, 1);
    IS((double)played->violation_most / MS, 3);
    IS(waited(WAIT_LATE_SENDER, 0), 0);
    IS(waited(WAIT_BARRIER, 0), 40);
    CU_ASSERT_EQUAL(played->matched, 1);
}

UNIT_TEST(what_is_missing_stops_nobody)
{
    script_begin(2);
    receives(1, 100, 200);
    receives(1, 210, 310);
    barrier(320, 400);
    on_rank(1);
    sends(0, 300, 301);
    script_play();
    CU_ASSERT_EQUAL(played->receives, 2);
    CU_ASSERT_EQUAL(played->matched, 1);
    CU_ASSERT_EQUAL(played->open_collectives, 1);
    CU_ASSERT(replay_result_matched(played) < 0.6);
}

UNIT_TEST(other_sizes_are_no_match)
{
    script_begin(2);
    send_op(REPLAY_RECV, 1, 1, 8, 0);
    call("MPI_Recv", 100, 450);
    on_rank(1);
    send_op(REPLAY_SEND, 0, 1, 9, 0);
    call("MPI_Send", 400, 410);
    script_play();
    CU_ASSERT_EQUAL(played->matched, 0);
    IS(waited_in_all(), 0);
}

/* ---- collectives ---- */

UNIT_TEST(a_barrier_waits_for_the_last_and_is_left)
{
    script_begin(3);
    barrier(100, 410);
    on_rank(1);
    barrier(400, 405);
    on_rank(2);
    barrier(300, 420);
    script_play();
    IS(waited(WAIT_BARRIER, 0), 300);
    IS(waited(WAIT_BARRIER, 1), 0);
    IS(waited(WAIT_BARRIER, 2), 100);
    IS(waited(WAIT_BARRIER_END, 0), 5);
    IS(waited(WAIT_BARRIER_END, 2), 15);
    IS(waited_in_all(), 420);
    IS(blamed(WAIT_BARRIER, 1), 400);
    CU_ASSERT_EQUAL(played->split_count, 1);
    CU_ASSERT_EQUAL(played->splits[0].calls, 3);
    IS((double)played->splits[0].synchronisation / MS, 400);
    IS((double)played->splits[0].transfer / MS, 10 + 5 + 20);
}

/* Rank 0 leaves before rank 2 comes, so rank 2 was not needed. */
/* In a barrier from 10 on, and 30, all until 50: what is in the window. */
static void window_has(uint64_t from, uint64_t to, double wait, double end,
                       uint64_t calls, double all)
{
    script_begin(2);
    script.log->from = from * MS;
    script.log->to = to * MS;
    on_rank(0);
    barrier(10, 50);
    on_rank(1);
    barrier(30, 45);
    script_play();
    IS(waited(WAIT_BARRIER, 0), wait);
    IS(blamed(WAIT_BARRIER, 1), wait);
    IS(waited(WAIT_BARRIER_END, 0), end);
    if (calls > 0 || all > 0) {
        CU_ASSERT_EQUAL_FATAL(played->split_count, 1);
        CU_ASSERT_EQUAL(played->splits[0].calls, calls);
        IS((double)played->splits[0].synchronisation / MS, wait);
        IS((double)played->splits[0].transfer / MS, all - wait);
    } else {
        CU_ASSERT_EQUAL(played->split_count, 0);
    }
}

UNIT_TEST(of_a_window_counts_what_was_waited_in_it)
{
    window_has(0, 100, 20, 5, 2, 55);
    window_has(0, 20, 10, 0, 1, 10);
    window_has(20, 31, 10, 0, 1, 12);
    window_has(31, 48, 0, 3, 0, 31);
    window_has(50, 100, 0, 0, 0, 0);
}

UNIT_TEST(who_sends_nothing_is_not_waited_for)
{
    script_begin(3);
    coll(CALL_COLL_ALLTOALLV, REPLAY_RECEIVES, 100, 250);
    on_rank(1);
    coll(CALL_COLL_ALLTOALLV, REPLAY_SENDS, 200, 210);
    on_rank(2);
    coll(CALL_COLL_ALLTOALLV, 0, 500, 510);
    script_play();
    IS(waited(WAIT_NXN, 0), 100);
    IS(blamed(WAIT_NXN, 1), 100);
    IS(waited(WAIT_NXN, 1), 0);
}

/* Rank 2 gets nothing, and leaves before the others have their data. */
UNIT_TEST(who_receives_nothing_does_not_end_an_exchange)
{
    static const double ends[] = { 150, 160, 110 };

    script_begin(3);
    for (uint32_t i = 0; i < 3; i++) {
        on_rank(i);
        collective_op(CALL_COLL_ALLTOALLV,
                      i < 2 ? REPLAY_SENDS | REPLAY_RECEIVES : REPLAY_SENDS);
        call("MPI_Alltoallv", 100, ends[i]);
    }
    script_play();
    IS(waited(WAIT_NXN_END, 0), 0);
    IS(waited(WAIT_NXN_END, 1), 10);
    IS(waited_in_all(), 10);
}

UNIT_TEST(a_broadcast_waits_for_its_root)
{
    script_begin(3);
    coll(CALL_COLL_BCAST, REPLAY_ROOT | REPLAY_SENDS | REPLAY_RECEIVES, 300,
         310);
    on_rank(1);
    coll(CALL_COLL_BCAST, REPLAY_RECEIVES, 100, 320);
    on_rank(2);
    coll(CALL_COLL_BCAST, REPLAY_RECEIVES, 400, 410);
    script_play();
    only_waits(WAIT_LATE_BROADCAST, 1, 0, 200);
}

UNIT_TEST(the_root_of_a_reduction_waits_for_all)
{
    script_begin(3);
    coll(CALL_COLL_REDUCE, REPLAY_ROOT | REPLAY_SENDS | REPLAY_RECEIVES, 100,
         420);
    on_rank(1);
    coll(CALL_COLL_REDUCE, REPLAY_SENDS, 50, 60);
    on_rank(2);
    coll(CALL_COLL_REDUCE, REPLAY_SENDS, 400, 410);
    script_play();
    only_waits(WAIT_EARLY_REDUCE, 0, 2, 300);
}

UNIT_TEST(a_scan_waits_for_those_below)
{
    uint8_t both = REPLAY_SENDS | REPLAY_RECEIVES;

    script_begin(3);
    coll(CALL_COLL_SCAN, both, 200, 210);
    on_rank(1);
    coll(CALL_COLL_SCAN, both, 100, 220);
    on_rank(2);
    coll(CALL_COLL_SCAN, both, 400, 410);
    script_play();
    only_waits(WAIT_EARLY_SCAN, 1, 0, 100);
}

UNIT_TEST(without_data_nobody_waits)
{
    script_begin(2);
    coll(CALL_COLL_BCAST, REPLAY_ROOT, 300, 310);
    on_rank(1);
    coll(CALL_COLL_BCAST, 0, 100, 110);
    script_play();
    IS(waited_in_all(), 0);
}

UNIT_TEST(a_nonblocking_collective_waits_where_it_is_completed)
{
    script_begin(2);
    begin_nonblocking(10);
    done_op(REPLAY_COLLECTIVE_DONE, 1);
    call("MPI_Wait", 100, 420);
    on_rank(1);
    begin_nonblocking(400);
    done_op(REPLAY_COLLECTIVE_DONE, 1);
    call("MPI_Wait", 405, 420);
    script_play();
    only_waits(WAIT_BARRIER, 0, 1, 300);
}

static void starts(uint32_t made, double begin, double end)
{
    op((struct replay_op){
        .kind = REPLAY_COLLECTIVE_POST,
        .coll = CALL_COLL_BCAST,
        .flags = REPLAY_SETTLED |
                 (script.rank == 0 ? REPLAY_ROOT : REPLAY_RECEIVES),
        .tag = made,
        .bytes = 1,
        .request = made });
    call("MPI_Start", begin, end);
}

static void completes(uint32_t made, double begin, double end)
{
    done_op(REPLAY_COLLECTIVE_DONE, made);
    call("MPI_Wait", begin, end);
}

/* Between others, and another one is started first on rank 1. */
UNIT_TEST(persistent_collectives_are_paired_as_they_were_made)
{
    script_begin(2);
    on_rank(0);
    starts(1, 100, 101);
    completes(1, 101, 102);
    barrier(102, 110);
    starts(2, 300, 301);
    completes(2, 301, 302);
    on_rank(1);
    starts(2, 100, 101);
    starts(1, 101, 102);
    barrier(102, 110);
    completes(1, 110, 111);
    completes(2, 111, 310);
    script_play();
    only_waits(WAIT_LATE_BROADCAST, 1, 0, 300 - 111);
}

/* Groups {0, 1} and {2, 3}: each waits for the other one alone. */
UNIT_TEST(groups_of_an_intercommunicator_wait_for_each_other)
{
    static const double begins[] = { 100, 200, 300, 400 };
    script_begin(4);
    script.comms[1] = (struct replay_comm){ .members = 4, .remote = 2 };
    for (uint32_t i = 0; i < 4; i++) {
        on_rank(i);
        op((struct replay_op){ .kind = REPLAY_COLLECTIVE,
                               .comm = 1,
                               .coll = CALL_COLL_BARRIER,
                               .flags = i > 1 ? REPLAY_REMOTE : 0 });
        call("MPI_Barrier", begins[i], 410);
    }
    script_play();
    IS(waited(WAIT_BARRIER, 0), 300);
    IS(waited(WAIT_BARRIER, 1), 200);
    IS(waited(WAIT_BARRIER, 2), 0);
    IS(waited(WAIT_BARRIER, 3), 0);
}

UNIT_TEST(the_last_into_finalize_is_waited_for)
{
    script_begin(2);
    for (uint32_t i = 0; i < 2; i++) {
        on_rank(i);
        call("MPI_Init", 0, i == 0 ? 10 : 12);
        replay_log_end(script.log, (i == 0 ? 10 : 12) * MS, 0, false);
        call("MPI_Finalize", 100 + 50 * i, 160);
        replay_log_end(script.log, (i == 0 ? 10 : 12) * MS,
                       (100 + 50 * i) * MS, false);
        script.on = false;
    }
    script_play();
    IS(waited(WAIT_FINALIZE, 0), 50);
    IS(waited(WAIT_FINALIZE, 1), 0);
    IS(waited(WAIT_INIT_END, 1), 2);
    IS(waited(WAIT_INIT_END, 0), 0);
    IS(blamed(WAIT_FINALIZE, 1), 50);
}

/* ---- the ideal network and the critical path ---- */

/* Each works 100 ms when it has the message of the one before, which takes
 * 20 ms: only the work remains on an ideal network. */
UNIT_TEST(a_chain_is_serial_on_any_network)
{
    script_begin(3);
    sends(1, 100, 110);
    on_rank(1);
    receives(0, 0, 120);
    sends(2, 220, 230);
    on_rank(2);
    receives(1, 0, 240);
    sends(0, 340, 341);
    script_play();
    IS((double)played->ideal / MS, 300);
    CU_ASSERT_EQUAL(played->path_ends, 2);
    IS((double)played->path_length / MS, 341);
    IS(on_path(0, false), 100);
    IS(on_path(1, true), 20);
    IS(on_path(1, false), 100);
    IS(on_path(2, true), 20 + 1);
    IS(on_path(2, false), 100);
}

/* On the way back the path goes to the latest, and stays on it. */
UNIT_TEST(the_path_goes_over_the_latest)
{
    script_begin(2);
    barrier(100, 305);
    barrier(500, 510);
    on_rank(1);
    barrier(300, 305);
    barrier(400, 510);
    script_play();
    IS((double)played->path_length / MS, 510);
    IS(on_path(1, false), 300);
    IS(on_path(0, false), 500 - 305);
    IS(on_path(0, true) + on_path(1, true), 5 + 10);
    IS((double)played->ideal / MS, 300 + 195);
}

/* From the first end of MPI_Init to the last start of MPI_Finalize: longer than
 * each rank's 700 ms. */
UNIT_TEST(the_path_is_longer_than_any_rank_where_they_begin_apart)
{
    script_begin(2);
    sends(1, 400, 401);
    call("MPI_Comm_rank", 699, 700);
    on_late_rank(1, 300);
    receives(0, 310, 402);
    call("MPI_Comm_rank", 999, 1000);
    script_play();
    IS((double)played->path_length / MS, 1000);
    IS(on_path(0, false), 400);
    IS(on_path(1, true), 2 + 1);
    IS(on_path(1, false), 999 - 402);
}

/* The master waits for rank 1, that for a thread which the master started. */
UNIT_TEST(the_path_goes_to_where_a_thread_was_started)
{
    script_begin(2);
    call("MPI_Comm_rank", 10, 20);
    receives(1, 30, 330);
    on_rank(1);
    receives(0, 5, 305);
    sends(0, 315, 325);
    on_thread(0, 1);
    sends(1, 300, 302);
    script_play();
    IS((double)played->path_length / MS, 330);
    /* The master's way to 30, and the thread's from there to 300. */
    IS(on_path(0, false), 20 + 270);
    IS(on_path(0, true), 10 + 15);
    IS(on_path(1, true), 5);
    IS(on_path(1, false), 10);
}

/* Its first call begins while the master is in a call that ends before. */
UNIT_TEST(a_thread_comes_from_where_the_master_was)
{
    script_begin(2);
    call("MPI_Comm_rank", 10, 20);
    call("MPI_Comm_size", 40, 80);
    on_rank(1);
    receives(0, 5, 305);
    on_thread(0, 1);
    call("MPI_Comm_size", 60, 70);
    sends(1, 300, 302);
    script_play();
    IS((double)played->path_length / MS, 305);
    IS(on_path(0, true), 10 + 10);
    IS(on_path(0, false), 10 + 20 + 20 + 230);
    IS(on_path(1, true), 5);
}

/* Of a rank whose worker stands for it the worker's last call is at 55, the run's
 * end at 600; another thread begins after that call, and sends. */
static void another_thread_sends(double at)
{
    script_begin(2);
    call("MPI_Comm_rank", 50, 55);
    script.end = 600 * MS;
    on_rank(1);
    receives(0, 5, at + 5);
    on_thread(0, 1);
    call("MPI_Comm_size", 60, 70);
    sends(1, at, at + 2);
    script_play();
}

UNIT_TEST(the_path_goes_on_after_the_last_call_to_the_end_of_the_run)
{
    another_thread_sends(300);
    CU_ASSERT_EQUAL(played->path_ends, 0);
    IS((double)played->path_length / MS, 600);
    IS(on_path(0, false), 50 + 545);
    another_thread_sends(600);
    CU_ASSERT_EQUAL(played->path_ends, 1);
    IS((double)played->path_length / MS, 605);
    IS(on_path(1, true), 5);
}

UNIT_TEST(work_in_other_regions_is_theirs)
{
    struct replay_site solve = { .region = 3 };
    struct replay_op work = { .kind = REPLAY_WORK };
    uint64_t ns = 0;

    script_begin(1);
    solve.call = (uint32_t)call_find("MPI_Barrier");
    work.comm = replay_log_site(script.log, &solve);
    work.time = 70 * MS;
    op(work);
    op((struct replay_op){ .kind = REPLAY_PAUSE, .time = 10 * MS });
    barrier(100, 105);
    script_play();
    for (uint32_t i = 0; i < played->site_count; i++)
        if (played->sites[i].region == 3)
            ns += played->activities[2 * i];
    IS((double)ns / MS, 70);
    IS(on_path(0, false), 90);
    IS((double)played->ideal / MS, 90);
}

/* ---- what caused the waits ---- */

UNIT_TEST(who_works_longer_has_caused_the_wait)
{
    script_begin(2);
    barrier(100, 301);
    barrier(401, 502);
    on_rank(1);
    barrier(300, 301);
    barrier(501, 502);
    script_play();
    IS(direct(1, false), 200 + 100);
    IS(passed_on(1, false), 0);
    IS(direct(0, false), 0);
    CU_ASSERT_EQUAL(played->delay_count, 1);
}

/* Rank 2 makes rank 1 late, and that rank 0. */
UNIT_TEST(costs_are_passed_on_to_the_root)
{
    script_begin(3);
    receives(1, 100, 320);
    on_rank(1);
    receives(2, 100, 310);
    sends(0, 310, 311);
    on_rank(2);
    sends(1, 300, 301);
    script_play();
    IS(waited(WAIT_LATE_SENDER, 0), 210);
    IS(waited(WAIT_LATE_SENDER, 1), 200);
    IS(direct(2, false), 200);
    IS(passed_on(2, false), 200);
    IS(direct(1, true), 10);
    IS(direct(1, false), 0);
    CU_ASSERT_EQUAL(played->delay_count, 2);
}

/* What the late rank did longer explains more than the wait: it pays no more
 * than that.  Here rank 1 was late already when rank 0 came. */
UNIT_TEST(nobody_pays_more_than_was_waited)
{
    script_begin(2);
    call("MPI_Comm_free", 10, 150);
    receives(1, 150, 310);
    on_rank(1);
    sends(0, 300, 301);
    script_play();
    IS(waited(WAIT_LATE_SENDER, 0), 150);
    IS(direct(1, false), 150);
}

/* Only since both were last together. */
UNIT_TEST(what_was_before_they_met_does_not_count)
{
    script_begin(2);
    call("MPI_Comm_free", 10, 600);
    barrier(700, 701);
    barrier(900, 1001);
    on_rank(1);
    barrier(650, 701);
    barrier(1000, 1001);
    script_play();
    IS(waited(WAIT_BARRIER, 1), 50);
    IS(direct(1, false), 100);
}

/* Rank 3 makes 2 late, 2 makes 1 late, and that 0. */
UNIT_TEST(costs_are_passed_on_all_the_way)
{
    script_begin(4);
    receives(1, 100, 330);
    on_rank(1);
    receives(2, 100, 320);
    sends(0, 320, 321);
    on_rank(2);
    receives(3, 100, 310);
    sends(1, 310, 311);
    on_rank(3);
    sends(2, 300, 301);
    script_play();
    IS(direct(3, false), 200);
    IS(passed_on(3, false), 200 + 200);
    IS(direct(2, true), 10);
    IS(passed_on(2, true), 10);
    IS(direct(1, true), 10);
}

/* Without collectives: since the last message that one of them waited for. */
UNIT_TEST(a_message_brings_two_together)
{
    script_begin(2);
    call("MPI_Comm_free", 0, 40);
    receives(1, 50, 101);
    receives(1, 150, 301);
    on_rank(1);
    sends(0, 100, 100);
    sends(0, 300, 300);
    script_play();
    IS(waited(WAIT_LATE_SENDER, 0), 50 + 150);
    IS(direct(1, false), 50 + 150);
}

/* What a late rank waited itself explains its share of the wait. */
UNIT_TEST(a_wait_is_shared_by_work_and_waits)
{
    script_begin(3);
    call("MPI_Comm_free", 0, 200);
    receives(1, 200, 401);
    on_rank(1);
    receives(2, 0, 200);
    sends(0, 400, 401);
    on_rank(2);
    sends(1, 200, 201);
    script_play();
    IS(waited(WAIT_LATE_SENDER, 0), 200);
    IS(direct(1, false), 100);
    IS(passed_on(2, false), 100);
}

/* More than a rank remembers, and than the buffer of the file holds. */
UNIT_TEST(long_runs_are_charged_in_full)
{
    enum { TURNS = 20000 };
    script_begin(2);
    for (uint32_t rank = 0; rank < 2; rank++) {
        on_rank(rank);
        for (int turn = 0; turn < TURNS; turn++)
            barrier(turn * 10 + (rank == 0 ? 1 : 5), turn * 10 + 6);
    }
    script_play();
    IS(waited(WAIT_BARRIER, 0), TURNS * 4.0);
    IS(direct(1, false), TURNS * 4.0);
}

/* Thousands of keys and requests at once. */
UNIT_TEST(many_messages_are_under_way)
{
    enum { MESSAGES = 3000 };
    script_begin(2);
    on_rank(0);
    for (uint32_t i = 0; i < MESSAGES; i++) {
        send_op(REPLAY_SEND_POST, 1, i, i, i + 1);
        call("MPI_Isend", 1 + i * 1e-3, 1 + i * 1e-3);
    }
    for (uint32_t i = 0; i < MESSAGES; i++) {
        done_op(REPLAY_SEND_DONE, i + 1);
        call("MPI_Wait", 10 + i * 1e-3, 10 + i * 1e-3);
    }
    on_rank(1);
    for (uint32_t i = 0; i < MESSAGES; i++) {
        send_op(REPLAY_RECV, 0, MESSAGES - 1 - i, MESSAGES - 1 - i, 0);
        call("MPI_Recv", 100 + i * 1e-3, 100 + i * 1e-3);
    }
    script_play();
    CU_ASSERT_EQUAL(played->matched, MESSAGES);
    IS(waited_in_all(), 0);
}

UNIT_TEST(cancelled_sends_take_no_receive)
{
    script_begin(2);
    receives(1, 100, 410);
    on_rank(1);
    op((struct replay_op){ .kind = REPLAY_SEND_POST,
                           .tag = 1,
                           .bytes = 8,
                           .flags = REPLAY_CANCELLED });
    call("MPI_Isend", 10, 11);
    sends(0, 400, 401);
    script_play();
    IS(waited(WAIT_LATE_SENDER, 0), 300);
    CU_ASSERT_EQUAL(played->sends, 1);
}

/* Each rank works as long as it says, then takes part; T_ideal. */
static double ideal_of(enum call_coll what, const char *name,
                       const double work[3])
{
    double ideal;

    script_begin(3);
    for (uint32_t i = 0; i < 3; i++) {
        on_rank(i);
        collective_op(what, (i == 0 ? REPLAY_ROOT : 0) | REPLAY_SENDS |
                                REPLAY_RECEIVES);
        call(name, work[i], 1000);
        call("MPI_Comm_free", 1100, 1100);
    }
    script_play();
    ideal = (double)played->ideal / MS;
    return ideal;
}

/* All work 100 ms more after it. */
UNIT_TEST(ideal_collectives_need_whom_they_need)
{
    static const double late_root[] = { 300, 100, 200 };
    static const double late_last[] = { 100, 200, 300 };

    IS(ideal_of(CALL_COLL_BCAST, "MPI_Bcast", late_root), 400);
    IS(ideal_of(CALL_COLL_BCAST, "MPI_Bcast", late_last), 400);
    IS(ideal_of(CALL_COLL_ALLREDUCE, "MPI_Allreduce", late_last), 400);
    IS(ideal_of(CALL_COLL_REDUCE, "MPI_Reduce", late_last), 400);
    IS(ideal_of(CALL_COLL_SCAN, "MPI_Scan", late_root), 400);
}

/* The sender goes on when the receiver has come. */
UNIT_TEST(ideal_synchronous_sends_wait_for_their_receive)
{
    script_begin(2);
    send_op(REPLAY_SEND, 1, 1, 8, 0);
    call("MPI_Ssend", 100, 410);
    call("MPI_Comm_free", 610, 610);
    on_rank(1);
    receives(0, 400, 420);
    script_play();
    IS((double)played->ideal / MS, 600);
}

/* A member that tells of another collective makes it none. */
UNIT_TEST(members_that_disagree_are_left_out)
{
    script_begin(2);
    barrier(100, 400);
    on_rank(1);
    coll(CALL_COLL_ALLREDUCE, REPLAY_SENDS | REPLAY_RECEIVES, 300, 400);
    script_play();
    CU_ASSERT_EQUAL(played->odd_collectives, 1);
    IS(waited_in_all(), 0);
}

/* A ring and a barrier, again and again: rank i works i us each time. */
UNIT_TEST(thousands_of_ranks_have_the_closed_form)
{
    enum { RANKS = 3000, TURNS = 3 };
    double last = (RANKS - 1) * 1e-3, sum = 0;

    script_begin(RANKS);
    for (uint32_t i = 0; i < RANKS; i++) {
        on_rank(i);
        for (int turn = 0; turn < TURNS; turn++)
            barrier(turn * 10 + i * 1e-3, turn * 10 + 10);
        sum += last - i * 1e-3;
    }
    script_play();
    for (uint32_t i = 0; i < RANKS; i += 700)
        IS(waited(WAIT_BARRIER, i), TURNS * (last - i * 1e-3));
    CU_ASSERT_DOUBLE_EQUAL(blamed(WAIT_BARRIER, RANKS - 1), TURNS * sum, 1e-3);
    CU_ASSERT_EQUAL(played->collectives, TURNS);
    CU_ASSERT_EQUAL(played->open_collectives, 0);
    IS((double)played->path_length / MS, TURNS * 10);
    IS(on_path(RANKS - 1, false), TURNS * last);
}

/* ---- stretches ---- */

/* In ms: useful of all and of one, time of one, T_ideal. */
static void stretch_is(size_t region, uint32_t stretch, double useful,
                       double useful_most, double time_most)
{
    const struct stretch_sum *sum =
        &played->stretches.regions[region].in[stretch];

    IS((double)sum->useful / MS, useful);
    IS((double)sum->useful_most / MS, useful_most);
    IS((double)sum->time_most / MS, time_most);
}

static double ideal_in(uint32_t stretch)
{
    return (double)played->stretches.ideal[stretch] / MS;
}

/* Each is 10 ms long.  Rank 0 waits from 5 to 35, and the barrier takes 5 more,
 * as does the last. */
UNIT_TEST(stretches_have_their_useful_time_and_part_of_the_ideal)
{
    double ideal = 0;

    script_begin(2);
    for (uint32_t rank = 0; rank < 2; rank++) {
        on_rank(rank);
        script.region = 1;
        barrier(rank == 0 ? 5 : 35, 40);
        script.region = 2;
        barrier(592, 600);
    }
    script.region = 0;
    script_play();
    CU_ASSERT_EQUAL_FATAL(played->stretches.region_count, 3);
    CU_ASSERT_EQUAL(played->stretches.regions[0].region, STRETCH_RUN);
    CU_ASSERT_EQUAL(played->stretches.regions[2].region, 2);
    stretch_is(0, 0, 15, 10, 10);
    stretch_is(1, 0, 15, 10, 10);
    stretch_is(2, 0, 0, 0, 0);
    stretch_is(0, 2, 10, 10, 10);
    stretch_is(0, 3, 5, 5, 10);
    stretch_is(0, 4, 20, 10, 10);
    stretch_is(1, 4, 0, 0, 0);
    stretch_is(2, 4, 20, 10, 10);
    stretch_is(2, 59, 4, 2, 10);
    IS(ideal_in(0), 10);
    IS(ideal_in(3), 5);
    IS(ideal_in(4), 10);
    IS(ideal_in(59), 2);
    for (uint32_t i = 0; i < STRETCHES; i++)
        ideal += ideal_in(i);
    IS(ideal, (double)played->ideal / MS);
    IS(ideal, 587);
}

/* Rank 1 starts 100 ms late, and recording pauses in the whole of a stretch and
 * a half. */
UNIT_TEST(a_stretch_has_no_time_that_was_not_measured)
{
    script_begin(2);
    on_rank(0);
    op((struct replay_op){ .kind = REPLAY_PAUSE, .time = 15 * MS });
    barrier(300, 302);
    barrier(590, 600);
    end_rank();
    replay_log_begin(script.log, 1, 0);
    script.rank = 1;
    op((struct replay_op){ .kind = REPLAY_PAUSE, .time = 15 * MS });
    barrier(300, 302);
    barrier(590, 600);
    replay_log_end(script.log, 100 * MS, script.end, false);
    script.on = false;
    script_play();
    stretch_is(0, 0, 0, 0, 0);
    stretch_is(0, 1, 5, 5, 5);
    stretch_is(0, 9, 10, 10, 10);
    stretch_is(0, 10, 10, 10, 10);
    stretch_is(0, 11, 15, 10, 10);
    stretch_is(0, 12, 20, 10, 10);
    IS(ideal_in(0), 0);
    IS(ideal_in(30), 8);
}

/* Rank 1 waits 2 of its 10 for the send, which takes 3; what a complete log has
 * besides changes nothing. */
UNIT_TEST(transfers_take_what_is_no_wait)
{
    script_begin(2);
    op((struct replay_op){ .kind = REPLAY_REGION, .time = 5 * MS });
    sends(1, 12, 15);
    on_rank(1);
    receives(0, 10, 20);
    script_play();
    CU_ASSERT_EQUAL_FATAL(played->transfer_count, 2);
    for (int i = 0; i < 2; i++) {
        const struct transfer *one = &played->transfers[i];
        bool send =
            (int)played->sites[one->site].call == call_find("MPI_Send");

        CU_ASSERT_EQUAL(one->bytes, 8);
        CU_ASSERT_EQUAL(one->calls, 1);
        CU_ASSERT_EQUAL(one->ns, (send ? 3 : 8) * MS);
        CU_ASSERT_EQUAL(one->apart, 0);
    }
}

/* Rank 1 has waited from 100 for what rank 0 sends at 300; from then on it is
 * rank 1 that leads. */
UNIT_TEST(the_front_goes_on_with_whom_was_waited_for)
{
    script_begin(2);
    on_rank(0);
    sends(1, 300, 301);
    barrier(310, 600);
    on_rank(1);
    receives(0, 100, 305);
    barrier(590, 600);
    script_play();
    IS(ideal_in(29), 10);
    IS(ideal_in(30), 9);
    IS(ideal_in(31), 6);
    IS(ideal_in(58), 10);
    IS(ideal_in(59), 0);
    IS((double)played->ideal / MS, 585);
}
