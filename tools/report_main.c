/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * report_main.c - mpiprof-report: reads a run's data and shows it.
 */
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/text/fuzzy_match.h"
#include "tools/complete.h"
#include "tools/options.h"

/* A word that is neither a file nor a command may be one that is mistyped. */
static int refuse_command(const char *name)
{
    const struct command *const *command = program_report.commands;
    struct fuzzy_match match = { .typed = name };

    for (; *command != NULL; command++)
        fuzzy_match_offer(&match, (*command)->name, (*command)->name);
    if (name[0] == '-' || match.name == NULL || access(name, F_OK) == 0)
        return -1;
    if (strcmp(name, "report") == 0)
        return command_usage(&cmd_report, "there is no command report: "
                                          "mpiprof-report RUN makes it");
    return command_usage(&cmd_report,
                         "there is no command %s and no such run; did you "
                         "mean %s?",
                         name, match.name);
}

int main(int count, char **arguments)
{
    const char *name = count > 1 ? arguments[1] : "";
    const struct command *command = command_find(&program_report, name);
    int answer;

    signal(SIGPIPE, SIG_IGN); /* a reader that has enough is no error */
    if (command != NULL)
        return command->run(count - 1, arguments + 1);
    if (strcmp(name, "--complete") == 0)
        return complete(count - 2, arguments + 2);
    answer = refuse_command(name);
    return answer < 0 ? cmd_report.run(count, arguments) : answer;
}
