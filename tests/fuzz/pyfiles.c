/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * pyfiles.c - a file of another Python profiler, of the kind that it looks like:
 * merged with itself, all tables in all formats, exports.
 */
#include <string.h>

#include "base/text/strbuf.h"
#include "fuzz.h"
#include "pyfiles/pyfiles.h"
#include "render/render.h"

typedef void render_function(struct strbuf *out, const struct report *report,
                             const struct render_options *options);

static void render(const struct report *report, render_function *how)
{
    struct render_options options = { .columns = 80 };
    struct strbuf text = { 0 };

    how(&text, report, &options);
    fuzz_check(!text.failed, "a report has room");
    for (const char *at = strbuf_text(&text);
         how != render_csv && *at != '\0'; at++)
        fuzz_check(*at == '\n' || ((unsigned char)*at >= ' ' && *at != 127),
                   "a text without control characters");
    strbuf_clear(&text);
}

static void show(struct pyfiles *merged)
{
    struct report *report;

    if (report_create(&report) != STATUS_OK)
        return;
    fuzz_check(pyfiles_report(merged, "3", report) == STATUS_OK,
               "there is a report");
    render(report, render_text);
    render(report, render_json);
    render(report, render_csv);
    report_destroy(report);
}

static void export_all(struct pyfiles *merged)
{
    struct strbuf text = { 0 };

    fuzz_check(pyfiles_folded(merged, &text) == STATUS_OK, "stacks");
    fuzz_check(pyfiles_speedscope(merged, &text) == STATUS_OK, "speedscope");
    strbuf_clear(&text);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    enum pyfiles_kind kind = pyfiles_kind_of_bytes(data, size);
    struct pyfiles *merged;

    if (kind <= PYFILES_PROFILE ||
        pyfiles_create(kind, &merged) != STATUS_OK)
        return;
    if (pyfiles_add_bytes(merged, 0, "a.bin", data, size) != STATUS_OK) {
        fuzz_check(fuzz_lines() == 1 && fuzz_said("a.bin"),
                   "what is refused is told in one line with the name");
        fuzz_check(pyfiles_rank_count(merged) == 0, "it is not there");
    } else {
        fuzz_accepted();
        fuzz_check(pyfiles_add_bytes(merged, 7, "b.bin", data, size) ==
                       STATUS_OK, "it is read once more");
        show(merged);
        export_all(merged);
    }
    pyfiles_destroy(merged);
}
