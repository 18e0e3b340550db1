/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * pyfiles.c - adds one rank's file to the merged ones.
 */
#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/log.h"
#include "base/text/affix.h"
#include "pyfiles/merged_files.h"
#include "pyfiles/pyfiles.h"
#include "render/foreign/calls.h"

static void read_stacks(struct content *content, const char *data, size_t size)
{
    if (strchr("{ \t\r\n", data[0]) != NULL)
        content_read_stacks(content, data, size);
    else
        content_read_torch(content, data, size);
}

static content_reader *const readers[] = {
    [PYFILES_LINES] = content_read_lines,
    [PYFILES_SNAPSHOT] = content_read_snapshot,
    [PYFILES_MEMORY] = content_read_memory,
    [PYFILES_SAMPLES] = content_read_samples,
    [PYFILES_STACKS] = read_stacks,
    [PYFILES_CHROME] = content_read_chrome,
};

enum status pyfiles_create(enum pyfiles_kind kind, struct pyfiles **out)
{
    *out = calloc(1, sizeof(**out));
    if (*out == NULL)
        return log_fail(STATUS_NO_MEMORY, "files");
    (*out)->kind = kind;
    call_tree_init(&(*out)->tree);
    return STATUS_OK;
}

void pyfiles_destroy(struct pyfiles *merged)
{
    if (merged == NULL)
        return;
    for (uint32_t i = 0; i < merged->row_count; i++)
        free(merged->rows[i].source);
    for (size_t i = 0; i < merged->rank_count; i++)
        FREE_ALL(merged->ranks[i].path, merged->ranks[i].points);
    map_clear(&merged->rows_map);
    call_tree_clear(&merged->tree);
    py_names_clear(&merged->names);
    free(merged->ranks);
    unread_files_clear(&merged->unread);
    free(merged);
}

size_t pyfiles_rank_count(const struct pyfiles *merged)
{
    return merged->rank_count;
}

/* ---- stacks ---- */

/* The way from one node of a tree to the next, depth first. */
struct tour {
    const struct call_tree *tree;
    uint32_t *first, *next; /* children by node, siblings by node */
    uint32_t *open;         /* by frame: how often it is on the path */
    uint64_t *inclusive;
    uint32_t root; /* the first one */
};

static bool tour_init(struct tour *tour, const struct call_tree *tree)
{
    size_t nodes = tree->node_count + (size_t)1;

    tour->tree = tree;
    tour->first = malloc(nodes * sizeof(*tour->first));
    tour->next = malloc(nodes * sizeof(*tour->next));
    tour->open = calloc(tree->frame_count + (size_t)1, sizeof(*tour->open));
    tour->inclusive = call_tree_inclusive(tree);
    tour->root = CALL_TREE_NONE;
    if (tour->first == NULL || tour->next == NULL || tour->open == NULL ||
        tour->inclusive == NULL)
        return false;
    for (uint32_t i = 0; i < tree->node_count; i++)
        tour->first[i] = CALL_TREE_NONE;
    for (uint32_t i = tree->node_count; i-- > 0;) {
        uint32_t parent = tree->nodes[i].parent;
        uint32_t *head =
            parent == CALL_TREE_NONE ? &tour->root : &tour->first[parent];

        tour->next[i] = *head;
        *head = i;
    }
    return true;
}

static void tour_clear(struct tour *tour)
{
    FREE_ALL(tour->first, tour->next, tour->open, tour->inclusive);
}

/* A function that is on the path already has no more inclusive time. */
static void visit_node(struct content *content, struct tour *tour,
                       uint32_t node)
{
    const struct call_node *at = &tour->tree->nodes[node];
    const struct call_frame *frame = &tour->tree->frames[at->frame];
    struct content_entry entry = {
        .key = { .file = content_name(content, frame->file),
                 .name = content_name(content, frame->name),
                 .line = frame->line },
        .value = at->own_ns,
    };

    if (tour->open[at->frame]++ == 0)
        entry.cumulative = tour->inclusive[node];
    content_add(content, &entry);
}

/* Entries of the functions on the stacks. */
static void add_functions(struct content *content)
{
    struct tour tour = { NULL };
    uint32_t at = CALL_TREE_NONE;

    if (tour_init(&tour, &content->tree))
        at = tour.root;
    else
        content->no_memory = true;
    while (at != CALL_TREE_NONE) {
        visit_node(content, &tour, at);
        if (tour.first[at] != CALL_TREE_NONE) {
            at = tour.first[at];
            continue;
        }
        while (at != CALL_TREE_NONE && tour.next[at] == CALL_TREE_NONE) {
            tour.open[content->tree.nodes[at].frame]--;
            at = content->tree.nodes[at].parent;
        }
        if (at != CALL_TREE_NONE) {
            tour.open[content->tree.nodes[at].frame]--;
            at = tour.next[at];
        }
    }
    tour_clear(&tour);
}

