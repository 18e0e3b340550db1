/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * show.h - shows a report: how the options want it, and where.
 *
 * Threads: one owner.  Memory: points into the command line's arguments.
 */
#ifndef TOOLS_SHOW_H
#define TOOLS_SHOW_H

#include <stdbool.h>
#include <stdint.h>

#include "report/table.h"
#include "tools/command.h"

struct show {
    const struct command *command;
    const struct show_format *format; /* set by show_check() */
    const char *format_name, *output, *table, *sort, *color;
    struct word_list sources; /* folders of source files */
    uint32_t top;             /* 0: not given */
    bool all, full, open;
    bool rows_chosen; /* ranks are, of which all are shown */
};

void show_init(struct show *show, const struct command *command);
/* Call after the last option; returns EXIT_OK or EXIT_USAGE. */
int show_check(struct show *show);

/* Requested contents of the report: whether it is the short one, rows per
 * table, and tables of no section. */
bool show_brief(const struct show *show);
uint32_t show_rows(const struct show *show);
const char *show_detail(const struct show *show);
/* Whether the report needs the data of charts. */
bool show_charts(const struct show *show);
/* Whether large tables may stay in parts. */
bool show_in_parts(const struct show *show);
/* Adds the lines of source that --source asks for; began: of the run, seconds
 * since 1970, 0: unknown.  Returns EXIT_OK or EXIT_FAILED. */
int show_add_source(const struct show *show, struct report *report,
                    int64_t began);
/* Sorts and cuts the tables of a report that analyze_run() has not made. */
void show_shorten(const struct show *show, struct report *report);
/* Shows the report and returns the exit status. run: as named by the user. */
int show_report(const struct show *show, const struct report *report,
                const char *run);

#endif
