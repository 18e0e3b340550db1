/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/functions/time_tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/facts/samples/sampled.h"
#include "analyze/facts/say.h"
#include "base/saturate.h"
#include "base/text/strbuf.h"
#include "replay/log/replay_result.h"
#include "symbols/function_names.h"

#define NAME_ROOM 256
#define MOST_REGIONS 256
#define LOOKED \
    (UINT32_MAX - 1)       /* call of a place: path and region were seen */
#define SAMPLED UINT32_MAX /* call of a place: samples outside of MPI */
#define POLLED (UINT32_MAX - 2) /* call of a place: waits between polls */

/* Where the next node goes: below that one, called from there. */
struct caller {
    uint32_t node;
    const char *file;
    int64_t line; /* 0: unknown */
};

void time_tree_init(struct time_tree *time, const struct profile *profile,
                    unsigned how)
{
    *time = (struct time_tree){ .profile = profile, .how = how };
    time->homes.table = profile->definitions;
    call_tree_init(&time->tree);
}

void time_tree_clear(struct time_tree *time)
{
    call_tree_clear(&time->tree);
    map_clear(&time->places);
    useful_parts_clear(&time->useful);
    region_homes_clear(&time->homes);
    free(time->steps.list);
}

/* ---- nodes ---- */

/* How often that frame is on the stack already. */
static unsigned level_of(const struct call_tree *tree, uint32_t node,
                         uint32_t frame)
{
    unsigned level = 0;

    for (; node != CALL_TREE_NONE; node = tree->nodes[node].parent)
        level += tree->nodes[node].frame == frame;
    return level;
}

/* The frame's name with its level behind it. */
static uint32_t frame_at_level(struct call_tree *tree, uint32_t frame,
                               unsigned level)
{
    const struct call_frame *of = &tree->frames[frame];
    struct call_frame same = *of;
    struct strbuf name = { 0 };
    uint32_t made;

    strbuf_printf(&name, "%s'%u", same.name, level);
    made = call_tree_frame(tree, (enum call_frame_kind)same.kind,
                           strbuf_text(&name), same.file, same.line);
    strbuf_end(&name, &tree->failed);
    return made;
}

/* Levels count by the frame itself: of name'2 it is found by its name. */
static uint32_t own_frame(struct time_tree *time, uint32_t node,
                          uint32_t frame)
{
    struct call_tree *tree = &time->tree;
    unsigned level = 1;
    uint32_t at = frame;

    if (!(time->how & TIME_TREE_LEVELS))
        return frame;
    while (at != CALL_TREE_NONE && level_of(tree, node, at) > 0)
        at = frame_at_level(tree, frame, ++level);
    return at;
}

static void enter_frame(struct time_tree *time, struct caller *caller,
                        uint32_t frame)
{
    int64_t line = time->how & TIME_TREE_LINES ? caller->line : 0;

    if (time->tree.failed || frame == CALL_TREE_NONE)
        return;
    frame = own_frame(time, caller->node, frame);
    caller->node = call_tree_node(&time->tree, caller->node, frame, line);
    caller->line = 0;
    caller->file = "";
}

static struct caller call_program(struct time_tree *time)
{
    struct caller caller = { CALL_TREE_NONE, "", 0 };
    const char *program = time->profile->program;

    enter_frame(time, &caller,
                call_tree_frame(&time->tree, CALL_FRAME_PROGRAM,
                                program == NULL || program[0] == '\0'
                                    ? "program"
                                    : program,
                                "", 0));
    return caller;
}

/* REGION: name \0 file \0 line; of functions, whose key has no file, the note
 * has them once they have been looked up.  The name to show may be another. */
static uint32_t region_frame(struct time_tree *time, uint32_t region)
{
    const struct definitions *table = time->profile->definitions;
    struct definition about =
        definitions_get(table, DEFINITION_REGION, region);
    bool function = function_line_of(table, region) != 0;
    size_t size = function ? about.note_size : about.key_size;
    const char *name =
        size == 0 ? "" : (const char *)(function ? about.note : about.key);
    const char *end = name + size;
    const char *file = end > name ? name + strlen(name) + 1 : end;
    const char *line = file < end ? file + strlen(file) + 1 : end;

    file = file < end ? file : "";
    line = line < end ? line : "";
    return call_tree_frame(&time->tree, CALL_FRAME_REGION,
                           definitions_region_name(table, region), file,
                           strtol(line, NULL, 10));
}

