/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * call_paths.c - where the program computes, by sampled call path.
 *
 * Paths are merged if their functions are equal, whatever their lines: a tree
 * of functions, whose nodes are keyed in tallies by the caller's node and the
 * function.  Inlined functions are on a path, too.
 */
#include <stdlib.h>
#include <string.h>

#include "analyze/facts/analysis.h"
#include "analyze/functions/sampled_cells.h"
#include "base/array_room.h"
#include "base/log.h"
#include "base/text/strbuf.h"
#include "base/saturate.h"

#define DEEPEST 128 /* functions of a path that is shown */

static const struct column columns[] = {
    { "function", "function", CELL_TEXT,
      "The innermost function of the call path." },
    { "time_s", "exclusive", CELL_NS,
      "CPU time in the code of the innermost function when it was "
      "called on that path, over all ranks and threads, without MPI." },
    { "error_s", "+-", CELL_NS, SAMPLED_ERROR_IS },
    { "share", "of CPU", CELL_RATIO,
      "Exclusive / CPU time of all functions." },
    { "mean_s", "per rank", CELL_NS, "Exclusive, mean over ranks." },
    { "min_s", NULL, CELL_NS, "Exclusive, minimum over ranks." },
    { "max_s", "max", CELL_NS, "Exclusive, maximum over ranks." },
    { "max_rank", "on rank", CELL_INTEGER, "The rank with that maximum." },
    { "avoidable_s", "avoidable", CELL_NS,
      "Max - mean of exclusive: the gain if it were spread evenly." },
    { "samples", "samples", CELL_COUNT, "Samples there." },
    { "inclusive_s", "inclusive", CELL_NS,
      "The time of all call paths that begin like this one." },
    { "inclusive_share", "of CPU", CELL_RATIO,
      "Inclusive / CPU time of all functions." },
    { "inclusive_max_s", NULL, CELL_NS, "Inclusive, maximum over ranks." },
    { "inclusive_max_rank", NULL, CELL_INTEGER,
      "The rank with that maximum." },
    { "module", NULL, CELL_TEXT, "File of the innermost function's code." },
    { "file", NULL, CELL_TEXT,
      "Its source file as the debug information names it." },
    { "path", "path", CELL_TEXT,
      "The call path, outermost function first, as far as it could be "
      "followed." },
};

static const struct table_form forms[] = {
    TABLE_FORM("call_paths", "Call paths of the program", SECTION_TIME,
               columns),
};

struct call_paths {
    uint32_t *nodes; /* by PATH id: its node + 1, 0: not met yet */
    uint32_t path_count;
    struct tallies tree; /* key: node_key(); time: exclusive, other: inclusive,
                          * calls: samples */
    double *squares;     /* by node, as in sampled.h */
    size_t square_room;
    uint32_t *chain; /* room for a path */
    size_t chain_room;
};

static enum status no_memory(void)
{
    return log_fail(STATUS_NO_MEMORY, "samples by call path");
}

/* parent: node + 1, 0: it is the outermost. */
static uint64_t node_key(uint32_t parent, uint32_t function)
{
    return (uint64_t)parent << 32 | function;
}

static uint32_t parent_of(const struct tally *node)
{
    return (uint32_t)(node->key >> 32);
}

static uint32_t function_of(const struct tally *node)
{
    return (uint32_t)node->key;
}

static enum status paths_begin(void *state, const struct scope *scope)
{
    struct call_paths *paths = state;

    paths->path_count =
        definitions_count(scope->profile->definitions, DEFINITION_PATH);
    paths->nodes = calloc(paths->path_count + 1u, sizeof(*paths->nodes));
    return paths->nodes == NULL ? no_memory() : STATUS_OK;
}

static void paths_clear(void *state)
{
    struct call_paths *paths = state;

    FREE_ALL(paths->nodes, paths->squares, paths->chain);
    tallies_clear(&paths->tree);
}

/* ---- nodes ---- */

/* Below parent the functions of a frame, outermost first; 0: no memory. */
static uint32_t descend_frame(struct call_paths *paths,
                              const struct sampled *sampled, uint32_t parent,
                              const struct sampled_frame *frame)
{
    for (uint32_t i = frame->count; i-- > 0;) {
        const struct tally *node =
            tallies_get(&paths->tree,
                        node_key(parent, sampled->numbers[frame->first + i]));

        if (node == NULL)
            return 0;
        parent = (uint32_t)(node - paths->tree.items) + 1;
    }
    return parent;
}

/* The node + 1 of a path of samples, all of whose frames the scope has looked
 * up; 0: no memory. */
