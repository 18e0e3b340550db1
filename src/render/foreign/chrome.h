/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * chrome.h - a time line in the Trace Event Format, for Perfetto and
 * chrome://tracing.
 *
 * Shape: an object with "traceEvents", one event per line.  A rank is a
 * process, its threads are threads; a call, region or kernel is a slice, a
 * message an arrow from slice to slice.
 * Units: ns come in, microseconds with three digits go out.  Threads: any, one
 * strbuf each.  Errors: out of memory sticks in the strbuf.
 */
#ifndef RENDER_FOREIGN_CHROME_H
#define RENDER_FOREIGN_CHROME_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text/strbuf.h"

/* Location of an event. */
struct chrome_place {
    uint32_t rank, thread;
};

/* origin_ns: second 0 of the run; base_ns: what time 0 is since 1970, as other
 * tools write it, too; 0: unknown. */
void chrome_begin(struct strbuf *out, const char *program, uint64_t origin_ns,
                  uint64_t base_ns);
void chrome_rank(struct strbuf *out, uint32_t rank, const char *host);
void chrome_thread(struct strbuf *out, const struct chrome_place *place);
void chrome_named_thread(struct strbuf *out, const struct chrome_place *place,
                         const char *name);
void chrome_end(struct strbuf *out);

/* Prepares the shared part of slices of one kind: name, kind and source
 * location; file and line may be "" and 0. */
void chrome_kind(struct strbuf *out, const char *name, const char *kind,
                 const char *file, int64_t line);

/* Further facts about a slice. */
struct chrome_about {
    uint64_t sent_bytes, received_bytes;
    uint64_t copied_bytes; /* to, from or on an accelerator */
    uint32_t sends, receives;
    uint32_t peer, tag; /* set for a single message */
};

/* kind: from chrome_kind(); about: or NULL. */
void chrome_slice(struct strbuf *out, const struct chrome_place *place,
                  uint64_t begin_ns, uint64_t end_ns, const char *kind,
                  const struct chrome_about *about);
/* Writes one end of a message; id: equal at both ends. */
void chrome_arrow(struct strbuf *out, const struct chrome_place *place,
                  bool begins, uint64_t time_ns, uint64_t id);
/* Sets the value from that time on. */
void chrome_counter(struct strbuf *out, const struct chrome_place *place,
                    const char *name, uint64_t time_ns, double per_second);
/* Writes an event of any other kind; members: a JSON object of all that an event
 * has besides place and time. */
void chrome_other(struct strbuf *out, const struct chrome_place *place,
                  uint64_t time_ns, const char *members);

#endif
