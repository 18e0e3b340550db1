/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_hang_waits.c - which ranks cannot go on, in random runs, against a
 * reference that applies the rules of hang_waits.h to one rank after the other
 * until nothing changes.
 */
#include <stdlib.h>

#include "analyze/facts/hangs/hang_builder.h"
#include "synthetic_ends.h"
#include "unit.h"

#define MOST_RANKS 8
#define ROUNDS 20000

struct random_run {
    struct profile *profile;
    uint32_t ranks;
    bool gone[MOST_RANKS], goes[MOST_RANKS];
};

static uint64_t state = 88172645463325252;

static uint32_t random_below(uint32_t limit)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state % limit);
}

/* ---- a run ---- */

static void random_messages(struct random_run *run, uint32_t rank)
{
    struct rank_ending *ending = &run->profile->ranks[rank].ending;
    uint32_t count = 1 + random_below(3);

    ends_call(run->profile, rank, count == 1 ? ENDS_RECV : ENDS_WAITALL, 2);
    for (uint32_t i = 0; i < count; i++) {
        enum ending_wait_kind kind = ENDING_WAIT_SEND;
        int32_t peer = (int32_t)random_below(run->ranks);

        if (random_below(2) == 0)
            kind = ENDING_WAIT_RECEIVE;
        if (random_below(8) == 0)
            kind = ENDING_WAIT_OTHER;
        if (kind == ENDING_WAIT_RECEIVE && random_below(4) == 0)
            peer = ENDING_ANY;
        ends_wait(run->profile, rank, kind, peer,
                  (int32_t)random_below(3) - 1);
    }
    ending->wait_any = random_below(3) == 0;
    ending->waits_cut = random_below(12) == 0;
}

static void random_collective(struct random_run *run, uint32_t rank)
{
    static const enum ends_call calls[] = { ENDS_BARRIER, ENDS_BCAST,
                                            ENDS_WAIT, ENDS_COMM_DUP };
    uint32_t comm =
        rank % 2 == 0 && random_below(2) == 0 ? ENDS_EVEN : ENDS_WORLD;

    ends_collective(run->profile, rank, calls[random_below(4)], comm, 2);
}

static void random_rank(struct random_run *run, uint32_t rank)
{
    uint32_t what = random_below(16);

    if (what < 7)
        random_messages(run, rank);
    else if (what < 13)
        random_collective(run, rank);
    if (what == 15 || random_below(20) == 0) {
        ends_by(run->profile, rank, ENDING_EXIT, 0, 5);
        run->gone[rank] = true;
    }
    for (uint32_t comm = ENDS_WORLD; comm <= ENDS_EVEN; comm++)
        ends_made(run->profile, rank, ENDS_IBARRIER, comm,
                  5 + random_below(2));
}

static struct random_run make_run(void)
{
    struct random_run run = { .ranks = 1 + random_below(MOST_RANKS) };

    run.profile = ends_create(run.ranks);
    for (uint32_t i = 0; i < run.ranks; i++)
        random_rank(&run, i);
    return run;
}

/* ---- the reference ---- */

static const struct rank_ending *ending_of(const struct random_run *run,
                                           uint32_t rank)
{
    return &run->profile->ranks[rank].ending;
}

static bool is_member(uint32_t comm, uint32_t rank)
{
    return comm == ENDS_WORLD || rank % 2 == 0;
}

static bool is_waiting(const struct random_run *run, uint32_t rank)
{
    return !run->gone[rank] && ending_of(run, rank)->wait_count > 0;
}

static bool tags_fit(int32_t a, int32_t b)
{
    return a == b || a == ENDING_ANY || b == ENDING_ANY;
}

/* Whether `other` is in a call that fits the wait of `rank`. */
static bool meets(const struct random_run *run, uint32_t rank,
                  const struct ending_wait *wait, uint32_t other)
{
    const struct rank_ending *ending = ending_of(run, other);
    int wanted = wait->kind == ENDING_WAIT_SEND ? ENDING_WAIT_RECEIVE
                                                : ENDING_WAIT_SEND;

    if (!is_waiting(run, other))
        return false;
    for (size_t i = 0; i < ending->wait_count; i++) {
        const struct ending_wait *here = &ending->waits[i];

        if (here->kind == wanted && here->comm == wait->comm &&
            tags_fit(here->tag, wait->tag) &&
            (here->peer == (int32_t)rank ||
             (here->peer == ENDING_ANY && wanted == ENDING_WAIT_RECEIVE)))
            return true;
    }
    return false;
}

/* There already, whether or not the other rank goes on. */
static bool is_met(const struct random_run *run, uint32_t rank,
                   const struct ending_wait *wait)
{
    uint32_t peer = (uint32_t)wait->peer;

    if (wait->kind == ENDING_WAIT_OTHER ||
        wait->kind == ENDING_WAIT_COLLECTIVE)
        return false;
    for (uint32_t i = 0; wait->peer == ENDING_ANY && i < run->ranks; i++)
        if (meets(run, rank, wait, i))
            return true;
    return wait->peer != ENDING_ANY &&
           (meets(run, rank, wait, peer) ||
            (is_waiting(run, peer) && ending_of(run, peer)->waits_cut));
}