static uint32_t node_of(struct call_paths *paths, const struct scope *scope,
                        uint32_t path)
{
    const struct definitions *table = scope->profile->definitions;
    const struct sampled *sampled = &scope->sampled;
    size_t count = 0;
    uint32_t node;

    if (path == 0 || path >= paths->path_count)
        return descend_frame(paths, sampled, 0,
                             &sampled->frames[sampled->frame_count]);
    for (; path != 0 && paths->nodes[path] == 0 && count < PATH_FRAMES_MOST;
         path = definitions_get(table, DEFINITION_PATH, path).refs[0]) {
        if (!array_room(&paths->chain, count, &paths->chain_room,
                        sizeof(*paths->chain)))
            return 0;
        paths->chain[count++] = path;
    }
    node = path == 0 ? 0 : paths->nodes[path]; /* not met: 0, too */
    while (count-- > 0) {
        path = paths->chain[count];
        node = descend_frame(
            paths, sampled, node,
            &sampled->frames[definitions_get(table, DEFINITION_PATH, path)
                                 .refs[1]]);
        paths->nodes[path] = node;
    }
    return node;
}

/* ---- times ---- */

static enum status add_row(struct call_paths *paths, const struct scope *scope,
                           const struct sample_row *row, double period)
{
    uint64_t ns = saturate_near((double)row->count * period);
    uint32_t index = scope->rank_count - 1;
    uint32_t node = node_of(paths, scope, row->path);
    struct tally *tally;

    if (node == 0 || !array_reach(&paths->squares, node, &paths->square_room,
                                  sizeof(*paths->squares)))
        return no_memory();
    tally = &paths->tree.items[node - 1];
    tally->calls += row->count;
    rank_stats_add(&tally->time, index, ns);
    paths->squares[node - 1] += (double)row->squares * period * period;
    for (int deep = 0; node != 0 && deep < DEEPEST;
         node = parent_of(&paths->tree.items[node - 1]), deep++)
        rank_stats_add(&paths->tree.items[node - 1].other, index, ns);
    return STATUS_OK;
}

static enum status paths_add(void *state, const struct scope *scope,
                             const struct rank_data *rank)
{
    const struct samples *samples = &rank->samples;
    double period = sampled_period(samples);
    enum status status = STATUS_OK;

    for (const struct sample_row *row = NULL;
         status == STATUS_OK &&
         (row = sampled_next(scope, samples, row)) != NULL;)
        status = add_row(state, scope, row, period);
    return status;
}

/* ---- the table ---- */

static void put_path(struct table *table, const struct scope *scope,
                     const struct tallies *tree, const struct tally *node)
{
    uint32_t functions[DEEPEST];
    uint32_t parent = parent_of(node);
    struct strbuf text = { 0 };
    size_t count = 0;

    functions[count++] = function_of(node);
    for (; parent != 0 && count < DEEPEST;
         parent = parent_of(&tree->items[parent - 1]))
        functions[count++] = function_of(&tree->items[parent - 1]);
    if (parent != 0)
        strbuf_puts(&text, "... > ");
    while (count-- > 0) {
        struct sampled_name name = sampled_function(scope, functions[count]);

        strbuf_puts(&text, name.function);
        strbuf_puts(&text, count > 0 ? " > " : "");
    }
    table_take(table, &text);
}

static void add_path(struct table *table, const struct scope *scope,
                     const struct call_paths *paths, size_t at)
{
    const struct tally *node = &paths->tree.items[at];
    struct sampled_name name = sampled_function(scope, function_of(node));
    struct rank_stats_result own = scope_stats(scope, &node->time);
    struct rank_stats_result with = scope_stats(scope, &node->other);

    table_text(table, name.function);
    table_number(table, own.sum);
    table_number(table, sampled_error(paths->squares, paths->square_room, at));
    table_real(table, scope_share(own.sum, scope->sampled.ns));
    scope_add_spread(table, scope, &own);
    TABLE_NUMBERS(table, node->calls, with.sum);
    table_real(table, scope_share(with.sum, scope->sampled.ns));
    table_number(table, with.max);
    table_integer(table, scope_rank_at(scope, with.max_index));
    sampled_put_file(table, &name);
    put_path(table, scope, &paths->tree, node);
}

/* The hottest first; what has no time of its own is behind, by what it
 * calls. */
static enum status call_paths_fill(struct table *table,
                                   const struct scope *scope,
                                   const void *state)
{
    const struct call_paths *paths = state;

    for (size_t i = 0; i < paths->tree.count; i++)
        add_path(table, scope, paths, i);
    table_sort(table, (size_t)table_column(table, "inclusive_s"));
    table_sort(table, (size_t)table_column(table, "time_s"));
    return STATUS_OK;
}

const struct analysis call_paths_analysis = {
    .state_size = sizeof(struct call_paths),
    .begin = paths_begin,
    .add = paths_add,
    .wanted = analysis_of_samples,
    .fill = { call_paths_fill },
    .clear = paths_clear,
    FORMS(forms),
};
