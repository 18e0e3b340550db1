/* SPDX-License-Identifier: BSD-3-Clause */
#include "pyprof/folding.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"

#define ALIKE_MOST 64 /* files of one name that are looked at for each */
#define TOLD_MOST 256 /* pairs of folders that are remembered */
#define EVIDENCE 2    /* functions */

/* ---- candidates ---- */

/* The lengths of what two paths begin with before the parts they end in
 * alike; 0 where nothing is before. */
static void split_common_tail(const char *a, const char *b, size_t *a_length,
                              size_t *b_length)
{
    size_t i = strlen(a), k = strlen(b);

    *a_length = i;
    *b_length = k;
    while (i > 0 && k > 0 && a[i - 1] == b[k - 1]) {
        i--;
        k--;
        if (a[i] == '/') {
            *a_length = i;
            *b_length = k;
        }
    }
}

static bool has_pair(const struct folding *folding, const char *from,
                     size_t from_length, const char *to, size_t to_length)
{
    for (size_t i = 0; i < folding->pair_count; i++) {
        const struct folding_pair *pair = &folding->pairs[i];

        if (strlen(pair->from) == from_length &&
            strlen(pair->to) == to_length &&
            strncmp(pair->from, from, from_length) == 0 &&
            strncmp(pair->to, to, to_length) == 0)
            return true;
    }
    return false;
}

static bool add_pair(struct folding *folding, const char *from,
                     size_t from_length, const char *to, size_t to_length)
{
    struct folding_pair *pair = &folding->pairs[folding->pair_count];

    if (folding->pair_count == FOLDING_MOST ||
        has_pair(folding, from, from_length, to, to_length))
        return true;
    pair->from = strndup(from, from_length);
    pair->to = strndup(to, to_length);
    if (pair->from == NULL || pair->to == NULL) {
        FREE_ALL(pair->from, pair->to);
        return false;
    }
    folding->pair_count++;
    return true;
}

/* The known path that ends like this one for longest, and is not there. */
static const char *nearest_path(const struct folding *folding,
                                const char *path)
{
    const struct pyprof *known = folding->known;
    uint32_t at = paths_alike(&known->paths, &known->names, path);
    const char *best = NULL;
    size_t least = strlen(path);

    for (int i = 0; i < ALIKE_MOST && at != PY_NONE; i++) {
        const char *other =
            py_names_text(&known->names, known->paths.items[at].text);
        size_t here, there;

        split_common_tail(path, other, &here, &there);
        if (here > 0 && there > 0 && here < least &&
            py_names_find(&folding->mine, other) == PY_NONE) {
            least = here;
            best = other;
        }
        at = known->paths.items[at].next;
    }
    return best;
}

static bool propose_pair(struct folding *folding, const char *path)
{
    const char *other = nearest_path(folding, path);
    size_t here, there;

    if (other == NULL)
        return true;
    split_common_tail(path, other, &here, &there);
    return add_pair(folding, path, here, other, there);
}

/* ---- evidence ---- */

/* The path as it would be called; NULL: not in that folder. */
static const char *rename_path(const struct folding_pair *pair,
                               const char *path, struct strbuf *scratch)
{
    size_t length = strlen(pair->from);

    if (!path_is_below(path, pair->from, length))
        return NULL;
    strbuf_truncate(scratch, 0);
    strbuf_puts(scratch, pair->to);
    strbuf_puts(scratch, path + length);
    return scratch->failed ? NULL : scratch->text;
}

static bool pair_collides(const struct folding *folding,
                          const struct folding_pair *pair,
                          struct strbuf *scratch)
{
    for (size_t i = 0; i < folding->mine.count; i++) {
        const char *to = rename_path(
            pair, py_names_text(&folding->mine, (uint32_t)i), scratch);

        if (to != NULL && py_names_find(&folding->mine, to) != PY_NONE)
            return true;
    }
    return false;
}

static bool is_known(const struct folding *folding, const char *file,
                     const char *name, int64_t line)
{
    const struct pyprof *known = folding->known;
    struct function_key key = { .line = line };

    key.file = py_names_find(&known->names, file);
    key.name = py_names_find(&known->names, name);
    return key.file != PY_NONE && key.name != PY_NONE &&
           merged_find(known, key) != PY_NONE;
}

static bool pair_holds(const struct pyprof *merged,
                       const struct folding *folding,
                       const struct folding_pair *pair,
                       const uint32_t *path_of)
{
    const struct py_profile *profile = folding->profile;
    size_t there = 0, known = 0;
    struct strbuf scratch = { 0 };

    for (size_t i = 0; i < profile->entry_count; i++) {
        const struct py_key *key = &profile->keys[profile->entries[i].key];
        const char *name = py_profile_text(profile, key->name), *to;

        to = rename_path(
            pair, py_names_text(&merged->names, path_of[key->file]), &scratch);
        if (to == NULL || name[0] == '<')
            continue;
        there++;
        known += is_known(folding, to, name, key->line);
    }
    if (known >= EVIDENCE && 2 * known >= there &&
        pair_collides(folding, pair, &scratch))
        known = 0;
    strbuf_clear(&scratch);
    return known >= EVIDENCE && 2 * known >= there;
}

