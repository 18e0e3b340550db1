/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * map_keys.c - maps the functions of a file to functions of the merged
 * profile.
 *
 * Files are renamed by --map first, then by the folders that folding.h finds.
 */
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "pyprof/folding.h"
#include "pyprof/merged.h"
#include "pyprof/py_text.h"

/* By text of the file; PY_NONE: not needed so far. */
struct mapping {
    uint32_t *path_of, *name_of;
    struct strbuf scratch;
};

/* Whether the map, "OLD=NEW", is for that path; then it is in scratch. */
static bool map_one(const char *map, const char *path, struct strbuf *scratch)
{
    const char *equal = strchr(map, '=');
    size_t length = (size_t)(equal - map);

    while (length > 0 && map[length - 1] == '/')
        length--;
    if (strncmp(path, map, length) != 0 ||
        (path[length] != '/' && path[length] != '\0'))
        return false;
    strbuf_puts(scratch, equal + 1);
    while (scratch->length > 0 && scratch->text[scratch->length - 1] == '/')
        strbuf_truncate(scratch, scratch->length - 1);
    strbuf_puts(scratch, path + length);
    return true;
}

static uint32_t path_number(struct pyprof *merged, const char *path,
                            struct strbuf *scratch)
{
    strbuf_truncate(scratch, 0);
    for (size_t i = 0; i < merged->options.map_count; i++)
        if (map_one(merged->options.maps[i], path, scratch)) {
            merged->maps_used[i] = true;
            return scratch->failed
                       ? PY_NONE
                       : py_names_number(&merged->names, strbuf_text(scratch));
        }
    return py_names_number(&merged->names, path);
}

static uint32_t name_number(struct pyprof *merged, const char *name,
                            struct strbuf *scratch)
{
    if (merged->options.as_is)
        return py_names_number(&merged->names, name);
    strbuf_truncate(scratch, 0);
    py_text_without_address(scratch, name);
    return scratch->failed
               ? PY_NONE
               : py_names_number(&merged->names, strbuf_text(scratch));
}

static bool number_texts(struct pyprof *merged,
                         const struct py_profile *profile,
                         struct mapping *mapping)
{
    for (size_t i = 0; i < profile->key_count; i++) {
        const struct py_key *key = &profile->keys[i];
        uint32_t *path = &mapping->path_of[key->file];
        uint32_t *name = &mapping->name_of[key->name];

        if (*path == PY_NONE)
            *path = path_number(merged, py_profile_text(profile, key->file),
                                &mapping->scratch);
        if (*name == PY_NONE)
            *name = name_number(merged, py_profile_text(profile, key->name),
                                &mapping->scratch);
        if (*path == PY_NONE || *name == PY_NONE)
            return false;
    }
    return true;
}

static bool number_keys(struct pyprof *merged,
                        const struct py_profile *profile,
                        const struct mapping *mapping, uint32_t *functions)
{
    for (size_t i = 0; i < profile->key_count; i++) {
        const struct py_key *key = &profile->keys[i];

        functions[i] = merged_function(
            merged, (struct function_key){ .file = mapping->path_of[key->file],
                                           .name = mapping->name_of[key->name],
                                           .line = key->line });
        if (functions[i] == PY_NONE)
            return false;
    }
    return true;
}

enum status merged_map_keys(struct pyprof *merged,
                            const struct py_profile *profile, int rank,
                            uint32_t *functions)
{
    size_t size = (profile->text_count + 1) * sizeof(uint32_t);
    struct mapping mapping = { malloc(size), malloc(size), { 0 } };
    bool sound = mapping.path_of != NULL && mapping.name_of != NULL;

    if (sound) {
        memset(mapping.path_of, 0xff, size);
        memset(mapping.name_of, 0xff, size);
        sound = number_texts(merged, profile, &mapping) &&
                (merged->options.as_is ||
                 folding_apply(merged, profile, rank, mapping.path_of)) &&
                number_keys(merged, profile, &mapping, functions);
    }
    strbuf_clear(&mapping.scratch);
    free(mapping.path_of);
    free(mapping.name_of);
    return sound ? STATUS_OK
                 : log_fail(STATUS_NO_MEMORY, "%zu functions",
                            profile->key_count);
}