/* Sampled functions have the names that tables give them. */
static bool symbol_at(const struct time_tree *time, bool sampled,
                      uint32_t frame, int i, char *buffer, struct symbol *out)
{
    const struct definitions *table = time->profile->definitions;

    if (!sampled)
        return i < SYMBOLS_MOST &&
               symbols_of_frame(table, frame, i, buffer, NAME_ROOM, out);
    return sampled_symbol(table, frame, i, buffer, NAME_ROOM, out);
}

/* The functions of one frame, those it was inlined into first. */
static void add_functions(struct time_tree *time, uint32_t frame, bool sampled)
{
    char buffer[NAME_ROOM];
    struct symbol symbol;
    int count = 0;

    while (symbol_at(time, sampled, frame, count, buffer, &symbol))
        count++;
    while (count-- > 0) {
        struct path_step step = { .file = "" };

        symbol_at(time, sampled, frame, count, buffer, &symbol);
        step.frame = call_tree_frame(&time->tree, CALL_FRAME_FUNCTION,
                                     symbol.function, symbol.file, 0);
        step.line = symbol.line < 0 ? 0 : (uint32_t)symbol.line;
        step.file = symbol.file;
        time->tree.failed |= !path_steps_add(&time->steps, &step);
    }
}

/* Makes the steps of a path, the outermost first; none without functions. */
static void find_steps(struct time_tree *time, uint32_t path, bool sampled)
{
    const struct definitions *table = time->profile->definitions;
    uint32_t frames[PATH_FRAMES_MOST];
    int count = 0;

    time->steps.count = 0;
    while ((time->how & TIME_TREE_FUNCTIONS) && path != 0 &&
           path < definitions_count(table, DEFINITION_PATH) &&
           count < PATH_FRAMES_MOST) {
        struct definition about =
            definitions_get(table, DEFINITION_PATH, path);

        frames[count++] = about.refs[1];
        path = about.refs[0];
    }
    while (count-- > 0)
        add_functions(time, frames[count], sampled);
}

static void call_steps(struct time_tree *time, struct caller *caller,
                       const struct path_steps *steps, uint32_t from,
                       uint32_t to)
{
    for (; from < to; from++) {
        enter_frame(time, caller, steps->list[from].frame);
        caller->file = steps->list[from].file;
        caller->line = steps->list[from].line;
    }
}

/* A region, from where it was opened: its first `at' steps have been called;
 * *path: the steps of the innermost region so far. */
static uint32_t call_opened(struct time_tree *time, struct caller *caller,
                            uint32_t node, const struct path_steps **path,
                            uint32_t at)
{
    const struct definitions *table = time->profile->definitions;
    uint32_t frame = region_frame(
        time, definitions_get(table, DEFINITION_REGION_NODE, node).refs[1]);
    const struct path_steps *own = NULL;
    uint32_t to = 0;

    if (frame == CALL_TREE_NONE)
        return at;
    if (time->how & TIME_TREE_OPENED)
        to = region_homes_find(&time->homes, node,
                               time->tree.frames[frame].file,
                               (uint32_t)time->tree.frames[frame].line, &own);
    if (own != NULL) {
        call_steps(time, caller, own, at, to);
        *path = own;
    }
    if (to > 0)
        caller->line = time->tree.frames[frame].line;
    enter_frame(time, caller, frame);
    return to > at ? to : at;
}

/* *steps: how many of the path's functions are around the region; of *path,
 * NULL for none. */
static struct caller call_region(struct time_tree *time, uint32_t node,
                                 const struct path_steps **path,
                                 uint32_t *steps)
{
    const struct definitions *table = time->profile->definitions;
    struct caller caller = call_program(time);
    uint32_t nodes[MOST_REGIONS];
    int count = 0;

    *path = NULL;
    *steps = 0;
    while (node != 0 && count < MOST_REGIONS &&
           node < definitions_count(table, DEFINITION_REGION_NODE)) {
        nodes[count++] = node;
        node = definitions_get(table, DEFINITION_REGION_NODE, node).refs[0];
    }
    while (count-- > 0)
        *steps = call_opened(time, &caller, nodes[count], path, *steps);
    return caller;
}

static struct caller region_itself(struct time_tree *time, uint32_t node)
{
    const struct path_steps *path;
    uint32_t steps;

    return call_region(time, node, &path, &steps);
}

