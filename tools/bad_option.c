/* SPDX-License-Identifier: BSD-3-Clause */
#include "bad_option.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/fuzzy_match.h"

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

/* A name that is a part of what was typed is near, but not nearer than one that
 * lacks a dash. */
static int distance_of(const char *typed, const char *name)
{
    int distance = fuzzy_match_distance(typed, name);
    int longer = abs((int)strlen(typed) - (int)strlen(name));

    return distance > WORDS_FAR || distance > longer ? distance : longer + 1;
}

/* The first of those that are nearest; NULL: none is near. */
static const char *closest(const struct option *options, const char *name)
{
    const char *best = NULL;
    int least = INT_MAX;

    for (; options->name != NULL; options++) {
        int distance = distance_of(name, options->name);

        if (distance >= least ||
            fuzzy_match_distance(name, options->name) > WORDS_FAR)
            continue;
        best = options->name;
        least = distance;
    }
    return best;
}

/* Nothing begins so. */
static void describe_unknown(const struct option *options, const char *given,
                             struct strbuf *out)
{
    struct strbuf name;
    const char *near;

    strbuf_init(&name);
    strbuf_add(&name, given, strcspn(given, "="));
    near = closest(options, strbuf_text(&name) + strspn(given, "-"));
    strbuf_printf(out, "there is no option %s", strbuf_text(&name));
    if (near != NULL)
        strbuf_printf(out, "; did you mean --%s?", near);
    strbuf_clear(&name);
}

static void describe_long(const struct option *options, const char *given,
                          struct strbuf *out)
{
    struct strbuf matches;
    int count;

    strbuf_init(&matches);
    count = list_matches(options, given + 2, &matches);
    if (count > 1)
        strbuf_printf(out, "option %s is not unique: %s", given,
                      strbuf_text(&matches));
    else if (count == 1)
        strbuf_printf(out, "option %s takes no value", strbuf_text(&matches));
    else
        describe_unknown(options, given, out);
    strbuf_clear(&matches);
}

void bad_option_describe(const struct option *options, int answer,
                         char **arguments, struct strbuf *out)
{
    const char *given = arguments[optind - 1];
    char single[] = { '-', (char)optopt, '\0' };
    bool is_long = strncmp(given, "--", 2) == 0;

    if (!is_long && optopt != 0)
        given = single;
    if (answer == ':')
        strbuf_printf(out, "option %s needs a value", given);
    else if (is_long)
        describe_long(options, given, out);
    else
        describe_unknown(options, given, out);
}

void bad_option_tell(const char *what, const char *help)
{
    size_t length = strlen(what);
    bool asks = length > 0 && what[length - 1] == '?';

    log_warn("%s%s %s", what, asks ? " See" : "; see", help);
}
