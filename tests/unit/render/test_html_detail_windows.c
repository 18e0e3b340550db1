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
    bytes_get_number(&in); /* the rank */
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
    for (int i = 0; i < 6; i++)
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
