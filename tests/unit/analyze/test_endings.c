/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_endings.c - runs that did not end with MPI_Finalize: who waits for
 * whom, who can go on, and what the report says.
 */
#include <signal.h>
#include <stdlib.h>

#include "report_cells.h"
#include "synthetic_ends.h"

#define RECEIVE ENDING_WAIT_RECEIVE
#define SEND ENDING_WAIT_SEND

/* Takes the profile. */
static void ends_report(struct profile *profile)
{
    struct analyze_options options = { .top = 10 };

    make_report(profile, &options);
}

static void receives(struct profile *profile, uint32_t rank, int32_t from)
{
    ends_call(profile, rank, ENDS_RECV, 2);
    ends_wait(profile, rank, RECEIVE, from, 7);
}

static void sends(struct profile *profile, uint32_t rank, int32_t to)
{
    ends_call(profile, rank, ENDS_SSEND, 2);
    ends_wait(profile, rank, SEND, to, 7);
}

/* Takes the profile; what the verdict must say, and what not (or NULL). */
static void check_says(struct profile *profile, const char *what,
                       const char * not )
{
    ends_report(profile);
    CU_ASSERT(in_verdict(what));
    if (!in_verdict(what))
        for (size_t i = 0; i < report->verdict_count; i++)
            printf("\n  %s", report->verdict[i]);
    if (not != NULL)
        CU_ASSERT_FALSE(in_verdict(not ));
}

/* Takes the profile; the lines of who waits for whom, in any order:
 * "0-2>3 not stuck" and such, each ended by a semicolon. */
static void check_waits(struct profile *profile, const char *expected)
{
    size_t rows, lines = 0;
    char line[256];

    ends_report(profile);
    rows = row_count("waiting");
    for (size_t row = 0; row < rows; row++) {
        snprintf(line, sizeof(line), "%s>%s %s;",
                 text_at("waiting", row, "ranks"),
                 text_at("waiting", row, "waits_for"),
                 text_at("waiting", row, "outlook"));
        HAS(expected, line);
        if (strstr(expected, line) == NULL)
            printf("\n  %s is not in %s", line, expected);
    }
    for (const char *at = expected; *at != '\0'; at++)
        lines += *at == ';';
    CU_ASSERT_EQUAL(rows, lines);
}

/* ---- messages ---- */

UNIT_TEST(a_deadlock_is_named_with_calls_and_ranks)
{
    ends_report(ends_named("deadlock"));
    VERDICT_IS(0, "The run did not finish: ranks 0-3 got SIGTERM.");
    VERDICT_IS(
        1,
        "Deadlock for 7.50 s: rank 0 waits in MPI_Recv (ring.c:31) for rank "
        "1, rank 1 waits in MPI_Recv (ring.c:31) for rank 0; 2 more ranks "
        "wait for them.");
    CU_ASSERT_EQUAL(row_count("endings"), 1);
    TEXT_IS("endings", 0, "ranks", "0-3");
    TEXT_IS("endings", 0, "ended", "SIGTERM");
    TEXT_IS("endings", 0, "call", "MPI_Recv");
    TEXT_IS("endings", 0, "location", "ring.c:31");
    TEXT_IS("endings", 0, "peers", "0-2");
    TEXT_IS("endings", 0, "path", "main > ring");
    NUMBERS("endings", 0, { "waited_s", 7.5 }, { "end_s", 10 }, { "tag", 7 });
    check_waits(ends_named("deadlock"), "0-3>0-2 deadlock;");
}

static struct profile *ring(uint32_t ranks)
{
    struct profile *profile = ends_create(ranks);

    for (uint32_t i = 0; i < ranks; i++)
        receives(profile, i, (int32_t)((i + ranks - 1) % ranks));
    return profile;
}

UNIT_TEST(a_long_cycle_is_shortened)
{
    check_says(ring(16),
               "Deadlock for 8.00 s: rank 0 waits in MPI_Recv (ring.c:31) for "
               "rank 15, rank 15 waits in MPI_Recv (ring.c:31) for rank 14, "
               "rank 14 waits in MPI_Recv (ring.c:31) for rank 13, ... 12 "
               "more, rank 1 waits in MPI_Recv (ring.c:31) for rank 0.",
               NULL);
    check_waits(ring(16), "0-15>0-15 deadlock;");
}

UNIT_TEST(a_rank_can_wait_for_itself)
{
    struct profile *profile = ends_create(2);

    sends(profile, 1, 1);
    check_says(
        profile,
        "Deadlock for 8.00 s: rank 1 waits in MPI_Ssend (ring.c:32) for "
        "itself.",
        NULL);
}