static uint32_t merge_frame(struct pyfiles *merged,
                            const struct content *content, uint32_t number)
{
    const struct call_frame *frame = &content->tree.frames[number];
    struct strbuf name = { 0 };
    uint32_t made;

    strbuf_puts(&name, frame->name);
    if (frame->file[0] != '\0' && frame->line > 0)
        strbuf_printf(&name, " (%s:%lld)", last_part(frame->file),
                      (long long)frame->line);
    else if (frame->file[0] != '\0')
        strbuf_printf(&name, " (%s)", last_part(frame->file));
    made = call_tree_frame(&merged->tree, CALL_FRAME_FUNCTION,
                           strbuf_text(&name), frame->file, frame->line);
    strbuf_end(&name, &merged->tree.failed);
    return made;
}

/* Parents come first in both trees.  numbers: of frames, then of nodes. */
static void merge_nodes(struct pyfiles *merged, const struct content *content,
                        uint32_t *numbers)
{
    const struct call_tree *from = &content->tree;
    struct call_tree *to = &merged->tree;
    uint32_t *nodes = numbers + from->frame_count;

    for (uint32_t i = 0; i < from->frame_count; i++)
        numbers[i] = merge_frame(merged, content, i);
    for (uint32_t i = 0; i < from->node_count && !to->failed; i++) {
        uint32_t parent = from->nodes[i].parent;

        nodes[i] = call_tree_node(
            to, parent == CALL_TREE_NONE ? CALL_TREE_NONE : nodes[parent],
            numbers[from->nodes[i].frame], 0);
        if (!to->failed)
            to->nodes[nodes[i]].own_ns += from->nodes[i].own_ns;
    }
}

static void merge_tree(struct pyfiles *merged, struct content *content)
{
    size_t count = content->tree.frame_count + (size_t)1;
    uint32_t *numbers =
        malloc((count + content->tree.node_count) * sizeof(*numbers));

    if (numbers != NULL)
        merge_nodes(merged, content, numbers);
    content->no_memory |= numbers == NULL || merged->tree.failed;
    free(numbers);
}

/* ---- rows ---- */

static void add_entry(struct pyfiles *merged, struct content *content,
                      const struct content_entry *entry)
{
    uint32_t position = (uint32_t)merged->rank_count;
    struct files_row *row = map_get(&merged->rows_map, sizeof(*merged->rows),
                                    &entry->key, sizeof(entry->key));

    if (row == NULL) {
        content->no_memory = true;
        return;
    }
    row->count += entry->count;
    rank_stats_add(&row->value, position, entry->value);
    rank_stats_add(&row->cumulative, position, entry->cumulative);
}

/* Finds the row with the most among those added for the rank. */
static void find_top(const struct pyfiles *merged, uint32_t position,
                     struct files_rank *rank)
{
    rank->top = PY_NONE;
    for (uint32_t i = 0; i < merged->row_count; i++) {
        const struct rank_stats *value = &merged->rows[i].value;

        if (value->open && value->current_index == position &&
            value->current > rank->top_value) {
            rank->top = i;
            rank->top_value = value->current;
        }
    }
}

/* ---- memory over time ---- */

/* Keeps the greatest of each stretch of time. */
static void thin_out(struct content *content)
{
    size_t count = content->point_count;

    if (count <= CONTENT_POINTS)
        return;
    for (size_t i = 0; i < count; i++) {
        size_t to = i * CONTENT_POINTS / count;
        bool first = i == 0 || (i - 1) * CONTENT_POINTS / count != to;

        if (first || content->points[i].bytes > content->points[to].bytes)
            content->points[to] = content->points[i];
    }
    content->point_count = CONTENT_POINTS;
}

static void take_points(struct content *content, struct files_rank *rank)
{
    size_t count = content->point_count;

    if (count == 0)
        return;
    rank->readings = count;
    rank->first = content->points[0].bytes;
    rank->last = content->points[count - 1].bytes;
    rank->begin_ns = content->points[0].at_ns;
    rank->end_ns = content->points[count - 1].at_ns;
    for (size_t i = 0; i < count; i++)
        if (content->points[i].bytes > rank->peak) {
            rank->peak = content->points[i].bytes;
            rank->peak_ns = content->points[i].at_ns;
        }
    rank->value = rank->peak;
    rank->children_bytes = content->children_bytes;
    thin_out(content);
    rank->points = content->points;
    rank->point_count = content->point_count;
    content->points = NULL;
    content->point_count = 0;
}

/* ---- a file ---- */

static enum status take_content(struct pyfiles *merged, int number,
                                const char *path, struct content *content)
{
    struct files_rank rank = { .rank = number, .path = strdup(path) };

    for (size_t i = 0; i < content->entry_count && !content->no_memory; i++) {
        add_entry(merged, content, &content->entries[i]);
        rank.value += content->entries[i].value;
        rank.count += content->entries[i].count;
    }
    find_top(merged, (uint32_t)merged->rank_count, &rank);
    merge_tree(merged, content);
    take_points(content, &rank);
    if (content->no_memory || rank.path == NULL ||
        !ARRAY_ADD(merged->ranks, merged->rank_count, rank)) {
        FREE_ALL(rank.path, rank.points);
        return log_fail(STATUS_NO_MEMORY, "%s", path);
    }
    return STATUS_OK;
}

