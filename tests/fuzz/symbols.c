/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * symbols.c - the file of a module whose functions and lines are looked up.
 */
#include <string.h>

#include "fuzz.h"
#include "model/definitions.h"
#include "symbols/symbols.h"

#define FRAMES 24

static void add_frames(struct definitions *table, const char *path)
{
    uint32_t module = definitions_intern(table, DEFINITION_MODULE, 0, 0, path,
                                         strlen(path));

    for (unsigned i = 0; i < FRAMES; i++) {
        uint64_t offset = i < 8 ? i : 0x1000 + 16 * i;
        uint8_t key[8];

        for (int byte = 0; byte < 8; byte++)
            key[byte] = (uint8_t)(offset >> (8 * byte));
        definitions_intern(table, DEFINITION_FRAME, module, 0, key,
                           sizeof(key));
    }
}

void fuzz_one(const uint8_t *data, size_t size)
{
    const char *path = fuzz_file(data, size);
    struct definitions *table = NULL;
    char buffer[256];
    struct symbol symbol;
    uint32_t unresolved;

    if (definitions_create(&table) != STATUS_OK)
        return;
    add_frames(table, path);
    symbols_resolve(table, NULL, &unresolved);
    for (uint32_t i = 0; i < definitions_count(table, DEFINITION_FRAME); i++)
        for (int k = 0; symbols_of_frame(table, i, k, buffer, sizeof(buffer),
                                         &symbol); k++)
            fuzz_check(symbol.function != NULL && symbol.file != NULL,
                       "a symbol has its texts");
    definitions_destroy(table);
}
