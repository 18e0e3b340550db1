/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit.h"

#include <string.h>

#include "archive/events/tally.h"

static struct tally tally;
static struct rank_data rank; /* what finish() made of it */

UNIT_AFTER
{
    tally_clear(&tally);
    rank_data_clear(&rank);
}

static void start(void)
{
    CU_ASSERT_TRUE_FATAL(tally_init(&tally, 8, 0.5));
    tally_reset(&tally);
}

static void finish(uint64_t length)
{
    CU_ASSERT_EQUAL_FATAL(tally_finish(&tally, length, &rank), STATUS_OK);
}

UNIT_TEST(equal_keys_are_one_row)
{
    struct tally_key key = { .call = 3, .comm = 1 };

    start();
    CU_ASSERT_EQUAL(tally_row(&tally, &key), 0);
    key.path = 9;
    CU_ASSERT_EQUAL(tally_row(&tally, &key), 1);
    key.path = 0;
    CU_ASSERT_EQUAL(tally_row(&tally, &key), 0);
    CU_ASSERT_EQUAL(tally.row_count, 2);
}

UNIT_TEST(rows_are_found_again_after_growing)
{
    struct tally_key key = { 0 };

    start();
    for (uint32_t i = 0; i < 5000; i++) {
        key.path = i;
        CU_ASSERT_EQUAL(tally_row(&tally, &key), i);
    }
    for (uint32_t i = 0; i < 5000; i++) {
        key.path = i;
        CU_ASSERT_EQUAL(tally_row(&tally, &key), i);
    }
}

UNIT_TEST(times_become_nanoseconds)
{
    struct tally_key key = { .call = 1 };

    start();
    tally_time(&tally, tally_row(&tally, &key), 100);
    tally_time(&tally, tally_row(&tally, &key), 300);
    finish(1000);
    CU_ASSERT_EQUAL(rank.rows[0].count, 2);
    CU_ASSERT_EQUAL(rank.rows[0].time.sum, 200);
    CU_ASSERT_EQUAL(rank.rows[0].time.min, 50);
    CU_ASSERT_EQUAL(rank.rows[0].time.max, 150);
    CU_ASSERT_DOUBLE_EQUAL(rank.rows[0].time_squares, 25000, 1e-6);
    CU_ASSERT_EQUAL(rank.rows[0].time_bins[profile_bin(50)], 1);
    CU_ASSERT_EQUAL(rank.rows[0].time_bins[profile_bin(150)], 1);
}

UNIT_TEST(a_rest_is_time_and_no_call)
{
    struct tally_key key = { .call = 1 };

    start();
    tally_rest(&tally, tally_row(&tally, &key), 300);
    finish(1000);
    CU_ASSERT_EQUAL(rank.rows[0].count, 0);
    CU_ASSERT_EQUAL(rank.rows[0].time.sum, 150);
    CU_ASSERT_EQUAL(rank.rows[0].time.min, 150);
    CU_ASSERT_EQUAL(rank.rows[0].time.max, 150);
    CU_ASSERT_EQUAL(rank.rows[0].time_bins[profile_bin(150)], 0);
}

UNIT_TEST(rows_come_out_in_the_order_of_their_keys)
{
    struct tally_key key = { .call = 5 };

    start();
    tally_time(&tally, tally_row(&tally, &key), 2);
    key.call = 2;
    tally_time(&tally, tally_row(&tally, &key), 2);
    finish(10);
    CU_ASSERT_EQUAL(rank.rows[0].call, 2);
    CU_ASSERT_EQUAL(rank.rows[1].call, 5);
}

UNIT_TEST(peers_outside_the_world_are_left_out)
{
    start();
    CU_ASSERT_PTR_NULL(tally_peer(&tally, PEER_P2P, 8));
    CU_ASSERT_PTR_NULL(tally_peer(&tally, PEER_P2P, UINT32_MAX));
    tally_peer(&tally, PEER_P2P, 7)->out_messages++;
    tally_peer(&tally, PEER_P2P, 2)->in_messages++;
    tally_peer(&tally, PEER_P2P, 7)->out_messages++;
    finish(10);
    CU_ASSERT_EQUAL(rank.peer_count, 2);
    CU_ASSERT_EQUAL(rank.peers[0].rank, 2);
    CU_ASSERT_EQUAL(rank.peers[1].out_messages, 2);
}