/* The two are in calls that fit: what is between them is a matter of time. */
UNIT_TEST(a_send_and_its_receive_are_no_deadlock)
{
    struct profile *profile = ends_create(2);

    sends(profile, 0, 1);
    receives(profile, 1, 0);
    check_waits(profile, "");
    profile = ends_create(2);
    sends(profile, 0, 1);
    receives(profile, 1, 0);
    profile->ranks[1].ending.waits[0].tag = ENDING_ANY;
    check_waits(profile, "");
    profile = ends_create(2);
    sends(profile, 0, 1);
    receives(profile, 1, 0);
    profile->ranks[1].ending.waits[0].tag = 8;
    check_says(profile, "Deadlock for 8.00 s: rank 0 waits in MPI_Ssend",
               NULL);
    profile = ends_create(2);
    sends(profile, 0, 1);
    receives(profile, 1, 0);
    profile->ranks[1].ending.waits[0].comm = ENDS_EVEN;
    check_says(profile, "Deadlock for 8.00 s: rank 0 waits in MPI_Ssend",
               NULL);
}

UNIT_TEST(two_that_both_send_are_stuck)
{
    struct profile *profile = ends_create(3);

    sends(profile, 0, 1);
    sends(profile, 1, 0);
    receives(profile, 2, 1);
    check_waits(profile, "0,1>0,1 deadlock;2>1 deadlock;");
}

UNIT_TEST(any_source_is_content_with_one)
{
    struct profile *profile = ends_create(3);

    receives(profile, 0, ENDING_ANY);
    receives(profile, 1, 0);
    check_waits(profile, "0>any of MPI_COMM_WORLD not stuck;1>0 not stuck;");
    profile = ends_create(2);
    receives(profile, 0, ENDING_ANY);
    receives(profile, 1, 0);
    check_says(profile,
               "Deadlock for 8.00 s: rank 0 waits in MPI_Recv (ring.c:31) on "
               "MPI_COMM_WORLD for any rank, such as rank 1, rank 1 waits in "
               "MPI_Recv (ring.c:31) for rank 0.",
               NULL);
    profile = ends_create(2);
    receives(profile, 0, ENDING_ANY);
    sends(profile, 1, 0);
    check_waits(profile, "");
}

/* Each of the workers may send: none of them is to blame. */
UNIT_TEST(a_master_waits_for_nobody_in_particular)
{
    struct profile *profile = ends_create(4);

    receives(profile, 0, ENDING_ANY);
    check_says(profile, "The run did not finish", "has waited");
    profile = ends_create(4);
    receives(profile, 0, ENDING_ANY);
    for (uint32_t i = 1; i < 4; i++)
        ends_by(profile, i, ENDING_EXIT, 0, 3);
    check_says(profile,
               "1 rank waits for ranks that have ended, directly "
               "or indirectly.",
               NULL);
    profile = ends_create(2); /* in a call that is not known to wait */
    receives(profile, 0, 1);
    ends_call(profile, 1, ENDS_COMM_DUP, 4);
    check_says(profile,
               "Rank 0 has waited 8.00 s in MPI_Recv (ring.c:31) for "
               "rank 1, which is in MPI_Comm_dup (ring.c:41).",
               NULL);
}

static void waitany(struct profile *profile)
{
    ends_call(profile, 0, ENDS_WAITANY, 2);
    profile->ranks[0].ending.wait_any = true;
    ends_wait(profile, 0, RECEIVE, 1, 7);
    ends_wait(profile, 0, RECEIVE, 2, 7);
    receives(profile, 1, 0);
}

UNIT_TEST(one_of_several_requests_is_enough)
{
    struct profile *profile = ends_create(3);

    waitany(profile);
    check_waits(profile, "0>1 not stuck;0>2 not stuck;1>0 not stuck;");
    profile = ends_create(3);
    waitany(profile);
    receives(profile, 2, 1);
    check_says(profile,
               "Deadlock for 8.00 s: rank 0 waits in MPI_Waitany (ring.c:35) "
               "for rank 1",
               NULL);
    profile = ends_create(3);
    waitany(profile);
    receives(profile, 2, 1);
    profile->ranks[0].ending.waits_cut = true;
    check_says(profile, "The run did not finish", "Deadlock");
    profile = ends_create(3);
    waitany(profile);
    sends(profile, 2, 0);
    check_waits(profile, "1>0 not stuck;");
}

