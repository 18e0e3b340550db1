/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * html_detail_windows.h - encodes single calls of time windows for windows.js
 * of the HTML page.
 *
 * A head lists the windows and their contents; the calls of each window and of
 * each tile are separate, so that the page decodes only those shown.  Use:
 * html_detail_windows_make(), then html_detail_windows_tile() for some tiles,
 * html_detail_windows_end() and html_detail_windows_levels().
 * Threads: one owner.  Memory: html_detail_windows_clear().  Errors: stick in
 * the writers.
 */
#ifndef RENDER_HTML_DETAIL_WINDOWS_H
#define RENDER_HTML_DETAIL_WINDOWS_H

#include "base/bytes.h"
#include "report/charts.h"

struct html_detail_windows {
    struct bytes_writer head;
    uint32_t count;
    struct bytes_writer *calls; /* per window */
    const struct charts *charts;
    uint32_t *positions; /* of a site among those that are written, + 1 */
    uint32_t *comms;     /* same for communicators */
};

/* Encodes windows, at most `room' calls and messages of them, and the names that
 * they and all tiles use. */
void html_detail_windows_make(struct html_detail_windows *out,
                              const struct charts *charts, size_t room);
void html_detail_windows_clear(struct html_detail_windows *windows);
/* Number of calls and messages available in windows. */
size_t html_detail_windows_most(const struct charts *charts);
/* The calls of a tile. */
void html_detail_windows_tile(const struct html_detail_windows *windows,
                              uint32_t tile, struct bytes_writer *out);
/* Ends the head: kept tells which tiles are in the page; whether levels are. */
void html_detail_windows_end(struct html_detail_windows *windows,
                             const bool *kept, bool levels);
/* Times in bins, each of `step' of the finest ones, without those of tiles that
 * are kept. */
void html_detail_windows_levels(const struct html_detail_windows *windows,
                                const bool *kept, uint32_t step,
                                struct bytes_writer *out);

#endif
