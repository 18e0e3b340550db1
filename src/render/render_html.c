/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * render_html.c - one self-contained page: the template of share/html, the
 * report as render_json() writes it, and the data of the charts.
 *
 * Data is deflated and in base64, so no name in it can be taken for HTML.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "render/html_parts.h"
#include "render/html_template.h"
#include "render/html_detail_windows.h"
#include "render/render.h"

/* Room for the calls of windows in the page, in characters, where not all calls
 * of the run have room: of a page of the usual size. */
#define WINDOWS_MOST 600000u

bool render_html_is_there(void)
{
    return html_template != NULL;
}

static void put_base64(struct strbuf *out, const uint8_t *data, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                 "abcdefghijklmnopqrstuvwxyz0123456789+/";

    for (size_t i = 0; i < size; i += 3) {
        size_t left = size - i;
        uint32_t three = (uint32_t)data[i] << 16 |
                         (left > 1 ? (uint32_t)data[i + 1] << 8 : 0) |
                         (left > 2 ? data[i + 2] : 0);
        char text[4] = { digits[three >> 18], digits[three >> 12 & 63],
                         left > 1 ? digits[three >> 6 & 63] : '=',
                         left > 2 ? digits[three & 63] : '=' };

        strbuf_add(out, text, sizeof(text));
    }
}

/* An element with that id and the deflated bytes. */
static void put_element(struct strbuf *out, const char *id, const void *data,
                        size_t size)
{
    uLongf length = compressBound((uLong)size);
    uint8_t *deflated = malloc(length);

    if (deflated == NULL ||
        compress2(deflated, &length, data, (uLong)size, 9) != Z_OK) {
        out->failed = true;
        free(deflated);
        return;
    }
    strbuf_printf(out, "<script type=\"text/plain\" id=\"%s\">", id);
    put_base64(out, deflated, length);
    strbuf_puts(out, "</script>\n");
    free(deflated);
}

static void put_bytes(struct strbuf *out, const char *id,
                      const struct bytes_writer *bytes)
{
    out->failed = out->failed || bytes->failed;
    put_element(out, id, bytes->data, bytes->size);
}

static void put_report(struct strbuf *out, const struct report *report)
{
    struct render_options all = { 0 };
    struct strbuf json = { 0 };

    render_json(&json, report, &all);
    put_element(out, "report-data", strbuf_text(&json), json.length);
    strbuf_end(&json, &out->failed);
}

static void put_charts_by(struct strbuf *out, const char *id,
                          const struct charts *charts, uint32_t step)
{
    struct bytes_writer bytes = { 0 };

    html_charts(&bytes, charts, step);
    put_bytes(out, id, &bytes);
    bytes_writer_clear(&bytes);
}

/* With half as many bins if the others do not leave enough of the page. */
static void put_charts(struct strbuf *out, const char *id,
                       const struct charts *charts, size_t most)
{
    size_t before = out->length;

    put_charts_by(out, id, charts, 1);
    if (out->length <= most || charts->each > 1)
        return;
    strbuf_truncate(out, before);
    put_charts_by(out, id, charts, 2);
}

static void put_python(struct strbuf *out, const struct python_chart *chart)
{
    struct bytes_writer bytes = { 0 };

    if (chart == NULL)
        return;
    html_python(&bytes, chart);
    put_bytes(out, "python-data", &bytes);
    bytes_writer_clear(&bytes);
}

static void put_source(struct strbuf *out, const struct source_text *text)
{
    struct bytes_writer bytes = { 0 };

    if (text == NULL)
        return;
    html_source(&bytes, text);
    put_bytes(out, "source-data", &bytes);
    bytes_writer_clear(&bytes);
}

static void put_numbered(struct strbuf *out, const char *what, uint32_t number,
                         const struct bytes_writer *bytes)
{
    char id[32];

    snprintf(id, sizeof(id), "%s-%u", what, number);
    put_bytes(out, id, bytes);
}

/* Single calls of the run in a page with `room' for them. */
struct calls_page {
    const struct charts *charts;
    const struct detail_windows *windows;
    size_t room;
    struct html_detail_windows made;
    bool kept[DETAIL_TILES];           /* tiles that are in the page */
    struct strbuf tiles[DETAIL_TILES]; /* their elements, once made */
};

static size_t rest_of(const struct calls_page *page, size_t used)
{
    return page->room > used ? page->room - used : 0;
}

static void make_tile(struct calls_page *page, uint32_t tile)
{
    struct bytes_writer bytes = { 0 };

    html_detail_windows_tile(&page->made, tile, &bytes);
    put_numbered(&page->tiles[tile], "tile", tile, &bytes);
    bytes_writer_clear(&bytes);
}

/* Tiles by their order, as far as they take no more than `room'; those that did
 * not fit before may now. */
static void put_tiles(struct calls_page *page, size_t room, struct strbuf *out)
{
    size_t before = out->length;

    for (uint32_t i = 0; i < page->windows->tile_count; i++) {
        uint32_t tile = page->windows->tile_order[i];
        struct strbuf *text = &page->tiles[tile];

        if (page->kept[tile] || page->windows->tiles[tile].kept == 0 ||
            out->length - before >= room)
            continue;
        if (text->length == 0)
            make_tile(page, tile);
        if (out->length - before + text->length > room)
            continue;
        page->kept[tile] = true;
        strbuf_add(out, strbuf_text(text), text->length);
        out->failed = out->failed || text->failed;
    }
}

