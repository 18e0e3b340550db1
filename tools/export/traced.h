/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * traced.h - exports a trace as a time line; private to the exporting files.
 *
 * Shape: traced.c visits the calls of rank after rank, twice;
 * traced_regions.c tracks the regions of a thread, traced_messages.c matches
 * sends and receives as messages; traced_streams.c writes streams, once.
 * Units: ns after the first event.  Threads: one owner.  Memory: open items;
 * traced.c frees them.  Errors: stick in traced->status.
 */
#ifndef TOOLS_EXPORT_TRACED_H
#define TOOLS_EXPORT_TRACED_H

#include "base/progress_line.h"
#include "render/foreign/chrome.h"
#include "tools/export/export.h"
#include "tools/export/flows.h"

#define TRACED_DEEPEST 256
#define TRACED_COUNTERS PROFILE_COUNTERS

struct region_open {
    uint32_t node;
    uint64_t begin;
};

/* A thread of the current rank. */
struct lane {
    struct chrome_place place;
    struct replay_stream stream;
    struct replay_call call;
    const struct replay_op *ops;
    bool more; /* call and ops are valid */
    uint64_t last;
    struct region_open open[TRACED_DEEPEST];
    uint32_t depth;
    uint64_t counted_at, counted[TRACED_COUNTERS];
    bool counting;
};

struct traced {
    const struct exported *run;
    const struct replay_log *log;
    struct stream *stream;
    struct strbuf *text;
    bool *chosen;   /* by rank */
    char **sites;   /* shared parts of their slices, made on demand */
    char **regions; /* by REGION_NODE */
    size_t region_count;
    struct flows flows;
    struct map receives; /* struct flow_request */
    uint64_t origin;     /* second 0 of the run */
    uint64_t from, to;   /* the window */
    uint64_t shift;      /* is added to all times that are written */
    bool writing;        /* in the second pass */
    uint64_t done, all;  /* calls in both passes */
    struct progress_line line;
    enum status status;
};

void traced_no_memory(struct traced *trace);
/* Whether any part is between --from and --to. */
static inline bool traced_shows(const struct traced *trace, uint64_t begin,
                                uint64_t end)
{
    return begin <= trace->to && end >= trace->from;
}
/* Takes the text, which becomes *place. */
const char *traced_keep(struct traced *trace, char **place,
                        struct strbuf *text);
/* The shared part of the slices of a site of the log, made on demand. */
const char *traced_site(struct traced *trace, uint32_t number,
                        const char *kind);
/* Reads the lane's next call. */
void traced_next(struct traced *trace, struct lane *lane);

/* Processes region operations of a lane's call; node: the region of the call,
 * or of the time after the last call. */
void traced_regions(struct traced *trace, struct lane *lane, uint32_t node);
/* Closes all open regions at that time. */
void traced_close(struct traced *trace, struct lane *lane, uint64_t time);

/* Writes the ends of messages in a call. */
void traced_messages(struct traced *trace, const struct lane *lane);
/* Stores number and size of the messages. */
void traced_about(const struct lane *lane, struct chrome_about *about);
/* The bytes of a message. */
uint64_t traced_bytes(const struct replay_op *op);

/* Writes the kernels and copies of that location of the log.  They are in
 * rows, threads from *place on; then *place is the next one. */
void traced_stream(struct traced *trace, uint32_t location, const char *name,
                   struct chrome_place *place);

#endif
