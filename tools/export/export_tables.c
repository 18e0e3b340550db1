/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * export_tables.c - every table of the report, as --all --format has them.
 */
#include "analyze/analyze.h"
#include "tools/export/export.h"
#include "tools/python/python_of_run.h"
#include "replay/parallel/replay_trace.h"
#include "render/render.h"

typedef void render_function(struct strbuf *out, const struct report *report,
                             const struct render_options *options);

static enum status make_report(const struct exported *run,
                               struct report **report)
{
    struct analyze_options asked = {
        .ranks = run->request->options.ranks == NULL ? NULL : &run->ranks,
        .detail = "*",
        .in_parts = true,
        .run_path = run->what,
        .simulate = replay_trace_simulate,
    };

    return python_of_run_analyze(run->request->run, run->profile, &asked,
                                 report);
}

static enum status export_tables(const struct exported *run,
                                 struct stream *stream, struct strbuf *text,
                                 render_function *render)
{
    struct render_options how = { .row_done = stream_row_done,
                                  .context = stream };
    struct report *report;
    enum status status = make_report(run, &report);

    if (status != STATUS_OK)
        return status;
    render(text, report, &how);
    report_destroy(report);
    return STATUS_OK;
}

enum status export_csv(const struct exported *run, struct stream *stream,
                       struct strbuf *text)
{
    return export_tables(run, stream, text, render_csv);
}

enum status export_json(const struct exported *run, struct stream *stream,
                        struct strbuf *text)
{
    return export_tables(run, stream, text, render_json);
}
