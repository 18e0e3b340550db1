/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_chart_hosts.c - messages between nodes add up, whenever it is known
 * on which node a rank is.
 */
#include <stdlib.h>

#include "analyze/charts/chart_hosts.h"
#include "unit.h"

#define SIDE 3

static const struct chart_pair one = { 1, 1000, 7 };

static struct chart_matrix make_matrix(uint32_t side)
{
    struct chart_matrix matrix = { side, NULL };

    matrix.pairs = calloc((size_t)side * side, sizeof(*matrix.pairs));
    CU_ASSERT_PTR_NOT_NULL_FATAL(matrix.pairs);
    return matrix;
}

/* Every rank sends one message to every other, from 0 to `read' ranks. */
static void send_all(struct chart_hosts *hosts, struct chart_matrix *matrix,
                     uint32_t ranks, uint32_t read)
{
    enum status status = chart_hosts_init(hosts, ranks);

    for (uint32_t from = 0; from < read && status == STATUS_OK; from++) {
        chart_hosts_rank(hosts, from, from % matrix->side);
        for (uint32_t to = 0; to < ranks && status == STATUS_OK; to++)
            if (to != from)
                status = chart_hosts_add(hosts, matrix, from, to, one);
    }
    CU_ASSERT_EQUAL_FATAL(status, STATUS_OK);
}

/* More wait at a time than there is room for at first. */
UNIT_TEST(all_that_ranks_send_is_between_their_nodes)
{
    struct chart_matrix matrix = make_matrix(SIDE);
    struct chart_hosts hosts;

    send_all(&hosts, &matrix, 300, 300);
    chart_hosts_give(&hosts, &matrix);
    CU_ASSERT_EQUAL(matrix.side, SIDE);
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        uint64_t wanted = i / SIDE == i % SIDE ? 100 * 99 : 100 * 100;

        CU_ASSERT_EQUAL(matrix.pairs[i].messages, wanted);
        CU_ASSERT_EQUAL(matrix.pairs[i].bytes, wanted * 1000);
        CU_ASSERT_EQUAL(matrix.pairs[i].time, wanted * 7);
    }
    chart_hosts_clear(&hosts);
    free(matrix.pairs);
}

/* As those of --ranks that are not shown. */
UNIT_TEST(ranks_that_are_not_read_are_left_out)
{
    struct chart_matrix matrix = make_matrix(SIDE);
    struct chart_hosts hosts;

    send_all(&hosts, &matrix, 300, 30);
    chart_hosts_give(&hosts, &matrix);
    for (uint32_t i = 0; i < SIDE * SIDE; i++)
        CU_ASSERT_EQUAL(matrix.pairs[i].messages,
                        i / SIDE == i % SIDE ? 10 * 9 : 10 * 10);
    chart_hosts_clear(&hosts);
    free(matrix.pairs);
}

/* A message may be known of where it comes to. */
UNIT_TEST(the_sender_may_be_read_later)
{
    struct chart_matrix matrix = make_matrix(SIDE);
    struct chart_hosts hosts;

    CU_ASSERT_EQUAL_FATAL(chart_hosts_init(&hosts, 2), STATUS_OK);
    chart_hosts_rank(&hosts, 0, 1);
    chart_hosts_add(&hosts, &matrix, 1, 0, one);
    chart_hosts_rank(&hosts, 1, 2);
    chart_hosts_add(&hosts, &matrix, 1, 9, one); /* no such rank */
    chart_hosts_give(&hosts, &matrix);
    CU_ASSERT_EQUAL(matrix.pairs[2 * SIDE + 1].messages, 1);
    CU_ASSERT_EQUAL(matrix.pairs[1 * SIDE + 2].messages, 0);
    chart_hosts_clear(&hosts);
    free(matrix.pairs);
}

UNIT_TEST(too_many_to_wait_for_are_no_matrix)
{
    struct chart_matrix matrix = make_matrix(1024);
    struct chart_hosts hosts;

    send_all(&hosts, &matrix, 4096, 1024);
    chart_hosts_give(&hosts, &matrix);
    CU_ASSERT_EQUAL(matrix.side, 0);
    chart_hosts_clear(&hosts);
    free(matrix.pairs);
}
