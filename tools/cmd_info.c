/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * cmd_info.c - mpiprof-report info RUN: facts about the run and its data.
 */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "analyze/analyze.h"
#include "base/log.h"
#include "base/text/escape.h"
#include "tools/open_run.h"
#include "tools/options.h"
#include "tools/output.h"
#include "render/render.h"

static const char *const tables[] = { "run", "programs", "settings", "hosts" };

static void add_tables(struct strbuf *out, const struct report *report)
{
    struct render_options how = { .columns = output_columns() };

    for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++) {
        const struct table *table = report_table(report, tables[i]);

        if (table == NULL || table->row_count == 0)
            continue;
        how.table = tables[i];
        strbuf_puts(out, i == 0 ? "" : "\n");
        render_text(out, report, &how);
    }
}

static void add_word(struct strbuf *out, const char *name, size_t length)
{
    struct strbuf word = { 0 };

    strbuf_add(&word, name, length);
    strbuf_putc(out, ' ');
    escape_put(out, strbuf_text(&word));
    strbuf_clear(&word);
}

/* Names that have a blank before each, in lines. */
static void add_names(struct strbuf *out, const char *names)
{
    int column = 0;

    while (*names == ' ') {
        int length = (int)strcspn(names + 1, " ");

        if (column == 0 || column + length + 2 > 78) {
            strbuf_puts(out, column == 0 ? " " : "\n ");
            column = 1;
        }
        add_word(out, names + 1, (size_t)length);
        column += length + 1;
        names += length + 1;
    }
    strbuf_putc(out, '\n');
}

/* Which procedures the program called, and which it may have called past
 * mpiprof. */
static void add_procedures(struct strbuf *out, const struct report *report,
                           const struct profile *profile)
{
    struct render_options how = { .columns = output_columns(),
                                  .table = "procedures" };
    const char *coverage = profile->coverage == NULL ? "" : profile->coverage;
    const char *names = strchr(coverage, '\n');

    strbuf_puts(out, "\n");
    render_text(out, report, &how);
    if (names == NULL || names[1] == '\0')
        return;
    strbuf_puts(out, "\nProcedures of the MPI library that do not go through "
                     "mpiprof\n");
    add_names(out, names + 1);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static void add_file(struct strbuf *out, const char *directory,
                     const char *name)
{
    struct strbuf path = { 0 }, shown = { 0 };
    struct stat facts;

    escape_put_name(&shown, name);
    strbuf_printf(&path, "%s/%s", directory, name);
    if (stat(strbuf_text(&path), &facts) == 0 && S_ISREG(facts.st_mode))
        strbuf_printf(out, "  %-20s %lld byte%s\n", strbuf_text(&shown),
                      (long long)facts.st_size, facts.st_size == 1 ? "" : "s");
    else
        strbuf_printf(out, "  %s/\n", strbuf_text(&shown));
    strbuf_clear(&path);
    strbuf_clear(&shown);
}

static void add_files(struct strbuf *out, const char *directory)
{
    struct dirent **entries;
    int count = scandir(directory, &entries, is_visible, by_name);

    if (count < 0)
        return; /* RUN is a file */
    strbuf_puts(out, "\nFiles\n");
    for (int i = 0; i < count; i++) {
        add_file(out, directory, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
}

static int show_profile(const char *run, struct profile *profile,
                        const char *what, bool procedures)
{
    struct analyze_options asked = { .detail = "settings,hosts",
                                     .run_path = what };
    struct report *report;
    struct strbuf text = { 0 };
    enum status status;

    if (analyze_run(profile, &asked, &report) != STATUS_OK)
        return EXIT_FAILED;
    add_tables(&text, report);
    if (procedures)
        add_procedures(&text, report, profile);
    add_files(&text, run);
    status = output_print(&text);
    strbuf_clear(&text);
    report_destroy(report);
    return status == STATUS_OK ? EXIT_OK : EXIT_FAILED;
}

static int info_of_run(const struct options *options, const char *run)
{
    struct profile *profile = NULL;
    struct strbuf what = { 0 };
    int answer = EXIT_FAILED;

    if (open_run(run, options->from_trace ? OPEN_FROM_TRACE : 0,
                 &options->readers, NULL, &profile, &what) == STATUS_OK)
        answer = show_profile(run, profile, strbuf_text(&what),
                              options->procedures);
    profile_destroy(profile);
    strbuf_clear(&what);
    return answer;
}

static int run_info(int count, char **arguments)
{
    struct options options;
    const char *name;
    int answer = options_parse(&options, &cmd_info, count, arguments);

    if (answer < 0)
        answer = options_run(&options, count, arguments, &name);
    return answer < 0 ? info_of_run(&options, name) : answer;
}

const struct command cmd_info = {
    .name = "info",
    .called = "mpiprof-report info",
    .program = &program_report,
    .bit = FOR_INFO,
    .usage = "mpiprof-report info [options] RUN",
    .title = "about a run: program, settings, hosts and files",
    .summary = "Shows which run this is: program, settings, hosts and files.",
    .examples = "mpiprof-report info mpiprof-heat2d-4-20261121-090406\n"
                "mpiprof-report info --procedures run.mpiprof\n",
    .run = run_info,
};