/* The functions of a path inside of that region. */
static struct caller call_path(struct time_tree *time,
                               const struct time_tree_place *place)
{
    const struct path_steps *around;
    uint32_t steps, same = 0;
    struct caller caller = call_region(time, place->region, &around, &steps);

    find_steps(time, place->path, place->call == SAMPLED);
    if (around != NULL)
        same = path_steps_common(around, steps, &time->steps);
    if (same > 0) {
        caller.file = time->steps.list[same - 1].file;
        caller.line = time->steps.list[same - 1].line;
    }
    call_steps(time, &caller, &time->steps, same, time->steps.count);
    return caller;
}

/* Time of the caller itself, in the line where it is. */
static void call_own(struct time_tree *time, struct caller *caller)
{
    if ((time->how & TIME_TREE_LINES) && caller->line > 0)
        enter_frame(time, caller,
                    call_tree_frame(&time->tree, CALL_FRAME_OWN, "", "", 0));
}

/* "MPI_Send (heat2d.c:120)" */
static void call_procedure(struct time_tree *time, struct caller *caller,
                           const char *name)
{
    bool apart = (time->how & TIME_TREE_SITES) && caller->file[0] != '\0';
    struct strbuf whole = { 0 };

    strbuf_puts(&whole, name);
    if (apart)
        strbuf_printf(&whole, " (%s)",
                      say_location(caller->file, (int)caller->line).text);
    enter_frame(time, caller,
                call_tree_frame(&time->tree, CALL_FRAME_MPI,
                                strbuf_text(&whole), apart ? caller->file : "",
                                apart ? caller->line : 0));
    strbuf_end(&whole, &time->tree.failed);
}

static uint32_t make_place(struct time_tree *time,
                           const struct time_tree_place *place)
{
    struct caller caller = call_path(time, place);

    if (place->call == SAMPLED)
        call_own(time, &caller);
    else if (place->call == POLLED)
        enter_frame(time, &caller,
                    call_tree_frame(&time->tree, CALL_FRAME_FUNCTION,
                                    "(waiting between polls)", "", 0));
    else
        call_procedure(time, &caller, time->profile->calls[place->call].name);
    return time->tree.failed ? CALL_TREE_NONE : caller.node;
}

/* ---- nodes that were made before ---- */

static struct call_node *place_node(struct time_tree *time, uint32_t region,
                                    uint32_t path, uint32_t call)
{
    const uint32_t key[] = { region, path, call };
    struct time_tree_place *place =
        map_get(&time->places, sizeof(*place), key, sizeof(key));

    if (place == NULL) {
        time->tree.failed = true;
        return NULL;
    }
    if (place->node == 0) {
        uint32_t node = make_place(time, place);

        if (node == CALL_TREE_NONE)
            return NULL;
        place->node = node + 1;
    }
    return &time->tree.nodes[place->node - 1];
}

/* ---- times ---- */

static void add_sizes(struct call_sizes *sizes, const struct row *row,
                      const struct spread *spread)
{
    struct call_sizes more = { row->count, spread->sum, spread->min,
                               spread->max };

    if (spread->min != UINT64_MAX)
        call_sizes_add(sizes, &more);
}

/* The time of those that count. */
static uint64_t add_rows(struct time_tree *time, const struct rank_data *rank)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < rank->row_count; i++) {
        const struct row *row = &rank->rows[i];
        struct call_node *node;

        if (row->call >= time->profile->call_count ||
            time->profile->calls[row->call].class == CALL_CLASS_SETUP)
            continue;
        node = place_node(time, row->region, row->path, row->call);
        if (node == NULL)
            return sum;
        node->own_ns += row->time.sum;
        node->calls += row->count;
        add_sizes(&node->out, row, &row->out);
        add_sizes(&node->in, row, &row->in);
        sum += row->time.sum;
    }
    return sum;
}

/* Gives loops that wait for a message their part of the regions' time. */
static void add_polled(struct time_tree *time, uint32_t rank)
{
    const struct replay_result *replay = time->profile->replay;
    size_t i = replay == NULL ? 0 : replay_result_row(replay, rank);

    for (; replay != NULL && i < replay->row_count &&
           replay->rows[i].rank == rank;
         i++) {
        uint32_t region = replay->sites[replay->rows[i].site].region;
        uint64_t ns =
            replay->rows[i].kind != WAIT_POLLING
                ? 0
                : useful_parts_less(&time->useful, region, replay->rows[i].ns);
        struct call_node *node =
            ns == 0 ? NULL : place_node(time, region, 0, POLLED);

        if (node != NULL)
            node->own_ns += ns;
    }
}

