/* SPDX-License-Identifier: BSD-3-Clause */
#include "window_option.h"

#include <math.h>
#include <stdlib.h>

#include "base/log.h"

#define MOST_SECONDS 1e9

static bool seconds(const char *text, char **end, double *value)
{
    *value = strtod(text, end);
    return *end != text && *value >= 0 && *value <= MOST_SECONDS;
}

static uint64_t ns_of(double value)
{
    return (uint64_t)(value * 1e9 + 0.5);
}

static int ask(const struct options *options, const char *text,
               struct detail_windows *detail_windows)
{
    double from, to;
    char *end;

    if (!seconds(text, &end, &from) || *end != ':' ||
        !seconds(end + 1, &end, &to) || *end != '\0')
        return command_usage(options->command,
                             "--window %s: give two times of the "
                             "time line in seconds, such as 1.5:1.75",
                             text);
    if (ns_of(from) >= ns_of(to))
        return command_usage(
            options->command,
            "--window %s: it ends before it starts; give FROM:TO", text);
    if (!detail_windows_ask(detail_windows, ns_of(from), ns_of(to)))
        return command_usage(options->command,
                             "--window %s: more than %d windows", text,
                             DETAIL_WINDOWS_ASKED);
    return EXIT_OK;
}

int window_options(const struct options *options,
                   struct detail_windows *detail_windows)
{
    int answer = EXIT_OK;

    for (size_t i = 0; i < options->windows.count && answer == EXIT_OK; i++)
        answer = ask(options, options->windows.words[i], detail_windows);
    return answer;
}

static uint32_t asked(const struct detail_windows *detail_windows)
{
    uint32_t count = 0;

    while (count < detail_windows->count && detail_windows->items[count].asked)
        count++;
    return count;
}

int window_check(const struct command *command, const char *run,
                 const struct detail_windows *detail_windows)
{
    const struct detail_window *behind = detail_windows_behind(detail_windows);

    if (asked(detail_windows) == 0)
        return EXIT_OK;
    if (!detail_windows->filled) {
        log_warn("%s: --window: %s", run,
                 detail_windows->why != NULL ? detail_windows->why
                                             : "no calls are known");
        return EXIT_FAILED;
    }
    if (behind != NULL)
        return command_usage(command,
                             "--window %.9g:%.9g: begins after the "
                             "run, which ends at %.9g s of the time line",
                             (double)behind->from / 1e9,
                             (double)behind->to / 1e9,
                             (double)detail_windows->length / 1e9);
    return EXIT_OK;
}
