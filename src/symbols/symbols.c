/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * symbols.c - reads the notes of frames; symbols_dw.c writes them.
 */
#include "symbols/symbols.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/affix.h"

/* The text at *at, which moves behind it; NULL past the end of the note. */
static const char *next_text(const struct definition *frame, size_t *at)
{
    const char *text;

    if (*at >= frame->note_size)
        return NULL;
    text = (const char *)frame->note + *at;
    *at += strlen(text) + 1; /* zeros follow every note */
    return text;
}

static int find_symbol(const struct definition *frame, int i,
                       struct symbol *out)
{
    size_t at = 0;

    for (; i >= 0; i--) {
        const char *line;

        out->function = next_text(frame, &at);
        out->file = next_text(frame, &at);
        line = next_text(frame, &at);
        if (line == NULL)
            return 0;
        out->line = atoi(line);
    }
    return 1;
}

static const char *module_name(const struct definition *module)
{
    const char *path =
        (const char *)(module->note_size > 0 ? module->note : module->key);

    return last_part(path);
}

void symbols_name_address(const struct definitions *table, uint32_t frame,
                          char *buffer, size_t size)
{
    struct definition item = definitions_get(table, DEFINITION_FRAME, frame);
    struct definition module =
        definitions_get(table, DEFINITION_MODULE, item.refs[0]);

    snprintf(buffer, size, "%s+0x%" PRIx64, module_name(&module),
             symbols_offset(&item));
}

#define FUNCTION_AT ": function at 0x"

void symbols_name_start(struct strbuf *out, const struct definition *module,
                        uint64_t start)
{
    strbuf_printf(out, "%s" FUNCTION_AT "%" PRIx64, module_name(module),
                  start);
}

bool symbols_has_name(const struct definitions *table, uint32_t frame)
{
    struct definition item = definitions_get(table, DEFINITION_FRAME, frame);
    struct symbol symbol;

    return find_symbol(&item, 0, &symbol) &&
           strstr(symbol.function, FUNCTION_AT) == NULL;
}

uint64_t symbols_offset(const struct definition *frame)
{
    struct bytes_reader in;

    bytes_reader_init(&in, frame->key, frame->key_size);
    return bytes_get_fixed64(&in);
}

int symbols_of_frame(const struct definitions *table, uint32_t frame, int i,
                     char *buffer, size_t size, struct symbol *out)
{
    struct definition item = definitions_get(table, DEFINITION_FRAME, frame);
    int found = find_symbol(&item, i, out);

    if (!found && i > 0)
        return 0;
    if (!found)
        *out = (struct symbol){ .function = "", .file = "" };
    if (i == 0 && *out->function == '\0') {
        symbols_name_address(table, frame, buffer, size);
        out->function = buffer;
    }
    return 1;
}
