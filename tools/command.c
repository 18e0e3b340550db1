#include "command.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "base/strbuf.h"

int command_help(const struct command *command)
{
    printf("usage: %s\n\n%s\n\n%s", command->usage, command->summary,
           command->options);
    return EXIT_OK;
}

static const char *help_of(const struct command *command)
{
    if (strcmp(command->name, "report") == 0)
        return "mpiprof-report --help";
    return strcmp(command->name, "info") == 0
               ? "mpiprof-report info --help"
               : "mpiprof-report explain --help";
}

/* A long option that needs no argument and got one has optopt set as well as
 * one that is not known has not. */
int command_bad_option(const struct command *command, int answer,
                       char **arguments)
{
    const char *given = arguments[optind - 1];
    char single[] = { '-', (char)optopt, '\0' };

    if (strncmp(given, "--", 2) != 0 && optopt != 0)
        given = single;
    if (answer == ':')
        return command_usage(command, "option %s needs a value", given);
    return command_usage(command, "option %s is not known, not unique, or "
                         "takes no value", given);
}

int command_usage(const struct command *command, const char *format, ...)
{
    struct strbuf text;
    va_list list;

    strbuf_init(&text);
    va_start(list, format);
    strbuf_vprintf(&text, format, list);
    va_end(list);
    log_warn("%s; see %s", strbuf_text(&text), help_of(command));
    strbuf_clear(&text);
    return EXIT_USAGE;
}
