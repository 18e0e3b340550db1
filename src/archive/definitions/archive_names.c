/* SPDX-License-Identifier: BSD-3-Clause */
#include "archive/definitions/archive_names.h"

#include <stdlib.h>
#include <string.h>

#include "base/text/escape.h"
#include "archive/definitions/archive.h"

void gdef_init(struct gdef_names *names, OTF2_GlobalDefWriter *writer)
{
    memset(names, 0, sizeof(*names));
    names->writer = writer;
    names->groups = 1; /* 0: the locations of all ranks */
    names->status = writer == NULL ? STATUS_IO : STATUS_OK;
    if (definitions_create(&names->words) != STATUS_OK ||
        definitions_create(&names->places) != STATUS_OK)
        names->status = STATUS_NO_MEMORY;
}

void gdef_clear(struct gdef_names *names)
{
    definitions_destroy(names->words);
    definitions_destroy(names->places);
}

void gdef_expect(struct gdef_names *names, OTF2_ErrorCode code)
{
    if (code != OTF2_SUCCESS && names->status == STATUS_OK)
        names->status = STATUS_IO;
}

static uint32_t intern_name(struct gdef_names *names,
                            struct definitions *table,
                            enum definition_kind kind, const void *key,
                            size_t size)
{
    uint32_t id = DEFINITION_NONE;

    if (names->status == STATUS_OK)
        id = definitions_intern(table, kind, 0, 0, key, size);
    if (id != DEFINITION_NONE)
        return id;
    if (names->status == STATUS_OK)
        names->status = STATUS_NO_MEMORY;
    return 0;
}

/* Some readers of traces accept nothing but UTF-8, and print what they get. */
static void write_string(struct gdef_names *names, uint32_t id,
                         const char *text)
{
    struct strbuf shown = { 0 };

    escape_put(&shown, text);
    if (shown.failed)
        names->status = STATUS_NO_MEMORY;
    else
        gdef_expect(names, OTF2_GlobalDefWriter_WriteString(
                               names->writer, id, strbuf_text(&shown)));
    strbuf_clear(&shown);
}

uint32_t gdef_string(struct gdef_names *names, const char *text)
{
    uint32_t id = intern_name(names, names->words, DEFINITION_MODULE, text,
                              strlen(text));

    if (id == names->strings && names->status == STATUS_OK) {
        write_string(names, id, text);
        names->strings++;
    }
    return id;
}

static void write_group(struct gdef_names *names, uint32_t id,
                        const uint32_t *members, uint32_t count)
{
    uint64_t *wide = malloc((size_t)count * sizeof(*wide) + 1);

    if (wide == NULL) {
        names->status = STATUS_NO_MEMORY;
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        wide[i] = members[i];
    gdef_expect(names, OTF2_GlobalDefWriter_WriteGroup(
                           names->writer, id, ARCHIVE_STRING_EMPTY,
                           OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI,
                           OTF2_GROUP_FLAG_NONE, count, wide));
    free(wide);
}

uint32_t gdef_group(struct gdef_names *names, const uint32_t *members,
                    uint32_t count)
{
    uint32_t id = 1 + intern_name(names, names->words, DEFINITION_HOST,
                                  members, (size_t)count * sizeof(*members));

    if (id == names->groups && names->status == STATUS_OK) {
        write_group(names, id, members, count);
        names->groups++;
    }
    return id;
}

uint32_t gdef_line(struct gdef_names *names, const char *file, int line)
{
    uint32_t key[2], id;

    if (file[0] == '\0')
        return OTF2_UNDEFINED_SOURCE_CODE_LOCATION;
    key[0] = gdef_string(names, file);
    key[1] = line < 0 ? 0 : (uint32_t)line;
    id = intern_name(names, names->places, DEFINITION_HOST, key, sizeof(key));
    if (id == names->lines && names->status == STATUS_OK) {
        gdef_expect(names, OTF2_GlobalDefWriter_WriteSourceCodeLocation(
                               names->writer, id, key[0], key[1]));
        names->lines++;
    }
    return id;
}

uint32_t gdef_function(struct gdef_names *names, const char *function,
                       const char *file)
{
    uint32_t key[2], id;

    key[0] = gdef_string(names, function);
    key[1] = gdef_string(names, file);
    id =
        intern_name(names, names->places, DEFINITION_MODULE, key, sizeof(key));
    if (id == names->functions && names->status == STATUS_OK) {
        gdef_expect(names,
                    OTF2_GlobalDefWriter_WriteRegion(
                        names->writer, names->first_function + id, key[0],
                        key[0], ARCHIVE_STRING_EMPTY,
                        OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_SAMPLING,
                        OTF2_REGION_FLAG_NONE, key[1], 0, 0));
        names->functions++;
    }
    return names->first_function + id;
}
