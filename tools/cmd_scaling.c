/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * cmd_scaling.c - mpiprof-report scaling RUN...: how runs scale with the
 * number of ranks.
 */
#include <getopt.h>

#include "compare/scaling.h"
#include "gather.h"

static const struct option options[] = {
    GATHER_OPTIONS,
    { "weak", no_argument, NULL, GATHER_OPTION_WEAK },
    { NULL, 0, NULL, 0 },
};

static int scale(struct gather *gather, char **words, int count)
{
    struct scaling_options how = { .weak = gather->weak };
    struct compare_sides sides;
    struct report *report;
    const char *twice;

    if (count < 2)
        return command_usage(&cmd_scaling, "give two runs or more, with "
                                           "different numbers of ranks");
    twice = gather_twice(words, count);
    if (twice != NULL)
        return command_usage(&cmd_scaling, "%s is given twice", twice);
    runs_init(&gather->runs, (size_t)count);
    for (int i = 0; i < count; i++)
        if (gather_run(gather, words[i]) != STATUS_OK)
            return EXIT_FAILED;
    if (scaling_of(&gather->runs, &how, &sides, &report) != STATUS_OK)
        return EXIT_FAILED;
    return gather_show(gather, report, &sides);
}

static int run(int count, char **arguments)
{
    struct gather gather = { .region = NULL };
    int answer;

    show_init(&gather.show, &cmd_scaling, TABLES_SCALING);
    answer = gather_parse(&gather, options, count, arguments);
    if (answer < 0)
        answer = scale(&gather, arguments + optind, count - optind);
    gather_clear(&gather);
    return answer;
}

const struct command cmd_scaling = {
    .name = "scaling",
    .called = "mpiprof-report scaling",
    .usage = "mpiprof-report scaling [options] RUN...",
    .summary = "Shows how runs of a program with more and more ranks scale: "
               "speedup, POP's\nefficiencies, and what does not scale.  Of "
               "several runs with as many ranks\nthe mean.",
    .options = GATHER_HELP
    "  --weak            the problem grows with the ranks (default: it "
    "does not)\n"
    "  --fail-if COND    exit status 3 if it holds of the runs with the "
    "most ranks:\n"
    "                    'global_efficiency<70%', 'speedup<12'; with + or "
    "- of the\n"
    "                    change from those with the fewest; see "
    "mpiprof-report\n"
    "                    compare --help\n"
    "  -h, --help        this text\n",
    .run = run,
};
