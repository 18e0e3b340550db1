/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/functions/region_homes.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/text/affix.h"

#define DEEPEST 256 /* regions around each other */

void region_homes_clear(struct region_homes *homes)
{
    for (size_t i = 0; i < homes->home_count; i++)
        free(homes->homes[i].path.list);
    map_clear(&homes->homes_map);
}

bool path_steps_add(struct path_steps *path, const struct path_step *step)
{
    return ARRAY_ADD(path->list, path->count, *step);
}

uint32_t path_steps_common(const struct path_steps *a, uint32_t count,
                           const struct path_steps *b)
{
    uint32_t i = 0;

    while (i < count && i < b->count && a->list[i].frame == b->list[i].frame)
        i++;
    return i;
}

static void look_at(struct region_homes *homes, uint32_t node,
                    const struct path_steps *path)
{
    struct region_home *home =
        map_get(&homes->homes_map, sizeof(*home), &node, sizeof(node));

    homes->failed |= home == NULL;
    if (home == NULL)
        return;
    if (home->path.count > 0) {
        home->common = path_steps_common(&home->path, home->common, path);
        return;
    }
    for (uint32_t i = 0; i < path->count; i++)
        homes->failed |= !path_steps_add(&home->path, &path->list[i]);
    home->common = home->path.count;
}

static uint32_t node_around(const struct region_homes *homes, uint32_t node)
{
    return node < definitions_count(homes->table, DEFINITION_REGION_NODE)
               ? definitions_get(homes->table, DEFINITION_REGION_NODE, node)
                     .refs[0]
               : 0;
}

void region_homes_look(struct region_homes *homes, uint32_t node,
                       const struct path_steps *path)
{
    for (int deep = 0; node != 0 && path->count > 0 && deep < DEEPEST;
         deep++) {
        look_at(homes, node, path);
        node = node_around(homes, node);
    }
}

/* The function whose call follows the region's line most closely. */
static uint32_t steps_to_line(const struct region_home *home, const char *file,
                              uint32_t line)
{
    uint32_t best = 0, nearest = UINT32_MAX;

    for (uint32_t i = 0; i < home->common; i++) {
        const struct path_step *step = &home->path.list[i];

        if (step->line < line || step->line - line > nearest ||
            strcmp(last_part(step->file), last_part(file)) != 0)
            continue;
        nearest = step->line - line;
        best = i + 1;
    }
    return best > 0 ? best : home->common;
}

uint32_t region_homes_find(const struct region_homes *homes, uint32_t node,
                           const char *file, uint32_t line,
                           const struct path_steps **path)
{
    const struct region_home *home =
        map_find(&homes->homes_map, sizeof(*home), &node, sizeof(node));

    *path = home == NULL ? NULL : &home->path;
    if (home == NULL)
        return 0;
    return line > 0 ? steps_to_line(home, file, line) : home->common;
}
