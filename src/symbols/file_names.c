/* SPDX-License-Identifier: BSD-3-Clause */
#include "symbols/file_names.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/order.h"
#include "base/text/affix.h"

#define MARK "//"

ORDER(by_path, struct file_name, A_TO_Z(path));

ORDER(by_base, struct file_name, A_TO_Z(base) A_TO_Z(path));

const char *file_names_shown(const char *path)
{
    const char *mark = strstr(path, MARK);

    return mark == NULL || mark == path ? last_part(path)
                                        : mark + strlen(MARK);
}

void file_names_add(struct file_names *names, const char *path)
{
    struct file_name *name;

    names->marked |= strstr(path, MARK) != NULL;
    if (path[0] == '\0' || strstr(path, MARK) != NULL)
        return;
    if (!array_more(&names->list, names->count, sizeof(*names->list))) {
        names->failed = true;
        return;
    }
    name = &names->list[names->count];
    name->path = strdup(path);
    names->failed |= name->path == NULL;
    names->count += name->path != NULL;
}

static void names_remove_duplicates(struct file_names *names)
{
    size_t kept = 0;

    qsort(names->list, names->count, sizeof(*names->list), by_path);
    for (size_t i = 0; i < names->count; i++)
        if (kept > 0 && by_path(&names->list[kept - 1], &names->list[i]) == 0)
            free(names->list[i].path);
        else
            names->list[kept++] = names->list[i];
    names->count = kept;
    for (size_t i = 0; i < kept; i++)
        names->list[i].base = names->list[i].shown =
            last_part(names->list[i].path);
}

/* Whether another one of those with the same name ends alike. */
static bool is_alike(const struct file_name *same, size_t count, size_t at)
{
    for (size_t i = 0; i < count; i++)
        if (i != at && path_ends_in(same[i].path, same[at].shown))
            return true;
    return false;
}

/* One folder more, the root left out; false: there is none. */
static bool show_folder(struct file_name *name)
{
    const char *at = name->shown - 1;

    if (at <= name->path)
        return false;
    while (at > name->path && at[-1] != '/')
        at--;
    if (at == name->path && *at == '/')
        return false;
    name->shown = at;
    return true;
}

bool file_names_settle(struct file_names *names)
{
    bool any = names->marked;

    if (names->failed || names->count == 0)
        return any;
    names_remove_duplicates(names);
    qsort(names->list, names->count, sizeof(*names->list), by_base);
    for (size_t i = 0, same; i < names->count; i += same) {
        struct file_name *first = &names->list[i];

        for (same = 1; i + same < names->count &&
                       strcmp(first[same].base, first->base) == 0;
             same++)
            continue;
        for (size_t k = 0; k < same; k++)
            while (is_alike(first, same, k) && show_folder(&first[k]))
                any = true;
    }
    qsort(names->list, names->count, sizeof(*names->list), by_path);
    return any;
}

/* Slashes that are there twice become one. */
static void put_unmarked(const char *path, struct strbuf *out)
{
    for (; *path != '\0'; path++)
        if (!starts_with(path, MARK))
            strbuf_putc(out, *path);
}

void file_names_put(const struct file_names *names, const char *path,
                    struct strbuf *out)
{
    struct file_name wanted = { .path = (char *)(uintptr_t)path };
    const struct file_name *found =
        names->count == 0 ? NULL
                          : bsearch(&wanted, names->list, names->count,
                                    sizeof(*names->list), by_path);

    if (found == NULL || found->shown == found->base) {
        put_unmarked(path, out);
        return;
    }
    if (found->shown == found->path)
        strbuf_puts(out, "./");
    strbuf_add(out, path, (size_t)(found->shown - found->path));
    strbuf_putc(out, '/');
    strbuf_puts(out, path + (found->shown - found->path));
}

void file_names_clear(struct file_names *names)
{
    for (size_t i = 0; i < names->count; i++)
        free(names->list[i].path);
    free(names->list);
    *names = (struct file_names){ .count = 0 };
}
