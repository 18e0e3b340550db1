/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_returns.c - calls that wait for a rank to come back to MPI; flushes are in
 * test_one_sided.c.
 */
#include "unit.h"

#include "replay_script.h"

/* Both have started it; rank 1 computes up to 400 ms but for a message at 200 ms. */
static void computing_member(double sent, double ended)
{
    script_begin(2);
    begin_nonblocking(10);
    done_op(REPLAY_COLLECTIVE_DONE, 1);
    call("MPI_Wait", 100, ended);
    receives(1, 500, 501);
    on_rank(1);
    begin_nonblocking(10);
    sends(0, 200, sent);
    done_op(REPLAY_COLLECTIVE_DONE, 1);
    call("MPI_Wait", 400, 401);
    script_play();
}

UNIT_TEST(a_nonblocking_collective_waits_for_a_member_that_computes)
{
    computing_member(201, 401);
    only_waits(WAIT_LATE_PROGRESS, 0, 1, 300);
    computing_member(240, 401); /* it is inside MPI for too long */
    IS(waited_in_all(), 0);
    computing_member(201, 440); /* the call ends too late */
    IS(waited_in_all(), 0);
    computing_member(201, 399);
    IS(waited_in_all(), 0);
}

/* Rank 0 comes back at 400 ms, and gathers later. */
UNIT_TEST(who_gives_data_waits_for_a_root_that_computes)
{
    script_begin(2);
    call("MPI_Comm_size", 10, 11);
    sends(1, 400, 401);
    coll(CALL_COLL_GATHER, REPLAY_ROOT | REPLAY_SENDS | REPLAY_RECEIVES, 450,
         451);
    on_rank(1);
    coll(CALL_COLL_GATHER, REPLAY_SENDS, 100, 402);
    receives(0, 500, 501);
    script_play();
    only_waits(WAIT_LATE_PROGRESS, 1, 0, 300);
}

/* Rank 1 is between rank 2 and the root; rank 2 comes from another call. */
UNIT_TEST(a_rank_in_a_tree_waits_for_those_below)
{
    script_begin(3);
    coll(CALL_COLL_REDUCE, REPLAY_ROOT | REPLAY_SENDS | REPLAY_RECEIVES, 100,
         402);
    on_rank(1);
    coll(CALL_COLL_REDUCE, REPLAY_SENDS, 150, 401);
    on_rank(2);
    call("MPI_Comm_size", 10, 399);
    coll(CALL_COLL_REDUCE, REPLAY_SENDS, 400, 401);
    script_play();
    IS(waited(WAIT_EARLY_REDUCE, 0), 300);
    IS(waited(WAIT_LATE_PROGRESS, 1), 250);
    IS(blamed(WAIT_LATE_PROGRESS, 2), 250);
    IS(waited_in_all(), 550);
}

/* Rank 2, which comes later, is no neighbour of rank 0. */
UNIT_TEST(
    a_collective_among_neighbours_waits_for_those_it_does_not_end_without)
{
    uint8_t both = REPLAY_SENDS | REPLAY_RECEIVES;

    script_begin(3);
    coll(CALL_COLL_NEIGHBOR_ALLTOALL, both, 100, 401);
    on_rank(1);
    coll(CALL_COLL_NEIGHBOR_ALLTOALL, both, 400, 401);
    on_rank(2);
    coll(CALL_COLL_NEIGHBOR_ALLTOALL, both, 500, 501);
    script_play();
    only_waits(WAIT_LATE_SENDER, 0, 1, 300);
}