UNIT_TEST(kinds_of_peers_are_told_apart)
{
    start();
    tally_peer(&tally, PEER_ONE_SIDED, 7)->out_bytes += 5;
    tally_peer(&tally, PEER_P2P, 7)->out_bytes += 3;
    tally_peer(&tally, PEER_ONE_SIDED, 0)->out_bytes += 2;
    finish(10);
    CU_ASSERT_EQUAL(rank.peer_count, 3);
    CU_ASSERT_EQUAL(rank.peers[0].out_bytes, 2);
    CU_ASSERT_EQUAL(rank.peers[1].kind, PEER_P2P);
    CU_ASSERT_EQUAL(rank.peers[1].out_bytes, 3);
    CU_ASSERT_EQUAL(rank.peers[2].kind, PEER_ONE_SIDED);
    CU_ASSERT_EQUAL(rank.peers[2].out_bytes, 5);
    tally_reset(&tally);
    CU_ASSERT_EQUAL(tally_peer(&tally, PEER_ONE_SIDED, 7)->out_bytes, 0);
}

UNIT_TEST(rows_of_two_windows_are_two)
{
    struct tally_key key = { .call = 1, .object = 5 };

    start();
    tally_time(&tally, tally_row(&tally, &key), 1);
    key.object = 9;
    tally_time(&tally, tally_row(&tally, &key), 1);
    finish(10);
    CU_ASSERT_EQUAL(rank.row_count, 2);
    CU_ASSERT_EQUAL(rank.rows[0].object, 5);
    CU_ASSERT_EQUAL(rank.rows[1].object, 9);
}

UNIT_TEST(a_reset_forgets_the_rank_before)
{
    struct tally_key key = { .call = 1 };

    start();
    tally_time(&tally, tally_row(&tally, &key), 2);
    tally_peer(&tally, PEER_P2P, 3)->out_messages++;
    tally_region(&tally, 1)->visits = 4;
    tally.mpi[CALL_CLASS_P2P] = 7;
    tally_reset(&tally);
    tally_peer(&tally, PEER_P2P, 5);
    finish(10);
    CU_ASSERT_EQUAL(rank.row_count, 0);
    CU_ASSERT_EQUAL(rank.region_count, 0);
    CU_ASSERT_EQUAL(rank.mpi[CALL_CLASS_P2P], 0);
    CU_ASSERT_EQUAL(rank.peer_count, 1);
    CU_ASSERT_EQUAL(rank.peers[0].out_messages, 0);
}

UNIT_TEST(bins_split_what_crosses_them)
{
    start(); /* a bin is 2,000,000 ticks */
    tally_begin(&tally, 1000);
    tally_bins_add(&tally, CALL_CLASS_P2P, 1000 + 1500000, 1000 + 2500000);
    finish(4000000);
    CU_ASSERT_EQUAL(rank.timeline.bin_width, 1000000);
    CU_ASSERT_EQUAL(rank.timeline.bins, 2);
    CU_ASSERT_EQUAL(rank.timeline.time[0][CALL_CLASS_P2P], 250000);
    CU_ASSERT_EQUAL(rank.timeline.time[1][CALL_CLASS_P2P], 250000);
}

UNIT_TEST(bins_double_until_the_run_fits)
{
    uint64_t width = 2000000, length = width * 512 * 3;
    uint64_t sum = 0;

    start();
    tally_bins_add(&tally, CALL_CLASS_COUNT, 0, length);
    finish(length);
    CU_ASSERT_EQUAL(rank.timeline.bin_width, 4000000);
    CU_ASSERT_EQUAL(rank.timeline.bins, 384);
    for (uint32_t i = 0; i < rank.timeline.bins; i++)
        sum += rank.timeline.time[i][CALL_CLASS_COUNT];
    CU_ASSERT_EQUAL(sum, length / 2);
}

UNIT_TEST(the_end_of_time_is_no_endless_loop)
{
    start();
    tally_begin(&tally, 5);
    tally_bins_add(&tally, CALL_CLASS_IO, 6, UINT64_MAX);
    tally_bins_add(&tally, CALL_CLASS_IO, UINT64_MAX - 1, UINT64_MAX);
    tally_bins_add(&tally, CALL_CLASS_IO, 100, 50);
    finish(UINT64_MAX - 5);
    CU_ASSERT(rank.timeline.bins <= PROFILE_TIMELINE_BINS);
}

/* As many rows as need a table that grows; two ranks after each other. */
UNIT_TEST(samples_of_a_path_and_region_are_one_row)
{
    start();
    sample_rows_add(&tally.samples, 1, 1, 1);
    tally_reset(&tally);
    for (uint32_t i = 0; i < 3000; i++)
        for (int k = 0; k < 3; k++)
            sample_rows_add(&tally.samples, 3000 - i / 3, i % 3, 4);
    finish(1000);
    CU_ASSERT_EQUAL_FATAL(rank.samples.row_count, 3000);
    CU_ASSERT_EQUAL(rank.samples.rows[0].path, 2001);
    CU_ASSERT_EQUAL(rank.samples.rows[2].region, 2);
    for (size_t i = 0; i < 3000; i++) {
        CU_ASSERT_EQUAL(rank.samples.rows[i].count, 3);
        CU_ASSERT_EQUAL(rank.samples.rows[i].squares, 12);
    }
}