/* Their time outside of MPI. */
static uint64_t add_regions(struct time_tree *time,
                            const struct rank_data *rank)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < rank->region_count; i++) {
        const struct region_data *region = &rank->regions[i];
        uint64_t ns = saturate_less(region->exclusive, region->mpi);
        struct caller there;

        if (region->node == 0)
            continue;
        there = region_itself(time, region->node);
        if (time->tree.failed)
            return sum;
        useful_parts_add(&time->useful, region->node, ns);
        time->tree.nodes[there.node].calls += region->visits;
        sum += ns;
    }
    return sum;
}

/* The call that the rank ended in, as far as rows and regions do not have it:
 * its time is none of its region's. */
static void add_unfinished(struct time_tree *time,
                           const struct rank_data *rank, uint64_t ns,
                           uint64_t excess)
{
    const struct rank_ending *ending = &rank->ending;
    struct call_node *node;

    if (ending->call >= time->profile->call_count)
        return;
    useful_parts_less(&time->useful, ending->region, excess);
    node = ns == 0
               ? NULL
               : place_node(time, ending->region, ending->path, ending->call);
    if (node != NULL)
        node->own_ns += ns;
}

/* The part of useful time that its samples cover. */
static void add_sampled(struct time_tree *time, const struct samples *samples)
{
    useful_parts_count(&time->useful, samples);
    for (size_t i = 0; i < samples->row_count; i++) {
        const struct sample_row *row = &samples->rows[i];
        uint64_t ns = useful_parts_take(&time->useful, row);
        struct call_node *node =
            ns == 0 ? NULL : place_node(time, row->region, row->path, SAMPLED);

        if (node != NULL)
            node->own_ns += ns;
    }
}

/* The rest of the useful time. */
static void add_left(struct time_tree *time)
{
    for (uint32_t i = 0; i < time->useful.count; i++) {
        uint64_t ns = time->useful.regions[i].left;
        struct caller there;

        if (ns == 0)
            continue;
        there = region_itself(time, i);
        if (time->tree.failed)
            return;
        time->tree.nodes[there.node].own_ns += ns;
    }
}

/* The same path in the same region is looked at once. */
static void look_at(struct time_tree *time, uint32_t region, uint32_t path,
                    bool sampled)
{
    const uint32_t key[] = { region, path, LOOKED };
    struct time_tree_place *place =
        map_get(&time->places, sizeof(*place), key, sizeof(key));

    time->tree.failed |= place == NULL;
    if (place == NULL || place->node != 0 || region == 0)
        return;
    place->node = 1;
    find_steps(time, path, sampled);
    region_homes_look(&time->homes, region, &time->steps);
    time->tree.failed |= time->homes.failed;
}

void time_tree_look(struct time_tree *time, const struct rank_data *rank)
{
    for (size_t i = 0; i < rank->row_count; i++)
        look_at(time, rank->rows[i].region, rank->rows[i].path, false);
    for (size_t i = 0; i < rank->samples.row_count; i++)
        if (rank->samples.rows[i].call == SAMPLE_NO_CALL)
            look_at(time, rank->samples.rows[i].region,
                    rank->samples.rows[i].path, true);
}

void time_tree_add(struct time_tree *time, const struct rank_data *rank)
{
    uint64_t useful = rank_data_useful(rank), mpi = rank_data_mpi(rank);
    struct caller program = call_program(time);
    uint64_t regions, rows;

    if (!useful_parts_begin(&time->useful,
                            definitions_count(time->profile->definitions,
                                              DEFINITION_REGION_NODE))) {
        time->tree.failed = true;
        return;
    }
    regions = add_regions(time, rank);
    rows = add_rows(time, rank);
    useful_parts_add(&time->useful, 0, saturate_less(useful, regions));
    add_polled(time, rank->rank);
    if (rank->ending.how != ENDING_FINALIZED)
        add_unfinished(time, rank, saturate_less(mpi, rows),
                       saturate_less(regions, useful));
    if (time->tree.failed)
        return;
    time->tree.nodes[program.node].calls++;
    if (time->how & TIME_TREE_FUNCTIONS)
        add_sampled(time, &rank->samples);
    add_left(time);
}
