/* SPDX-License-Identifier: BSD-3-Clause */
#include "model/python_files.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/affix.h"

#define PREFIX "cpu_"
#define SUFFIX ".prof"
#define DIGITS_MOST 8

/* cpu_12.prof */
static int is_of_rank(const struct dirent *entry)
{
    const char *digits = entry->d_name + strlen(PREFIX), *end = digits;

    if (!starts_with(entry->d_name, PREFIX))
        return 0;
    while (isdigit((unsigned char)*end))
        end++;
    return end > digits && end - digits <= DIGITS_MOST &&
           strcmp(end, SUFFIX) == 0;
}

int python_files_rank(const struct dirent *entry)
{
    return atoi(entry->d_name + strlen(PREFIX));
}

static int by_rank(const struct dirent **a, const struct dirent **b)
{
    return python_files_rank(*a) - python_files_rank(*b);
}

int python_files_list(const char *folder, struct dirent ***out)
{
    int count = scandir(folder, out, is_of_rank, by_rank);

    if (count >= 0)
        return count;
    *out = NULL;
    return 0;
}
