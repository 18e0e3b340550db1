/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * pyprof.c - a profile of Python's cProfile: merged with itself, all tables in
 * all formats, exports, a comparison, and the merged file read again.
 */
#include <math.h>
#include <string.h>

#include "base/text/strbuf.h"
#include "fuzz.h"
#include "pyprof/merged.h"
#include "render/render.h"

typedef void render_function(struct strbuf *out, const struct report *report,
                             const struct render_options *options);

static void check_text(const struct strbuf *text)
{
    const char *at = strbuf_text(text);

    fuzz_check(!text->failed, "a text has room");
    fuzz_check(strlen(at) == text->length, "a text without zero bytes");
    for (; *at != '\0'; at++)
        fuzz_check(*at == '\n' || ((unsigned char)*at >= ' ' && *at != 127),
                   "a text without control characters");
}

static void render(const struct report *report, render_function *how)
{
    struct render_options options = { .columns = 80 };
    struct strbuf text = { 0 };

    how(&text, report, &options);
    fuzz_check(!text.failed, "a report has room");
    if (how != render_csv)
        check_text(&text);
    strbuf_clear(&text);
}

static void show(const struct pyprof *merged, const struct pyprof *other)
{
    static const char *const restrictions[] = { "0.9", "e" };
    struct pyprof_view view = { .sort = "nfl,stdname,time",
                                .restrictions = restrictions,
                                .restriction_count = 2,
                                .all_calls = true };
    struct report *report;

    if (report_create(&report) != STATUS_OK)
        return;
    if (other == NULL)
        fuzz_check(pyprof_report(merged, &view, report) == STATUS_OK,
                   "there is a report");
    else
        fuzz_check(pyprof_compare(merged, other, report) == STATUS_OK,
                   "there is a comparison");
    render(report, render_text);
    render(report, render_json);
    render(report, render_csv);
    report_destroy(report);
}

static void export_all(const struct pyprof *merged)
{
    struct pyprof_limits limits = { -1, 0 };
    struct strbuf text = { 0 };

    fuzz_check(pyprof_dot(merged, &limits, &text) == STATUS_OK, "a graph");
    check_text(&text);
    strbuf_truncate(&text, 0);
    fuzz_check(pyprof_folded(merged, &text) == STATUS_OK, "stacks");
    check_text(&text);
    strbuf_truncate(&text, 0);
    fuzz_check(pyprof_speedscope(merged, &text) == STATUS_OK, "speedscope");
    check_text(&text);
    strbuf_clear(&text);
}

/* What is written holds the same functions, and is written so again. */
static void read_again(const struct pyprof *merged)
{
    struct pyprof_options as_is = { .as_is = true };
    struct strbuf first = { 0 }, second = { 0 };
    struct pyprof *again;

    fuzz_check(pyprof_write(merged, &first) == STATUS_OK, "it is written");
    if (pyprof_create(&as_is, &again) != STATUS_OK)
        return;
    fuzz_check(pyprof_add_bytes(again, 0, "again", first.text,
                                first.length) == STATUS_OK,
               "what was written can be read");
    fuzz_check(again->function_count == merged->function_count,
               "it holds the same functions");
    fuzz_check(pyprof_write(again, &second) == STATUS_OK &&
                   second.length == first.length,
               "it is written as before");
    pyprof_destroy(again);
    strbuf_clear(&first);
    strbuf_clear(&second);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    static const char *const maps[] = { "/home=/h", "a=b" };
    struct pyprof_options options = { .maps = maps, .map_count = 2 };
    struct pyprof *merged;
    enum status status;

    if (pyprof_create(&options, &merged) != STATUS_OK)
        return;
    status = pyprof_add_bytes(merged, 0, "a.prof", data, size);
    if (status != STATUS_OK) {
        fuzz_check(fuzz_lines() == 1 && fuzz_said("a.prof"),
                   "what is refused is told in one line with the name");
        fuzz_check(pyprof_rank_count(merged) == 0, "it is not there");
    } else {
        fuzz_accepted();
        fuzz_check(pyprof_add_bytes(merged, 7, "b.prof", data, size) ==
                       STATUS_OK, "it is read once more");
        show(merged, NULL);
        show(merged, merged);
        export_all(merged);
        read_again(merged);
    }
    pyprof_destroy(merged);
}
