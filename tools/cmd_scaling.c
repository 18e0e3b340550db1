/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * cmd_scaling.c - mpiprof-report scaling RUN...: how runs scale with the
 * number of ranks.
 */

#include "compare/scaling.h"
#include "tools/gather.h"

static int scale_words(struct gather *gather, char **words, int count)
{
    struct scaling_options how = { .weak = gather->options.weak };
    struct compare_sides sides;
    struct report *report;
    int answer;

    if (count < 2)
        return command_usage(&cmd_scaling, "give two runs or more, with "
                                           "different numbers of ranks");
    answer = gather_runs(gather, words, count);
    if (answer != EXIT_OK)
        return answer;
    if (scaling_of(&gather->runs, &how, &sides, &report) != STATUS_OK)
        return EXIT_FAILED;
    return gather_show(gather, report, &sides);
}

static int run_scaling(int count, char **arguments)
{
    return gather_command(&cmd_scaling, count, arguments, scale_words);
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
