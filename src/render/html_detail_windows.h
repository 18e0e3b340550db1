/*
 * html_detail_windows.h - single calls of windows of time, as windows.js of the
 * page reads them.
 *
 * A head names the windows and what is in them, the calls of each are apart,
 * so that the page reads those that it shows.
 * Threads: one owner.  Memory: html_closeups_clear().  Errors: stick in the
 * writers.
 */
#ifndef RENDER_HTML_DETAIL_WINDOWS_H
#define RENDER_HTML_DETAIL_WINDOWS_H

#include "base/bytes.h"
#include "report/charts.h"

struct html_closeups {
    struct bytes_writer head;
    uint32_t count;
    struct bytes_writer *calls; /* of each */
};

/* With so many calls and messages, or a little fewer. */
void html_closeups_make(struct html_closeups *out,
                        const struct pictures *pictures, size_t room);
void html_closeups_clear(struct html_closeups *closeups);
/* Calls and messages there are. */
size_t html_closeups_most(const struct pictures *pictures);

#endif