/* The message of rank 1 may have come, before that waited for its next one. */
UNIT_TEST(of_several_requests_some_may_be_done)
{
    struct profile *profile = ends_create(3);

    waitany(profile);
    profile->ranks[0].ending.wait_any = false;
    check_waits(profile, "0>1 not stuck;0>2 not stuck;1>0 not stuck;");
    profile = ends_create(3);
    waitany(profile);
    profile->ranks[0].ending.wait_any = false;
    receives(profile, 2, 1);
    check_waits(profile, "0>1,2 deadlock;1>0 deadlock;2>1 deadlock;");
    profile = ends_create(3);
    waitany(profile);
    profile->ranks[0].ending.wait_any = false;
    profile->ranks[0].ending.waits_cut = true;
    receives(profile, 2, 1);
    check_waits(profile, "0>1,2 not stuck;2>1 not stuck;");
}

/* Rank 2 computes; what rank 1 sends, rank 0 has got. */
UNIT_TEST(half_of_a_sendrecv_may_be_done)
{
    struct profile *profile = ends_create(3);

    ends_collective(profile, 0, ENDS_ALLREDUCE, ENDS_WORLD, 2);
    ends_call(profile, 1, ENDS_WAITALL, 2);
    ends_wait(profile, 1, SEND, 0, 7);
    ends_wait(profile, 1, RECEIVE, 2, 7);
    check_says(profile, "rank 2", "eadlock");
}

/* The same where rank 2 has died, and what rank 0 has sent was not the last. */
UNIT_TEST(half_of_a_sendrecv_is_no_deadlock_with_the_dead)
{
    struct profile *profile = ends_create(3);

    for (uint32_t i = 0; i < 2; i++) {
        ends_call(profile, i, ENDS_WAITALL, 2);
        ends_wait(profile, i, SEND, (int32_t)(1 - i), (int32_t)i);
        ends_wait(profile, i, RECEIVE, i == 0 ? 1 : 2, 7);
    }
    ends_by(profile, 2, ENDING_SIGNAL, SIGSEGV, 5);
    check_says(profile,
               "Rank 1 waits in MPI_Waitall (ring.c:34) for rank 2, "
               "which got SIGSEGV",
               "each other");
}

UNIT_TEST(two_messages_for_one_rank_are_one_waiter)
{
    struct profile *profile = ends_create(3);

    for (uint32_t i = 0; i < 2; i++) {
        ends_call(profile, i, ENDS_WAITALL, 2);
        ends_wait(profile, i, SEND, 2, 7);
        ends_wait(profile, i, RECEIVE, 2, 7);
    }
    check_says(profile,
               "Rank 0 and 1 other rank have waited 8.00 s in MPI_Waitall "
               "(ring.c:34) for rank 2",
               NULL);
}

/* ---- ranks that have ended ---- */

UNIT_TEST(a_chain_ends_at_the_rank_that_died)
{
    check_says(ends_named("dead"),
               "Rank 2 waits in MPI_Recv (ring.c:31) for "
               "rank 3, which got SIGSEGV 4.20 s earlier in solve "
               "(solve.c:88); 3 ranks in total wait for ranks that have "
               "ended, directly or indirectly.",
               "Deadlock");
    check_says(ends_named("dead"),
               "The run did not finish: rank 3 got "
               "SIGSEGV in solve (solve.c:88), ranks 0-2 got SIGTERM.",
               "balanced");
    check_waits(ends_named("dead"), "0>1 never;1>2 never;2>3 never;");
}

UNIT_TEST(every_way_to_end_is_named)
{
    static const struct {
        enum ending_kind how;
        int32_t code;
        const char *said;
    } ways[] = {
        { ENDING_EXIT, 3, "for rank 1, which ended with exit(3) 5.00 s" },
        { ENDING_ABORT, -1, "for rank 1, which called MPI_Abort(-1) 5.00 s" },
        { ENDING_SIGNAL, SIGFPE, "for rank 1, which got SIGFPE 5.00 s" },
        { ENDING_UNKNOWN, 0, "for rank 1, which was killed or lost while" },
        { ENDING_FINALIZED, 0, "for rank 1, which ended with MPI_Finalize." },
    };

    for (size_t i = 0; i < sizeof(ways) / sizeof(*ways); i++) {
        struct profile *profile = ends_create(2);

        receives(profile, 0, 1);
        ends_by(profile, 1, ways[i].how, ways[i].code, 5);
        check_says(profile, ways[i].said, NULL);
    }
}

