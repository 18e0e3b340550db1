/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * elf.c - executables as mpiprof-run looks at them.
 */
#include <string.h>

#include "fuzz.h"
#include "tools/run/run_elf.h"

static bool visit(const char *name, void *context)
{
    size_t *length = context;

    *length += strlen(name);
    return false;
}

void fuzz_one(const uint8_t *data, size_t size)
{
    const char *path = fuzz_file(data, size);
    size_t length = 0;

    fuzz_check(!elf_needed(path, visit, &length),
               "nothing stops the visit of names");
    elf_defines(path, "MPI_Init");
    elf_defines(path, "");
    elf_is_static(path);
}
