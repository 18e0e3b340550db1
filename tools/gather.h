/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * gather.h - shared by the commands that compare runs: options, reading the
 * runs, evaluating the conditions.
 *
 * Threads: one owner.  Memory: gather_clear frees.  Errors: logged, one line.
 */
#ifndef TOOLS_GATHER_H
#define TOOLS_GATHER_H

#include "command.h"
#include "compare/condition.h"
#include "jobs.h"
#include "archive/workers/read_trace.h"
#include "show.h"

enum {
    GATHER_OPTION_FAIL_IF = SHOW_OPTION_END,
    GATHER_OPTION_FROM_TRACE,
    GATHER_OPTION_REGION,
    GATHER_OPTION_WEAK
};

#define GATHER_OPTIONS                                                 \
    SHOW_OPTIONS,                                                      \
        { "fail-if", required_argument, NULL, GATHER_OPTION_FAIL_IF }, \
        { "from-trace", no_argument, NULL, GATHER_OPTION_FROM_TRACE }, \
        { "help", no_argument, NULL, 'h' }, JOBS_OPTION,               \
    {                                                                  \
        "region", required_argument, NULL, GATHER_OPTION_REGION        \
    }

#define GATHER_HELP                                                  \
    SHOW_HELP                                                        \
    "  --region PATTERN  only what happened in regions that match\n" \
    "  --from-trace      read the traces though there are profiles\n" JOBS_HELP

struct gather {
    struct show show;
    struct runs runs;
    const char *region; /* shell pattern: only matching regions, or NULL */
    bool from_trace;
    struct readers readers;
    struct condition *conditions; /* from --fail-if */
    size_t condition_count;
    bool weak; /* --weak, for scaling */
};

/* Reads the options; returns -1 to continue from optind, else the exit
 * status. */
int gather_parse(struct gather *gather, const struct option *options,
                 int count, char **arguments);
void gather_clear(struct gather *gather);
/* Returns a path to the same file or directory as an earlier one; NULL if all
 * differ. */
const char *gather_twice(char *const *paths, int count);
/* Appends a run. */
enum status gather_run(struct gather *gather, const char *path);
/* Shows the report, takes ownership, and evaluates the conditions, with a line
 * on stderr for each that holds or cannot be evaluated.  Returns the exit
 * status. */
int gather_show(const struct gather *gather, struct report *report,
                const struct compare_sides *sides);

#endif