/* Killed with all others at the same time: stopped where it was. */
UNIT_TEST(a_rank_that_was_killed_last_is_no_cause)
{
    struct profile *profile = ends_create(2);

    receives(profile, 0, 1);
    check_waits(profile, "0>1 not stuck;");
    profile = ends_create(2);
    receives(profile, 0, 1);
    ends_by(profile, 1, ENDING_SIGNAL, SIGTERM, 4);
    check_waits(profile, "0>1 never;");
    profile = ends_create(2);
    receives(profile, 0, 1);
    ends_by(profile, 1, ENDING_SIGNAL, SIGTERM, 9.5);
    check_waits(profile, "0>1 not stuck;");
}

/* After SIGTERM and SIGKILL it may be the first that got the second. */
UNIT_TEST(gone_without_a_sign_among_others_that_got_sigterm)
{
    struct profile *profile = ends_create(3);

    receives(profile, 0, 1);
    ends_by(profile, 1, ENDING_UNKNOWN, 0, 5);
    ends_report(profile);
    VERDICT_IS(0, "The run did not finish: ranks 0 and 2 got SIGTERM, rank "
                  "1 was killed or lost while computing in region solve.  "
                  "Launchers send SIGTERM once a rank has ended: for what "
                  "killed the other, see the messages of the batch system and "
                  "the system log (out of memory?).");
    VERDICT_IS(1,
               "Rank 0 has waited 8.00 s in MPI_Recv (ring.c:31) for rank "
               "1, which was killed or lost while computing in region solve.");
    TEXT_IS("waiting", 0, "outlook", "unknown");
}

/* Nobody has ended all of them then. */
UNIT_TEST(gone_without_a_sign_beside_one_at_fault_or_running)
{
    struct profile *profile = ends_create(3);

    receives(profile, 0, 1);
    ends_by(profile, 1, ENDING_UNKNOWN, 0, 5);
    ends_by(profile, 2, ENDING_EXIT, 1, 9);
    check_waits(profile, "0>1 never;");
    profile = ends_create(2);
    receives(profile, 0, 1);
    ends_by(profile, 0, ENDING_RUNNING, 0, 9);
    ends_by(profile, 1, ENDING_UNKNOWN, 0, 5);
    check_waits(profile, "0>1 never;");
}

UNIT_TEST(a_rank_that_runs_is_computing)
{
    struct profile *profile = ends_create(2);

    receives(profile, 0, 1);
    ends_by(profile, 0, ENDING_UNKNOWN, 0, 5);
    ends_by(profile, 1, ENDING_RUNNING, 0, 9);
    profile->ranks[1].ending.path = 0;
    ends_report(profile);
    CU_ASSERT(in_verdict("rank 1 is running and computing"));
}

/* Also where no call path says which call it is. */
UNIT_TEST(other_calls_are_other_places)
{
    struct profile *profile = ends_create(4);

    receives(profile, 0, 2);
    sends(profile, 1, 2);
    profile->ranks[0].ending.path = profile->ranks[1].ending.path = 0;
    ends_by(profile, 2, ENDING_SIGNAL, SIGTERM, 10);
    ends_by(profile, 3, ENDING_SIGNAL, SIGINT, 10);
    ends_report(profile);
    CU_ASSERT_EQUAL(row_count("endings"), 4);
    CU_ASSERT_EQUAL(row_count("waiting"), 2);
    CU_ASSERT(in_verdict("ranks 0-2 got SIGTERM, rank 3 got SIGINT"));
}

UNIT_TEST(killed_without_a_sign_it_may_be_a_deadlock)
{
    struct profile *profile = ring(2);

    for (uint32_t i = 0; i < 2; i++)
        ends_by(profile, i, ENDING_UNKNOWN, 0, 2);
    check_says(profile,
               "When the run ended, ranks waited for each other: rank "
               "0 waits in MPI_Recv (ring.c:31) for rank 1, rank 1 waits in "
               "MPI_Recv (ring.c:31) for rank 0; for an unknown time: either "
               "a deadlock, or messages were still in flight.",
               "Deadlock");
    profile = ring(2);
    for (uint32_t i = 0; i < 2; i++)
        ends_by(profile, i, ENDING_UNKNOWN, 0, 2);
    check_says(profile, "ranks 0 and 1 were killed or lost", NULL);
}

UNIT_TEST(what_has_not_come_to_rest_is_called_no_deadlock)
{
    struct profile *profile = ring(2);

    profile->ranks[1].ending.since = UINT64_C(9999000000);
    check_says(profile,
               "When the run ended, ranks waited for each other for 1.00 ms: "
               "rank 0 waits in MPI_Recv (ring.c:31) for rank 1, rank 1 waits "
               "in MPI_Recv (ring.c:31) for rank 0.",
               "Deadlock");
}

