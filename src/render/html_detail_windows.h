/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * html_detail_windows.h - encodes single calls of time windows for windows.js
 * of the HTML page.
 *
 * A head lists the windows and their contents; the calls of each window are
 * separate, so that the page decodes only those shown. Threads: one owner.
 * Memory: html_detail_windows_clear().  Errors: stick in the writers.
 */
#ifndef RENDER_HTML_DETAIL_WINDOWS_H
#define RENDER_HTML_DETAIL_WINDOWS_H

#include "base/bytes.h"
#include "report/charts.h"

struct html_detail_windows {
    struct bytes_writer head;
    uint32_t count;
    struct bytes_writer *calls; /* per window */
};

/* Encodes at most `room' calls and messages. */
void html_detail_windows_make(struct html_detail_windows *out,
                              const struct charts *charts, size_t room);
void html_detail_windows_clear(struct html_detail_windows *detail_windows);
/* Number of calls and messages available. */
size_t html_detail_windows_most(const struct charts *charts);

#endif
