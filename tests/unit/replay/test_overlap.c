/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_overlap.c - work between the begin of requests and their end.
 */
#include "unit.h"

#include <string.h>

#include "replay_script.h"

/* Of the calls of that procedure. */
static const struct overlap *overlap_of(const char *name)
{
    static const struct overlap none;

    for (size_t i = 0; i < played->overlap_count; i++) {
        uint32_t site = played->overlaps[i].site;

        if (strcmp(call_table[played->sites[site].call].name, name) == 0)
            return &played->overlaps[i];
    }
    return &none;
}

static void done(uint8_t kind, uint32_t request)
{
    op((struct replay_op){ .kind = kind, .request = request, .bytes = 8 });
}

/* Plays the script.  Messages are of 8 bytes each. */
static void check(const char *name, uint64_t calls, uint64_t messages,
                  double ms)
{
    const struct overlap *overlap;

    script_play();
    overlap = overlap_of(name);
    CU_ASSERT_EQUAL(overlap->calls, calls);
    CU_ASSERT_EQUAL(overlap->messages, messages);
    CU_ASSERT_EQUAL(overlap->bytes, 8 * messages);
    CU_ASSERT_EQUAL(overlap->collectives, messages == 0);
    IS((double)overlap->work / MS, ms);
}

/* Not the time in MPI_Irecv and MPI_Send. */
UNIT_TEST(work_between_post_and_wait_is_summed)
{
    script_begin(2);
    on_rank(0);
    for (int i = 0; i < 2; i++) {
        double at = 1000 * i;

        send_op(REPLAY_RECV_POST, 1, 1, 8, 7);
        call("MPI_Irecv", at + 10, at + 20);
        sends(1, at + 50, at + 60);
        done(REPLAY_RECV_DONE, 7);
        call("MPI_Wait", at + 130, at + 400);
    }
    on_rank(1);
    sends(0, 5, 6);
    sends(0, 1005, 1006);
    check("MPI_Wait", 2, 2, 2 * (30 + 70));
}

UNIT_TEST(the_first_of_several_counts)
{
    script_begin(2);
    send_op(REPLAY_SEND_POST, 1, 1, 8, 7);
    call("MPI_Isend", 10, 20);
    send_op(REPLAY_RECV_POST, 1, 1, 8, 8);
    call("MPI_Irecv", 50, 60);
    done(REPLAY_RECV_DONE, 8);
    done(REPLAY_SEND_DONE, 7);
    call("MPI_Waitall", 70, 100);
    on_rank(1);
    receives(0, 10, 20);
    sends(0, 30, 40);
    check("MPI_Waitall", 1, 2, 30 + 10);
}

UNIT_TEST(collectives_have_their_work)
{
    script_begin(2);
    for (uint32_t rank = 0; rank < 2; rank++) {
        on_rank(rank);
        op((struct replay_op){ .kind = REPLAY_COLLECTIVE_POST,
                               .coll = CALL_COLL_BARRIER,
                               .peer = rank,
                               .flags = REPLAY_SETTLED,
                               .request = 3 });
        call("MPI_Ibarrier", 10, 11);
        done_op(REPLAY_COLLECTIVE_DONE, 3);
        call("MPI_Wait", 41, 50);
    }
    check("MPI_Wait", 2, 0, 2 * 30);
}

UNIT_TEST(none_at_all_is_known_to_be_none)
{
    script_begin(2);
    send_op(REPLAY_RECV_POST, 1, 1, 8, 7);
    call("MPI_Irecv", 10, 20);
    done(REPLAY_RECV_DONE, 7);
    call("MPI_Wait", 20, 90);
    on_rank(1);
    sends(0, 5, 6);
    check("MPI_Wait", 1, 1, 0);
}

UNIT_TEST(blocking_calls_have_nothing_to_overlap)
{
    script_begin(2);
    receives(1, 10, 20);
    on_rank(1);
    sends(0, 5, 6);
    script_play();
    CU_ASSERT_EQUAL(played->overlap_count, 0);
}

/* How much of the other thread's work was since then is not known. */
UNIT_TEST(what_another_thread_began_is_left_out)
{
    script_begin(2);
    send_op(REPLAY_RECV_POST, 1, 1, 8, 7);
    call("MPI_Irecv", 10, 20);
    end_rank();
    replay_log_begin(script.log, 0, 1);
    done(REPLAY_RECV_DONE, 7);
    call("MPI_Wait", 100, 200);
    on_rank(1);
    sends(0, 5, 6);
    script_play();
    CU_ASSERT_EQUAL(played->matched, 1);
    CU_ASSERT_EQUAL(played->overlap_count, 0);
}
