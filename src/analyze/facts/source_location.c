/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/facts/source_location.h"

#include <stdio.h>
#include <string.h>

#include "analyze/facts/say.h"
#include "model/notes/comm_note.h"
#include "symbols/python_frame.h"
#include "symbols/short_names.h"

static uint32_t frame_of(const struct definitions *table, uint32_t path)
{
    return definitions_get(table, DEFINITION_PATH, path).refs[1];
}

static bool path_known(const struct definitions *table, uint32_t path)
{
    return path != 0 && path < definitions_count(table, DEFINITION_PATH);
}

bool source_location_symbol(const struct definitions *table, uint32_t path,
                            int i, struct source_location *out)
{
    struct symbol symbol;

    memset(out, 0, sizeof(*out));
    out->file = "";
    if (!path_known(table, path) || i >= SYMBOLS_MOST ||
        !symbols_of_frame(table, frame_of(table, path), i, out->unnamed,
                          sizeof(out->unnamed), &symbol))
        return false;
    out->function = symbol.function;
    out->python = python_frame_is(table, frame_of(table, path));
    if (symbol.file[0] == '\0' && symbol.function != out->unnamed &&
        !symbols_has_name(table, frame_of(table, path)))
        symbols_name_address(table, frame_of(table, path), out->location,
                             sizeof(out->location));
    if (symbol.file[0] == '\0')
        return true;
    out->file = symbol.file;
    out->line = symbol.line;
    snprintf(out->location, sizeof(out->location), "%s",
             say_location(symbol.file, symbol.line).text);
    return true;
}

/* From the inside out, of functions that are not of the C++ library, the one after
 * `inner' others. */
static bool find_function(const struct definitions *table, uint32_t path,
                          int inner, struct source_location *out)
{
    uint32_t at = path;

    for (int deep = 0; path_known(table, at) && deep < PATH_FRAMES_MOST;
         deep++) {
        for (int i = 0; source_location_symbol(table, at, i, out); i++)
            if (!is_library_name(out->function) && inner-- == 0)
                return true;
        at = definitions_get(table, DEFINITION_PATH, at).refs[0];
    }
    return false;
}

void source_location_leaf(const struct definitions *table, uint32_t path,
                          struct source_location *out)
{
    if (!find_function(table, path, 0, out))
        source_location_symbol(table, path, 0, out);
}

void source_location_caller(const struct definitions *table, uint32_t path,
                            struct source_location *out)
{
    if (!find_function(table, path, 1, out))
        source_location_symbol(table, 0, 0, out);
}

/* The functions of one frame, those it was inlined into first. */
static void add_frame(const struct definitions *table, uint32_t frame,
                      struct strbuf *out)
{
    char buffer[256];
    struct symbol symbol;
    int count = 0;

    while (
        count < SYMBOLS_MOST &&
        symbols_of_frame(table, frame, count, buffer, sizeof(buffer), &symbol))
        count++;
    while (count-- > 0) {
        symbols_of_frame(table, frame, count, buffer, sizeof(buffer), &symbol);
        strbuf_puts(out, out->length > 0 ? " > " : "");
        strbuf_puts(out, symbol.function);
    }
}

void source_location_path(const struct definitions *table, uint32_t path,
                          struct strbuf *out)
{
    uint32_t frames[PATH_FRAMES_MOST];
    int count = 0;

    while (path_known(table, path) && count < PATH_FRAMES_MOST) {
        frames[count++] = frame_of(table, path);
        path = definitions_get(table, DEFINITION_PATH, path).refs[0];
    }
    while (count-- > 0)
        add_frame(table, frames[count], out);
}

void source_location_region(const struct definitions *table, uint32_t node,
                            struct strbuf *out)
{
    if (node == 0)
        strbuf_puts(out, "(outside regions)");
    else if (node >= definitions_count(table, DEFINITION_REGION_NODE))
        strbuf_puts(out, "unknown");
    else
        definitions_region_path(table, node, out);
}

void source_location_comm(const struct definitions *table, uint32_t comm,
                          struct strbuf *out)
{
    struct comm_note note;
    struct definition definition;

    if (comm >= definitions_count(table, DEFINITION_COMM)) {
        strbuf_puts(out, "unknown");
        return;
    }
    definition = definitions_get(table, DEFINITION_COMM, comm);
    if (definition.note_size == 0 ||
        comm_note_decode(definition.note, definition.note_size, &note) !=
            STATUS_OK) {
        strbuf_printf(out, "comm %u", comm);
        return;
    }
    if (note.name != NULL && note.name[0] != '\0')
        strbuf_puts(out, note.name);
    else
        strbuf_printf(out, "comm %u", comm);
    comm_note_clear(&note);
}

void source_location_window(const struct definitions *table, uint32_t window,
                            struct strbuf *out)
{
    const char *name = definitions_window_name(table, window);

    if (name[0] != '\0')
        strbuf_puts(out, name);
    else
        strbuf_printf(out, "window %u", window);
}

void source_location_file(const struct definitions *table, uint32_t file,
                          struct strbuf *out)
{
    strbuf_puts(
        out, (const char *)definitions_get(table, DEFINITION_FILE, file).key);
}

void table_name(struct table *out, const struct definitions *table,
                uint32_t id, source_location_name *name)
{
    struct strbuf text = { 0 };

    name(table, id, &text);
    table_take(out, &text);
}
