/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * calls_callgrind.c - the format of callgrind, version 1.
 *
 * Files and functions are referred to by number, with their name the first
 * time, so that no name can be mistaken for syntax.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "base/array_room.h"
#include "base/text/escape.h"
#include "render/foreign/calls.h"

struct files {
    uint32_t *number; /* by frame: the first frame of the same file */
    bool *named;      /* by that */
};

static bool has_name(const struct call_frame *frame)
{
    return frame->file[0] != '\0';
}

/* In a table of their own, whose frames are files. */
static bool find_files(const struct call_tree *tree, struct files *files)
{
    struct call_tree names;

    call_tree_init(&names);
    for (size_t i = 0; i < tree->frame_count && !names.failed; i++)
        files->number[i] = call_tree_frame(&names, CALL_FRAME_PROGRAM,
                                           tree->frames[i].file, "", 0);
    call_tree_clear(&names);
    return !names.failed;
}

/* before: what the name begins with. */
static void put_name(struct strbuf *out, const char *key, uint32_t number,
                     const char *before, const char *name)
{
    strbuf_printf(out, "%s=(%" PRIu32 ")", key, number + 1);
    if (name != NULL) {
        strbuf_printf(out, " %s", before);
        escape_put(out, name);
    }
    strbuf_putc(out, '\n');
}

/* A region often has the name and the file of a function. */
static void put_function_name(struct strbuf *out, const char *key,
                              const struct call_frame *frame, bool *named,
                              uint32_t number)
{
    put_name(out, key, number,
             frame->kind == CALL_FRAME_REGION ? "region " : "",
             named[number] ? NULL : frame->name);
    named[number] = true;
}

static void put_file(struct strbuf *out, const char *key, struct files *files,
                     const struct call_frame *frame, uint32_t number)
{
    uint32_t file = files->number[number];

    put_name(out, key, file, "",
             files->named[file] ? NULL
             : has_name(frame)  ? frame->file
                                : "???");
    files->named[file] = true;
}

/* callgrind_annotate takes the cost of no calls for the caller's own: what was
 * only sampled was called once at least. */
static void put_edge(struct strbuf *out, const struct call_graph *graph,
                     struct files *files, bool *named,
                     const struct call_edge *edge)
{
    const struct call_frame *callee = &graph->tree->frames[edge->callee];

    if (callee->kind == CALL_FRAME_OWN) {
        strbuf_printf(out, "%" PRId64 " %" PRIu64 "\n", edge->line,
                      edge->inclusive_ns);
        return;
    }
    put_file(out, "cfi", files, callee, edge->callee);
    put_function_name(out, "cfn", callee, named, edge->callee);
    strbuf_printf(out,
                  "calls=%" PRIu64 " %" PRId64 "\n%" PRId64 " %" PRIu64 "\n",
                  edge->calls == 0 ? 1 : edge->calls, callee->line, edge->line,
                  edge->inclusive_ns);
}

/* Edges are sorted by who calls; *edge: the first one of this frame. */
static void put_function(struct strbuf *out, const struct call_graph *graph,
                         struct files *files, bool *named, uint32_t number,
                         size_t *edge)
{
    const struct call_frame *frame = &graph->tree->frames[number];

    put_file(out, "fl", files, frame, number);
    put_function_name(out, "fn", frame, named, number);
    strbuf_printf(out, "%" PRId64 " %" PRIu64 "\n", frame->line,
                  graph->own_ns[number]);
    for (; *edge < graph->edge_count && graph->edges[*edge].caller == number;
         ++*edge)
        put_edge(out, graph, files, named, &graph->edges[*edge]);
    strbuf_putc(out, '\n');
}

static void put_functions(struct strbuf *out, const struct call_graph *graph,
                          struct files *files, bool *named)
{
    size_t edge = 0;

    for (uint32_t i = 0; i < graph->tree->frame_count; i++)
        if (graph->tree->frames[i].kind != CALL_FRAME_OWN)
            put_function(out, graph, files, named, i, &edge);
}

void render_callgrind(struct strbuf *out, const struct call_graph *graph,
                      const char *command, const char *version)
{
    size_t count = graph->tree->frame_count + 1;
    struct files files = { calloc(count, sizeof(uint32_t)),
                           calloc(count, sizeof(bool)) };
    bool *named = calloc(count, sizeof(*named));

    strbuf_printf(out,
                  "# callgrind format\nversion: 1\n"
                  "creator: mpiprof-report %s\ncmd: ",
                  version);
    escape_put(out, command);
    strbuf_printf(out,
                  "\npart: 1\npositions: line\n"
                  "event: ns : nanoseconds\nevents: ns\n"
                  "summary: %" PRIu64 "\n\n",
                  graph->all_ns);
    if (files.number != NULL && files.named != NULL && named != NULL &&
        find_files(graph->tree, &files))
        put_functions(out, graph, &files, named);
    else
        out->failed = true;
    strbuf_printf(out, "totals: %" PRIu64 "\n", graph->all_ns);
    FREE_ALL(files.number, files.named, named);
}