UNIT_TEST(a_moment_of_a_running_job_is_not_in_the_verdict)
{
    struct profile *profile = ring(2);

    for (uint32_t i = 0; i < 2; i++)
        ends_by(profile, i, ENDING_RUNNING, 0, 2.7);
    check_says(profile, "un", "each other");
    profile = ring(2);
    for (uint32_t i = 0; i < 2; i++)
        ends_by(profile, i, ENDING_RUNNING, 0, 2.7);
    check_waits(profile, "0,1>0,1 each other;");
}

UNIT_TEST(of_a_running_job_it_is_said_since_when)
{
    struct profile *profile = ring(2);

    for (uint32_t i = 0; i < 2; i++)
        ends_by(profile, i, ENDING_RUNNING, 0, 10);
    check_says(profile,
               "Ranks wait for each other, for at least 8.00 s: rank 0 waits "
               "in MPI_Recv (ring.c:31) for rank 1, rank 1 waits in MPI_Recv "
               "(ring.c:31) for rank 0.",
               "Deadlock");
    profile = ends_create(2);
    for (uint32_t i = 0; i < 2; i++)
        ends_by(profile, i, ENDING_RUNNING, 0, 10);
    check_says(profile,
               "The run is still going; its state so far: "
               "ranks 0 and 1 are running.",
               NULL);
    profile = ring(2);
    for (uint32_t i = 0; i < 2; i++)
        ends_by(profile, i, ENDING_RUNNING, 0, 10);
    ends_report(profile);
    CU_ASSERT(
        in_notes("The data of ranks 0 and 1 end at the point that the run "
                 "had reached (after 10.0 s), not at MPI_Finalize"));
}

/* ---- collective calls ---- */

UNIT_TEST(the_last_one_of_many_is_found)
{
    ends_report(ends_named("late"));
    CU_ASSERT(in_verdict(
        "Rank 0 and 9998 other ranks have waited 4.00 s in MPI_Allreduce "
        "(ring.c:38) for rank 4321, which is computing in region "
        "solve."));
    CU_ASSERT_EQUAL(row_count("endings"), 2);
    CU_ASSERT_EQUAL(row_count("waiting"), 1);
    TEXT_IS("endings", 0, "ranks", "0-4320,4322-9999");
}

UNIT_TEST(calls_that_do_not_fit_are_named)
{
    check_says(ends_named("mismatch"),
               "Deadlock for 6.00 s, in different collective "
               "calls on MPI_COMM_WORLD: ranks 0-2 are in MPI_Barrier "
               "(ring.c:36), rank 3 is in MPI_Bcast (ring.c:37).",
               NULL);
    check_waits(ends_named("mismatch"), "0-2>3 deadlock;3>0-2 deadlock;");
}

/* 0 is in its 101st broadcast. */
static struct profile *broadcast(uint64_t made_by_1)
{
    struct profile *profile = ends_create(2);

    ends_made(profile, 0, ENDS_BCAST, ENDS_WORLD, 100);
    ends_made(profile, 1, ENDS_BCAST, ENDS_WORLD, made_by_1);
    ends_collective(profile, 0, ENDS_BCAST, ENDS_WORLD, 4);
    return profile;
}

UNIT_TEST(who_has_been_there_is_not_waited_for)
{
    struct profile *profile = broadcast(100);

    check_waits(profile, "0>1 not stuck;");
    check_waits(broadcast(101), "");
    check_waits(broadcast(102), "");
    profile = broadcast(101);
    profile->ranks[1].lost_calls = 5; /* so the count tells nothing */
    check_waits(profile, "0>1 not stuck;");
    profile = broadcast(101); /* 1 is in a later one */
    ends_collective(profile, 1, ENDS_ALLREDUCE, ENDS_WORLD, 5);
    check_waits(profile, "1>0 not stuck;");
}

UNIT_TEST(only_members_are_waited_for)
{
    struct profile *profile = ends_create(4);

    ends_collective(profile, 0, ENDS_BARRIER, ENDS_EVEN, 4);
    check_waits(profile, "0>2 not stuck;");
    profile = ends_create(4);
    ends_collective(profile, 0, ENDS_BARRIER, ENDS_EVEN, 4);
    receives(profile, 2, 0);
    check_waits(profile, "0>2 deadlock;2>0 deadlock;");
    profile = ends_create(4);
    ends_collective(profile, 0, ENDS_BARRIER, ENDS_EVEN, 4);
    ends_collective(profile, 2, ENDS_BARRIER, ENDS_EVEN, 4);
    check_waits(profile, "");
}

