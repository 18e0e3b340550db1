/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_slice.c - the time of a run in slices, each replayed alone.
 */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "replay/matching/sync_points.h"
#include "replay/slice.h"
#include "replay_script.h"

#define RANKS 4u
#define SLICES_MOST 8u
#define STEPS 60

/* ---- a run ---- */

struct step {
    double begin[RANKS], sent[RANKS], received[RANKS], met;
};

static double some_work(uint32_t rank, int step)
{
    return 1 + (rank * 7919u + (uint32_t)step * 104729u) % 23 % 11;
}

/* Each sends to the right and receives from the left, then all meet. */
static void make_steps(struct step *steps)
{
    double at[RANKS] = { 0 };

    for (int i = 0; i < STEPS; i++) {
        struct step *step = &steps[i];

        step->met = 0;
        for (uint32_t r = 0; r < RANKS; r++)
            step->begin[r] = at[r] + some_work(r, i);
        for (uint32_t r = 0; r < RANKS; r++) {
            uint32_t left = (r + RANKS - 1) % RANKS;
            double own = step->begin[r] + 1, there = step->begin[left] + 1;

            step->sent[r] = own;
            step->received[r] = (own > there ? own : there) + 1;
        }
        for (uint32_t r = 0; r < RANKS; r++)
            if (step->received[r] + r > step->met)
                step->met = step->received[r] + r;
        for (uint32_t r = 0; r < RANKS; r++)
            at[r] = step->met + 2;
    }
}

static void play_step(const struct step *step, uint32_t rank)
{
    uint32_t right = (rank + 1) % RANKS, left = (rank + RANKS - 1) % RANKS;

    send_op(REPLAY_SEND_POST, right, 1, 8, 7);
    call("MPI_Isend", step->begin[rank], step->sent[rank]);
    receives(left, step->sent[rank], step->received[rank] - 0.5);
    done_op(REPLAY_SEND_DONE, 7);
    call("MPI_Wait", step->received[rank] - 0.5, step->received[rank]);
    collective_op(CALL_COLL_ALLREDUCE, REPLAY_SENDS | REPLAY_RECEIVES);
    call("MPI_Allreduce", step->received[rank] + rank, step->met + 2);
}

static void make_run(void)
{
    struct step steps[STEPS];

    make_steps(steps);
    script_begin(RANKS);
    for (uint32_t r = 0; r < RANKS; r++) {
        on_rank(r);
        for (int i = 0; i < STEPS; i++) {
            script.region = (uint32_t)i / 7 % 3;
            play_step(&steps[i], r);
        }
    }
}

