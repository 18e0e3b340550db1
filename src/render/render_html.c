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

#include "render/html_charts.h"
#include "render/html_python.h"
#include "render/html_source.h"
#include "render/html_template.h"
#include "render/html_detail_windows.h"
#include "render/render.h"

/* Room for single calls in the page, in characters: the rest of a page of 1024
 * ranks has 1.9 MB, and 3 MB are the limit. */
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

static void put_report(struct strbuf *out, const struct report *report)
{
    struct render_options all = { 0 };
    struct strbuf json = { 0 };

    render_json(&json, report, &all);
    out->failed = out->failed || json.failed;
    put_element(out, "report-data", strbuf_text(&json), json.length);
    strbuf_clear(&json);
}

static void put_charts(struct strbuf *out, const char *id,
                       const struct charts *charts)
{
    struct bytes_writer bytes = { 0 };

    html_charts(&bytes, charts);
    out->failed = out->failed || bytes.failed;
    put_element(out, id, bytes.data, bytes.size);
    bytes_writer_clear(&bytes);
}

static void put_python(struct strbuf *out, const struct python_chart *chart)
{
    struct bytes_writer bytes = { 0 };

    if (chart == NULL)
        return;
    html_python(&bytes, chart);
    out->failed = out->failed || bytes.failed;
    put_element(out, "python-data", bytes.data, bytes.size);
    bytes_writer_clear(&bytes);
}

static void put_source(struct strbuf *out, const struct source_text *text)
{
    struct bytes_writer bytes = { 0 };

    if (text == NULL)
        return;
    html_source(&bytes, text);
    out->failed = out->failed || bytes.failed;
    put_element(out, "source-data", bytes.data, bytes.size);
    bytes_writer_clear(&bytes);
}

static void put_calls(struct strbuf *out,
                      const struct html_detail_windows *detail_windows)
{
    out->failed = out->failed || detail_windows->head.failed;
    put_element(out, "window-list", detail_windows->head.data,
                detail_windows->head.size);
    for (uint32_t i = 0; i < detail_windows->count; i++) {
        char id[32];

        snprintf(id, sizeof(id), "window-%u", i);
        out->failed = out->failed || detail_windows->calls[i].failed;
        put_element(out, id, detail_windows->calls[i].data,
                    detail_windows->calls[i].size);
    }
}

/* As many calls as there is room for. */
static void put_windows(struct strbuf *out, const struct charts *charts)
{
    size_t room = html_detail_windows_most(charts), before = out->length;

    for (;;) {
        struct html_detail_windows detail_windows;
        size_t taken;

        html_detail_windows_make(&detail_windows, charts, room);
        put_calls(out, &detail_windows);
        html_detail_windows_clear(&detail_windows);
        taken = out->length - before;
        if (taken <= WINDOWS_MOST || room == 0 || out->failed)
            return;
        strbuf_truncate(out, before);
        room = (size_t)((double)room * WINDOWS_MOST / (double)taken * 0.95);
    }
}

/* Single calls are for one run. */
static void put_pictures(struct strbuf *out, const struct report *report)
{
    if (report->charts == NULL)
        return;
    if (report->charts_b != NULL) {
        put_charts(out, "pictures-a", report->charts);
        put_charts(out, "pictures-b", report->charts_b);
        return;
    }
    put_charts(out, "picture-data", report->charts);
    put_windows(out, report->charts);
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
    put_pictures(out, report);
    strbuf_puts(out, here + strlen(HTML_DATA_HERE));
}