static bool message_goes(const struct random_run *run, uint32_t rank,
                         const struct ending_wait *wait)
{
    uint32_t peer = (uint32_t)wait->peer;

    for (uint32_t i = 0; wait->peer == ENDING_ANY && i < run->ranks; i++)
        if (i != rank && run->goes[i])
            return true;
    if (wait->peer == ENDING_ANY)
        return is_met(run, rank, wait);
    if (wait->kind == ENDING_WAIT_OTHER)
        return run->goes[peer];
    return is_met(run, rank, wait) || run->goes[peer];
}

static uint8_t coll_of(const struct random_run *run, uint32_t rank)
{
    uint32_t call = ending_of(run, rank)->call;

    return call == ENDING_NO_CALL ? 0 : run->profile->calls[call].coll;
}

static uint64_t begun(const struct random_run *run, uint32_t rank,
                      uint32_t comm)
{
    const struct rank_data *data = &run->profile->ranks[rank];
    uint64_t count =
        ending_of(run, rank)->comm == comm && coll_of(run, rank) != 0;

    for (size_t i = 0; i < data->row_count; i++)
        if (data->rows[i].comm == comm)
            count += data->rows[i].count;
    return count;
}

/* Whether it waits in a collective call there. */
static bool waits_there(const struct random_run *run, uint32_t rank,
                        uint32_t comm)
{
    const struct rank_ending *ending = ending_of(run, rank);

    return is_waiting(run, rank) &&
           ending->waits[0].kind == ENDING_WAIT_COLLECTIVE &&
           ending->waits[0].comm == comm;
}

static bool has_come(const struct random_run *run, uint32_t rank,
                     uint32_t comm, uint32_t other)
{
    uint32_t call = ending_of(run, rank)->call;
    uint8_t coll = coll_of(run, rank), others = coll_of(run, other);
    uint64_t mine = begun(run, rank, comm), its = begun(run, other, comm);

    if (call == ENDS_COMM_DUP)
        return waits_there(run, other, comm) &&
               ending_of(run, other)->call == call;
    if (its < mine)
        return false;
    return its > mine || !waits_there(run, other, comm) || coll == 0 ||
           others == 0 || coll == others;
}

static bool collective_goes(const struct random_run *run, uint32_t rank,
                            const struct ending_wait *wait)
{
    for (uint32_t i = 0; i < run->ranks; i++)
        if (is_member(wait->comm, i) && !run->goes[i] &&
            !has_come(run, rank, wait->comm, i))
            return false;
    return true;
}

static bool rank_goes(const struct random_run *run, uint32_t rank)
{
    const struct rank_ending *ending = ending_of(run, rank);
    bool any = ending->waits_cut, all = true, one = false;

    if (run->gone[rank])
        return false;
    if (!is_waiting(run, rank))
        return true;
    for (size_t i = 0; i < ending->wait_count; i++) {
        const struct ending_wait *wait = &ending->waits[i];
        bool goes = wait->kind == ENDING_WAIT_COLLECTIVE
                        ? collective_goes(run, rank, wait)
                        : message_goes(run, rank, wait);

        any = any || goes;
        all = all && goes;
        one = one || (goes && !is_met(run, rank, wait));
    }
    return ending->wait_any ? any : all || one || ending->waits_cut;
}

static void find_goes(struct random_run *run)
{
    bool changed = true;

    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < run->ranks; i++)
            if (!run->goes[i] && rank_goes(run, i))
                run->goes[i] = changed = true;
    }
}

/* ---- the comparison ---- */

static uint32_t count_stuck(struct random_run *run)
{
    struct hang_ends ends = { 0 };
    struct hang_waits waits = { 0 };
    uint32_t stuck;

    for (uint32_t i = 0; i < run->ranks; i++)
        CU_ASSERT_EQUAL_FATAL(
            hang_ends_add(&ends, run->profile, &run->profile->ranks[i]),
            STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(hang_waits_find(run->profile, &ends, &waits),
                          STATUS_OK);
    find_goes(run);
    for (uint32_t i = 0; i < run->ranks; i++)
        CU_ASSERT_EQUAL(hang_graph_stuck(&waits.graph, i),
                        !run->goes[i] && !run->gone[i]);
    stuck = waits.stuck;
    hang_waits_clear(&waits);
    hang_ends_clear(&ends);
    return stuck;
}

UNIT_TEST(random_runs_are_as_by_the_rules)
{
    int with = 0, without = 0;

    for (int round = 0; round < ROUNDS; round++) {
        struct random_run run = make_run();

        if (count_stuck(&run) > 0)
            with++;
        else
            without++;
        profile_destroy(run.profile);
    }
    CU_ASSERT(with > ROUNDS / 20 && without > ROUNDS / 20);
}
