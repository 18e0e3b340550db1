/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * cmd_scaling.c - mpiprof-report scaling RUN...: how runs scale with the
 * number of ranks.
 */
#include <getopt.h>

#include "compare/scaling.h"
#include "tools/gather.h"

static int scale_words(struct gather *gather, char **words, int count)
{
    struct scaling_options how = { .weak = gather->options.weak };
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

static int run_scaling(int count, char **arguments)
{
    struct gather gather;
    int answer = gather_parse(&gather, &cmd_scaling, count, arguments);

    if (answer < 0)
        answer = scale_words(&gather, arguments + optind, count - optind);
    gather_clear(&gather);
    return answer;
}

const struct command cmd_scaling = {
    .name = "scaling",
    .called = "mpiprof-report scaling",
    .program = &program_report,
    .bit = FOR_SCALING,
    .tables = TABLES_SCALING,
    .usage = "mpiprof-report scaling [options] RUN...",
    .title = "how runs with more and more ranks scale",
    .summary = "Shows how runs of a program with more and more ranks scale: "
               "speedup, POP's\nefficiencies, and what does not scale; means "
               "for equal numbers of ranks.",
    .examples = "mpiprof-report scaling on2 on4 on8\n"
                "mpiprof-report scaling --fail-if 'global_efficiency<70%' on2 "
                "on4 on8\n",
    .run = run_scaling,
};
