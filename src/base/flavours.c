/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/flavours.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/affix.h"

const char *flavours_of_version(const char *text)
{
    for (const struct flavour *at = flavours; at->name != NULL; at++)
        for (const char *const *word = at->words[FLAVOUR_VERSION_TEXT];
             *word != NULL; word++)
            if (strstr(text, *word) != NULL)
                return at->name;
    return NULL;
}

/* Length of the longest word of the list that the name begins with. */
static size_t longest_start(const char *const *word, const char *name)
{
    size_t longest = 0;

    for (; *word != NULL; word++)
        if (strncmp(name, *word, strlen(*word)) == 0 &&
            strlen(*word) > longest)
            longest = strlen(*word);
    return longest;
}

/* libmpi.so.12 is the common name of MPICH and its relatives, other numbers
 * are those of Open MPI. */
const char *flavours_of_library(const char *name)
{
    const char *found = NULL;
    size_t longest = 0;

    for (const struct flavour *at = flavours; at->name != NULL; at++) {
        size_t length = longest_start(at->words[FLAVOUR_LIBRARIES], name);

        if (length > longest) {
            longest = length;
            found = at->name;
        }
    }
    return found;
}

bool flavours_have_module(const char *path)
{
    const char *name = last_part(path);

    for (const struct flavour *at = flavours; at->name != NULL; at++)
        if (longest_start(at->words[FLAVOUR_LIBRARIES], name) > 0 ||
            longest_start(at->words[FLAVOUR_MODULES], name) > 0)
            return true;
    return false;
}

static const char *first_set(const char *const *name)
{
    while (*name != NULL && getenv(*name) == NULL)
        name++;
    return *name == NULL ? NULL : getenv(*name);
}

/* The first flavour with such a variable, or the last one. */
static const struct flavour *flavour_that_set(enum flavour_list list)
{
    const struct flavour *at = flavours;

    while (at->name != NULL && first_set(at->words[list]) == NULL)
        at++;
    return at;
}

const char *flavours_of_launcher(void)
{
    const char *flavour = flavour_that_set(FLAVOUR_LAUNCHER)->name;

    return flavour != NULL ? flavour
                           : flavour_that_set(FLAVOUR_LIKELY_LAUNCHER)->name;
}

const char *flavours_variable(enum flavour_list list)
{
    return first_set(flavour_that_set(list)->words[list]);
}

static bool is_zero(enum flavour_list list)
{
    const char *value = flavours_variable(list);

    return value == NULL || strcmp(value, "0") == 0;
}

bool flavours_first_rank(void)
{
    return is_zero(FLAVOUR_RANK);
}

bool flavours_first_on_host(void)
{
    return is_zero(FLAVOUR_LOCAL_RANK);
}