/* ---- folding ---- */

static bool tell_fold(struct pyprof *merged, const struct folding_pair *pair,
                      int rank)
{
    struct fold *fold;

    for (size_t i = 0; i < merged->fold_count; i++) {
        fold = &merged->folds[i];
        if (strcmp(fold->from, pair->from) == 0 &&
            strcmp(fold->to, pair->to) == 0) {
            fold->last = rank;
            fold->ranks++;
            return true;
        }
    }
    if (merged->fold_count == TOLD_MOST)
        return true;
    if (!array_more(&merged->folds, merged->fold_count,
                    sizeof(*merged->folds)))
        return false;
    fold = &merged->folds[merged->fold_count];
    *fold =
        (struct fold){ strdup(pair->from), strdup(pair->to), rank, rank, 1 };
    if (fold->from == NULL || fold->to == NULL) {
        FREE_ALL(fold->from, fold->to);
        return false;
    }
    merged->fold_count++;
    return true;
}

/* Files that have been folded already stay what they are. */
static bool rename_all(struct pyprof *merged, struct folding *folding,
                       const struct folding_pair *pair, uint32_t *path_of,
                       bool *done)
{
    struct strbuf scratch = { 0 };
    bool sound = true;

    for (size_t i = 0; sound && i < folding->profile->texts.count; i++) {
        const char *to;

        if (path_of[i] == PY_NONE || done[i])
            continue;
        to = rename_path(pair, py_names_text(&merged->names, path_of[i]),
                         &scratch);
        if (to == NULL)
            continue;
        path_of[i] = py_names_number(&merged->names, to);
        done[i] = true;
        sound = path_of[i] != PY_NONE &&
                py_names_number(&folding->mine, to) != PY_NONE;
    }
    strbuf_clear(&scratch);
    return sound;
}

static bool fold_all(struct pyprof *merged, struct folding *folding, int rank,
                     uint32_t *path_of)
{
    bool *done = calloc(folding->profile->texts.count + 1, sizeof(*done));
    bool sound = done != NULL;

    for (size_t i = 0; sound && i < folding->pair_count; i++) {
        const struct folding_pair *pair = &folding->pairs[i];

        if (pair_holds(merged, folding, pair, path_of))
            sound = rename_all(merged, folding, pair, path_of, done) &&
                    tell_fold(merged, pair, rank);
    }
    free(done);
    return sound;
}

static bool is_unknown(const struct folding *folding, const char *path)
{
    uint32_t text = py_names_find(&folding->known->names, path);

    return strchr(path, '/') != NULL &&
           (text == PY_NONE || !paths_has(&folding->known->paths, text));
}

static bool collect_pairs(const struct pyprof *merged, struct folding *folding,
                          const uint32_t *path_of)
{
    for (size_t i = 0; i < folding->profile->texts.count; i++)
        if (path_of[i] != PY_NONE &&
            py_names_number(&folding->mine,
                            py_names_text(&merged->names, path_of[i])) ==
                PY_NONE)
            return false;
    for (size_t i = 0; i < folding->mine.count; i++) {
        const char *path = py_names_text(&folding->mine, (uint32_t)i);

        if (is_unknown(folding, path) && !propose_pair(folding, path))
            return false;
    }
    return true;
}

static bool anything_unknown(const struct pyprof *merged,
                             const struct folding *folding,
                             const uint32_t *path_of)
{
    for (size_t i = 0; i < folding->profile->texts.count; i++)
        if (path_of[i] != PY_NONE &&
            is_unknown(folding, py_names_text(&merged->names, path_of[i])))
            return true;
    return false;
}

bool folding_apply(struct pyprof *merged, const struct py_profile *profile,
                   int rank, uint32_t *path_of)
{
    struct folding folding = { .known = merged->options.reference,
                               .profile = profile };
    bool sound = true;

    if (folding.known == NULL)
        folding.known = merged;
    if (folding.known->function_count == 0 ||
        !anything_unknown(merged, &folding, path_of))
        return true;
    sound = collect_pairs(merged, &folding, path_of) &&
            fold_all(merged, &folding, rank, path_of);
    for (size_t i = 0; i < folding.pair_count; i++)
        FREE_ALL(folding.pairs[i].from, folding.pairs[i].to);
    py_names_clear(&folding.mine);
    return sound;
}
