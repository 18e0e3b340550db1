/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * cmd_compare.c - mpiprof-report compare A B: differences between two runs.
 */
#include <string.h>

#include "tools/gather.h"

#define BETWEEN "vs" /* stands between the sides where one has several runs */

/* How many words are of side A; -1: they are not two sides. */
static int split_sides(char **words, int count)
{
    int at = -1;

    for (int i = 0; i < count; i++)
        if (strcmp(words[i], BETWEEN) == 0) {
            if (at >= 0)
                return -1;
            at = i;
        }
    if (at < 0)
        return count == 2 ? 1 : -1;
    return at > 0 && at < count - 1 ? at : -1;
}

/* charts: gets the first run's charts, for a page. */
static enum status read_side(struct gather *gather, char **words, int count,
                             struct runs_group *side, struct charts **charts)
{
    enum status status = STATUS_OK;

    gather->charts = show_charts(&gather->options.show) ? charts : NULL;
    for (int i = 0; i < count && status == STATUS_OK; i++) {
        status = gather_run(gather, words[i]);
        if (status == STATUS_OK)
            side->runs[side->count++] = gather->runs.count - 1;
    }
    return status;
}

static int show_sides(struct gather *gather, char **words_of_a, int of_a,
                      char **words_of_b, int of_b)
{
    struct compare_sides sides = { .a_name = "in A", .b_name = "in B" };
    struct charts *charts[2] = { NULL, NULL };
    struct report *report = NULL;
    enum status status =
        read_side(gather, words_of_a, of_a, &sides.a, &charts[0]);

    if (status == STATUS_OK)
        status = read_side(gather, words_of_b, of_b, &sides.b, &charts[1]);
    if (status == STATUS_OK)
        status = compare_runs(&gather->runs, &sides, &report);
    if (status != STATUS_OK) {
        charts_destroy(charts[0]);
        charts_destroy(charts[1]);
        return EXIT_FAILED;
    }
    report->charts = charts[0];
    report->charts_b = charts[1];
    return gather_show(gather, report, &sides);
}

static int compare_words(struct gather *gather, char **words, int count)
{
    int of_a = split_sides(words, count);
    int of_b = of_a < 0 || count == 2 ? 1 : count - of_a - 1;
    const char *twice;

    if (of_a < 0)
        return command_usage(&cmd_compare,
                             "give two runs, A B, or several "
                             "of each side with " BETWEEN " between them: A1 "
                             "A2 " BETWEEN " B1 B2");
    twice = gather_twice(words, of_a);
    if (twice == NULL)
        twice = gather_twice(words + count - of_b, of_b);
    if (twice != NULL)
        return command_usage(&cmd_compare, "%s is given twice on one side",
                             twice);
    runs_init(&gather->runs, (size_t)count);
    return show_sides(gather, words, of_a, words + count - of_b, of_b);
}

static int run_compare(int count, char **arguments)
{
    return gather_command(&cmd_compare, count, arguments, compare_words);
}

const struct command cmd_compare = {
    .name = "compare",
    .called = "mpiprof-report compare",
    .program = &program_report,
    .bit = FOR_COMPARE,
    .tables = TABLES_COMPARE,
    .usage = "mpiprof-report compare [options] A B\n"
             "       mpiprof-report compare [options] A1 A2... " BETWEEN
             " B1 B2...",
    .title = "what differs between two runs, or between several of each",
    .summary = "Compares times, bytes and causes of lost time: two runs, or "
               "several of each.",
    .examples = "mpiprof-report compare before after\n"
                "mpiprof-report compare before1 before2 " BETWEEN
                " after1 after2 --fail-if 'T>+5%'\n",
    .run = run_compare,
};
