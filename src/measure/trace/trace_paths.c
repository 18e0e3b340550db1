/*
 * trace_paths.c - call paths as calling contexts.
 *
 * The context of PATH p has the id p.  A frame into which functions were
 * inlined becomes several contexts; the extra, outer ones get ids after the
 * last PATH and have no property "offset", by which readers can fold them back
 * into one frame.
 */
#include "measure/trace/trace_internal.h"
#include "measure/trace/trace_names.h"
#include "model/symbols.h"

#include <stdlib.h>
#include <string.h>

#define INLINED_MOST 64

static uint64_t offset_of(const struct definition *frame)
{
    uint64_t offset = 0;

    for (uint32_t i = 0; i < 8 && i < frame->key_size; i++)
        offset |= (uint64_t)frame->key[i] << (8 * i);
    return offset;
}

static uint32_t bytes_string(struct trace_names *names, const uint8_t *bytes,
                             uint32_t size)
{
    char *text = bytes == NULL ? NULL : strndup((const char *)bytes, size);
    uint32_t id = names_string(names, text == NULL ? "" : text);

    free(text);
    return id;
}

static void write_property(struct trace_names *names, uint32_t context,
                           const char *name, OTF2_Type type, uint64_t value)
{
    OTF2_AttributeValue boxed;

    if (type == OTF2_TYPE_STRING)
        boxed.stringRef = (uint32_t)value;
    else
        boxed.uint64 = value;
    names_expect(names, OTF2_GlobalDefWriter_WriteCallingContextProperty(
                            names->writer, context, names_string(names, name),
                            type, boxed));
}

/* Where the code is, so that names can still be looked up later. */
static void write_address(struct trace_names *names,
                          const struct definitions *run, uint32_t context,
                          uint32_t frame_id)
{
    struct definition frame = definitions_get(run, DEFINITION_FRAME, frame_id);
    struct definition module =
        definitions_get(run, DEFINITION_MODULE, frame.refs[0]);

    write_property(names, context, "offset", OTF2_TYPE_UINT64,
                   offset_of(&frame));
    write_property(names, context, "module", OTF2_TYPE_STRING,
                   bytes_string(names, module.key, module.key_size));
    write_property(names, context, "module file", OTF2_TYPE_STRING,
                   bytes_string(names, module.note, module.note_size));
}

static void write_context(struct trace_names *names, uint32_t id,
                          const struct symbol *symbol, uint32_t parent)
{
    uint32_t region = names_function(names, symbol->function, symbol->file);
    uint32_t line = names_line(names, symbol->file, symbol->line);

    names_expect(names, OTF2_GlobalDefWriter_WriteCallingContext(
                            names->writer, id, region, line, parent));
}

static void write_path(struct trace_names *names,
                       const struct definitions *run, uint32_t path,
                       uint32_t *next_extra)
{
    struct definition item = definitions_get(run, DEFINITION_PATH, path);
    uint32_t parent = item.refs[0] == 0 ? OTF2_UNDEFINED_CALLING_CONTEXT
                                        : item.refs[0];
    struct symbol symbols[INLINED_MOST] = { { "?", "", 0 } };
    char buffer[512];
    int count = 0;

    while (count < INLINED_MOST &&
           symbols_of_frame(run, item.refs[1], count, buffer, sizeof(buffer),
                            &symbols[count]))
        count++;
    for (int i = count - 1; i > 0; i--) {
        write_context(names, *next_extra, &symbols[i], parent);
        parent = (*next_extra)++;
    }
    write_context(names, path, &symbols[0], parent);
    write_address(names, run, path, item.refs[1]);
}

void names_paths(struct trace_names *names, const struct definitions *run)
{
    uint32_t count = definitions_count(run, DEFINITION_PATH), extra = count;

    for (uint32_t i = 1; i < count && names->status == STATUS_OK; i++)
        write_path(names, run, i, &extra);
}