static enum status finish_file(struct pyfiles *merged, int rank,
                               const char *path, struct content *content)
{
    enum status status;

    if (content->no_memory || content->tree.failed || content->problem.failed)
        status = log_fail(STATUS_NO_MEMORY, "%s", path);
    else if (content_failed(content))
        status = unread_files_add(&merged->unread, STATUS_BAD_FORMAT, rank,
                                  path, strbuf_text(&content->problem));
    else
        status = take_content(merged, rank, path, content);
    content_clear(content);
    return status;
}

static void read_bytes(const struct pyfiles *merged, struct content *content,
                       const void *data, size_t size)
{
    if (size == 0)
        content_fail(content, "is empty");
    else
        readers[merged->kind](content, data, size);
    if (!content_failed(content))
        add_functions(content);
}

enum status pyfiles_add_bytes(struct pyfiles *merged, int rank,
                              const char *path, const void *data, size_t size)
{
    struct content content;

    content_init(&content, &merged->names);
    read_bytes(merged, &content, data, size);
    return finish_file(merged, rank, path, &content);
}

static void read_file(const struct pyfiles *merged, struct content *content,
                      const char *path)
{
    enum pyfiles_kind kind = pyfiles_kind_of(path);
    void *data;
    size_t size;

    if (kind != merged->kind && kind != PYFILES_UNKNOWN &&
        kind != PYFILES_DAMAGED) {
        content_fail(content, "is a file of %s, but the first one is of %s",
                     pyfiles_kind_name(kind), pyfiles_kind_name(merged->kind));
    } else if (content_load(content, path, &data, &size)) {
        if (kind == PYFILES_UNKNOWN && size > 0)
            content_fail(content, "is not a file of %s",
                         merged->kind == PYFILES_DAMAGED
                             ? "a Python profiler that mpiprof reads"
                             : pyfiles_kind_name(merged->kind));
        else
            read_bytes(merged, content, data, size);
        free(data);
    }
}

enum status pyfiles_add(struct pyfiles *merged, int rank, const char *path)
{
    struct content content;

    content_init(&content, &merged->names);
    read_file(merged, &content, path);
    return finish_file(merged, rank, path, &content);
}

/* ---- growth ---- */

struct growing {
    struct content_key key;
    uint64_t bytes[2], blocks[2];
};

static void add_side(struct map *map, struct content *content, int side)
{
    for (size_t i = 0; i < content->entry_count && !content->no_memory; i++) {
        const struct content_entry *entry = &content->entries[i];
        struct growing *at =
            map_get(map, sizeof(*at), &entry->key, sizeof(entry->key));

        content->no_memory |= at == NULL;
        if (at != NULL) {
            at->bytes[side] += entry->value;
            at->blocks[side] += entry->count;
        }
    }
}

/* The entries of `after' become what has grown. */
static void subtract_snapshot(struct content *before, struct content *after)
{
    struct map map = { 0 };
    const struct growing *grown;

    add_side(&map, before, 0);
    add_side(&map, after, 1);
    after->no_memory |= before->no_memory;
    after->entry_count = 0;
    grown = map.items;
    for (uint32_t i = 0; i < map.count; i++) {
        struct content_entry entry = { .key = grown[i].key };

        if (grown[i].bytes[1] <= grown[i].bytes[0])
            continue;
        entry.value = grown[i].bytes[1] - grown[i].bytes[0];
        if (grown[i].blocks[1] > grown[i].blocks[0])
            entry.count = grown[i].blocks[1] - grown[i].blocks[0];
        entry.cumulative = grown[i].bytes[1];
        content_add(after, &entry);
    }
    map_clear(&map);
}

enum status pyfiles_add_growth(struct pyfiles *merged, int rank,
                               const char *before, const char *after)
{
    struct content first, second;

    merged->growth = true;
    content_init(&first, &merged->names);
    content_init(&second, &merged->names);
    read_file(merged, &first, before);
    if (content_failed(&first)) {
        content_clear(&second);
        return finish_file(merged, rank, before, &first);
    }
    read_file(merged, &second, after);
    if (!content_failed(&second))
        subtract_snapshot(&first, &second);
    content_clear(&first);
    return finish_file(merged, rank, after, &second);
}

/* ---- exports ---- */

enum status pyfiles_folded(struct pyfiles *merged, struct strbuf *out)
{
    render_folded(out, &merged->tree);
    return out->failed || merged->tree.failed
               ? log_fail(STATUS_NO_MEMORY, "stacks")
               : STATUS_OK;
}

enum status pyfiles_speedscope(struct pyfiles *merged, struct strbuf *out)
{
    struct json json;

    render_speedscope_begin(&json, out);
    render_speedscope_profile(&json, &merged->tree, "all ranks");
    render_speedscope_end(&json, &merged->tree);
    return out->failed || merged->tree.failed
               ? log_fail(STATUS_NO_MEMORY, "stacks")
               : STATUS_OK;
}
