/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * make_reports.c - writes the synthetic run and its reports into a folder:
 * run.mpiprof, report.txt, report.json, report.csv; or one of the runs of
 * synthetic_ends.h, or that of synthetic_replay.h: NAME.mpiprof and so on.
 *
 *     make_reports FOLDER [RANKS | NAME]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/analyze.h"
#include "profile_file/profile_file.h"
#include "render/render.h"
#include "synthetic.h"
#include "synthetic_ends.h"
#include "synthetic_replay.h"

typedef void render_function(struct strbuf *out, const struct report *report,
                             const struct render_options *options);

static int write_text(const char *folder, const char *name, const char *kind,
                      const struct strbuf *text)
{
    char path[4096];
    FILE *file;

    snprintf(path, sizeof(path), "%s/%s.%s", folder, name, kind);
    file = fopen(path, "wb");
    if (file == NULL)
        return 1;
    fwrite(strbuf_text(text), 1, text->length, file);
    return fclose(file) != 0;
}

static int write_report(struct profile *profile, const char *folder,
                        const char *name, const char *kind,
                        render_function *render)
{
    bool brief = strcmp(kind, "short.txt") == 0;
    struct render_options how = { .lines = brief ? RENDER_BRIEF_LINES : 0 };
    struct analyze_options what = { .top = brief ? RENDER_BRIEF_ROWS
                                           : render == render_text ? 10
                                                                   : 0,
                                    .detail = "*" };
    struct report *report;
    struct strbuf text = { 0 };
    int failed;

    if (analyze_run(profile, &what, &report) != STATUS_OK)
        return 1;
    render(&text, report, &how);
    failed = text.failed || write_text(folder, name, kind, &text);
    strbuf_clear(&text);
    report_destroy(report);
    return failed;
}

/* NULL: what is no name but a number of ranks. */
static struct profile *run_named(const char *what)
{
    struct profile *profile = NULL;

    if (strcmp(what, "waits") != 0)
        return ends_named(what);
    if (synthetic_create(4, &profile) != STATUS_OK ||
        synthetic_replay(profile) != STATUS_OK)
        exit(1);
    return profile;
}

int main(int count, char **arguments)
{
    const char *what = count > 2 ? arguments[2] : "4";
    struct profile *profile = count > 2 ? run_named(what) : NULL;
    const char *folder = arguments[1];
    const char *name = profile != NULL ? what : "report";
    char path[4096];
    int failed;

    if (count < 2)
        return 2;
    snprintf(path, sizeof(path), "%s/%s.mpiprof", folder,
             profile != NULL ? what : "run");
    if (profile == NULL &&
        synthetic_create((uint32_t)atoi(what), &profile) != STATUS_OK)
        return 1;
    failed = profile_save(profile, path) != STATUS_OK;
    failed |= write_report(profile, folder, name, "txt", render_text);
    failed |= write_report(profile, folder, name, "short.txt", render_text);
    failed |= write_report(profile, folder, name, "json", render_json);
    failed |= write_report(profile, folder, name, "csv", render_csv);
    profile_destroy(profile);
    return failed;
}
