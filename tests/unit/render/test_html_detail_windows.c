/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_html_detail_windows.c - single calls in a page: those that are shown,
 * and not more than the page has room for.
 */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "report/charts.h"
#include "render/html_detail_windows.h"
#include "render/render.h"

#define RANKS 64

static struct charts *charts;
static struct detail_windows *detail_windows;
static uint64_t seed;

static uint64_t some(uint64_t limit)
{
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (seed >> 33) % limit;
}

static void begin(void)
{
    seed = 1;
    CU_ASSERT_EQUAL_FATAL(charts_create(RANKS, RANKS, 0, 0, &charts),
                          STATUS_OK);
    for (uint32_t i = 0; i < RANKS; i++)
        charts_place(charts, i);
    charts->sites = calloc(3, sizeof(*charts->sites));
    charts->site_count = 3;
    charts->sites[0].name = strdup("MPI_Send");
    charts->sites[2].name = strdup("MPI_Recv");
    CU_ASSERT_EQUAL_FATAL(detail_windows_create(&detail_windows), STATUS_OK);
    detail_windows_begin(detail_windows, RANKS, 0, UINT64_C(1) << 40);
    detail_windows_ask(detail_windows, 0, UINT64_C(1) << 40);
    CU_ASSERT_TRUE_FATAL(detail_windows_open(detail_windows));
    detail_windows->filled = true;
    charts->detail_windows = detail_windows;
}

static void end(void)
{
    charts_destroy(charts);
    detail_windows_destroy(detail_windows);
}

static void add(uint32_t rank, uint32_t site, uint64_t from, uint64_t length)
{
    struct detail_window_call call = {
        .begin = from, .end = from + length, .rank = rank, .site = site
    };
    struct detail_window_message message = {
        .sent = from, .received = from + length, .from = 1, .to = rank
    };

    detail_windows_add_call(detail_windows, &call);
    detail_windows_add_message(detail_windows, &message);
}

/* Times without any order, so that they do not compress. */
static void fill(void)
{
    for (uint32_t i = 0; i < 1000; i++)
        for (uint32_t r = 0; r < RANKS; r++)
            add(r, 0, i * UINT64_C(1000000000) + some(500000000),
                some(400000000));
}

static size_t size_of(const char *page, const char *id)
{
    const char *found = strstr(page, id);

    return found == NULL ? 0 : strcspn(found, "<");
}

UNIT_TEST(they_have_not_more_than_their_room_in_the_page)
{
    struct render_options all = { 0 };
    struct report *report;
    struct strbuf page = { 0 };
    size_t size;

    if (!render_html_is_there())
        return;
    begin();
    fill();
    CU_ASSERT_EQUAL_FATAL(report_create(&report), STATUS_OK);
    report->charts = charts;
    render_html(&page, report, &all);
    CU_ASSERT_FALSE(page.failed);
    size = size_of(strbuf_text(&page), "id=\"window-list\">") +
           size_of(strbuf_text(&page), "id=\"window-0\">");
    CU_ASSERT_TRUE(size <= 600000);
    CU_ASSERT_TRUE(size > 450000);
    strbuf_clear(&page);
    report->charts = NULL;
    report_destroy(report);
    end();
}

/* The lists of a window, and the calls of the first one. */
static void read_counts(const struct html_detail_windows *made,
                        uint64_t *lists, uint64_t *calls, uint64_t *messages)
{
    struct bytes_reader in;

    bytes_reader_init(&in, made->calls[0].data, made->calls[0].size);
    *lists = bytes_get_number(&in);
    bytes_get_number(&in); /* the rank and its thread */
    bytes_get_number(&in);
    *calls = bytes_get_number(&in);
    *messages = bytes_get_number(&in);
}

UNIT_TEST(less_room_has_fewer_ranks)
{
    uint64_t lists, calls, messages;
    struct html_detail_windows made;

    begin();
    for (uint32_t r = 0; r < RANKS; r++)
        for (uint32_t i = 0; i < 10; i++)
            add(r, 0, 100 * i, 50);
    CU_ASSERT_EQUAL(html_detail_windows_most(charts), 20 * RANKS);
    html_detail_windows_make(&made, charts, 20 * RANKS);
    read_counts(&made, &lists, &calls, &messages);
    CU_ASSERT_EQUAL(lists, RANKS);
    CU_ASSERT_EQUAL(calls, 10);
    CU_ASSERT_EQUAL(messages, 10);
    html_detail_windows_clear(&made);
    html_detail_windows_make(&made, charts, 65);
    read_counts(&made, &lists, &calls, &messages);
    CU_ASSERT_EQUAL(lists, 3);
    html_detail_windows_clear(&made);
    end();
}

