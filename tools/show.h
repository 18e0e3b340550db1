/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * show.h - shows a report: options common to all commands, and the output.
 *
 * Threads: one owner.  Memory: points into the command line's arguments.
 */
#ifndef TOOLS_SHOW_H
#define TOOLS_SHOW_H

#include <stdbool.h>
#include <stdint.h>

#include "command.h"
#include "report/table.h"
#include "tables.h"

/* Return values of getopt_long() for these options; a command's own start at
 * SHOW_OPTION_END. */
enum {
    SHOW_OPTION_ALL = 256,
    SHOW_OPTION_COLOR,
    SHOW_OPTION_FORMAT,
    SHOW_OPTION_SORT,
    SHOW_OPTION_TABLE,
    SHOW_OPTION_TOP,
    SHOW_OPTION_END
};

/* Rows of a struct option array; with "o:" in the short options. */
/* clang-format off */
#define SHOW_OPTIONS                                             \
    { "all", no_argument, NULL, SHOW_OPTION_ALL },               \
    { "color", required_argument, NULL, SHOW_OPTION_COLOR },     \
    { "format", required_argument, NULL, SHOW_OPTION_FORMAT },   \
    { "output", required_argument, NULL, 'o' },                  \
    { "sort", required_argument, NULL, SHOW_OPTION_SORT },       \
    { "table", required_argument, NULL, SHOW_OPTION_TABLE },     \
    { "top", required_argument, NULL, SHOW_OPTION_TOP }
/* clang-format on */

/* Lines for --help. */
#define SHOW_HELP                                                              \
    "  --format FORMAT   text (default), json or csv; of one run also html\n"  \
    "  -o, --output FILE write to FILE; - is standard output\n"                \
    "  --table NAME      only this table; mpiprof-report explain lists also\n" \
    "                    those that text leaves out\n"                         \
    "  --top N           rows per table (text: 10; JSON, CSV, --table: all)\n" \
    "  --all             everything\n"                                         \
    "  --sort COLUMN     sort tables that have this column by it; its name "   \
    "or\n"                                                                     \
    "                    its title\n"                                          \
    "  --color WHEN      auto (default), always or never\n"

struct show {
    const struct command *command;
    enum tables_of tables;
    const struct show_format *format;
    const char *output, *table, *sort, *color;
    uint32_t top;
    bool top_given, all, open;
};

void show_init(struct show *show, const struct command *command,
               enum tables_of tables);
/* Handles one of SHOW_OPTIONS.  Returns -1 to continue; else the exit
 * status. */
int show_option(struct show *show, int option, const char *value);
/* --open: an HTML report, opened once written. */
void show_open(struct show *show);
/* Call after the last option; returns EXIT_OK or EXIT_USAGE. */
int show_check(const struct show *show);

/* Requested contents of the report: rows per table, and tables of no
 * section. */
uint32_t show_rows(const struct show *show);
const char *show_detail(const struct show *show);
/* Whether the report needs the data of charts. */
bool show_charts(const struct show *show);
/* Whether large tables may stay in parts. */
bool show_in_parts(const struct show *show);
/* Shows the report and returns the exit status. run: as named by the user. */
int show_report(const struct show *show, const struct report *report,
                const char *run);

#endif
