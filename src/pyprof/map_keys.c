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
#include "base/text/affix.h"
#include "pyprof/files/py_text.h"
#include "pyprof/folding.h"
#include "pyprof/merged.h"

#define RELATIVE_MOST 64 /* relative paths looked at per file */

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

/* The same but for what differs from process to process. */
static uint32_t same_path_number(struct pyprof *merged, const char *path,
                                 struct strbuf *scratch)
{
    struct strbuf same = { 0 };
    uint32_t number = PY_NONE;

    if (merged->options.as_is)
        return path_number(merged, path, scratch);
    py_text_same_file(&same, path);
    if (!same.failed)
        number = path_number(merged, strbuf_text(&same), scratch);
    strbuf_clear(&same);
    return number;
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
            *path =
                same_path_number(merged, py_profile_text(profile, key->file),
                                 &mapping->scratch);
        if (*name == PY_NONE)
            *name = name_number(merged, py_profile_text(profile, key->name),
                                &mapping->scratch);
        if (*path == PY_NONE || *name == PY_NONE)
            return false;
    }
    return true;
}

static const char *path_at(const struct pyprof *merged,
                           const struct mapping *mapping, size_t text)
{
    uint32_t number = mapping->path_of[text];

    return number == PY_NONE ? "" : py_names_text(&merged->names, number);
}

static bool is_relative(const char *path)
{
    return path[0] != '\0' && strchr("/~<", path[0]) == NULL;
}

/* Whether the absolute path ends with the relative one. */
static bool is_whole_of(const char *whole, const char *part)
{
    return whole[0] == '/' && path_ends_in(whole, part);
}

/* One file may be there by two paths, relative and absolute: where one absolute
 * path ends like the relative one, that is meant. */
static void join_relative(const struct pyprof *merged,
                          const struct py_profile *profile,
                          struct mapping *mapping)
{
    size_t tries = 0;

    for (size_t i = 0; i < profile->texts.count && tries < RELATIVE_MOST;
         i++) {
        const char *part = path_at(merged, mapping, i);
        uint32_t found = PY_NONE;
        bool several = false;

        if (!is_relative(part))
            continue;
        tries++;
        for (size_t j = 0; j < profile->texts.count; j++)
            if (is_whole_of(path_at(merged, mapping, j), part)) {
                several |= found != PY_NONE && found != mapping->path_of[j];
                found = mapping->path_of[j];
            }
        if (found != PY_NONE && !several)
            mapping->path_of[i] = found;
    }
}

/* Whether a function of that text of the file is known in the other path. */
static bool shares_function(const struct pyprof *merged,
                            const struct py_profile *profile,
                            const struct mapping *mapping, size_t text,
                            uint32_t path)
{
    for (size_t i = 0; i < profile->key_count; i++) {
        const struct py_key *key = &profile->keys[i];
        struct function_key there = { .file = path,
                                      .name = mapping->name_of[key->name],
                                      .line = key->line };

        if (key->file == text &&
            py_names_text(&merged->names, there.name)[0] != '<' &&
            merged_find(merged, there) != PY_NONE)
            return true;
    }
    return false;
}

/* The path by which ranks before know that file: absolute where this one has it
 * relative, or the reverse; PY_NONE: none, or several. */
static uint32_t known_before(const struct pyprof *merged,
                             const struct py_profile *profile,
                             const struct mapping *mapping, size_t text)
{
    const char *path = path_at(merged, mapping, text);
    uint32_t at = paths_alike(&merged->paths, &merged->names, path);
    uint32_t found = PY_NONE;

    for (size_t i = 0; i < RELATIVE_MOST && at != PY_NONE; i++) {
        uint32_t other = merged->paths.items[at].text;
        const char *there = py_names_text(&merged->names, other);

        if ((is_relative(path)
                 ? is_whole_of(there, path)
                 : is_relative(there) && is_whole_of(path, there)) &&
            shares_function(merged, profile, mapping, text, other)) {
            if (found != PY_NONE)
                return PY_NONE;
            found = other;
        }
        at = merged->paths.items[at].next;
    }
    return found;
}

static void join_with_others(const struct pyprof *merged,
                             const struct py_profile *profile,
                             struct mapping *mapping)
{
    for (size_t i = 0; i < profile->texts.count; i++) {
        uint32_t before = PY_NONE;

        if (mapping->path_of[i] != PY_NONE &&
            !paths_has(&merged->paths, mapping->path_of[i]))
            before = known_before(merged, profile, mapping, i);
        if (before != PY_NONE)
            mapping->path_of[i] = before;
    }
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
    size_t size = (profile->texts.count + 1) * sizeof(uint32_t);
    struct mapping mapping = { malloc(size), malloc(size), { 0 } };
    bool sound = mapping.path_of != NULL && mapping.name_of != NULL;

    if (sound) {
        memset(mapping.path_of, 0xff, size);
        memset(mapping.name_of, 0xff, size);
        sound = number_texts(merged, profile, &mapping);
        if (sound && !merged->options.as_is) {
            join_relative(merged, profile, &mapping);
            join_with_others(merged, profile, &mapping);
        }
        sound = sound &&
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
