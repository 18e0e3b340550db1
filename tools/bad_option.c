/* SPDX-License-Identifier: BSD-3-Clause */
#include "bad_option.h"

#include <getopt.h>
#include <string.h>

#include "base/fuzzy_match.h"
#include "base/strbuf.h"

/* Appends the long options that begin so, and answers how many do. */
static int list_matches(const struct command *command, const char *given,
                        size_t length, struct strbuf *out)
{
    const struct option_row *row;
    int count = 0;

    for (size_t i = 0; (row = command_option(command, i)) != NULL; i++)
        if (strncmp(row->name, given, length) == 0)
            strbuf_printf(out, "%s--%s", count++ == 0 ? "" : ", ", row->name);
    return count;
}

static bool has_option(const struct command *command, const char *name)
{
    const struct option_row *row;

    for (size_t i = 0; (row = command_option(command, i)) != NULL; i++)
        if (strcmp(row->name, name) == 0 ||
            (row->letter == name[0] && name[1] == '\0'))
            return true;
    return false;
}

/* Another command that has an option which this one lacks; or NULL. */
static const struct command *who_has(const struct command *command,
                                     const char *name)
{
    const struct command *const *other = command->program->commands;

    while (*other != NULL && !has_option(*other, name))
        other++;
    return has_option(command, name) ? NULL : *other;
}

/* Long options that may be meant. */
static void list_near(const struct command *command, const char *name,
                      struct strbuf *out)
{
    struct fuzzy_match match = { .typed = name };
    const struct option_row *row;

    if (strlen(name) == 1) {
        list_matches(command, name, 1, out);
        return;
    }
    for (size_t i = 0; (row = command_option(command, i)) != NULL; i++)
        fuzzy_match_offer(&match, row->name, row->name);
    if (match.name != NULL)
        strbuf_printf(out, "--%s", match.name);
}

/* Nothing begins so. */
static int refuse_unknown(const struct command *command, const char *given)
{
    const char *name = given + strspn(given, "-");
    const struct command *other =
        name[0] == '\0' ? NULL : who_has(command, name);
    struct strbuf near;
    int answer;

    strbuf_init(&near);
    if (name[0] != '\0' && (other == NULL || name[1] == '\0'))
        list_near(command, name, &near);
    if (near.length > 0)
        answer =
            command_usage(command, "there is no option %s; did you mean %s?",
                          given, strbuf_text(&near));
    else if (other != NULL)
        answer = command_usage(command, "%s is an option of %s, not of %s",
                               given, other->called, command->called);
    else
        answer =
            command_usage(command, "there is no option %s; usage: %.*s", given,
                          (int)strcspn(command->usage, "\n"), command->usage);
    strbuf_clear(&near);
    return answer;
}

static int refuse_long(const struct command *command, const char *given)
{
    struct strbuf matches, name;
    int count, answer;

    strbuf_init(&matches);
    strbuf_init(&name);
    strbuf_add(&name, given, strcspn(given, "="));
    count = name.length == 2
                ? 0
                : list_matches(command, given + 2, name.length - 2, &matches);
    if (count > 1)
        answer = command_usage(command, "option %s is not unique: %s", given,
                               strbuf_text(&matches));
    else if (count == 1)
        answer = command_usage(command, "option %s takes no value",
                               strbuf_text(&matches));
    else
        answer = refuse_unknown(command, strbuf_text(&name));
    strbuf_clear(&matches);
    strbuf_clear(&name);
    return answer;
}

int bad_option(const struct command *command, int answer, char **arguments)
{
    const char *given = arguments[optind - 1];
    const char *rest = arguments[optind];
    char single[] = { '-', (char)optopt, '\0' };
    bool is_long = strncmp(given, "--", 2) == 0;

    /* -version: its letters are not all read. */
    if (rest != NULL && strncmp(rest, single, 2) == 0 && strlen(rest) > 4)
        return refuse_unknown(command, rest);
    if (!is_long && optopt != 0)
        given = single;
    if (answer == ':')
        return command_usage(command, "option %s needs a value", given);
    return is_long ? refuse_long(command, given)
                   : refuse_unknown(command, given);
}
