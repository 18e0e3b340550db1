/* SPDX-License-Identifier: BSD-3-Clause */
#include "model/python/python_files.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/affix.h"

#define DIGITS_MOST 8

/* Returns the digits of "cpu_12.prof", or NULL. */
static const char *digits_of(const char *name, const char *before,
                             const char *behind)
{
    const char *digits = name + strlen(before), *end = digits;

    if (!starts_with(name, before))
        return NULL;
    while (isdigit((unsigned char)*end))
        end++;
    return end > digits && end - digits <= DIGITS_MOST &&
                   strcmp(end, behind) == 0
               ? digits
               : NULL;
}

bool python_files_installed(const char *file)
{
    static const char *const folders[] = {
        "/lib/python2",   "/lib/python3",    "/lib64/python2",
        "/lib64/python3", "/site-packages/", "/dist-packages/"
    };

    for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++)
        if (strstr(file, folders[i]) != NULL)
            return true;
    return false;
}

static int is_profile(const struct dirent *entry)
{
    return digits_of(entry->d_name, "cpu_", ".prof") != NULL;
}

static int is_memory(const struct dirent *entry)
{
    return digits_of(entry->d_name, "memory_", ".tsv") != NULL;
}

int python_files_rank(const struct dirent *entry)
{
    return atoi(strchr(entry->d_name, '_') + 1);
}

static int by_rank(const struct dirent **a, const struct dirent **b)
{
    return python_files_rank(*a) - python_files_rank(*b);
}

static int list_folder(const char *folder,
                       int (*is_one)(const struct dirent *),
                       struct dirent ***out)
{
    int count = scandir(folder, out, is_one, by_rank);

    if (count >= 0)
        return count;
    *out = NULL;
    return 0;
}

int python_files_list(const char *folder, struct dirent ***out)
{
    return list_folder(folder, is_profile, out);
}

int python_files_list_memory(const char *folder, struct dirent ***out)
{
    return list_folder(folder, is_memory, out);
}
