/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * cmd_history.c - mpiprof-report history RUN...: runs of one program over time.
 */
#include <string.h>

#include "base/log.h"
#include "compare/history.h"
#include "tools/gather.h"
#include "tools/stream.h"

static enum status write_badge(const struct gather *gather,
                               const struct compare_sides *sides)
{
    const struct options *options = &gather->options;
    bool time = options->badge_shows != NULL &&
                strcmp(options->badge_shows, "time") == 0;
    struct strbuf text = { 0 };
    enum status status;

    if (options->badge == NULL)
        return STATUS_OK;
    history_badge(&text, &gather->runs, sides,
                  time ? HISTORY_TIME : HISTORY_EFFICIENCY);
    status = stream_write(options->badge, &text);
    strbuf_clear(&text);
    return status;
}

/* Conditions on changes wait until it is known what is usual: the first runs of
 * a CI must not fail. */
static void leave_out_changes(struct gather *gather,
                              const struct compare_sides *sides)
{
    size_t *count = &gather->options.conditions.count, kept = 0;

    if (sides->a.count >= HISTORY_NEEDS)
        return;
    for (size_t i = 0; i < *count; i++) {
        const struct condition *condition = &gather->conditions[i];

        if (condition->is_change)
            log_warn("--fail-if %s: not checked yet: it needs %d finished "
                     "runs before the newest with the same program and the "
                     "same number of ranks, and there %s only %u",
                     condition->text, HISTORY_NEEDS,
                     sides->a.count == 1 ? "is" : "are", sides->a.count);
        else
            gather->conditions[kept++] = *condition;
    }
    *count = kept;
}

static int show_history(struct gather *gather)
{
    struct compare_sides sides;
    struct report *report;

    if (history_of(&gather->runs, &sides, &report) != STATUS_OK)
        return EXIT_FAILED;
    if (write_badge(gather, &sides) != STATUS_OK) {
        report_destroy(report);
        return EXIT_FAILED;
    }
    leave_out_changes(gather, &sides);
    return gather_show(gather, report, &sides);
}

static int look_back(struct gather *gather, char **words, int count)
{
    int answer;

    if (count < 1)
        return command_usage(&cmd_history, "give the runs, in any order");
    if (gather->options.badge_shows != NULL && gather->options.badge == NULL)
        return command_usage(&cmd_history, "--badge-shows needs --badge FILE");
    answer = gather_runs(gather, words, count);
    return answer == EXIT_OK ? show_history(gather) : answer;
}

static int run_history(int count, char **arguments)
{
    return gather_command(&cmd_history, count, arguments, look_back);
}

const struct command cmd_history = {
    .name = "history",
    .called = "mpiprof-report history",
    .program = &program_report,
    .bit = FOR_HISTORY,
    .tables = TABLES_HISTORY,
    .usage = "mpiprof-report history [options] RUN...",
    .title = "runs of one program over time, as in CI",
    .summary = "Shows runs of a program over time: run time, efficiencies, "
               "causes of lost\ntime, and which runs are slower than those "
               "before them beyond noise.",
    .examples = "mpiprof-report history ci/*\n"
                "mpiprof-report history --fail-if 'T>+5%' --badge speed.svg "
                "ci/*\n",
    .run = run_history,
};
