/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/time_option.h"

#include <stdlib.h>

#define MOST_SECONDS 1e10 /* more are as many as there are */

static uint64_t ns_of(double seconds)
{
    return seconds < MOST_SECONDS ? (uint64_t)(seconds * 1e9 + 0.5)
                                  : UINT64_MAX;
}

static double seconds_of(uint64_t ns)
{
    return (double)ns / 1e9;
}

static int read_time(const struct options *options, const char *name,
                     const char *text, uint64_t *ns)
{
    char *end;
    double seconds = strtod(text, &end);

    *ns = ns_of(seconds);
    if (end != text && *end == '\0' && seconds >= 0 && *ns != UINT64_MAX)
        return EXIT_OK;
    return command_usage(options->command,
                         "--%s %s: give seconds of the run, such as 1.5", name,
                         text);
}

static int check_order(const struct options *options,
                       const struct time_window *window)
{
    if (window->from < window->to)
        return EXIT_OK;
    if (!window->from_set)
        return command_usage(options->command,
                             "--to 0: the run begins there; give a later "
                             "second");
    return command_usage(options->command,
                         "--from %.9g is %s --to %.9g: there is nothing "
                         "between them",
                         seconds_of(window->from),
                         window->from > window->to ? "after" : "the same as",
                         seconds_of(window->to));
}

int time_options(const struct options *options, struct time_window *window)
{
    int answer = EXIT_OK;

    *window = (struct time_window){ .given = options->from || options->to,
                                    .from_set = options->from != NULL };
    if (!window->given)
        return EXIT_OK;
    window->to = UINT64_MAX;
    if (options->from != NULL)
        answer = read_time(options, "from", options->from, &window->from);
    if (answer == EXIT_OK && options->to != NULL)
        answer = read_time(options, "to", options->to, &window->to);
    return answer == EXIT_OK ? check_order(options, window) : answer;
}

int time_check_run(const struct command *command, const char *run,
                   const struct time_window *window)
{
    if (!window->given || window->from < window->run)
        return EXIT_OK;
    return command_usage(command,
                         "--from %.9g: %s ends at %.9g s; give an earlier "
                         "second",
                         seconds_of(window->from), run,
                         seconds_of(window->run));
}
