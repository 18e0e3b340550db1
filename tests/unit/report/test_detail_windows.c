/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_detail_windows.c - which windows of a run have single calls, and which
 * calls they have room for.
 */
#include "unit.h"

#include "report/detail_windows.h"

static struct detail_windows *detail_windows;

UNIT_AFTER
{
    detail_windows_destroy(detail_windows);
    detail_windows = NULL;
}

static void begin(uint32_t ranks)
{
    CU_ASSERT_EQUAL_FATAL(detail_windows_create(&detail_windows), STATUS_OK);
    detail_windows_begin(detail_windows, ranks, 1000000, 1000000000);
}

/* begin: on the time line */
static struct long_wait wait_of(uint32_t rank, uint32_t culprit,
                                uint64_t begins, uint64_t ns)
{
    return (struct long_wait){
        .rank = rank, .culprit = culprit, .begin = 1000000 + begins, .ns = ns
    };
}

static void add(uint32_t rank, uint64_t begins, uint64_t ends)
{
    struct detail_window_call call = { .begin = 1000000 + begins,
                                       .end = 1000000 + ends,
                                       .rank = rank };

    detail_windows_add_call(detail_windows, &call);
}

UNIT_TEST(a_window_has_the_wait_and_what_was_before)
{
    struct long_wait wait = wait_of(3, 2, 40000000, 10000000);

    begin(4);
    detail_windows_choose(detail_windows, &wait, 1);
    CU_ASSERT_EQUAL_FATAL(detail_windows->count, 1);
    CU_ASSERT_TRUE(detail_windows->items[0].from <= 35000000);
    CU_ASSERT_TRUE(detail_windows->items[0].to > 50000000);
    CU_ASSERT_TRUE(detail_windows->items[0].to < 60000000);
    CU_ASSERT_EQUAL(detail_windows->items[0].wait.begin, 40000000);
}

UNIT_TEST(a_list_says_when_its_rank_was_measured)
{
    struct detail_window_pause pause = { 1000020, 1000030, 8 };
    struct detail_window_pause outside = { 1000300, 1000400, 50 };
    const struct detail_window_list *list;

    begin(2);
    CU_ASSERT_TRUE(detail_windows_ask(detail_windows, 10, 200));
    CU_ASSERT_TRUE_FATAL(detail_windows_open(detail_windows));
    detail_windows_measured(detail_windows, 1, 1000007, 1000090);
    detail_windows_add_pause(detail_windows, 1, &pause);
    detail_windows_add_pause(detail_windows, 1, &outside);
    list = &detail_windows->items[0].lists[detail_windows->items[0].places[1]];
    CU_ASSERT_EQUAL(list->begin, 7);
    CU_ASSERT_EQUAL(list->end, 90);
    CU_ASSERT_EQUAL_FATAL(list->pause_count, 1);
    CU_ASSERT_EQUAL(list->pauses[0].from, 20);
    CU_ASSERT_EQUAL(list->pauses[0].ns, 8);
    CU_ASSERT_EQUAL(detail_windows->items[0].taken, 1);
}

UNIT_TEST(of_too_many_pauses_the_last_one_grows)
{
    const struct detail_window_list *list;

    begin(1);
    CU_ASSERT_TRUE(detail_windows_ask(detail_windows, 0, 1000000));
    CU_ASSERT_TRUE_FATAL(detail_windows_open(detail_windows));
    for (uint64_t i = 0; i <= DETAIL_WINDOW_LIST_ROOM; i++) {
        struct detail_window_pause pause = { 1000000 + 10 * i,
                                             1000005 + 10 * i, 4 };

        detail_windows_add_pause(detail_windows, 0, &pause);
    }
    list = &detail_windows->items[0].lists[0];
    CU_ASSERT_EQUAL_FATAL(list->pause_count, DETAIL_WINDOW_LIST_ROOM);
    CU_ASSERT_EQUAL(list->pauses[DETAIL_WINDOW_LIST_ROOM - 1].ns, 8);
    CU_ASSERT_EQUAL(list->pauses[DETAIL_WINDOW_LIST_ROOM - 1].to,
                    10 * DETAIL_WINDOW_LIST_ROOM + 5);
}

