/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * options.h - the options of mpiprof-report: their table, and the values that a
 * command line gives them.
 *
 * Threads: one owner.  Memory: texts are the command line's; options_clear()
 * frees the lists.
 */
#ifndef TOOLS_OPTIONS_H
#define TOOLS_OPTIONS_H

#include <stdbool.h>

#include "archive/workers/read_trace.h"
#include "tools/command.h"
#include "tools/show.h"

/* Bits of the commands. */
enum {
    FOR_REPORT = 1,
    FOR_REPORT_MPI = 2,
    FOR_INFO = 4,
    FOR_RECOVER = 8,
    FOR_COMPARE = 16,
    FOR_SCALING = 32,
    FOR_PYTHON = 64,
    FOR_EXPORT = 128,
    FOR_EXPLAIN = 256,
    FOR_HELP = 512,
    FOR_WHATIF = 1024,
    FOR_HISTORY = 2048
};

struct options {
    const struct command *command;
    struct show show;
    const char *ranks, *region, *program; /* NULL: all */
    const char *from, *to;                /* seconds; NULL: not given */
    const char *budget;                   /* of a page; NULL: not given */
    bool from_trace, no_waits, all_waits, procedures, force, gzip, weak;
    struct readers readers;
    struct word_list windows, conditions, with;
    const char *badge, *badge_shows; /* a file; or NULL */
    const char *rank_pattern;        /* of files of ranks */
    /* For python only. */
    const char *export, *callers, *callees;
    const char *node_threshold, *edge_threshold;
    bool as_is;
    struct word_list outputs, maps, restrictions;
};

/* Reads the options of the command; returns -1 to continue with the words from
 * optind on, else the exit status. */
int options_parse(struct options *options, const struct command *command,
                  int count, char **arguments);
void options_clear(struct options *options);
/* Checks that one word is left, and stores it.  Returns as options_parse(). */
int options_run(const struct options *options, int count, char **arguments,
                const char **run);

extern const struct program program_report;

extern const struct command cmd_report, cmd_report_mpi, cmd_info, cmd_recover,
    cmd_compare, cmd_scaling, cmd_history, cmd_whatif, cmd_python, cmd_export,
    cmd_explain, cmd_help;

/* The pages of share/doc that help shows; the last one has no name. */
struct help_topic {
    const char *name;
    const char *page; /* without .md; NULL: settings, which are in no page */
    const char *title;
};
extern const struct help_topic help_topics[];

#endif
