#include "command.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "bad_option.h"
#include "base/strbuf.h"

int command_help(const struct command *command)
{
    printf("usage: %s\n\n%s\n\n%s", command->usage, command->summary,
           command->options);
    return EXIT_OK;
}

static const char *help_of(const struct command *command)
{
    if (command == &cmd_report)
        return "mpiprof-report --help";
    if (command == &cmd_info)
        return "mpiprof-report info --help";
    return command == &cmd_recover ? "mpiprof-report recover --help"
                                   : "mpiprof-report explain --help";
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

int command_usage(const struct command *command, const char *format, ...)
{
    struct strbuf text;
    va_list list;

    strbuf_init(&text);
    va_start(list, format);
    strbuf_vprintf(&text, format, list);
    va_end(list);
    bad_option_tell(strbuf_text(&text), help_of(command));
    strbuf_clear(&text);
    return EXIT_USAGE;
}