UNIT_TEST(overlapping_copies_are_put_in_the_order_of_their_starts)
{
    const struct detail_window_list *list;

    begin(2);
    CU_ASSERT_TRUE(detail_windows_ask(detail_windows, 0, 1000));
    CU_ASSERT_TRUE_FATAL(detail_windows_open(detail_windows));
    add(1, 150, 200);
    add(1, 250, 260);
    add(1, 100, 300);
    detail_windows_sort(detail_windows, 1, 0);
    list = &detail_windows->items[0].lists[detail_windows->items[0].places[1]];
    CU_ASSERT_EQUAL_FATAL(list->call_count, 3);
    CU_ASSERT_EQUAL(list->calls[0].begin, 100);
    CU_ASSERT_EQUAL(list->calls[1].begin, 150);
    CU_ASSERT_EQUAL(list->calls[2].begin, 250);
}

UNIT_TEST(windows_do_not_overlap)
{
    struct long_wait waits[40];

    for (uint32_t i = 0; i < 40; i++)
        waits[i] =
            wait_of(0, 1, 5000000 + i * 7919 % 40 * 3000000, 9000000 - i);
    begin(2);
    detail_windows_choose(detail_windows, waits, 40);
    CU_ASSERT_EQUAL(detail_windows->count, DETAIL_WINDOWS_CHOSEN);
    for (uint32_t i = 0; i < detail_windows->count; i++)
        for (uint32_t k = 0; k < i; k++) {
            const struct detail_window *a = &detail_windows->items[i];
            const struct detail_window *b = &detail_windows->items[k];

            CU_ASSERT_TRUE(a->to <= b->from || b->to <= a->from);
            CU_ASSERT_TRUE(a->from < a->to);
        }
    CU_ASSERT_EQUAL(detail_windows->items[0].wait.ns, 9000000);
}

/* Of 100000 ranks three are shown: waits of others, for others, do not
 * matter. */
UNIT_TEST(ranks_that_are_shown_have_rows_and_windows)
{
    struct long_wait waits[] = { wait_of(7, 8, 300000000, 9000000),
                                 wait_of(7, 5000, 200000000, 5000000),
                                 wait_of(3, 8, 100000000, 4000000) };

    CU_ASSERT_EQUAL_FATAL(detail_windows_create(&detail_windows), STATUS_OK);
    CU_ASSERT_TRUE(detail_windows_rows(detail_windows, 1024));
    CU_ASSERT_FALSE(detail_windows_rows(detail_windows, 1025));
    CU_ASSERT_PTR_EQUAL(detail_windows->why, detail_windows_shared_rows);
    detail_windows->ranks = "0-1024";
    CU_ASSERT_FALSE(detail_windows_rows(detail_windows, 100000));
    detail_windows->ranks = "3,5000,99999";
    CU_ASSERT_TRUE(detail_windows_rows(detail_windows, 100000));
    detail_windows_begin(detail_windows, 100000, 1000000, 1000000000);
    detail_windows_choose(detail_windows, waits, 3);
    CU_ASSERT_EQUAL_FATAL(detail_windows->count, 2);
    CU_ASSERT_EQUAL(detail_windows->items[0].wait.ns, 5000000);
    CU_ASSERT_EQUAL(detail_windows->items[1].wait.ns, 4000000);
    CU_ASSERT_TRUE_FATAL(detail_windows_open(detail_windows));
    for (uint32_t i = 0; i < 2; i++) {
        CU_ASSERT_EQUAL(detail_windows->items[i].list_count, 3);
        CU_ASSERT_NOT_EQUAL(detail_windows->items[i].places[99999],
                            DETAIL_WINDOW_NO_LIST);
        CU_ASSERT_EQUAL(detail_windows->items[i].places[7],
                        DETAIL_WINDOW_NO_LIST);
    }
}

