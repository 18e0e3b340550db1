/* SPDX-License-Identifier: BSD-3-Clause */
#include "symbols/function_names.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/affix.h"
#include "base/text/strbuf.h"
#include "symbols/symbols.h"

#define NAME_ROOM 512

/* Symbols are looked up one byte before a return address; of a function the
 * first byte is the place. */
#define PAST_ENTRY 1

static const char *text_of(const uint8_t *bytes)
{
    return bytes == NULL ? "" : (const char *)bytes;
}

/* "sim+0x1234", and the key of the module; both valid until the next intern. */
static const char *place_name(const struct definitions *table, uint32_t module,
                              uint64_t offset, char name[NAME_ROOM])
{
    struct definition item = { 0 };
    const char *path = "";

    if (module != DEFINITION_NONE)
        item = definitions_get(table, DEFINITION_MODULE, module);
    if (module != DEFINITION_NONE)
        path = text_of(item.note_size > 0 ? item.note : item.key);
    snprintf(name, NAME_ROOM, "%s%s0x%" PRIx64, last_part(path),
             module == DEFINITION_NONE ? "" : "+", offset);
    return text_of(item.key);
}

static uint32_t find_frame(const struct definitions *table, uint32_t module,
                           uint64_t offset)
{
    return definitions_find_number(table, DEFINITION_FRAME, module, 0,
                                   offset + PAST_ENTRY);
}

static void make_frame(struct definitions *table, uint32_t module,
                       uint64_t offset)
{
    definitions_intern_number(table, DEFINITION_FRAME, module, 0,
                              offset + PAST_ENTRY);
}

bool function_region_is_known(const struct definitions *table, uint32_t module,
                              uint64_t offset, enum function_line line)
{
    char name[NAME_ROOM];
    const char *file = place_name(table, module, offset, name);

    return definitions_find_region(table, name, file, line) != DEFINITION_NONE;
}

uint32_t function_region(struct definitions *table, uint32_t module,
                         uint64_t offset, enum function_line line)
{
    char name[NAME_ROOM];
    const char *file = place_name(table, module, offset, name);
    uint32_t region = definitions_find_region(table, name, file, line);
    struct strbuf copy = { 0 }; /* interning may move the table's texts */

    if (region != DEFINITION_NONE)
        return region;
    strbuf_puts(&copy, file);
    if (!copy.failed)
        region = definitions_region(table, name, strbuf_text(&copy), line);
    strbuf_clear(&copy);
    if (module != DEFINITION_NONE)
        make_frame(table, module, offset);
    return region;
}

/* The parts of a REGION's key; false: it has not all. */
static bool split_region(const struct definition *region, const char **file,
                         const char **line)
{
    size_t name = strlen(text_of(region->key)) + 1;
    size_t rest;

    if (name >= region->key_size)
        return false;
    *file = (const char *)region->key + name;
    rest = strlen(*file) + 1;
    if (name + rest >= region->key_size)
        return false;
    *line = *file + rest;
    return true;
}

static int line_in(const struct definition *region, const char **file)
{
    const char *line;
    int number;

    if (!split_region(region, file, &line) || line[0] != '-')
        return 0;
    number = atoi(line);
    return number == FUNCTION_TIMED || number == FUNCTION_FOLDED ? number : 0;
}

int function_line_of(const struct definitions *table, uint32_t region)
{
    struct definition item = definitions_get(table, DEFINITION_REGION, region);
    const char *file;

    return line_in(&item, &file);
}

/* The outermost one at an address is the function itself, those inside it are
 * inlined there. */
static bool symbol_of(const struct definitions *table, uint32_t frame,
                      char room[NAME_ROOM], struct symbol *out)
{
    struct symbol next;
    int i = 0;

    while (symbols_of_frame(table, frame, i, room, NAME_ROOM, &next)) {
        if (next.function == room)
            return false; /* it has no name */
        *out = next;
        i++;
    }
    return i > 0;
}

static void put_note(struct definitions *table, uint32_t region, int line,
                     const struct symbol *symbol)
{
    struct strbuf note = { 0 };

    strbuf_puts(&note, symbol->function);
    if (line == FUNCTION_FOLDED)
        strbuf_puts(&note, FUNCTION_FOLDED_MARK);
    strbuf_putc(&note, '\0');
    strbuf_puts(&note, symbol->file);
    strbuf_putc(&note, '\0');
    strbuf_printf(&note, "%d", symbol->line);
    if (!note.failed)
        definitions_note(table, DEFINITION_REGION, region, note.text,
                         note.length, 1);
    strbuf_clear(&note);
}

void function_region_named(struct definitions *table, uint32_t region,
                           const char *name)
{
    put_note(table, region, FUNCTION_TIMED, &(struct symbol){ name, "", 0 });
}

/* Whether the note has been made of a lookup. */
static bool has_file(const struct definition *region)
{
    size_t name = region->note_size == 0 ? 0 : strlen(text_of(region->note));

    return name + 1 < region->note_size && region->note[name + 1] != '\0';
}

static void name_region(struct definitions *table, uint32_t region)
{
    struct definition item = definitions_get(table, DEFINITION_REGION, region);
    char room[NAME_ROOM];
    const char *file, *offset;
    uint32_t module, frame;
    struct symbol symbol;
    int line;

    if (has_file(&item))
        return;
    line = line_in(&item, &file);
    offset = strrchr(text_of(item.key), '+');
    if (line == 0 || offset == NULL)
        return;
    module =
        definitions_find(table, DEFINITION_MODULE, 0, 0, file, strlen(file));
    if (module == DEFINITION_NONE)
        return;
    frame = find_frame(table, module, strtoull(offset + 1, NULL, 16));
    if (frame != DEFINITION_NONE && symbol_of(table, frame, room, &symbol))
        put_note(table, region, line, &symbol);
    else if (line == FUNCTION_FOLDED && item.note_size == 0)
        put_note(table, region, line,
                 &(struct symbol){ text_of(item.key), "", 0 });
}

void function_names_note(struct definitions *table)
{
    uint32_t count = definitions_count(table, DEFINITION_REGION);

    for (uint32_t i = 1; i < count; i++)
        name_region(table, i);
}