UNIT_TEST(two_communicators_in_another_order_are_a_deadlock)
{
    struct profile *profile = ends_create(4);

    for (uint32_t i = 0; i < 4; i++)
        ends_collective(profile, i, ENDS_BARRIER,
                        i == 2 ? ENDS_EVEN : ENDS_WORLD, 4);
    check_says(
        profile,
        "Deadlock for 6.00 s: rank 0 waits in MPI_Barrier (ring.c:36) on "
        "MPI_COMM_WORLD for rank 2, rank 2 waits in MPI_Barrier "
        "(ring.c:36) on even for rank 0; 2 more ranks wait for them.",
        NULL);
}

UNIT_TEST(a_wait_for_a_collective_goes_with_the_call)
{
    struct profile *profile = ends_create(3);

    for (uint32_t i = 0; i < 3; i++)
        ends_made(profile, i, ENDS_IBARRIER, ENDS_WORLD, i == 2 ? 4 : 5);
    ends_collective(profile, 0, ENDS_WAIT, ENDS_WORLD, 4);
    ends_collective(profile, 1, ENDS_WAIT, ENDS_WORLD, 4);
    check_waits(profile, "0,1>2 not stuck;");
}

UNIT_TEST(calls_that_are_not_counted_are_compared_by_name)
{
    struct profile *profile = ends_create(3);

    for (uint32_t i = 0; i < 2; i++)
        ends_collective(profile, i, ENDS_COMM_DUP, ENDS_WORLD, 4);
    check_waits(profile, "0,1>2 not stuck;");
    profile = ends_create(2);
    ends_collective(profile, 0, ENDS_COMM_DUP, ENDS_WORLD, 4);
    ends_collective(profile, 1, ENDS_BARRIER, ENDS_WORLD, 4);
    check_says(profile,
               "Deadlock for 6.00 s, in different collective calls on "
               "MPI_COMM_WORLD: rank 0 is in MPI_Comm_dup (ring.c:41), rank 1 "
               "is in MPI_Barrier (ring.c:36)",
               NULL);
}

/* MPI_Finalize has none: a rank that waits for all there is named, too; one
 * that waits for a message is not in such a call. */
UNIT_TEST(calls_without_a_communicator_are_named)
{
    struct profile *profile = ends_create(6);

    ends_collective(profile, 0, ENDS_ALLREDUCE, ENDS_EVEN, 4);
    ends_collective(profile, 2, ENDS_COMM_DUP, ENDS_EVEN, 4);
    profile->ranks[2].ending.comm = 0;
    ends_collective(profile, 4, ENDS_ALLREDUCE, ENDS_EVEN, 4);
    receives(profile, 1, 0);
    check_says(profile,
               "Deadlock for 6.00 s, in different collective calls on even: "
               "ranks 0 and 4 are in MPI_Allreduce (ring.c:38), rank 2 is in "
               "MPI_Comm_dup (ring.c:41); 1 more rank waits for them.",
               NULL);
}

static struct profile *one_in_finalize(const char *command)
{
    struct profile *profile = ends_create(3);

    for (uint32_t rank = 0; rank < 3; rank++)
        ends_collective(profile, rank,
                        rank == 1 ? ENDS_FINALIZE : ENDS_BARRIER, ENDS_WORLD,
                        4);
    profile->ranks[1].finalize = 6000000000u;
    profile_set_text(&profile->command, command);
    return profile;
}

/* It is the end of Python after an exception that others do not hear of. */
UNIT_TEST(a_rank_of_python_at_its_end_may_have_raised_an_exception)
{
    const char *cure = "An exception may have ended the script on rank 1.  "
                       "Add -m mpi4py before the script so that an";

    check_says(one_in_finalize("/usr/bin/python3.11 sim.py"), cure, NULL);
    check_says(one_in_finalize("./my.py"), "Deadlock", "mpi4py");
    check_says(one_in_finalize("python3 -m mpi4py sim.py"), "Deadlock", cure);
    CU_ASSERT_EQUAL(row_count("advice"), 0);
}

/* Each rank is in a place of its own, and waits for all that are behind. */
UNIT_TEST(too_many_lines_are_cut_and_said_to_be)
{
    struct profile *profile = ends_create(1500);
    struct analyze_options options = { .top = 0 };

    for (uint32_t i = 0; i < profile->rank_count; i++) {
        ends_made(profile, i, ENDS_BCAST, ENDS_WORLD, i);
        ends_collective(profile, i, ENDS_BARRIER, ENDS_WORLD, 2);
        profile->ranks[i].ending.code = 100 + (int32_t)i;
    }
    make_report(profile, &options);
    CU_ASSERT_PTR_NOT_NULL_FATAL(report_table(report, "waiting"));
    CU_ASSERT_PTR_NOT_NULL(report_table(report, "waiting")->note);
    for (size_t row = 0; row < row_count("waiting"); row++)
        if (number_at("waiting", row, "rank_count") < 1 ||
            !(number_at("waiting", row, "waits_for_count") >= 1))
            CU_FAIL("a line without ranks");
}

