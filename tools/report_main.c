/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * report_main.c - mpiprof-report: reads a run's data and shows it.
 */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "command.h"

static const struct command *const commands[] = { &cmd_info,    &cmd_explain,
                                                  &cmd_recover, &cmd_compare,
                                                  &cmd_scaling, &cmd_python,
                                                  &cmd_export };

int main(int count, char **arguments)
{
    signal(SIGPIPE, SIG_IGN); /* a reader that has enough is no error */
    for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
        if (count > 1 && strcmp(arguments[1], commands[i]->name) == 0)
            return commands[i]->run(count - 1, arguments + 1);
    return cmd_report.run(count, arguments);
}
