/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * progress_line.h - a progress line on a terminal.
 *
 * Appears on standard error if that is a terminal and the work takes longer
 * than a second, updates a few times per second, and disappears at the end.
 * Threads: one owner.
 */
#ifndef BASE_PROGRESS_LINE_H
#define BASE_PROGRESS_LINE_H

#include <stdbool.h>

#include "base/progress.h"
#include "base/text/strbuf.h"

struct progress_line {
    struct progress progress;  /* for the worker */
    const char *what, *things; /* "reading the trace", "events" */
    double begin_s, shown_s;   /* private clock; shown_s: time of the last
                                * update */
    bool on_terminal, is_shown;
};

void progress_line_begin(struct progress_line *line, const char *what,
                         const char *things);
void progress_line_end(struct progress_line *line);

/* "reading the trace: 42 %, 12.3 million events/s, 8 s left" */
void progress_line_text(struct strbuf *out, const struct progress_line *line,
                        uint64_t done, uint64_t total, double seconds);

#endif
