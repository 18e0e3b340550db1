/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/session/session_state.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analyze/analyze.h"
#include "base/log.h"
#include "base/ranklist.h"
#include "base/text/shell_word.h"
#include "base/text/strbuf.h"
#include "measure/session/output.h"
#include "profile_file/profile_file.h"
#include "symbols/short_names.h"
#include "model/python/python_files.h"
#include "render/render.h"

/* 0, or an errno; what could not be written whole is not left. */
static int write_file(const char *path, const struct strbuf *text)
{
    FILE *file = text->failed ? NULL : fopen(path, "we");
    int error = 0;

    if (file == NULL)
        return text->failed ? ENOMEM : errno;
    if (fwrite(strbuf_text(text), 1, text->length, file) != text->length)
        error = errno;
    if (fclose(file) != 0 && error == 0)
        error = errno;
    if (error != 0)
        unlink(path);
    return error;
}

static void put_python(struct strbuf *text, const char *directory,
                       struct dirent *const *entries, int count)
{
    int *ranks = calloc((size_t)count, sizeof(*ranks));
    struct strbuf list = { 0 };

    if (ranks == NULL)
        return;
    for (int i = 0; i < count; i++)
        ranks[i] = python_files_rank(entries[i]);
    strbuf_puts(text,
                "\nPython functions: cpu_RANK.prof beside this file, of ");
    ranklist_print(&list, ranks, (size_t)count);
    ranklist_name(text, strbuf_text(&list));
    strbuf_clear(&list);
    strbuf_puts(text, "; mpiprof-report python ");
    shell_word(text, output_shown(directory));
    strbuf_puts(text, " shows them.\n");
    free(ranks);
}

/* Ranks of Python have written theirs when MPI_Finalize is called. */
static void add_python(struct strbuf *text, const char *directory)
{
    struct dirent **entries;
    int count = python_files_list(directory, &entries);

    if (count > 0)
        put_python(text, directory, entries, count);
    for (int i = 0; i < count; i++)
        free(entries[i]);
    free(entries);
}

/* Takes the text.  0, or an errno. */
static int write_as(const char *directory, const char *name,
                    struct strbuf *text)
{
    struct strbuf path = { 0 };
    int error = ENOMEM;

    strbuf_printf(&path, "%s/%s", directory, name);
    if (!path.failed)
        error = write_file(path.text, text);
    strbuf_clear(&path);
    strbuf_clear(text);
    return error;
}

static bool has_trace(const char *directory)
{
    struct strbuf path = { 0 };
    bool there;

    strbuf_printf(&path, "%s/run.otf2", directory);
    there = access(strbuf_text(&path), R_OK) == 0;
    strbuf_clear(&path);
    return there;
}

/* Which command shows what is not in summary.txt. */
static void put_more(struct strbuf *out, const char *directory)
{
    struct strbuf word = { 0 };

    shell_word(&word, output_shown(directory));
    if (has_trace(directory))
        strbuf_printf(
            out,
            "The trace is not in this summary: mpiprof-report %s adds "
            "wait states, their causes and simulated gains.  ",
            strbuf_text(&word));
    strbuf_printf(out,
                  "All sections: mpiprof-report --full %s.  One table, whole: "
                  "--table NAME.  Charts: --open.",
                  has_trace(directory) ? "RUN" : strbuf_text(&word));
    strbuf_clear(&word);
}

static int write_text(const char *directory, const struct report *report)
{
    struct render_options options = { .lines = RENDER_BRIEF_LINES };
    struct strbuf text = { 0 }, more = { 0 };

    put_more(&more, directory);
    options.more = strbuf_text(&more);
    render_text(&text, report, &options);
    strbuf_clear(&more);
    add_python(&text, directory);
    return write_as(directory, "summary.txt", &text);
}

static int write_html(const char *directory, const struct report *report)
{
    struct render_options options = { 0 };
    struct strbuf text = { 0 };

    render_html(&text, report, &options);
    return write_as(directory, "report.html", &text);
}

/* With more rows than the summary has, so from the start. */
static void write_page(const char *directory, struct profile *profile)
{
    struct analyze_options options = { .top = ANALYZE_PAGE_ROWS,
                                       .detail = ANALYZE_PAGE_DETAIL,
                                       .charts = true,
                                       .in_run = true };
    struct report *report = NULL;
    int error = ENOMEM;

    if (!render_html_is_there()) {
        log_warn("MPIPROF_HTML: there is no report.html, as mpiprof was built "
                 "without npm");
        return;
    }
    if (analyze_run(profile, &options, &report) == STATUS_OK)
        error = write_html(directory, report);
    if (error != 0)
        log_warn("report.html: %s", strerror(error));
    report_destroy(report);
}

/* The headline and the sentences after it; a third sentence if that is a
 * cause, too.  Suggestions with unknown gains are in the report alone.  Returns
 * whether there is a cause. */
static bool print_verdict(const struct report *report)
{
    bool caused = false;

    for (size_t i = 0; i < report->verdict_count && i < 3; i++) {
        bool numbered = report_cause_number(report->verdict[i]) > 0;

        if (numbered ? report->severity[i] != SEVERITY_NONE : i < 2) {
            log_warn("%s", report->verdict[i]);
            caused |= numbered;
        }
    }
    return caused;
}

/* error: why there is no summary, 0: there is one; caused: its causes are
 * estimates. */
static void print_place(const char *directory, int error, bool caused)
{
    const char *shown = output_shown(directory);
    struct strbuf word = { 0 };

    shell_word(&word, shown);
    if (error == 0)
        log_warn("report: %s/summary.txt (%s: mpiprof-report %s)", shown,
                 caused && has_trace(directory)
                     ? "from the trace, with simulated gains"
                     : "more",
                 strbuf_text(&word));
    else
        log_warn("report: mpiprof-report %s (summary.txt: %s)",
                 strbuf_text(&word), strerror(error));
    strbuf_clear(&word);
}

void summary_write(const char *directory, const char *profile_path, bool page)
{
    struct analyze_options options = { .top = RENDER_BRIEF_ROWS,
                                       .in_run = true };
    struct profile *profile = NULL;
    struct report *report = NULL;
    int error = ENOMEM;
    bool caused = false;

    if (profile_open(profile_path, &profile) == STATUS_OK &&
        short_names_set(profile->definitions) == STATUS_OK &&
        analyze_run(profile, &options, &report) == STATUS_OK) {
        error = write_text(directory, report);
        caused = print_verdict(report);
        if (page)
            write_page(directory, profile);
    }
    print_place(directory, error, caused);
    report_destroy(report);
    profile_destroy(profile);
}
