/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * gather.h - shared by the commands that compare runs: options, reading the
 * runs, evaluating the conditions.
 *
 * Threads: one owner.  Memory: gather_command frees.  Errors: logged, one line.
 */
#ifndef TOOLS_GATHER_H
#define TOOLS_GATHER_H

#include "compare/condition.h"
#include "report/charts.h"
#include "tools/options.h"

struct gather {
    struct options options;
    struct runs runs;
    struct condition *conditions; /* one for each of options.conditions */
    struct charts **charts;       /* takes the charts of the next run; or
                                   * NULL */
};

typedef int gather_words(struct gather *gather, char **words, int count);

/* Runs a command: reads its options, and gives `work' the words behind them.
 * Returns the exit status. */
int gather_command(const struct command *command, int count, char **arguments,
                   gather_words *work);
/* Returns a path to the same file or directory as an earlier one; NULL if all
 * differ. */
const char *gather_twice(char *const *paths, int count);
/* Appends a run. */
enum status gather_run(struct gather *gather, const char *path);
/* Reads all of them, none twice; returns EXIT_OK or what the command returns. */
int gather_runs(struct gather *gather, char **words, int count);
/* Shows the report, takes ownership, and evaluates the conditions, with a line
 * on stderr for each that holds or cannot be evaluated.  Returns the exit
 * status. */
int gather_show(const struct gather *gather, struct report *report,
                const struct compare_sides *sides);

#endif
