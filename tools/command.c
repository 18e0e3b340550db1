/* SPDX-License-Identifier: BSD-3-Clause */
#include "command.h"

#include <stdarg.h>
#include <stdio.h>

#include "bad_option.h"
#include "base/strbuf.h"

int command_help(const struct command *command)
{
    printf("usage: %s\n\n%s\n\n%s", command->usage, command->summary,
           command->options);
    return EXIT_OK;
}

int command_bad_option(const struct command *command,
                       const struct option *options, int answer,
                       char **arguments)
{
    struct strbuf text;

    strbuf_init(&text);
    bad_option_describe(options, answer, arguments, &text);
    answer = command_usage(command, "%s", strbuf_text(&text));
    strbuf_clear(&text);
    return answer;
}

int command_parse(const struct command *command, const struct option *options,
                  int count, char **arguments, command_set *set, void *context)
{
    int option, answer = -1;

    opterr = 0;
    while (answer < 0 &&
           (option = getopt_long(count, arguments, ":ho:j:", options, NULL)) !=
               -1) {
        if (option == 'h')
            return command_help(command);
        if (option == '?' || option == ':')
            return command_bad_option(command, options, option, arguments);
        answer = set(context, option, optarg);
    }
    return answer;
}

int command_usage(const struct command *command, const char *format, ...)
{
    struct strbuf text, help;
    va_list list;

    strbuf_init(&text);
    strbuf_init(&help);
    va_start(list, format);
    strbuf_vprintf(&text, format, list);
    va_end(list);
    strbuf_printf(&help, "%s --help", command->called);
    bad_option_tell(strbuf_text(&text), strbuf_text(&help));
    strbuf_clear(&help);
    strbuf_clear(&text);
    return EXIT_USAGE;
}