/* ---- what is not known, and numbers ---- */

UNIT_TEST(what_is_not_known_is_no_deadlock)
{
    struct profile *profile = ring(3);

    profile->ranks[1].missing = true;
    check_waits(profile, "0>2 not stuck;2>1 not stuck;");
    profile = ring(2);
    profile->ranks[0].threads = 2; /* the other one may send */
    check_waits(profile, "1>0 not stuck;");
    profile = ring(2);
    profile->ranks[0].ending.waits[0].peer = ENDING_NOBODY;
    check_waits(profile, "1>0 not stuck;");
    profile = ring(2);
    profile->ranks[0].ending.waits[0].peer = 77; /* there is none */
    check_waits(profile, "1>0 not stuck;");
    profile = ends_create(2);
    ends_collective(profile, 0, ENDS_BARRIER, 9, 4); /* there is none */
    receives(profile, 1, 0);
    check_waits(profile, "1>0 not stuck;");
}

UNIT_TEST(ranks_that_end_apart_are_not_compared)
{
    ends_report(ends_named("dead"));
    EMPTY_AT("efficiency", 0, "value");
    CU_ASSERT(in_notes("Some ranks ended up to 4.20 s before others.  The run "
                       "time is the longest rank's; efficiencies and balance "
                       "are unknown."));
    CU_ASSERT_EQUAL(report_table(report, "efficiency")->brief, BRIEF_NEVER);
    CU_ASSERT(
        in_notes("The data of ranks 0-3 end where these ranks ended (after "
                 "5.80 s to 10.0 s), not at MPI_Finalize.  Unfinished "
                 "MPI calls count with their time but without their bytes."));
    ends_report(ends_named("late"));
    CU_ASSERT_EQUAL(cell_at("efficiency", 0, "value")->kind, CELL_RATIO);
    CU_ASSERT_EQUAL(report_table(report, "efficiency")->brief, BRIEF_ALWAYS);
    CU_ASSERT_FALSE(in_notes("before others"));
}

/* A last sign of life is no end: of what is known it says no more. */
UNIT_TEST(where_the_end_is_not_known_none_ended_before_others)
{
    struct profile *profile = ends_create(4);

    for (uint32_t i = 0; i < 4; i++)
        ends_by(profile, i, i == 2 ? ENDING_UNKNOWN : ENDING_SIGNAL, SIGTERM,
                i == 2 ? 4 : 10);
    ends_report(profile);
    CU_ASSERT(in_notes("It is unknown when rank 2 ended: times run up to the "
                       "last sign of life, up to 6.00 s before others ended.  "
                       "The run time is the longest rank's; efficiencies and "
                       "balance are unknown."));
    CU_ASSERT_FALSE(in_notes("Some ranks"));
    CU_ASSERT(
        in_verdict("is unknown: some ranks were last seen alive up to 6.00 s "
                   "earlier"));
    EMPTY_AT("efficiency", 0, "value");
    profile = ends_create(4);
    ends_by(profile, 2, ENDING_UNKNOWN, 0, 1);
    ends_by(profile, 3, ENDING_SIGNAL, SIGTERM, 8);
    ends_report(profile);
    CU_ASSERT(in_notes("It is unknown when rank 2 ended: times run up to the "
                       "last sign of life."));
    CU_ASSERT(in_notes("Some ranks ended up to 2.00 s before others.  The"));
}

/* How long before its end the waiter lost the other is not known, either. */
UNIT_TEST(before_an_unknown_end_nothing_is_so_many_seconds_earlier)
{
    struct profile *profile = ends_create(2);

    receives(profile, 0, 1);
    ends_by(profile, 0, ENDING_UNKNOWN, 0, 9);
    ends_by(profile, 1, ENDING_SIGNAL, SIGTERM, 5);
    check_says(profile, "for rank 1, which got SIGTERM in solve", "before");
}

/* Killed one after the other, as a launcher does it. */
UNIT_TEST(a_little_apart_does_not_matter)
{
    struct profile *profile = ends_create(4);

    ends_by(profile, 3, ENDING_SIGNAL, SIGTERM, 9.9);
    ends_report(profile);
    NEAR(number_at("efficiency", 0, "value"), 0.9975);
}