/* What was asked for stays as it is, and is told its longest wait. */
UNIT_TEST(those_that_were_asked_for_come_first)
{
    struct long_wait waits[] = { wait_of(1, 0, 200000000, 5000000),
                                 wait_of(2, 0, 110000000, 4000000) };

    begin(4);
    CU_ASSERT_TRUE(detail_windows_ask(detail_windows, 100000000, 150000000));
    detail_windows_choose(detail_windows, waits, 2);
    CU_ASSERT_EQUAL(detail_windows->count, 2);
    CU_ASSERT_EQUAL(detail_windows->items[0].from, 100000000);
    CU_ASSERT_EQUAL(detail_windows->items[0].to, 150000000);
    CU_ASSERT_EQUAL(detail_windows->items[0].wait.rank, 2);
    CU_ASSERT_EQUAL(detail_windows->items[1].wait.rank, 1);
    CU_ASSERT_FALSE(detail_windows->items[1].asked);
}

UNIT_TEST(not_more_can_be_asked_for_than_there_is_room)
{
    begin(1);
    for (uint32_t i = 0; i < DETAIL_WINDOWS_ASKED; i++)
        CU_ASSERT_TRUE(detail_windows_ask(detail_windows, i, i + 1));
    CU_ASSERT_FALSE(detail_windows_ask(detail_windows, 0, 1));
}

UNIT_TEST(one_behind_the_end_is_told)
{
    begin(1);
    detail_windows_ask(detail_windows, 5, 10);
    detail_windows_ask(detail_windows, 1000000000, 1000000001);
    CU_ASSERT_PTR_EQUAL(detail_windows_behind(detail_windows),
                        &detail_windows->items[1]);
}

UNIT_TEST(who_waits_and_whom_for_come_before_their_neighbours)
{
    static const uint32_t order[] = { 5, 50, 4, 49, 6, 51, 3 };
    struct long_wait wait = wait_of(5, 50, 100, 100);

    begin(64);
    detail_windows_choose(detail_windows, &wait, 1);
    CU_ASSERT_TRUE_FATAL(detail_windows_open(detail_windows));
    for (uint32_t i = 0; i < 7; i++)
        CU_ASSERT_EQUAL(detail_windows->items[0].lists[i].rank, order[i]);
    CU_ASSERT_EQUAL(detail_windows->items[0].list_count, 64);
}

UNIT_TEST(only_what_is_in_a_window_is_kept)
{
    begin(2);
    detail_windows_ask(detail_windows, 1000, 2000);
    CU_ASSERT_TRUE_FATAL(detail_windows_open(detail_windows));
    add(0, 0, 1000);
    add(0, 900, 1001);
    add(0, 1500, 1600);
    add(0, 1999, 5000);
    add(0, 2000, 5000);
    CU_ASSERT_EQUAL(detail_windows->items[0].lists[0].call_count, 3);
    CU_ASSERT_EQUAL(detail_windows->items[0].lists[0].calls[0].begin, 900);
}

/* The last ranks go, whole; those that stay have all. */
UNIT_TEST(without_room_the_last_ranks_go)
{
    const uint32_t ranks = 200, each = 1000;
    const struct detail_window *detail_window;

    begin(ranks);
    detail_windows_ask(detail_windows, 0, 1000000);
    CU_ASSERT_TRUE_FATAL(detail_windows_open(detail_windows));
    for (uint32_t i = 0; i < each; i++)
        for (uint32_t r = 0; r < ranks; r++)
            add(r, 10 * i, 10 * i + 5);
    detail_window = &detail_windows->items[0];
    CU_ASSERT_TRUE(detail_window->taken <= DETAIL_WINDOWS_ROOM);
    CU_ASSERT_TRUE(detail_window->taken > DETAIL_WINDOWS_ROOM - 2 * each);
    CU_ASSERT_EQUAL(detail_window->taken, (size_t)detail_window->kept * each);
    for (uint32_t r = 0; r < ranks; r++)
        CU_ASSERT_EQUAL(detail_window->lists[r].call_count,
                        r < detail_window->kept ? each : 0);
}

