/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_scenarios.c - how long runs would take if something in them were
 * changed, where the answers are known.
 */
#include "unit.h"

#include <string.h>

#include "replay/scenarios/scenarios.h"
#include "replay_script.h"

#define CHANGES_MOST 4
#define SITES_MOST 16
#define RANKS_MOST 8
#define CALLS_MOST 2000 /* procedures */

static struct {
    struct change changes[CHANGES_MOST];
    bool sites[CHANGES_MOST][SITES_MOST];
    double factors[CHANGES_MOST][RANKS_MOST];
    size_t count;
    uint64_t paused; /* kept in the ideal run here, unlike in replay.h */
    uint64_t behind[2 * CALLS_MOST], follows[SITES_MOST];
    bool workers[RANKS_MOST];
    uint32_t watched;
    struct packing packing;
} asked;
static struct scenarios found;

__attribute__((destructor)) static void forget(void)
{
    scenarios_clear(&found);
}

static void begin(uint32_t ranks)
{
    script_begin(ranks);
    memset(asked.behind, 0, sizeof(asked.behind));
    memset(asked.follows, 0, sizeof(asked.follows));
    asked.packing = (struct packing){ .gap = 5 * MS };
    for (uint32_t i = 0; i < RANKS_MOST; i++)
        asked.workers[i] = true;
    asked.watched = 0;
    asked.count = 0;
    asked.paused = 0;
}

/* At all calls of that procedure; NULL: of any. */
static double *change(enum change_kind kind, const char *procedure)
{
    size_t i = asked.count++;

    for (uint32_t k = 0; k < script.log->site_count; k++)
        asked.sites[i][k] =
            procedure == NULL ||
            (int)script.log->sites[k].call == call_find(procedure);
    for (uint32_t k = 0; k < RANKS_MOST; k++)
        asked.factors[i][k] = 1;
    asked.changes[i] = (struct change){ .kind = kind,
                                        .sites = asked.sites[i],
                                        .factors = asked.factors[i] };
    return asked.factors[i];
}

static void work(const char *procedure, uint32_t rank, double factor)
{
    change(CHANGE_WORK, procedure)[rank] = factor;
}

enum { CHANGED, UNCHANGED, IDEAL, SCENARIOS };