/* As by --ranks and --region. */
UNIT_TEST(what_is_not_shown_is_not_written)
{
    uint64_t lists, calls, messages;
    struct html_detail_windows made;

    begin();
    for (uint32_t r = 0; r < RANKS; r++) {
        add(r, 0, 100, 50);
        add(r, 1, 200, 50); /* without a name */
        add(r, 2, 300, 50);
    }
    charts->line_of[1] = CHART_NO_LINE;
    html_detail_windows_make(&made, charts, html_detail_windows_most(charts));
    read_counts(&made, &lists, &calls, &messages);
    CU_ASSERT_EQUAL(lists, RANKS - 1);
    CU_ASSERT_EQUAL(calls, 2);
    CU_ASSERT_EQUAL(messages, 0); /* all are from rank 1 */
    html_detail_windows_clear(&made);
    end();
}

static void begin_of_measured(void)
{
    begin();
    detail_windows_measured(detail_windows,
                            detail_windows->items[0].lists[0].rank, 7, 90);
    add(detail_windows->items[0].lists[0].rank, 0, 10, 20);
}

static uint64_t measured_in(bool regions)
{
    struct html_detail_windows made;
    struct bytes_reader in;
    uint64_t begin;

    begin_of_measured();
    charts->no_messages = regions;
    html_detail_windows_make(&made, charts, html_detail_windows_most(charts));
    bytes_reader_init(&in, made.calls[0].data, made.calls[0].size);
    for (int i = 0; i < 7; i++)
        bytes_get_number(&in); /* lists, and what the first one has */
    begin = bytes_get_number(&in);
    html_detail_windows_clear(&made);
    end();
    return begin;
}

/* What is between their calls may be in others. */
UNIT_TEST(of_some_regions_nothing_is_useful_between_calls)
{
    CU_ASSERT_EQUAL(measured_in(false), 7);
    CU_ASSERT_EQUAL(measured_in(true), 0);
}

static void skip_strings(struct bytes_reader *in, int count)
{
    while (count-- > 0)
        free(bytes_get_string(in));
}

/* As a program may have 100,000, of which a window shows two. */
UNIT_TEST(communicators_that_no_call_uses_are_not_written)
{
    struct detail_window_call call = {
        .begin = 1, .end = 2, .comm = 2, .instance = 7
    };
    struct html_detail_windows made;
    struct bytes_reader in;
    char *name;

    begin();
    detail_windows->comms = calloc(3, sizeof(*detail_windows->comms));
    detail_windows->comm_count = 3;
    detail_windows->comms[0] = strdup("none uses it");
    detail_windows->comms[1] = strdup("nor this");
    detail_windows->comms[2] = strdup("rows");
    detail_windows_add_call(detail_windows, &call);
    html_detail_windows_make(&made, charts, html_detail_windows_most(charts));
    bytes_reader_init(&in, made.head.data, made.head.size);
    bytes_get_number(&in); /* the layout */
    skip_strings(&in, 1);
    CU_ASSERT_EQUAL(bytes_get_number(&in), 1);       /* there are windows */
    bytes_get_number(&in);                           /* the origin */
    CU_ASSERT_EQUAL_FATAL(bytes_get_number(&in), 1); /* site */
    skip_strings(&in, 1);
    bytes_get_number(&in);
    skip_strings(&in, 2);
    CU_ASSERT_EQUAL_FATAL(bytes_get_number(&in), 1);
    name = bytes_get_string(&in);
    CU_ASSERT_STRING_EQUAL(name, "rows");
    free(name);
    html_detail_windows_clear(&made);
    end();
}

/* ---- tiles and levels ---- */

#define MS UINT64_C(1000000)
#define LENGTH (1024 * MS)

/* Of two ranks, of which the second has another thread, in a run of 1024 ms;
 * calls: how many each has, side by side. */
