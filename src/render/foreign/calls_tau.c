/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * calls_tau.c - profile.N.0.0 of TAU.
 *
 * A timer is a line: "name" calls subroutines exclusive inclusive 0
 * GROUP="..."; a name with " => " is a call path.  TAU's readers skip timers
 * without calls, so an unfinished call counts as one.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/array_room.h"
#include "base/text/escape.h"
#include "render/foreign/calls.h"

static const char *group_of(const struct call_frame *frame)
{
    return frame->kind == CALL_FRAME_MPI ? "MPI" : "TAU_USER";
}

/* Nothing in a name may end its quotes or make it a path. */
static void put_text(struct strbuf *out, const char *text)
{
    struct strbuf shown = { 0 };

    escape_put(&shown, text);
    for (const char *at = strbuf_text(&shown); *at != '\0'; at++)
        if (*at == '"')
            strbuf_puts(out, "\\x22");
        else if (at[0] == '=' && at[1] == '>')
            strbuf_puts(out, "\\x3d");
        else
            strbuf_putc(out, *at);
    strbuf_end(&shown, &out->failed);
}

/* As TAU calls such timers. */
static void put_name(struct strbuf *out, const struct call_frame *frame)
{
    if (frame->kind == CALL_FRAME_PROGRAM) {
        strbuf_puts(out, ".TAU application");
        return;
    }
    put_text(out, frame->name);
    if (frame->kind == CALL_FRAME_MPI) {
        strbuf_puts(out, "()");
    } else if (frame->line > 0) {
        strbuf_puts(out, " [{");
        put_text(out, frame->file);
        strbuf_printf(out, "} {%" PRId64 "}]", frame->line);
    }
}

/* ns as microseconds, exactly. */
static void put_us(struct strbuf *out, uint64_t ns)
{
    strbuf_printf(out, " %" PRIu64 ".%03u", ns / 1000, (unsigned)(ns % 1000));
}

/* whole: to the nearest microsecond, without a point. */
static void put_numbers(struct strbuf *out, bool whole, uint64_t calls,
                        uint64_t below, uint64_t own_ns, uint64_t inclusive_ns)
{
    strbuf_printf(out, " %" PRIu64 " %" PRIu64, calls, below);
    if (whole) {
        strbuf_printf(out, " %" PRIu64 " %" PRIu64, (own_ns + 500) / 1000,
                      (inclusive_ns + 500) / 1000);
    } else {
        put_us(out, own_ns);
        put_us(out, inclusive_ns);
    }
    strbuf_puts(out, " 0 GROUP=\"");
}

/* ---- what is known of the run ---- */

/* Lines may be 64 KiB long. */
#define VALUE_MOST 200

static void put_xml(struct strbuf *out, const char *text)
{
    for (; *text != '\0'; text++)
        if (*text == '<')
            strbuf_puts(out, "&lt;");
        else if (*text == '>')
            strbuf_puts(out, "&gt;");
        else if (*text == '&')
            strbuf_puts(out, "&amp;");
        else
            strbuf_putc(out, *text);
}

static void put_fact(struct strbuf *out, const char *name, const char *value)
{
    struct strbuf safe = { 0 }, cut = { 0 };

    if (value == NULL || value[0] == '\0')
        return;
    escape_put(&safe, value);
    escape_put_short(&cut, strbuf_text(&safe), VALUE_MOST);
    strbuf_printf(out, "<attribute><name>%s</name><value>", name);
    put_xml(out, strbuf_text(&cut));
    strbuf_puts(out, "</value></attribute>");
    strbuf_end(&safe, &out->failed);
    strbuf_end(&cut, &out->failed);
}

/* Under the names that TAU gives them. */
static void put_metadata(struct strbuf *out, const struct tau_run *run)
{
    char start[24] = "";

    if (run->start_unix_ns > 0)
        snprintf(start, sizeof(start), "%" PRIu64, run->start_unix_ns / 1000);
    strbuf_puts(out, "<metadata>");
    put_fact(out, "Metric Name", "TIME");
    put_fact(out, "Executable", run->program);
    put_fact(out, "Command Line", run->command);
    put_fact(out, "Hostname", run->host);
    put_fact(out, "MPI Library", run->mpi_library);
    put_fact(out, "Starting Timestamp", start);
    strbuf_puts(out, "</metadata>");
}

/* ---- timers ---- */

struct timers {
    struct strbuf *out;
    struct call_tree *tree;
    const struct call_graph *graph;
    uint64_t *node_ns;            /* with all below it */
    uint64_t *node_below, *below; /* calls by node and by frame */
    uint64_t *calls;              /* of a frame */
    uint32_t *path;
    size_t path_room;
};

/* Hatchet reads no fractions in the line of the program. */
static void put_timer(struct timers *timers, uint32_t frame)
{
    const struct call_frame *about = &timers->tree->frames[frame];

    strbuf_putc(timers->out, '"');
    put_name(timers->out, about);
    strbuf_putc(timers->out, '"');
    put_numbers(timers->out, about->kind == CALL_FRAME_PROGRAM,
                timers->calls[frame], timers->below[frame],
                timers->graph->own_ns[frame],
                timers->graph->inclusive_ns[frame]);
    strbuf_printf(timers->out, "%s\"\n", group_of(about));
}

/* A call that did not end counts. */
static uint64_t node_calls(const struct timers *timers, size_t node)
{
    uint64_t calls = timers->tree->nodes[node].calls;

    return calls == 0 && timers->node_ns[node] > 0 ? 1 : calls;
}

