/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/run/run_library.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/flavours.h"
#include "tools/run/run_elf.h"

static bool take_flavour(const char *name, void *context)
{
    const char **flavour = context;

    *flavour = flavours_of_library(name);
    return *flavour != NULL;
}

const char *flavour_choose(const char *asked, const char *program)
{
    const char *flavour = NULL;

    if (strcmp(asked, "auto") != 0)
        return asked;
    if (elf_needed(program, take_flavour, &flavour))
        return flavour;
    return flavours_of_launcher();
}
