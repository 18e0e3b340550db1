/*
 * trace_paths.c - call paths as calling contexts.
 *
 * A frame into which functions were inlined becomes several contexts, one
 * below the other.  Only the innermost, which stands for the PATH, has the
 * property "offset", by which readers can fold them back into one frame.
 * Ids follow the order of writing, so only rank 0 can tell them.
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

/* How many functions a frame stands for: inlined ones count. */
static uint32_t symbols_of(const struct definitions *run, uint32_t frame,
                           char *buffer, size_t size, struct symbol *symbols)
{
    uint32_t count = 0;

    while (count < INLINED_MOST &&
           symbols_of_frame(run, frame, (int)count, buffer, size,
                            &symbols[count]))
        count++;
    if (count > 0)
        return count;
    symbols[0] = (struct symbol){ "?", "", 0 };
    return 1;
}

static void number_contexts(const struct definitions *run, uint32_t *contexts,
                            uint32_t count)
{
    struct symbol symbols[INLINED_MOST];
    char buffer[512];
    uint32_t next = 0;

    contexts[0] = OTF2_UNDEFINED_CALLING_CONTEXT;
    for (uint32_t i = 1; i < count; i++) {
        uint32_t frame = definitions_get(run, DEFINITION_PATH, i).refs[1];

        next += symbols_of(run, frame, buffer, sizeof(buffer), symbols);
        contexts[i] = next - 1;
    }
}

uint32_t *trace_contexts(const struct trace *trace,
                         const struct definitions *run, uint32_t paths)
{
    uint32_t *contexts = calloc((size_t)paths + 1, sizeof(*contexts));

    if (run != NULL && contexts != NULL)
        number_contexts(run, contexts, paths);
    exchange_share(trace->collective.comm, contexts,
                   paths * sizeof(*contexts));
    return contexts;
}

static void write_path(struct trace_names *names,
                       const struct definitions *run, uint32_t path,
                       const uint32_t *contexts)
{
    struct definition item = definitions_get(run, DEFINITION_PATH, path);
    uint32_t parent = contexts[item.refs[0]], id = contexts[path];
    struct symbol symbols[INLINED_MOST];
    char buffer[512];
    uint32_t count = symbols_of(run, item.refs[1], buffer, sizeof(buffer),
                                symbols);

    while (count-- > 0) {
        write_context(names, id - count, &symbols[count], parent);
        parent = id - count;
    }
    write_address(names, run, id, item.refs[1]);
}

void names_paths(struct trace_names *names, const struct definitions *run,
                 const uint32_t *contexts)
{
    uint32_t count = definitions_count(run, DEFINITION_PATH);

    for (uint32_t i = 1; i < count && names->status == STATUS_OK; i++)
        write_path(names, run, i, contexts);
}
