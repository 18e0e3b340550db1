/*
 * calls.h - call trees and graphs in the formats of other programs.
 *
 * Appends to a strbuf of the caller.  Names are spelled as escape.h says, in
 * what each format can hold; in pictures very long ones are cut in their
 * middle. Units: ns in all of them but TAU's, which has microseconds. Threads:
 * any, one strbuf each.  Errors: out of memory sticks in the strbuf, or in
 * tree->failed.
 */
#ifndef RENDER_FOREIGN_CALLS_H
#define RENDER_FOREIGN_CALLS_H

#include "base/json.h"
#include "base/strbuf.h"
#include "model/call_graph.h"
#include "model/call_tree.h"

/* A frame's name, on one line. */
void render_frame(struct strbuf *out, const char *name);

/* A line for each stack: frames with semicolons between, a blank, ns. */
void render_folded(struct strbuf *out, struct call_tree *tree);

/* Begin, any number of profiles, and the end with all their frames. */
void render_speedscope_begin(struct json *json, struct strbuf *out);
void render_speedscope_profile(struct json *json, struct call_tree *tree,
                               const char *name);
void render_speedscope_end(struct json *json, const struct call_tree *tree);

struct dot_node {
    const char *name;  /* spelled */
    double share, own; /* of all; own without what it calls */
    uint64_t calls;
};

struct dot_edge {
    uint32_t from, to;
    double share;
    uint64_t calls;
    bool timed; /* share is known */
};

/* Nodes are known by the number that the caller gives them. */
void render_dot_begin(struct strbuf *out);
void render_dot_node(struct strbuf *out, uint32_t number,
                     const struct dot_node *node);
void render_dot_edge(struct strbuf *out, const struct dot_edge *edge);
void render_dot_end(struct strbuf *out);
/* Of functions and calls with at least that share of all time. */
#define DOT_NODE_LEAST 0.005
#define DOT_EDGE_LEAST 0.001
void render_dot(struct strbuf *out, const struct call_graph *graph);

/* For KCachegrind; of a tree in which no frame is above itself.  command: as a
 * user calls it; version: of mpiprof. */
void render_callgrind(struct strbuf *out, const struct call_graph *graph,
                      const char *command, const char *version);

/* What ParaProf shows of a run besides; NULL, "" or 0: unknown. */
struct tau_run {
    const char *program, *command, *mpi_library, *host;
    uint64_t start_unix_ns;
};

/* One rank for ParaProf and pprof: timers of regions and procedures, the same
 * by who called them, and how many bytes calls moved. */
void render_tau(struct strbuf *out, const struct tau_run *run,
                struct call_tree *tree, const struct call_graph *graph);

#endif
