/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * symbols_null.c - without libdw no frame gets a name.
 */
#include "symbols/symbols.h"

bool symbols_available(void)
{
    return false;
}

enum symbols_file symbols_file_of(const struct definitions *table,
                                  uint32_t module, const char *folders)
{
    (void)table, (void)module, (void)folders;
    return SYMBOLS_FILE_SAME;
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