UNIT_TEST(of_a_long_list_the_short_calls_go)
{
    const struct detail_window_list *list;

    begin(1);
    detail_windows_ask(detail_windows, 0, 1000000000);
    CU_ASSERT_TRUE_FATAL(detail_windows_open(detail_windows));
    for (uint32_t i = 0; i < 30000; i++)
        add(0, 20000 * i, 20000 * i + (i % 100 == 0 ? 16000 : 400 + i % 7));
    list = &detail_windows->items[0].lists[0];
    CU_ASSERT_TRUE(list->call_count < DETAIL_WINDOW_LIST_ROOM);
    CU_ASSERT_TRUE(list->least > 400 && list->least <= 16000);
    CU_ASSERT_EQUAL(list->call_count, 300);
    CU_ASSERT_EQUAL(detail_windows->items[0].taken, 300);
}

UNIT_TEST(a_wait_that_is_known_later_goes_to_its_call)
{
    struct detail_window_call late = { .begin = 1001500,
                                       .rank = 0,
                                       .waited = 70,
                                       .kind = WAIT_BARRIER,
                                       .culprit = 1 };

    begin(2);
    detail_windows_ask(detail_windows, 1000, 2000);
    CU_ASSERT_TRUE_FATAL(detail_windows_open(detail_windows));
    add(0, 1100, 1200);
    add(0, 1500, 1600);
    add(0, 1700, 1800);
    detail_windows_add_wait(detail_windows, &late);
    CU_ASSERT_EQUAL(detail_windows->items[0].lists[0].calls[0].waited, 0);
    CU_ASSERT_EQUAL(detail_windows->items[0].lists[0].calls[1].waited, 70);
    CU_ASSERT_EQUAL(detail_windows->items[0].lists[0].calls[1].culprit, 1);
}

UNIT_TEST(less_room_takes_ranks_from_the_fullest)
{
    uint32_t kept[2];

    begin(10);
    detail_windows_ask(detail_windows, 0, 1000);
    detail_windows_ask(detail_windows, 2000, 3000);
    CU_ASSERT_TRUE_FATAL(detail_windows_open(detail_windows));
    for (uint32_t r = 0; r < 10; r++) {
        add(r, 1, 2);
        for (uint32_t i = 0; i < 9; i++)
            add(r, 2000 + i, 2001 + i);
    }
    detail_windows_fit(detail_windows, 100, kept);
    CU_ASSERT_EQUAL(kept[0] + kept[1], 20);
    detail_windows_fit(detail_windows, 46, kept);
    CU_ASSERT_EQUAL(kept[0], 10);
    CU_ASSERT_EQUAL(kept[1], 4);
    detail_windows_fit(detail_windows, 0, kept);
    CU_ASSERT_EQUAL(kept[0] + kept[1], 0);
}

/* ---- tiles ---- */

#define SECOND UINT64_C(1000000000)

static void count(uint32_t rank, uint32_t thread, uint64_t begin, uint64_t ns)
{
    detail_windows_count(detail_windows, rank, thread, CALL_CLASS_P2P,
                         1000000 + begin, 1000000 + begin + ns);
}

/* A second of two ranks with 8000 calls each, of which those in its third
 * quarter take the longest; room for half of them. */
static void count_calls(void)
{
    begin(2);
    detail_windows->budget = 8000 * DETAIL_TILE_BYTES;
    detail_windows_rows_end(detail_windows);
    for (uint32_t i = 0; i < 8000; i++)
        for (uint32_t rank = 0; rank < 2; rank++)
            count(rank, 0, i * (SECOND / 8000), i / 2000 == 2 ? 100 : 10);
}

static bool is_open(uint32_t tile)
{
    return detail_windows->tiles[tile].kept > 0;
}