static void end_run(void)
{
    end_rank();
    CU_ASSERT_EQUAL_FATAL(replay_log_finish(script.log, script.comms, 8),
                          STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(replay_log_open(script.log), STATUS_OK);
}

static void clear_run(void)
{
    replay_log_destroy(script.log);
    profile_destroy(script.profile);
}

/* ---- in slices ---- */

struct cuts {
    uint32_t slices;
    struct sync_point sync_points[SLICES_MOST * SYNC_POINTS_EACH];
    struct sync_point_place places[RANKS][SLICES_MOST * SYNC_POINTS_EACH];
    uint32_t count, chosen[SLICES_MOST]; /* the first of each cut */
    struct replay_location whole[RANKS];
};

static void find_cuts(struct cuts *cuts, uint32_t slices)
{
    memset(cuts, 0, sizeof(*cuts));
    CU_ASSERT_TRUE(sync_points_possible(script.log, RANKS));
    CU_ASSERT_EQUAL_FATAL(sync_points_propose(script.log, 0, RANKS, slices - 1,
                                              cuts->sync_points, &cuts->count),
                          STATUS_OK);
    for (uint32_t r = 0; r < RANKS; r++) {
        cuts->whole[r] = script.log->locations[r];
        CU_ASSERT_EQUAL(sync_points_find(script.log, r, RANKS,
                                         cuts->sync_points, cuts->count,
                                         cuts->places[r]),
                        STATUS_OK);
    }
    cuts->slices = 1;
    for (uint32_t i = 0; i < cuts->count; i++)
        if (cuts->sync_points[i].cut == cuts->slices)
            cuts->chosen[cuts->slices++] = i;
}

/* The log has that slice only. */
static void use_slice(const struct cuts *cuts, uint32_t slice)
{
    for (uint32_t r = 0; r < RANKS; r++) {
        struct replay_location *location = &script.log->locations[r];
        const struct sync_point_place *places = cuts->places[r];
        uint64_t end = cuts->whole[r].offset + cuts->whole[r].bytes;

        *location = cuts->whole[r];
        if (slice > 0)
            location->offset = places[cuts->chosen[slice]].begin;
        if (slice + 1 < cuts->slices)
            end = places[cuts->chosen[slice + 1]].end;
        CU_ASSERT_TRUE_FATAL(end > location->offset);
        location->bytes = end - location->offset;
    }
}

/* Whether all were clean. */
static bool play_slices(const struct cuts *cuts, struct slice **slices)
{
    bool clean = true;

    for (uint32_t i = 0; i < cuts->slices; i++) {
        use_slice(cuts, i);
        CU_ASSERT_EQUAL_FATAL(slice_play(script.log, script.profile, i > 0,
                                         i + 1 < cuts->slices, NULL,
                                         &slices[i]),
                              STATUS_OK);
        clean = clean && slice_is_clean(slices[i]);
    }
    return clean;
}

static void join_sums(const struct cuts *cuts, struct slice **slices)
{
    for (uint32_t i = 1; i < cuts->slices; i++) {
        struct bytes_writer out;
        struct bytes_reader in;

        bytes_writer_init(&out);
        slice_put(slices[i], &out);
        bytes_reader_init(&in, out.data, out.size);
        CU_ASSERT_TRUE(slice_take(slices[0], &in));
        CU_ASSERT_EQUAL(in.at, in.size);
        bytes_writer_clear(&out);
    }
}

static void join_paths(const struct cuts *cuts, struct slice **slices)
{
    uint32_t location = slice_path_end(slices[0]);

    for (uint32_t i = cuts->slices - 1; i > 0; i--) {
        struct bytes_writer out;
        struct bytes_reader in;

        bytes_writer_init(&out);
        slice_put_path(slices[i], location, &out);
        bytes_reader_init(&in, out.data, out.size);
        CU_ASSERT_TRUE(slice_take_path(slices[0], &in, &location));
        bytes_writer_clear(&out);
    }
}

static struct replay_result *join(const struct cuts *cuts,
                                  struct slice **slices)
{
    struct replay_result *result = NULL;
    struct bytes_writer later, costs;
    struct bytes_reader in;

    join_sums(cuts, slices);
    join_paths(cuts, slices);
    bytes_writer_init(&later);
    for (uint32_t i = cuts->slices - 1; i > 0; i--) {
        bytes_reader_init(&in, later.data, later.size);
        bytes_writer_init(&costs);
        CU_ASSERT_TRUE(
            slice_put_costs(slices[i], later.size > 0 ? &in : NULL, &costs));
        bytes_writer_clear(&later);
        later = costs;
    }
    bytes_reader_init(&in, later.data, later.size);
    CU_ASSERT_EQUAL(slice_result(slices[0], &in, &result), STATUS_OK);
    bytes_writer_clear(&later);
    return result;
}

static void destroy_slices(struct slice **slices)
{
    for (uint32_t i = 0; i < SLICES_MOST; i++)
        slice_destroy(slices[i]);
}

/* ---- the same ---- */

#define SAME(list, count)                                            \
    do {                                                             \
        CU_ASSERT_EQUAL_FATAL(one->count, other->count);             \
        for (size_t at = 0; at < (size_t)one->count; at++)           \
            CU_ASSERT_EQUAL(memcmp(&one->list[at], &other->list[at], \
                                   sizeof(one->list[at])),           \
                            0);                                      \
    } while (0)

static void check_same(const struct replay_result *one,
                       const struct replay_result *other)
{
    SAME(rows, row_count);
    SAME(causes, cause_count);
    SAME(pairs, pair_count);
    SAME(splits, split_count);
    SAME(overlaps, overlap_count);
    SAME(transfers, transfer_count);
    SAME(path, path_count);
    SAME(delays, delay_count);
    SAME(activities, site_count);
    SAME(stretches.regions, stretches.region_count);
    CU_ASSERT_EQUAL(memcmp(one->stretches.ideal, other->stretches.ideal,
                           sizeof(one->stretches.ideal)),
                    0);
    CU_ASSERT_EQUAL(one->sends, other->sends);
    CU_ASSERT_EQUAL(one->receives, other->receives);
    CU_ASSERT_EQUAL(one->matched, other->matched);
    CU_ASSERT_EQUAL(one->collectives, other->collectives);
    CU_ASSERT_EQUAL(one->open_collectives, other->open_collectives);
    CU_ASSERT_EQUAL(one->ideal, other->ideal);
    CU_ASSERT_EQUAL(one->path_length, other->path_length);
    CU_ASSERT_EQUAL(one->path_ends, other->path_ends);
}

UNIT_TEST(slices_say_together_what_the_whole_does)
{
    for (uint32_t count = 2; count <= SLICES_MOST; count++) {
        struct slice *slices[SLICES_MOST] = { NULL };
        struct replay_result *whole, *joined;
        static struct cuts cuts;

        make_run();
        end_run();
        find_cuts(&cuts, count);
        CU_ASSERT_EQUAL(cuts.slices, count);
        CU_ASSERT_TRUE(play_slices(&cuts, slices));
        joined = join(&cuts, slices);
        memcpy(script.log->locations, cuts.whole, sizeof(cuts.whole));
        CU_ASSERT_EQUAL_FATAL(
            replay_run(script.log, script.profile, NULL, &whole), STATUS_OK);
        CU_ASSERT_EQUAL(whole->matched, RANKS * STEPS);
        CU_ASSERT_TRUE(whole->delay_count > 0 && whole->path_length > 0);
        CU_ASSERT_EQUAL(whole->stretches.region_count, 4);
        check_same(whole, joined);
        replay_result_destroy(whole);
        replay_result_destroy(joined);
        destroy_slices(slices);
        clear_run();
    }
}

/* ---- not cut there ---- */

static void all_in_barrier(double begin)
{
    barrier(begin, begin + 1);
}

/* Rank 0 has sent before the barrier what rank 1 receives behind it. */
UNIT_TEST(a_message_over_a_cut_is_found)
{
    struct slice *slices[SLICES_MOST] = { NULL };
    static struct cuts cuts;

    script_begin(RANKS);
    for (uint32_t r = 0; r < RANKS; r++) {
        on_rank(r);
        if (r == 0)
            sends(1, 1, 2);
        all_in_barrier(10);
        all_in_barrier(20);
        if (r == 1)
            receives(0, 30, 31);
        all_in_barrier(40);
    }
    end_run();
    find_cuts(&cuts, 2);
    CU_ASSERT_EQUAL_FATAL(cuts.slices, 2);
    CU_ASSERT_FALSE(play_slices(&cuts, slices));
    destroy_slices(slices);
    clear_run();
}

static void exchange_all(uint8_t flags, double begin, double end)
{
    collective_op(CALL_COLL_ALLTOALLV, flags);
    call("MPI_Alltoallv", begin, end);
}

/* Rank 0 gets nothing of all, so it is ahead of them, and what it did since it
 * was last together with rank 1 goes back to the begin of the run. */
UNIT_TEST(an_interval_that_reaches_back_is_found)
{
    struct slice *slices[SLICES_MOST] = { NULL };
    static struct cuts cuts;

    script_begin(RANKS);
    for (uint32_t r = 0; r < RANKS; r++) {
        on_rank(r);
        for (int i = 1; i < 9; i++)
            all_in_barrier(10 * i);
        if (r == 1)
            sends(0, 140, 141);
        exchange_all(r == 0 ? REPLAY_SENDS : REPLAY_SENDS | REPLAY_RECEIVES,
                     r == 1 ? 142 : 130, r == 0 ? 131 : 143);
        if (r == 0)
            receives(1, 132, 141);
        all_in_barrier(150);
    }
    end_run();
    find_cuts(&cuts, 2);
    CU_ASSERT_EQUAL_FATAL(cuts.slices, 2);
    CU_ASSERT_FALSE(play_slices(&cuts, slices));
    destroy_slices(slices);
    clear_run();
}

UNIT_TEST(nothing_is_cut_while_a_request_is_pending)
{
    static struct cuts cuts;

    script_begin(RANKS);
    for (uint32_t r = 0; r < RANKS; r++) {
        on_rank(r);
        send_op(REPLAY_SEND_POST, (r + 1) % RANKS, 1, 8, 7);
        call("MPI_Isend", 1, 2);
        for (int i = 1; i < 9; i++)
            all_in_barrier(10 * i);
        receives((r + RANKS - 1) % RANKS, 100, 101);
        done_op(REPLAY_SEND_DONE, 7);
        call("MPI_Wait", 102, 103);
    }
    end_run();
    find_cuts(&cuts, 2);
    CU_ASSERT_EQUAL(cuts.count, 0);
    clear_run();
}

/* One that has no events was in no sync_point. */
UNIT_TEST(a_rank_without_calls_cannot_meet)
{
    script_begin(RANKS);
    for (uint32_t r = 0; r < RANKS; r++) {
        on_rank(r);
        if (r != 2)
            all_in_barrier(10);
    }
    end_run();
    CU_ASSERT_FALSE(sync_points_possible(script.log, RANKS));
    clear_run();
}

UNIT_TEST(a_second_thread_is_not_cut)
{
    script_begin(RANKS);
    for (uint32_t r = 0; r < RANKS; r++) {
        on_rank(r);
        all_in_barrier(10);
    }
    end_rank();
    replay_log_begin(script.log, 1, 1);
    sends(0, 10, 11);
    end_run();
    CU_ASSERT_FALSE(sync_points_possible(script.log, RANKS));
    clear_run();
}