UNIT_TEST(which_ranks_are_complete_is_told)
{
    struct profile *profile = ends_create(3);

    profile->ranks[1].ending = (struct rank_ending){ 0 };
    ends_by(profile, 2, ENDING_UNKNOWN, 0, 10);
    ends_report(profile);
    CU_ASSERT(in_notes("The data of ranks 0 and 2 end where these ranks ended "
                       "(after 10.0 s), not at MPI_Finalize; the data "
                       "of 1 rank are complete."));
    CU_ASSERT(in_notes("It is unknown when rank 2 ended: times run up to "
                       "the last sign of life."));
    CU_ASSERT_EQUAL(row_count("endings"), 3);
    TEXT_IS("endings", 1, "ended", "killed or lost");
    TEXT_IS("endings", 2, "ended", "MPI_Finalize");
    whole_report(4);
    CU_ASSERT_PTR_NULL(report_table(report, "endings"));
    CU_ASSERT_FALSE(in_notes("MPI_Finalize:"));
}

/* Caught in a call: its time is in MPI, the length is not yet there. */
UNIT_TEST(less_measured_than_in_mpi_is_no_useful_time)
{
    struct profile *profile = ends_create(2);

    for (uint32_t i = 0; i < 2; i++) {
        profile->ranks[i].mpi[CALL_CLASS_P2P] = UINT64_C(10000000500);
        profile->ranks[i].ending.since = UINT64_C(20000000000);
    }
    ends_report(profile);
    NEAR(number_at("rank_times", 0, "useful_s"), 0);
    CU_ASSERT(number_at("rank_times", 0, "mpi_s") < 10.1);
    CU_ASSERT(in_verdict(" 10.0 s: on average 0 % useful work, 100 % in MPI"));
}

UNIT_TEST(ranks_that_are_asked_for_have_a_line_each)
{
    struct ranklist list = { (int[]){ 1, 3 }, 2 };
    struct analyze_options options = { .top = 1, .ranks = &list };

    make_report(ends_named("deadlock"), &options);
    CU_ASSERT_EQUAL(row_count("endings"), 2);
    TEXT_IS("endings", 1, "ranks", "3");
    TEXT_IS("endings", 1, "peers", "2");
    options = (struct analyze_options){ .top = 0 };
    make_report(ends_named("mismatch"), &options);
    CU_ASSERT_EQUAL(row_count("endings"), 4);
}

static void random_rank(struct profile *profile, uint32_t rank,
                        uint64_t *random)
{
    uint64_t waits = unit_random(random) % 4;

    if (unit_random(random) % 4 == 0)
        return;
    ends_call(profile, rank,
              (enum ends_call)(unit_random(random) % ENDS_CALLS), 2);
    for (uint64_t i = 0; i < waits; i++) {
        ends_wait(
            profile, rank,
            (enum ending_wait_kind)(unit_random(random) % ENDING_WAIT_KINDS),
            (int32_t)(unit_random(random) % 12) - 2,
            (int32_t)(unit_random(random) % 3) - 1);
        profile->ranks[rank].ending.waits[i].comm =
            (uint32_t)(unit_random(random) % 4);
    }
    profile->ranks[rank].ending.wait_any = unit_random(random) % 3 == 0;
    if (unit_random(random) % 8 == 0)
        ends_by(profile, rank,
                (enum ending_kind)(unit_random(random) % ENDING_KINDS),
                (int32_t)(unit_random(random) % 20), 5);
    ends_made(profile, rank, ENDS_BCAST, ENDS_WORLD,
              1 + unit_random(random) % 2);
}

/* A rank that is said to be in a deadlock waits for such a rank. */
static void check_sense(void)
{
    size_t rows =
        report_table(report, "waiting") == NULL ? 0 : row_count("waiting");
    bool deadlock = false;

    for (size_t row = 0; row < rows; row++)
        deadlock = deadlock ||
                   strcmp(text_at("waiting", row, "outlook"), "deadlock") == 0;
    CU_ASSERT_EQUAL(deadlock, in_verdict("Deadlock"));
}

UNIT_TEST(any_data_gives_a_report)
{
    uint64_t random = 88172645463325252;

    for (int round = 0; round < 1000; round++) {
        uint32_t ranks = 1 + (uint32_t)(unit_random(&random) % 9);
        struct profile *profile = ends_create(ranks);

        for (uint32_t i = 0; i < ranks; i++)
            random_rank(profile, i, &random);
        ends_report(profile);
        check_sense();
    }
}
