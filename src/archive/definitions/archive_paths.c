/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * archive_paths.c - call paths as calling contexts.
 *
 * A frame with inlined functions becomes several contexts, one below the
 * other.  Only the innermost, which represents the PATH, has the property
 * "offset", by which readers can fold them back into one frame; the others are
 * shared by all frames below the same one.  Ids follow the order of writing,
 * so only a rank with all definitions can assign them.
 */
#include "archive/definitions/archive.h"
#include "archive/definitions/archive_names.h"
#include "base/array_room.h"
#include "base/text/strbuf.h"
#include "symbols/symbols.h"

#include <stdlib.h>
#include <string.h>

static uint64_t offset_of(const struct definition *frame)
{
    uint64_t offset = 0;

    for (uint32_t i = 0; i < 8 && i < frame->key_size; i++)
        offset |= (uint64_t)frame->key[i] << (8 * i);
    return offset;
}

static uint32_t bytes_string(struct gdef_names *names, const uint8_t *bytes,
                             uint32_t size)
{
    char *text = bytes == NULL ? NULL : strndup((const char *)bytes, size);
    uint32_t id = gdef_string(names, text == NULL ? "" : text);

    free(text);
    return id;
}

static void write_property(struct gdef_names *names, uint32_t context,
                           const char *name, OTF2_Type type, uint64_t value)
{
    OTF2_AttributeValue boxed;

    if (type == OTF2_TYPE_STRING)
        boxed.stringRef = (uint32_t)value;
    else
        boxed.uint64 = value;
    gdef_expect(names, OTF2_GlobalDefWriter_WriteCallingContextProperty(
                           names->writer, context, gdef_string(names, name),
                           type, boxed));
}

/* Where the code is, so that names can still be looked up later. */
static void write_address(struct gdef_names *names,
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

static void write_context(struct gdef_names *names, uint32_t id,
                          const struct symbol *symbol, uint32_t parent)
{
    uint32_t region = gdef_function(names, symbol->function, symbol->file);
    uint32_t line = gdef_line(names, symbol->file, symbol->line);

    gdef_expect(names, OTF2_GlobalDefWriter_WriteCallingContext(
                           names->writer, id, region, line, parent));
}

/* How many functions a frame stands for: inlined ones count. */
static uint32_t symbols_of(const struct definitions *run, uint32_t frame,
                           char *buffer, size_t size, struct symbol *symbols)
{
    uint32_t count = 0;

    while (count < SYMBOLS_MOST &&
           symbols_of_frame(run, frame, (int)count, buffer, size,
                            &symbols[count]))
        count++;
    if (count > 0)
        return count;
    symbols[0] = (struct symbol){ "?", "", 0 };
    return 1;
}

/* Walks the paths in their order, once to number contexts, and once more to
 * write them. */
struct walk {
    struct definitions *outer; /* contexts that others were inlined into */
    uint32_t *ids;             /* of these, plus 1 */
    size_t room;
    uint32_t next;
    bool failed;
};

static void walk_begin(struct walk *walk)
{
    *walk = (struct walk){ 0 };
    walk->failed = definitions_create(&walk->outer) != STATUS_OK;
}

static void walk_end(struct walk *walk)
{
    definitions_destroy(walk->outer);
    free(walk->ids);
}

static bool walk_has_room(struct walk *walk, uint32_t id)
{
    return id != DEFINITION_NONE &&
           array_reach(&walk->ids, id, &walk->room, sizeof(*walk->ids));
}

static uint32_t outer_number(struct walk *walk, uint32_t parent,
                             const struct symbol *symbol)
{
    uint32_t number = DEFINITION_NONE;
    struct strbuf key = { 0 };

    strbuf_add(&key, (const char *)&parent, sizeof(parent));
    strbuf_add(&key, (const char *)&symbol->line, sizeof(symbol->line));
    strbuf_add(&key, symbol->function, strlen(symbol->function) + 1);
    strbuf_puts(&key, symbol->file);
    if (!key.failed)
        number = definitions_intern(walk->outer, DEFINITION_HOST, 0, 0,
                                    key.text, key.length);
    strbuf_clear(&key);
    return number;
}

/* The context of a function that others were inlined into; it is written when
 * it is new, and names are given. */
static uint32_t walk_outer(struct walk *walk, struct gdef_names *names,
                           const struct symbol *symbol, uint32_t parent)
{
    uint32_t number = outer_number(walk, parent, symbol);

    if (!walk_has_room(walk, number)) {
        walk->failed = true;
        return parent;
    }
    if (walk->ids[number] == 0) {
        walk->ids[number] = ++walk->next;
        if (names != NULL)
            write_context(names, walk->next - 1, symbol, parent);
    }
    return walk->ids[number] - 1;
}

/* Returns the context that stands for the path. */
static uint32_t walk_path(struct walk *walk, const struct definitions *run,
                          uint32_t path, const uint32_t *contexts,
                          struct gdef_names *names)
{
    struct definition item = definitions_get(run, DEFINITION_PATH, path);
    uint32_t parent = contexts[item.refs[0]], id;
    struct symbol symbols[SYMBOLS_MOST];
    char buffer[512];
    uint32_t count =
        symbols_of(run, item.refs[1], buffer, sizeof(buffer), symbols);

    while (--count > 0 && !walk->failed)
        parent = walk_outer(walk, names, &symbols[count], parent);
    id = walk->next++;
    if (names != NULL) {
        write_context(names, id, &symbols[0], parent);
        write_address(names, run, id, item.refs[1]);
    }
    return id;
}

static bool number_contexts(const struct definitions *run, uint32_t *contexts,
                            uint32_t count)
{
    struct walk walk;

    walk_begin(&walk);
    contexts[0] = OTF2_UNDEFINED_CALLING_CONTEXT;
    for (uint32_t i = 1; i < count && !walk.failed; i++)
        contexts[i] = walk_path(&walk, run, i, contexts, NULL);
    walk_end(&walk);
    return !walk.failed;
}

uint32_t *archive_contexts(const struct definitions *run, uint32_t paths)
{
    uint32_t *contexts = calloc((size_t)paths + 1, sizeof(*contexts));

    if (run == NULL || contexts == NULL ||
        number_contexts(run, contexts, paths))
        return contexts;
    free(contexts);
    return NULL;
}

void gdef_paths(struct gdef_names *names, const struct definitions *run,
                const uint32_t *contexts)
{
    uint32_t count = definitions_count(run, DEFINITION_PATH);
    struct walk walk;

    walk_begin(&walk);
    for (uint32_t i = 1; i < count && names->status == STATUS_OK; i++)
        walk_path(&walk, run, i, contexts, names);
    if (walk.failed && names->status == STATUS_OK)
        names->status = STATUS_NO_MEMORY;
    walk_end(&walk);
}
