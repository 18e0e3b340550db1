#include "measure/summary.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "analyze/analyze.h"
#include "base/log.h"
#include "base/shell_word.h"
#include "measure/output.h"
#include "model/profile_file.h"
#include "render/render.h"

#define SUMMARY_ROWS 10

static void write_text(const char *path, const struct report *report)
{
    struct render_options options = { 0 };
    struct strbuf text;
    FILE *file = fopen(path, "we");
    bool written;

    if (file == NULL) {
        log_fail(STATUS_IO, "%s: %s", path, strerror(errno));
        return;
    }
    strbuf_init(&text);
    render_text(&text, report, &options);
    written = fwrite(strbuf_text(&text), 1, text.length, file) == text.length;
    if (fclose(file) != 0 || !written)
        log_fail(STATUS_IO, "%s: %s", path, strerror(errno));
    strbuf_clear(&text);
}

static void print_lines(const char *directory, const struct report *report)
{
    const char *shown = output_shown(directory);
    struct strbuf word;

    for (size_t i = 0; i < report->verdict_count && i < 2; i++)
        log_warn("%s", report->verdict[i]);
    strbuf_init(&word);
    shell_word(&word, shown);
    log_warn("report: %s/summary.txt (more: mpiprof-report %s)", shown,
             strbuf_text(&word));
    strbuf_clear(&word);
}

void summary_write(const char *directory, const char *profile_path,
                   int verbose)
{
    struct analyze_options options = { .top = SUMMARY_ROWS };
    struct profile *profile = NULL;
    struct report *report = NULL;
    char path[8192];

    if (profile_open(profile_path, &profile) != STATUS_OK)
        return;
    if (analyze_run(profile, &options, &report) == STATUS_OK) {
        snprintf(path, sizeof(path), "%s/summary.txt", directory);
        write_text(path, report);
        if (verbose > 0)
            print_lines(directory, report);
        report_destroy(report);
    }
    profile_destroy(profile);
}
