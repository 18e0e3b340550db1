/*
 * make_reports.c - writes the synthetic run and its reports into a folder:
 * run.mpiprof, report.txt, report.json, report.csv.
 *
 *     make_reports FOLDER [RANKS]
 */
#include <stdio.h>
#include <stdlib.h>

#include "analyze/analyze.h"
#include "model/profile_file.h"
#include "render/render.h"
#include "synthetic.h"

typedef void render_function(struct strbuf *out, const struct report *report,
                             const struct render_options *options);

static int write_text(const char *folder, const char *name,
                      const struct strbuf *text)
{
    char path[4096];
    FILE *file;

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    file = fopen(path, "wb");
    if (file == NULL)
        return 1;
    fwrite(strbuf_text(text), 1, text->length, file);
    return fclose(file) != 0;
}

static int write_report(struct profile *profile, const char *folder,
                        const char *name, render_function *render)
{
    struct render_options how = { .color = false };
    struct analyze_options what = { .top = render == render_text ? 10 : 0,
                                    .detail = "*" };
    struct report *report;
    struct strbuf text;
    int failed;

    if (analyze_run(profile, &what, &report) != STATUS_OK)
        return 1;
    strbuf_init(&text);
    render(&text, report, &how);
    failed = text.failed || write_text(folder, name, &text);
    strbuf_clear(&text);
    report_destroy(report);
    return failed;
}

int main(int count, char **arguments)
{
    struct profile *profile;
    char path[4096];
    int failed;

    if (count < 2)
        return 2;
    if (synthetic_create(count > 2 ? (uint32_t)atoi(arguments[2]) : 4,
                         &profile) != STATUS_OK)
        return 1;
    snprintf(path, sizeof(path), "%s/run.mpiprof", arguments[1]);
    failed = profile_save(profile, path) != STATUS_OK;
    failed |= write_report(profile, arguments[1], "report.txt", render_text);
    failed |= write_report(profile, arguments[1], "report.json", render_json);
    failed |= write_report(profile, arguments[1], "report.csv", render_csv);
    profile_destroy(profile);
    return failed;
}
