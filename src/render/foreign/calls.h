/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * calls.h - call trees and graphs in the formats of other tools.
 *
 * Appends to the caller's strbuf.  Names are spelled as in escape.h, within
 * the limits of each format; in charts very long names are shortened in the
 * middle.
 * Units: ns, except TAU's microseconds.  Threads: any, one strbuf each.
 * Errors: out of memory sticks in the strbuf, or in tree->failed.
 */
#ifndef RENDER_FOREIGN_CALLS_H
#define RENDER_FOREIGN_CALLS_H

#include "base/text/json.h"
#include "base/text/strbuf.h"
#include "model/call_graph.h"
#include "model/call_tree.h"

/* Appends a frame's name, on one line. */
void render_frame(struct strbuf *out, const char *name);

/* Writes a line per stack: frames separated by semicolons, a blank, ns. */
void render_folded(struct strbuf *out, struct call_tree *tree);

/* Write begin, any number of profiles, then end, which has all their
 * frames. */
void render_speedscope_begin(struct json *json, struct strbuf *out);
void render_speedscope_profile(struct json *json, struct call_tree *tree,
                               const char *name);
void render_speedscope_end(struct json *json, const struct call_tree *tree);

struct dot_node {
    const char *name;  /* spelled */
    double share, own; /* fraction of the total; own: exclusive */
    uint64_t calls;
};

struct dot_edge {
    uint32_t from, to;
    double share;
    uint64_t calls;
    bool timed; /* share is valid */
};

/* The caller numbers the nodes. */
void render_dot_begin(struct strbuf *out);
void render_dot_node(struct strbuf *out, uint32_t number,
                     const struct dot_node *node);
void render_dot_edge(struct strbuf *out, const struct dot_edge *edge);
void render_dot_end(struct strbuf *out);
/* Least share of total time for functions and calls to be drawn. */
#define DOT_NODE_LEAST 0.005
#define DOT_EDGE_LEAST 0.001
void render_dot(struct strbuf *out, const struct call_graph *graph);

/* For KCachegrind; the tree must have no recursive frames. command: as a user
 * runs it; version: of mpiprof. */
void render_callgrind(struct strbuf *out, const struct call_graph *graph,
                      const char *command, const char *version);

/* Further facts that ParaProf shows; NULL, "" or 0: unknown. */
struct tau_run {
    const char *program, *command, *mpi_library, *host;
    uint64_t start_unix_ns;
};

/* Writes one rank for ParaProf and pprof: timers of regions and procedures,
 * the same by caller, and bytes moved by calls. */
void render_tau(struct strbuf *out, const struct tau_run *run,
                struct call_tree *tree, const struct call_graph *graph);

#endif
