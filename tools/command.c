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

/* Appends the long options that begin so, and answers how many do. */
static int list_matches(const struct option *options, const char *given,
                        struct strbuf *out)
{
    size_t length = strcspn(given, "=");
    int count = 0;

    for (; options->name != NULL; options++)
        if (strncmp(options->name, given, length) == 0)
            strbuf_printf(out, "%s--%s", count++ == 0 ? "" : ", ",
                          options->name);
    return count;
}

static int bad_long_option(const struct command *command,
                           const struct option *options, const char *given)
{
    struct strbuf matches;
    int count, answer;

    strbuf_init(&matches);
    count = list_matches(options, given + 2, &matches);
    if (count > 1)
        answer = command_usage(command, "option %s is not unique: %s", given,
                               strbuf_text(&matches));
    else if (count == 1)
        answer = command_usage(command, "option %s takes no value",
                               strbuf_text(&matches));
    else
        answer = command_usage(command, "there is no option %s", given);
    strbuf_clear(&matches);
    return answer;
}

int command_bad_option(const struct command *command,
                       const struct option *options, int answer,
                       char **arguments)
{
    const char *given = arguments[optind - 1];
    char single[] = { '-', (char)optopt, '\0' };

    if (strncmp(given, "--", 2) != 0 && optopt != 0)
        given = single;
    if (answer == ':')
        return command_usage(command, "option %s needs a value", given);
    if (strncmp(given, "--", 2) == 0)
        return bad_long_option(command, options, given);
    return command_usage(command, "there is no option %s", given);
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
