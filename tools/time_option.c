/* SPDX-License-Identifier: BSD-3-Clause */
#include "time_option.h"

#include <stdlib.h>
#include <string.h>

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

int time_option(const struct command *command, const char *name,
                const char *text, struct time_window *window)
{
    char *end;
    double seconds = strtod(text, &end);

    if (end == text || *end != '\0' || !(seconds >= 0) ||
        ns_of(seconds) == UINT64_MAX)
        return command_usage(command,
                             "--%s %s: give seconds of the run, such "
                             "as 1.5",
                             name, text);
    if (!window->given)
        *window = (struct time_window){ .given = true, .to = UINT64_MAX };
    if (strcmp(name, "to") == 0) {
        window->to = ns_of(seconds);
        return -1;
    }
    window->from = ns_of(seconds);
    window->from_set = true;
    return -1;
}

int time_check(const struct command *command, const struct time_window *window)
{
    if (!window->given || window->from < window->to)
        return EXIT_OK;
    if (!window->from_set)
        return command_usage(command, "--to 0: the run begins there; give "
                                      "seconds behind that");
    return command_usage(command,
                         "--from %.9g is %s --to %.9g: nothing is "
                         "between them",
                         seconds_of(window->from),
                         window->from > window->to ? "after" : "the same as",
                         seconds_of(window->to));
}

int time_check_run(const struct command *command, const char *run,
                   const struct time_window *window)
{
    if (!window->given || window->from < window->run)
        return EXIT_OK;
    return command_usage(command,
                         "--from %.9g: %s ends at %.9g s; give "
                         "seconds before that",
                         seconds_of(window->from), run,
                         seconds_of(window->run));
}
