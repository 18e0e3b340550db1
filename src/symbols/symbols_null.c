/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * symbols_null.c - without libdw no frame gets a name.
 */
#include "symbols/symbols.h"

bool symbols_available(void)
{
    return false;
}

enum status symbols_resolve(struct definitions *table, const char *folders,
                            uint32_t *unresolved)
{
    uint32_t count = definitions_count(table, DEFINITION_FRAME);

    (void)folders;
    *unresolved = 0;
    for (uint32_t id = 0; id < count; id++)
        *unresolved += !symbols_has_name(table, id);
    return STATUS_OK;
}