static bool all_are_kept(const struct calls_page *page, uint64_t from,
                         uint64_t to)
{
    const struct detail_windows *windows = page->windows;

    for (uint32_t i = 0; i < windows->tile_count; i++)
        if (!page->kept[i] && windows->tiles[i].from < to &&
            windows->tiles[i].to > from)
            return false;
    return windows->tile_count > 0;
}

static bool windows_are_kept(const struct calls_page *page)
{
    bool kept = true;

    for (uint32_t i = 0; i < page->windows->count; i++)
        kept = kept && all_are_kept(page, page->windows->items[i].from,
                                    page->windows->items[i].to);
    return kept;
}

/* As many calls of windows as there is room for. */
static void put_window_calls(struct calls_page *page, size_t most,
                             struct strbuf *out)
{
    size_t room = html_detail_windows_most(page->charts), before = out->length;

    while (room > 0 && most > 0) {
        size_t taken;

        html_detail_windows_clear(&page->made);
        html_detail_windows_make(&page->made, page->charts, room);
        for (uint32_t i = 0; i < page->made.count; i++)
            put_numbered(out, "window", i, &page->made.calls[i]);
        taken = out->length - before;
        if (taken <= most || out->failed)
            return;
        strbuf_truncate(out, before);
        room = (size_t)((double)room * (double)most / (double)taken * 0.95);
    }
}

/* The finest level that has room, if it is finer than the time line. */
static bool put_levels(const struct calls_page *page, size_t room,
                       struct strbuf *out)
{
    const struct call_levels *levels = &page->windows->levels;
    size_t before = out->length;

    for (uint32_t step = 1; levels->bins / step > page->charts->bins;
         step *= 2) {
        struct bytes_writer bytes = { 0 };

        html_detail_windows_levels(&page->made, page->kept, step, &bytes);
        if (bytes.size / 4 <= room)
            put_numbered(out, "levels", 0, &bytes);
        bytes_writer_clear(&bytes);
        if (out->length > before && out->length - before <= room)
            return true;
        strbuf_truncate(out, before);
    }
    return false;
}

/* Single calls of the whole run if they have room.  If not, those of windows and
 * of the most telling tiles; and of all other times the finest level. */
static void put_run_calls(struct calls_page *page, struct strbuf *out)
{
    const struct detail_windows *windows = page->windows;
    size_t before = out->length;
    size_t scale = windows->budget / (DETAIL_BUDGET / 100);
    size_t most = WINDOWS_MOST / 100 * scale, levels = page->room / 6;
    bool has_levels = false;

    put_tiles(page, page->room, out);
    if (!all_are_kept(page, 0, UINT64_MAX)) {
        strbuf_truncate(out, before);
        memset(page->kept, 0, sizeof(page->kept));
        most = most < page->room / 2 ? most : page->room / 2;
        put_tiles(page, rest_of(page, most + levels), out);
        if (windows_are_kept(page))
            put_tiles(page, rest_of(page, levels + out->length - before), out);
        else
            put_window_calls(page, most, out);
        if (!page->charts->no_messages)
            has_levels =
                put_levels(page, rest_of(page, out->length - before), out);
    }
    html_detail_windows_end(&page->made, page->kept, has_levels);
}

/* rest: of the page, behind all data. */
static void put_windows(struct strbuf *out, const struct charts *charts,
                        size_t rest)
{
    struct calls_page page = { .charts = charts,
                               .windows = charts->detail_windows };
    size_t used = out->length + rest;

    html_detail_windows_make(&page.made, charts, 0);
    if (page.windows != NULL) {
        used += 2 * page.made.head.size; /* it has some more at the end */
        page.room =
            page.windows->budget > used ? page.windows->budget - used : 0;
        put_run_calls(&page, out);
    }
    put_bytes(out, "window-list", &page.made.head);
    html_detail_windows_clear(&page.made);
    for (uint32_t i = 0; i < DETAIL_TILES; i++)
        strbuf_clear(&page.tiles[i]);
}

/* Single calls are for one run. */
static void put_pictures(struct strbuf *out, const struct report *report,
                         size_t rest)
{
    size_t most;

    if (report->charts == NULL)
        return;
    most = report->charts->budget / 3 * 2;
    if (report->charts_b != NULL) {
        put_charts(out, "pictures-a", report->charts, most / 2);
        put_charts(out, "pictures-b", report->charts_b, most);
        return;
    }
    put_charts(out, "picture-data", report->charts, most);
    put_windows(out, report->charts, rest);
}

void render_html(struct strbuf *out, const struct report *report,
                 const struct render_options *options)
{
    const char *here =
        html_template ? strstr(html_template, HTML_DATA_HERE) : NULL;

    (void)options;
    if (here == NULL) {
        out->failed = true;
        return;
    }
    strbuf_add(out, html_template, (size_t)(here - html_template));
    put_report(out, report);
    put_python(out, report->python);
    put_source(out, report->source);
    here += strlen(HTML_DATA_HERE);
    put_pictures(out, report, strlen(here));
    strbuf_puts(out, here);
}