static void begin_tiles(size_t budget, uint32_t calls)
{
    CU_ASSERT_EQUAL_FATAL(charts_create(2, 2, 0, 0, &charts), STATUS_OK);
    charts_place(charts, 0);
    charts_place(charts, 1);
    charts->sites = calloc(2, sizeof(*charts->sites));
    charts->site_count = 2;
    charts->sites[0].name = strdup("MPI_Send");
    charts->sites[1].name = strdup("MPI_Recv");
    CU_ASSERT_EQUAL_FATAL(detail_windows_create(&detail_windows), STATUS_OK);
    detail_windows->budget = budget;
    detail_windows_begin(detail_windows, 2, 0, LENGTH);
    detail_windows_thread(detail_windows, 1, 3, NULL);
    detail_windows_rows_end(detail_windows);
    for (uint32_t i = 0; i < calls; i++)
        for (uint32_t row = 0; row < 3; row++)
            detail_windows_count(detail_windows, row > 0, row == 2 ? 3 : 0,
                                 CALL_CLASS_P2P, i * (LENGTH / calls),
                                 i * (LENGTH / calls) + 10);
    detail_windows_choose_tiles(detail_windows);
    CU_ASSERT_EQUAL_FATAL(detail_windows_open(detail_windows), calls > 0);
    for (uint32_t i = 0; i < calls; i++)
        for (uint32_t row = 0; row < 3; row++) {
            struct detail_window_call call = { .begin = i * (LENGTH / calls),
                                               .end =
                                                   i * (LENGTH / calls) + 10,
                                               .rank = row > 0,
                                               .thread = row == 2 ? 3 : 0,
                                               .site = row > 0 };

            detail_windows_add_call(detail_windows, &call);
        }
    detail_windows->filled = true;
    charts->detail_windows = detail_windows;
}

UNIT_TEST(all_calls_of_a_small_run_are_in_tiles)
{
    struct html_detail_windows made;
    struct bytes_writer bytes = { 0 };
    uint64_t calls = 0;

    begin_tiles(DETAIL_BUDGET, 4000);
    CU_ASSERT_EQUAL_FATAL(detail_windows->tile_count, 4);
    for (uint32_t i = 0; i < 4; i++)
        for (uint32_t k = 0; k < detail_windows->tiles[i].kept; k++)
            calls += detail_windows->tiles[i].lists[k].call_count;
    CU_ASSERT_EQUAL(calls, 12000);
    html_detail_windows_make(&made, charts, 0);
    html_detail_windows_tile(&made, 1, &bytes);
    CU_ASSERT_FALSE(bytes.failed);
    CU_ASSERT_TRUE(bytes.size > 3000);
    bytes_writer_clear(&bytes);
    html_detail_windows_clear(&made);
    end();
}

/* The thread of rank 1 comes behind all ranks. */
UNIT_TEST(a_thread_has_a_list_of_its_own)
{
    const struct detail_window *tile;

    begin_tiles(DETAIL_BUDGET, 100);
    CU_ASSERT_EQUAL_FATAL(detail_windows->tile_count, 1);
    tile = &detail_windows->tiles[0];
    CU_ASSERT_EQUAL_FATAL(tile->kept, 3);
    CU_ASSERT_EQUAL(tile->lists[2].rank, 1);
    CU_ASSERT_EQUAL(tile->lists[2].thread, 3);
    CU_ASSERT_EQUAL(tile->lists[2].call_count, 100);
    end();
}

/* A send and its receive are found again by the numbers of their calls. */
UNIT_TEST(a_message_takes_few_bytes_where_its_calls_are_there)
{
    struct detail_window_message message = { .from = 0, .to = 1, .bytes = 1 };
    struct html_detail_windows made;
    struct bytes_writer bytes = { 0 };
    size_t without, with;

    begin_tiles(DETAIL_BUDGET, 1000);
    html_detail_windows_make(&made, charts, 0);
    html_detail_windows_tile(&made, 0, &bytes);
    without = bytes.size;
    bytes_writer_clear(&bytes);
    for (uint64_t i = 0; i < 1000; i++) {
        message.sent = i * (LENGTH / 1000);
        message.received = message.sent + 10;
        detail_windows_add_message(detail_windows, &message);
    }
    bytes = (struct bytes_writer){ 0 };
    html_detail_windows_tile(&made, 0, &bytes);
    with = bytes.size;
    bytes_writer_clear(&bytes);
    CU_ASSERT_TRUE(with > without);
    CU_ASSERT_TRUE(with < without + 5 * 1000 + 10);
    html_detail_windows_clear(&made);
    end();
}