static void put_path(struct timers *timers, uint32_t node)
{
    const struct call_node *about = &timers->tree->nodes[node];
    size_t depth =
        call_tree_path(timers->tree, node, &timers->path, &timers->path_room);

    strbuf_putc(timers->out, '"');
    for (size_t i = 0; i < depth; i++) {
        uint32_t frame = timers->tree->nodes[timers->path[i]].frame;

        strbuf_puts(timers->out, i == 0 ? "" : " => ");
        put_name(timers->out, &timers->tree->frames[frame]);
    }
    strbuf_putc(timers->out, '"');
    put_numbers(timers->out, false, node_calls(timers, node),
                timers->node_below[node], about->own_ns,
                timers->node_ns[node]);
    strbuf_printf(timers->out, "TAU_CALLPATH | %s\"\n",
                  group_of(&timers->tree->frames[about->frame]));
}

/* Functions that only other ranks have called are missing. */
static bool frame_is_there(const struct timers *timers, uint32_t frame)
{
    return timers->graph->calls[frame] > 0 ||
           timers->graph->inclusive_ns[frame] > 0;
}

static bool path_is_there(const struct timers *timers, uint32_t node)
{
    return timers->tree->nodes[node].parent != CALL_TREE_NONE &&
           (timers->tree->nodes[node].calls > 0 || timers->node_ns[node] > 0);
}

static void put_timers(struct timers *timers, const struct tau_run *run)
{
    size_t count = 0;

    for (uint32_t i = 0; i < timers->tree->frame_count; i++)
        count += frame_is_there(timers, i);
    for (uint32_t i = 0; i < timers->tree->node_count; i++)
        count += path_is_there(timers, i);
    strbuf_printf(timers->out,
                  "%zu templated_functions_MULTI_TIME\n"
                  "# Name Calls Subrs Excl Incl ProfileCalls # ",
                  count);
    put_metadata(timers->out, run);
    strbuf_putc(timers->out, '\n');
    for (uint32_t i = 0; i < timers->tree->frame_count; i++)
        if (frame_is_there(timers, i))
            put_timer(timers, i);
    for (uint32_t i = 0; i < timers->tree->node_count; i++)
        if (path_is_there(timers, i))
            put_path(timers, i);
}

/* ---- bytes of calls ---- */

struct moved {
    struct call_sizes out, in;
};

/* Squares are unknown: with those of equal sizes the deviation is 0. */
static void put_sizes(struct strbuf *out, const char *what,
                      const struct call_frame *frame,
                      const struct call_sizes *sizes)
{
    double mean = (double)sizes->sum / (double)sizes->calls;

    strbuf_printf(out, "\"%s : ", what);
    put_name(out, frame);
    strbuf_printf(out, "\" %" PRIu64 " %" PRIu64 " %" PRIu64 " %.16G %.16G\n",
                  sizes->calls, sizes->max, sizes->min, mean,
                  mean * mean * (double)sizes->calls);
}

static size_t count_sizes(const struct moved *moved, size_t count)
{
    size_t sum = 0;

    for (size_t i = 0; i < count; i++)
        sum += (moved[i].out.sum > 0) + (size_t)(moved[i].in.sum > 0);
    return sum;
}

static void put_moved(struct strbuf *out, const struct call_tree *tree)
{
    struct moved *moved = calloc(tree->frame_count + 1, sizeof(*moved));

    if (moved == NULL) {
        out->failed = true;
        return;
    }
    for (size_t i = 0; i < tree->node_count; i++) {
        const struct call_node *node = &tree->nodes[i];

        call_sizes_add(&moved[node->frame].out, &node->out);
        call_sizes_add(&moved[node->frame].in, &node->in);
    }
    strbuf_printf(out,
                  "%zu userevents\n"
                  "# eventname numevents max min mean sumsqr\n",
                  count_sizes(moved, tree->frame_count));
    for (size_t i = 0; i < tree->frame_count; i++) {
        if (moved[i].out.sum > 0)
            put_sizes(out, "Bytes sent per call", &tree->frames[i],
                      &moved[i].out);
        if (moved[i].in.sum > 0)
            put_sizes(out, "Bytes received per call", &tree->frames[i],
                      &moved[i].in);
    }
    free(moved);
}

/* ---- a rank ---- */

static void count_calls(struct timers *timers)
{
    const struct call_tree *tree = timers->tree;

    for (size_t i = 0; i < tree->node_count; i++) {
        const struct call_node *node = &tree->nodes[i];
        uint64_t calls = node_calls(timers, i);

        timers->calls[node->frame] += calls;
        if (node->parent == CALL_TREE_NONE)
            continue;
        timers->node_below[node->parent] += calls;
        timers->below[tree->nodes[node->parent].frame] += calls;
    }
}

void render_tau(struct strbuf *out, const struct tau_run *run,
                struct call_tree *tree, const struct call_graph *graph)
{
    struct timers timers = {
        .out = out,
        .tree = tree,
        .graph = graph,
        .node_ns = call_tree_inclusive(tree),
        .node_below = calloc(tree->node_count + 1, sizeof(uint64_t)),
        .below = calloc(tree->frame_count + 1, sizeof(uint64_t)),
        .calls = calloc(tree->frame_count + 1, sizeof(uint64_t)),
    };

    if (timers.node_ns != NULL && timers.node_below != NULL &&
        timers.below != NULL && timers.calls != NULL) {
        count_calls(&timers);
        put_timers(&timers, run);
        strbuf_puts(out, "0 aggregates\n");
        put_moved(out, tree);
    } else {
        out->failed = true;
    }
    FREE_ALL(timers.node_ns, timers.node_below, timers.below, timers.calls,
             timers.path);
}