UNIT_TEST(tiles_with_most_time_in_mpi_have_calls)
{
    count_calls();
    detail_windows_choose_tiles(detail_windows);
    CU_ASSERT_EQUAL_FATAL(detail_windows->tile_count, 4);
    CU_ASSERT_EQUAL(detail_windows->calls, 16000);
    CU_ASSERT_EQUAL(detail_windows->tile_order[0], 2);
    CU_ASSERT_TRUE(is_open(2));
    CU_ASSERT_TRUE(is_open(detail_windows->tile_order[1]));
    CU_ASSERT_FALSE(is_open(detail_windows->tile_order[2]));
    CU_ASSERT_FALSE(is_open(detail_windows->tile_order[3]));
}

UNIT_TEST(tiles_of_windows_come_first)
{
    struct long_wait wait = wait_of(0, 1, 300000000, 1000000);

    count_calls();
    CU_ASSERT_TRUE(
        detail_windows_ask(detail_windows, SECOND * 9 / 10, SECOND));
    detail_windows_choose(detail_windows, &wait, 1);
    detail_windows_choose_tiles(detail_windows);
    CU_ASSERT_EQUAL_FATAL(detail_windows->tile_count, 4);
    CU_ASSERT_EQUAL(detail_windows->tile_order[0], 3); /* asked for */
    CU_ASSERT_EQUAL(detail_windows->tile_order[1], 1); /* the wait */
    CU_ASSERT_TRUE(is_open(3));
    CU_ASSERT_TRUE(is_open(1));
    CU_ASSERT_FALSE(is_open(2));
}

/* Each tile has the part of a call that reaches over its edge; a call that takes
 * no time is in one. */
UNIT_TEST(a_call_is_in_each_tile_that_it_touches)
{
    size_t calls[4] = { 0 };
    uint64_t quarter;

    count_calls();
    detail_windows->budget *= 2;
    detail_windows_choose_tiles(detail_windows);
    CU_ASSERT_EQUAL_FATAL(detail_windows->tile_count, 4);
    CU_ASSERT_TRUE_FATAL(detail_windows_open(detail_windows));
    quarter = detail_windows->tile_width;
    add(1, quarter - 5, 2 * quarter + 5);
    add(1, 3 * quarter, 3 * quarter);
    for (int i = 0; i < 4; i++)
        calls[i] = detail_windows->tiles[i].lists[1].call_count;
    CU_ASSERT_EQUAL(calls[0], 1);
    CU_ASSERT_EQUAL(calls[1], 1);
    CU_ASSERT_EQUAL(calls[2], 1);
    CU_ASSERT_EQUAL(calls[3], 1);
    CU_ASSERT_EQUAL(detail_windows_end(detail_windows), 1000000 + 4 * quarter);
}

/* Threads of ranks that are not shown have no row. */
UNIT_TEST(threads_have_rows_behind_those_of_ranks)
{
    CU_ASSERT_EQUAL_FATAL(detail_windows_create(&detail_windows), STATUS_OK);
    detail_windows->ranks = "1-2";
    CU_ASSERT_TRUE(detail_windows_rows(detail_windows, 4));
    detail_windows_begin(detail_windows, 4, 0, SECOND);
    detail_windows_thread(detail_windows, 2, 7, NULL);
    detail_windows_thread(detail_windows, 1, 1, NULL);
    detail_windows_thread(detail_windows, 3, 1, NULL);
    detail_windows_thread(detail_windows, 2, 1, NULL);
    detail_windows_rows_end(detail_windows);
    CU_ASSERT_EQUAL(detail_windows_row_count(detail_windows), 7);
    CU_ASSERT_EQUAL(detail_windows->shown_count, 5);
    CU_ASSERT_EQUAL(detail_windows_row_of(detail_windows, 1, 1), 4);
    CU_ASSERT_EQUAL(detail_windows_row_of(detail_windows, 2, 1), 5);
    CU_ASSERT_EQUAL(detail_windows_row_of(detail_windows, 2, 7), 6);
    CU_ASSERT_EQUAL(detail_windows_row_of(detail_windows, 3, 1),
                    DETAIL_WINDOW_NO_LIST);
    count(2, 7, 0, 50);
    count(0, 0, 0, 50);
    CU_ASSERT_EQUAL(detail_windows->calls, 1);
}