static uint64_t sum_of_levels(const bool *kept, uint32_t step, uint64_t *bins)
{
    struct html_detail_windows made;
    struct bytes_writer bytes = { 0 };
    struct bytes_reader in;
    uint64_t sum = 0, rows;

    html_detail_windows_make(&made, charts, 0);
    html_detail_windows_levels(&made, kept, step, &bytes);
    bytes_reader_init(&in, bytes.data, bytes.size);
    rows = bytes_get_number(&in);
    *bins = bytes_get_number(&in);
    bytes_get_number(&in); /* their width */
    for (uint64_t i = 0; i < 4 * rows; i++)
        bytes_get_number(&in);
    while (in.at < in.size)
        sum += bytes_get_number(&in);
    CU_ASSERT_FALSE(in.failed);
    bytes_writer_clear(&bytes);
    html_detail_windows_clear(&made);
    return sum;
}

UNIT_TEST(levels_have_the_times_of_tiles_that_are_not_kept)
{
    static const bool none[DETAIL_TILES];
    bool second[DETAIL_TILES] = { false, true };
    uint64_t bins, fewer;

    begin_tiles(DETAIL_BUDGET, 4000);
    CU_ASSERT_EQUAL(sum_of_levels(none, 1, &bins), 12000 * 10);
    CU_ASSERT_EQUAL(bins, CALL_LEVELS_BINS);
    CU_ASSERT_EQUAL(sum_of_levels(none, 64, &fewer), 12000 * 10);
    CU_ASSERT_EQUAL(fewer, bins / 64);
    CU_ASSERT_EQUAL(sum_of_levels(second, 64, &fewer), 9000 * 10);
    end();
}

/* As of a run in which nothing lies between MPI_Init and MPI_Finalize. */
UNIT_TEST(levels_of_no_calls_are_empty)
{
    static const bool none[DETAIL_TILES];
    uint64_t bins;

    begin_tiles(DETAIL_BUDGET, 0);
    CU_ASSERT_EQUAL(detail_windows->tile_count, 0);
    CU_ASSERT_EQUAL(sum_of_levels(none, 64, &bins), 0);
    CU_ASSERT_TRUE(bins > 0);
    end();
}

/* The page's length with that budget, and whether some text is in it. */
static size_t page_of(size_t budget, const char *text, bool *found)
{
    struct render_options all = { 0 };
    struct report *report;
    struct strbuf page = { 0 };
    size_t length;

    begin_tiles(budget, 100000);
    for (uint32_t i = 0; i < detail_windows->tile_count; i++)
        for (uint32_t k = 0; k < detail_windows->tiles[i].kept; k++) {
            struct detail_window_list *list =
                &detail_windows->tiles[i].lists[k];

            for (size_t c = 0; c < list->call_count; c++)
                list->calls[c].begin += some(5000),
                    list->calls[c].end += 5000 + some(5000);
        }
    CU_ASSERT_EQUAL_FATAL(report_create(&report), STATUS_OK);
    report->charts = charts;
    render_html(&page, report, &all);
    CU_ASSERT_FALSE(page.failed);
    length = page.length;
    *found = strstr(strbuf_text(&page), text) != NULL;
    strbuf_clear(&page);
    report->charts = NULL;
    report_destroy(report);
    end();
    return length;
}

UNIT_TEST(a_page_has_what_its_budget_allows)
{
    size_t little, more;
    bool levels;

    if (!render_html_is_there())
        return;
    little = page_of(1000000, "id=\"levels-0\"", &levels);
    CU_ASSERT_TRUE(little <= 1000000 && little > 600000);
    CU_ASSERT_TRUE(levels);
    more = page_of(5000000, "id=\"levels-0\"", &levels);
    CU_ASSERT_TRUE(more <= 5000000 && more > 1200000);
    CU_ASSERT_FALSE(levels); /* all calls are there */
    CU_ASSERT_TRUE(page_of(100000, "id=\"tile-", &levels) < 400000);
    CU_ASSERT_FALSE(levels); /* pictures are never cut, calls are */
}
