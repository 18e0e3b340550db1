/* SPDX-License-Identifier: BSD-3-Clause */
#include "symbols/python_frame.h"

#include <string.h>

#include "base/hash.h"
#include "base/text/affix.h"
#include "base/text/strbuf.h"
#include "model/python/python_files.h"
#include "symbols/symbols.h"

#define MODULE_PREFIX "python:"
#define PREFIX_LENGTH (sizeof(MODULE_PREFIX) - 1)
#define LINE_BITS 24
#define LINE_MOST ((1u << LINE_BITS) - 1)

bool python_is_interpreter(const char *name)
{
    const char *rest = name + strlen("python");

    return starts_with(name, "libpython") ||
           (starts_with(name, "python") &&
            rest[strspn(rest, "0123456789.dmu-")] == '\0');
}

bool python_is_mpi4py(const char *path)
{
    return starts_with(last_part(path), "MPI.") &&
           strstr(path, "/mpi4py/") != NULL;
}

static uint64_t line_bits(int line)
{
    return (uint32_t)line > LINE_MOST ? LINE_MOST : (uint32_t)line;
}

static uint64_t offset_of(const struct python_frame *frame)
{
    uint64_t name = hash_bytes(frame->function, strlen(frame->function), 0);

    return name >> 48 << 48 | line_bits(frame->first_line) << LINE_BITS |
           line_bits(frame->line);
}

static uint32_t define_module(struct definitions *table, const char *file)
{
    struct strbuf key = { 0 };
    uint32_t id = DEFINITION_NONE;

    strbuf_printf(&key, MODULE_PREFIX "%s", file);
    if (!key.failed)
        id = definitions_intern(table, DEFINITION_MODULE, 0, 0, key.text,
                                key.length);
    strbuf_clear(&key);
    if (id != DEFINITION_NONE)
        definitions_note(table, DEFINITION_MODULE, id, file, strlen(file), 0);
    return id;
}

static void note_names(struct definitions *table, uint32_t id,
                       const struct python_frame *frame)
{
    struct strbuf note = { 0 };

    strbuf_add(&note, frame->function, strlen(frame->function) + 1);
    strbuf_add(&note, frame->file, strlen(frame->file) + 1);
    strbuf_printf(&note, "%d", frame->line);
    strbuf_putc(&note, '\0');
    if (!note.failed)
        definitions_note(table, DEFINITION_FRAME, id, note.text, note.length,
                         0);
    strbuf_clear(&note);
}

uint32_t python_frame_define(struct definitions *table,
                             const struct python_frame *frame)
{
    uint32_t module = define_module(table, frame->file), id;

    if (module == DEFINITION_NONE)
        return DEFINITION_NONE;
    id = definitions_intern_number(table, DEFINITION_FRAME, module, 0,
                                   offset_of(frame));
    if (id != DEFINITION_NONE)
        note_names(table, id, frame);
    return id;
}

static bool is_python(const struct definitions *table, uint32_t module)
{
    struct definition item = definitions_get(table, DEFINITION_MODULE, module);

    return item.key_size >= PREFIX_LENGTH &&
           memcmp(item.key, MODULE_PREFIX, PREFIX_LENGTH) == 0;
}

bool python_frame_is_mpi4py(const struct definitions *table, uint32_t frame)
{
    struct definition item = definitions_get(table, DEFINITION_FRAME, frame);
    struct definition module =
        definitions_get(table, DEFINITION_MODULE, item.refs[0]);

    return module.note != NULL && python_is_mpi4py((const char *)module.note);
}

bool python_frame_is(const struct definitions *table, uint32_t frame)
{
    return is_python(table,
                     definitions_get(table, DEFINITION_FRAME, frame).refs[0]);
}

bool python_file_is_installed(const char *file)
{
    return (file[0] == '<' && !starts_with(file, "<ipython-") &&
            strcmp(file, "<string>") != 0 && strcmp(file, "<stdin>") != 0) ||
           python_files_installed(file);
}

bool python_frame_of(const struct definitions *table, uint32_t frame,
                     struct python_frame *out)
{
    struct definition item = definitions_get(table, DEFINITION_FRAME, frame);
    struct symbol names;

    if (item.note_size == 0 || !is_python(table, item.refs[0]) ||
        !symbols_of_frame(table, frame, 0, NULL, 0, &names))
        return false;
    *out = (struct python_frame){
        .function = names.function != NULL ? names.function : "",
        .file = names.file,
        .first_line = (int)(symbols_offset(&item) >> LINE_BITS & LINE_MOST),
        .line = names.line,
    };
    return true;
}