/* The scenario of all changes, that of none, and the ideal network. */
static void play(void)
{
    const struct scenario scenarios[SCENARIOS] = {
        [CHANGED] = { .changes = asked.changes,
                      .count = asked.count,
                      .behind = asked.behind,
                      .follows = asked.follows,
                      .follows_ns = 5 * MS,
                      .packing = &asked.packing,
                      .workers = asked.workers,
                      .watched = asked.watched },
        [IDEAL] = { .ideal = true },
    };

    script_open();
    scenarios_clear(&found);
    CU_ASSERT_EQUAL_FATAL(replay_scenarios(script.log, script.profile,
                                           scenarios, SCENARIOS, NULL, &found),
                          STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(
        replay_run(script.log, script.profile, NULL, &played), STATUS_OK);
    replay_log_destroy(script.log);
    profile_destroy(script.profile);
    CU_ASSERT_EQUAL(found.results[UNCHANGED].length, found.measured);
    CU_ASSERT_EQUAL(found.results[IDEAL].length, played->ideal + asked.paused);
}

static double length(int scenario)
{
    return (double)found.results[scenario].length / MS;
}

/* Of the critical path when all is changed; all of its parts make T. */
static double path_of(uint32_t rank)
{
    uint64_t ns = 0, all = 0;

    for (size_t i = 0; i < found.path_count; i++) {
        all += found.path[i].ns;
        ns += found.path[i].rank == rank ? found.path[i].ns : 0;
    }
    CU_ASSERT_EQUAL(all, found.results[CHANGED].length);
    return (double)ns / MS;
}

/* Rank 0 looks for the message 31 times, up to 420; rank 1 sends it then. */
static void loop_of_probes(double sent, bool comes)
{
    struct replay_op found_op = { .kind = REPLAY_RECV,
                                  .flags = REPLAY_SETTLED | REPLAY_PROBED,
                                  .peer = 1,
                                  .tag = 1,
                                  .bytes = 8,
                                  .request = 5 };

    begin(2);
    on_rank(0);
    call("MPI_Comm_size", 99, 100);
    send_op(REPLAY_PROBE, 1, 1, 8, 5);
    for (double at = 100; at < 420; at += 10)
        call("MPI_Iprobe", at + 1, at + 10);
    op(found_op);
    call("MPI_Recv", 420, 421);
    call("MPI_Comm_free", 521, 522);
    on_rank(1);
    if (comes) {
        sends(0, sent, sent + 1);
        call("MPI_Comm_free", 522, 522);
    }
}

static void faster_sender(double sent)
{
    loop_of_probes(sent, true);
    work("MPI_Send", 1, .5);
    play();
    IS(found.results[CHANGED].length / (double)MS, 522 - sent / 2);
    IS(path_of(1), sent / 2);
}

/* Rank 0 works 50 ms behind MPI_Comm_size, rank 1 10 ms, rank 2 hands out work
 * for 500 ms. */
UNIT_TEST(work_behind_calls_is_that_of_workers)
{
    const double ends[] = { 51, 11, 501 };

    begin(3);
    for (uint32_t i = 0; i < 3; i++) {
        on_rank(i);
        call("MPI_Comm_size", 0, 1);
        call("MPI_Comm_rank", ends[i], ends[i] + 1);
    }
    asked.workers[2] = false;
    work(NULL, 0, 1);
    play();
    CU_ASSERT_EQUAL(asked.behind[0], 50 * MS);
    CU_ASSERT_EQUAL(asked.behind[1], 60 * MS);
}

UNIT_TEST(a_loop_of_probes_ends_when_its_sender_is_faster)
{
    faster_sender(405);
    faster_sender(400.5);
    faster_sender(412);
    /* What a loop that waits for nothing spends between its calls is work. */
    loop_of_probes(0, false);
    play();
    IS(length(UNCHANGED), 522);
}

/* Rank 1 works 300, the other 100; the barrier takes 10, and then all 100. */
static void unequal(void)
{
    begin(2);
    barrier(100, 310);
    call("MPI_Comm_free", 410, 410);
    on_rank(1);
    barrier(300, 310);
    call("MPI_Comm_free", 410, 410);
}

static void a(uint8_t kind, enum call_coll coll, uint8_t flags,
              const char *name, double begins, double ends)
{
    op((struct replay_op){ .kind = kind,
                           .coll = (uint16_t)coll,
                           .flags = flags,
                           .peer = script.rank,
                           .request = 5 });
    call(name, begins, ends);
}

/* ---- the network ---- */

/* A message of 8 bytes takes 3 to send: 1 of latency, and an eighth of 2 for each
 * byte.  What receives cost is not known. */
UNIT_TEST(latency_and_bandwidth_change_what_calls_cost)
{
    static struct network_cost costs[2 * CALLS_MOST];

    begin(2);
    sends(1, 10, 13);
    call("MPI_Comm_free", 20, 21);
    on_rank(1);
    receives(0, 5, 14);
    change(CHANGE_NETWORK, NULL);
    asked.changes[0].costs = costs;
    asked.changes[0].latency = 4;
    asked.changes[0].bandwidth = 0.5;
    costs[2 * call_find("MPI_Send")] = (struct network_cost){ 1, 2.0 / 8 };
    play();
    IS(length(CHANGED), 21 - 3 + 4 + 4);
}

/* ---- the run itself ---- */

UNIT_TEST(without_changes_the_run_takes_what_it_took)
{
    unequal();
    play();
    IS(length(CHANGED), 410);
    IS((double)found.measured / MS, 410);
    CU_ASSERT_EQUAL(found.run->ranks, 2);
    CU_ASSERT_EQUAL(found.results[CHANGED].useful_most, 400 * MS);
    CU_ASSERT_EQUAL(found.results[CHANGED].useful_sum, 600 * MS);
    IS(path_of(1), 300);
}

/* Each kind of need, and a message that clocks let arrive before it left. */
UNIT_TEST(all_kinds_of_calls_take_what_they_took)
{
    const uint8_t both = REPLAY_SENDS | REPLAY_RECEIVES;

    begin(3);
    for (uint32_t i = 0; i < 3; i++) {
        on_rank(i);
        a(REPLAY_COLLECTIVE, CALL_COLL_BCAST,
          i == 1 ? REPLAY_ROOT | REPLAY_SENDS : REPLAY_RECEIVES, "MPI_Bcast",
          i == 1 ? 30 : 10, 35 + i);
        a(REPLAY_COLLECTIVE, CALL_COLL_SCAN, both, "MPI_Scan", 60 - 7.0 * i,
          62 + i);
        a(REPLAY_COLLECTIVE_POST, CALL_COLL_ALLREDUCE, both | REPLAY_SETTLED,
          "MPI_Iallreduce", 70 + 3 * i, 70.5 + 3 * i);
        done_op(REPLAY_COLLECTIVE_DONE, 5);
        call("MPI_Wait", 77.5, 79);
        a(REPLAY_COLLECTIVE, CALL_COLL_REDUCE,
          i == 0 ? REPLAY_ROOT | both : REPLAY_SENDS, "MPI_Reduce",
          80 + 5.0 * i, i == 0 ? 93 : 81 + 5 * i);
        if (i == 0) {
            sends(1, 95, 102);
            receives(2, 103, 104);
        } else if (i == 1) {
            receives(0, 100, 103);
        } else {
            sends(0, 104.5, 105);
        }
    }
    play();
    IS(length(CHANGED), 105);
    CU_ASSERT_EQUAL(played->violations, 1);
}

UNIT_TEST(time_without_recording_is_kept_and_is_no_work)
{
    begin(1);
    asked.paused = 30 * MS;
    op((struct replay_op){ .kind = REPLAY_PAUSE, .time = asked.paused });
    call("MPI_Barrier", 100, 110);
    work(NULL, 0, 0.5);
    play();
    IS(length(CHANGED), 30 + 35 + 10);
    CU_ASSERT_EQUAL(found.results[CHANGED].useful_sum, 35 * MS);
}

/* ---- work ---- */

UNIT_TEST(faster_work_ends_the_wait_of_others)
{
    unequal();
    work("MPI_Barrier", 1, 0.5);
    play();
    IS(length(CHANGED), 150 + 10 + 100);
    IS(length(IDEAL), 400);
    CU_ASSERT_EQUAL(found.results[CHANGED].useful_most, 250 * MS);
    CU_ASSERT_EQUAL(found.results[CHANGED].useful_sum, 450 * MS);
    IS(path_of(1), 150);
}

UNIT_TEST(another_rank_is_critical_then)
{
    unequal();
    work("MPI_Barrier", 1, 0.1);
    play();
    IS(length(CHANGED), 100 + 10 + 100);
    IS(path_of(0), 210);
}

UNIT_TEST(changes_multiply)
{
    unequal();
    work("MPI_Barrier", 1, 0.5);
    work(NULL, 1, 0.8);
    play();
    IS(length(CHANGED), 300 * 0.4 + 10 + 100);
}

/* Work in another region than that of the call is its own. */
UNIT_TEST(work_counts_where_it_was_done)
{
    begin(1);
    call("MPI_Barrier", 10, 10);
    op((struct replay_op){ .kind = REPLAY_WORK, .comm = 0, .time = 60 * MS });
    call("MPI_Comm_free", 110, 110);
    work("MPI_Barrier", 0, 0.5);
    play();
    IS(length(CHANGED), 5 + 30 + 40);
}

UNIT_TEST(a_sender_on_time_shortens_a_chain)
{
    begin(3);
    sends(1, 200, 205);
    on_rank(1);
    receives(0, 10, 210);
    sends(2, 260, 265);
    on_rank(2);
    receives(1, 20, 270);
    work(NULL, 0, 0.25);
    play();
    IS(length(CHANGED), 50 + 10 + 50 + 10);
    IS(path_of(0), 50);
    IS(path_of(1), 60);
}

UNIT_TEST(a_send_that_waited_waits_no_longer_than_its_receiver_takes)
{
    begin(2);
    sends(1, 100, 410);
    call("MPI_Comm_free", 910, 910);
    on_rank(1);
    receives(0, 400, 420);
    work(NULL, 1, 0.5);
    play();
    IS(length(CHANGED), 200 + 10 + 500);
    IS(length(IDEAL), 100 + 500);
}

/* ---- calls ---- */

/* Rank 1 computes up to 400 ms with a posted receive; the send of rank 0 ends 5 ms
 * after it is back in MPI. */
UNIT_TEST(a_send_that_waited_for_a_computing_receiver_ends_after_it)
{
    begin(2);
    sends(1, 100, 405);
    on_rank(1);
    receives_after_work(0);
    work("MPI_Wait", 1, 0.5);
    play();
    IS(length(UNCHANGED), 406);
    IS(length(CHANGED), 11 + 389 / 2.0 + 6);
}

UNIT_TEST(a_barrier_that_is_off_holds_nobody)
{
    unequal();
    change(CHANGE_OFF, "MPI_Barrier");
    play();
    IS(length(CHANGED), 400);
    IS(path_of(1), 400);
}

/* The barrier takes 10 of its own. */
UNIT_TEST(a_barrier_that_costs_less_waits_as_long)
{
    double *factors;

    unequal();
    factors = change(CHANGE_COST, "MPI_Barrier");
    factors[0] = factors[1] = 0.5;
    play();
    IS(length(CHANGED), 300 + 5 + 100);
}

/* Of six barriers the third is on another communicator than those beside it,
 * the fifth has another procedure before it and the last one more work. */
UNIT_TEST(calls_that_follow_are_on_the_same_communicator)
{
    static const uint32_t comms[] = { 0, 0, 1, 0, 0, 0 };
    static const double begins[] = { 10, 20, 30, 40, 52, 70 };

    begin(1);
    script.comms[1] = script.comms[0];
    for (int i = 0; i < 6; i++) {
        if (i == 4)
            call("MPI_Comm_size", 50, 51);
        collective_op(CALL_COLL_BARRIER, 0);
        script.ops[0].comm = comms[i];
        call("MPI_Barrier", begins[i], begins[i] + (i == 4 ? 5 : 9));
    }
    work(NULL, 0, 1);
    play();
    CU_ASSERT_EQUAL(asked.follows[0], 1);
}

/* Rank 0 sends two messages to rank 1 at once and one to rank 3, which rank 1 could
 * pass on.  After an answer and more work it sends one to each.  Only calls of
 * MPI_Send become cheaper, and count. */
UNIT_TEST(messages_that_could_be_parts_of_others_are_counted)
{
    begin(4);
    asked.packing.grid = (struct rank_grid){ { 2, 2, 1 } };
    for (int i = 0; i < 3; i++)
        sends(i < 2 ? 1 : 3, 10 + 3 * i, 11 + 3 * i);
    receives(1, 18, 21);
    sends(1, 31, 32);
    send_op(REPLAY_SEND, 1, 2, 8, 0);
    call("MPI_Ssend", 37, 38);
    sends(3, 39, 40);
    on_rank(1);
    receives(0, 1, 11);
    receives(0, 12, 14);
    sends(0, 20, 21);
    receives(0, 22, 32);
    send_op(REPLAY_RECV, 0, 2, 8, 0);
    call("MPI_Recv", 33, 38);
    on_rank(3);
    receives(0, 1, 17);
    receives(0, 18, 40);
    change(CHANGE_COST, "MPI_Send");
    play();
    CU_ASSERT_EQUAL(asked.packing.messages, 6); /* one is of rank 1 */
    CU_ASSERT_EQUAL(asked.packing.again, 1);
    CU_ASSERT_EQUAL(asked.packing.detours, 2);
    CU_ASSERT_EQUAL(asked.packing.answers, 2);
}

/* Columns of four ranks, rows of three. */
UNIT_TEST(ranks_of_a_grid_are_next_to_each_other_also_over_its_edges)
{
    static const struct rank_grid grid = { { 4, 3, 1 } };
    static const struct rank_grid none = { { 0 } };

    CU_ASSERT_EQUAL(rank_grid_steps(&grid, 5, 5), 0);
    CU_ASSERT_EQUAL(rank_grid_steps(&grid, 5, 6), 1);
    CU_ASSERT_EQUAL(rank_grid_steps(&grid, 5, 0), 2);
    CU_ASSERT_EQUAL(rank_grid_steps(&grid, 0, 11), 2);
    CU_ASSERT_EQUAL(rank_grid_steps(&grid, 0, 2), -1);
    CU_ASSERT_EQUAL(rank_grid_steps(&grid, 1, 7), -1);
    CU_ASSERT_EQUAL(rank_grid_steps(&grid, 0, 12), -1);
    CU_ASSERT_EQUAL(rank_grid_steps(&grid, 0, UINT32_MAX), -1);
    CU_ASSERT_EQUAL(rank_grid_steps(&none, 0, 0), -1);
}

/* The work of 3 ms between the sends would be little if nothing came in between. */
UNIT_TEST(messages_that_answer_are_no_parts_of_others)
{
    begin(2);
    sends(1, 10, 11);
    receives(1, 12, 13);
    sends(1, 15, 16);
    on_rank(1);
    receives(0, 1, 11);
    sends(0, 11, 12);
    receives(0, 13, 16);
    change(CHANGE_COST, "MPI_Send");
    play();
    CU_ASSERT_EQUAL(asked.packing.again, 0);
    CU_ASSERT_EQUAL(asked.packing.answers, 1);
}

UNIT_TEST(a_barrier_that_waits_for_nobody_still_costs)
{
    unequal();
    change(CHANGE_NO_WAIT, "MPI_Barrier");
    work("MPI_Barrier", 1, 0.5);
    play();
    IS(length(CHANGED), 150 + 10 + 100);
}

/* Rank 0 receives from 100 to end what was sent then, and goes on for so long;
 * less than 0: the receive is its last call. */
static void overlapped(double end, double sent, double goes_on)
{
    begin(2);
    receives(1, 100, end);
    if (goes_on >= 0)
        call("MPI_Comm_free", end + goes_on, end + goes_on);
    on_rank(1);
    sends(0, sent, sent + 5);
    change(CHANGE_OVERLAP, "MPI_Recv");
    play();
}

UNIT_TEST(an_overlapped_receive_ends_after_the_work_behind_it)
{
    overlapped(450, 400, 200);
    IS(length(CHANGED), 450);
    IS(path_of(0), 50);
    IS(path_of(1), 400);
    overlapped(450, 400, -1);
    IS(length(CHANGED), 450);
    IS(path_of(1), 400);
}

UNIT_TEST(overlap_gains_no_more_than_the_wait)
{
    overlapped(150, 120, 500);
    IS(length(CHANGED), 600);
    IS(path_of(0), 600);
}

/* Each of four ranks sends to the one before it, works for so long, and then
 * receives; a message takes 10 once the receiver is there. */
static void exchange_along_ranks(double packs)
{
    double end = 0;

    begin(4);
    on_rank(3);
    for (uint32_t i = 3; i > 0; i--) {
        receives(i - 1, end, end + 10);
        on_rank(i - 1);
        sends(i, 0, end + 10);
        end += 10 + packs;
    }
    change(CHANGE_POSTED, NULL);
    play();
}

UNIT_TEST(messages_that_start_together_follow_no_chain)
{
    exchange_along_ranks(0);
    IS(length(UNCHANGED), 30);
    IS(length(CHANGED), 20);
    exchange_along_ranks(4);
    IS(length(UNCHANGED), 38);
    IS(length(CHANGED), 24);
}

UNIT_TEST(messages_start_no_sooner_than_the_work_before_them)
{
    exchange_along_ranks(6);
    IS(length(UNCHANGED), 42);
    IS(length(CHANGED), 42);
}

UNIT_TEST(overlapped_calls_that_wait_for_nobody_take_their_time)
{
    overlapped(150, 10, 10);
    IS(length(CHANGED), 150);
    IS(path_of(0), 150);
}

/* Two ranks exchange messages twice in a row, 10 each, and then work for so long. */
static void exchanges_in_a_row(double works, uint32_t second_region)
{
    begin(2);
    for (uint32_t i = 0; i < 2; i++) {
        on_rank(i);
        for (double at = 0; at < 20; at += 10) {
            send_op(REPLAY_SEND, 1 - i, 1, 8, 0);
            send_op(REPLAY_RECV, 1 - i, 1, 8, 0);
            call("MPI_Sendrecv", at, at + 10);
            script.region = second_region;
        }
        script.region = 0;
        call("MPI_Comm_free", 20 + works, 20 + works);
    }
    change(CHANGE_OVERLAP, "MPI_Sendrecv");
    play();
    IS(length(UNCHANGED), 20 + works);
    path_of(0);
}

UNIT_TEST(exchanges_in_a_row_overlap_with_the_work_behind_them)
{
    exchanges_in_a_row(40, 1);
    IS(length(CHANGED), 40);
    exchanges_in_a_row(15, 1);
    IS(length(CHANGED), 20);
    exchanges_in_a_row(40, 0); /* the second may pass on what the first got */
    IS(length(CHANGED), 50);
}

/* ---- receives in the order of arrival ---- */

/* Rank 0 receives from 1 at 100, then what 2 and 3 have sent at 10; each message
 * takes it 1, and the work on it 20, on the last one `last'.  answers: rank 2 gets
 * one, at the end of that work.  nobody: rank 0 receives from MPI_PROC_NULL, too,
 * in the work on the first message. */
static void receives_of_ranks(double last, bool answers, bool nobody)
{
    begin(4);
    receives(1, 0, 101);
    if (nobody)
        call("MPI_Recv", 111, 111);
    receives(2, 121, 122);
    if (answers)
        sends(2, 142, 142);
    receives(3, 142, 143);
    call("MPI_Comm_free", 143 + last, 143 + last);
    for (uint32_t rank = 1; rank < 4; rank++) {
        double sent = rank == 1 ? 100 : 10;

        on_rank(rank);
        sends(0, sent, sent + 1);
        if (rank == 2 && answers)
            receives(0, 11, 143);
        if (rank == 2 && answers)
            call("MPI_Comm_free", 303, 303);
    }
    change(CHANGE_ORDER, "MPI_Recv");
    play();
}

UNIT_TEST(messages_are_received_in_the_order_of_arrival)
{
    receives_of_ranks(20, false, false);
    IS(length(UNCHANGED), 163);
    IS(length(CHANGED), 121);
}

UNIT_TEST(receives_from_nobody_are_part_of_the_work)
{
    receives_of_ranks(20, false, true);
    IS(length(UNCHANGED), 163);
    IS(length(CHANGED), 121);
}

UNIT_TEST(work_on_all_messages_comes_after_the_last_one)
{
    receives_of_ranks(50, false, false);
    IS(length(UNCHANGED), 193);
    IS(length(CHANGED), 121 + 50);
}

/* It is sent at 31 instead of 142. */
UNIT_TEST(answers_go_out_with_the_work_on_their_message)
{
    receives_of_ranks(20, true, false);
    IS(length(UNCHANGED), 303);
    IS(length(CHANGED), 303 - (142 - 31));
}

/* ---- threads ---- */

UNIT_TEST(a_path_goes_to_where_a_thread_was_started)
{
    begin(2);
    call("MPI_Comm_rank", 10, 20);
    receives(1, 30, 330);
    on_rank(1);
    receives(0, 5, 305);
    sends(0, 315, 325);
    on_thread(0, 1);
    sends(1, 300, 302);
    play();
    IS(length(CHANGED), 330);
    IS(path_of(0), 30 + 270 + 15);
    IS(path_of(1), 5 + 10);
}

/* The second thread starts after the receive, which ends 19 earlier. */
UNIT_TEST(threads_start_where_their_master_is_not_their_sibling)
{
    begin(2);
    receives(1, 10, 40);
    on_rank(1);
    sends(0, 38, 39);
    receives(0, 45, 70);
    call("MPI_Comm_free", 500, 500);
    on_thread(0, 1);
    call("MPI_Comm_size", 5, 100);
    on_thread(0, 2);
    sends(1, 60, 62);
    work("MPI_Send", 1, 0.5);
    play();
    IS(length(CHANGED), 500 - 19);
}
