/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * render.h - renders a report as text, JSON, CSV or HTML.
 *
 * Appends to the caller's strbuf.  Stable order; numbers are the same in all
 * formats, in text with fewer digits.  Names may contain anything: all formats
 * spell them alike (base/text/escape.h).  Tables in parts work in JSON and CSV, and
 * only once: their rows are consumed.
 * Threads: any, one strbuf each.  Errors: out of memory sticks in the strbuf.
 *
 * Conventions of columns:
 *   - a column without a title is left out of text, and so is one with no
 *     number other than 0, unless it is min_, deviation_ or avoidable_, and so
 *     are columns at the right for which there is no room;
 *   - a last text column called "path" gets a line of its own in text;
 *   - times of a table share one unit in text, except for columns with
 *     "call" in their name, which are times of single calls;
 *   - a column called ..._rank is headed "[rank]";
 *   - a table with `facts' set is a list of facts in text, each of its rows
 *     a column of values.
 */
#ifndef RENDER_RENDER_H
#define RENDER_RENDER_H

#include <stdbool.h>

#include "base/text/strbuf.h"
#include "report/table.h"

/* Limits of a short report: rows of a table, for the analysis, and lines. */
#define RENDER_BRIEF_ROWS 5
#define RENDER_BRIEF_LINES 80

struct render_options {
    int columns;       /* width of text, 40..., 0: 100 */
    int lines;         /* text: most lines of a short report; 0: all
                        * sections */
    const char *more;  /* a sentence at the end of a short report, or NULL */
    bool color;        /* ANSI, text only */
    const char *table; /* only this table, NULL: all */
    /* JSON and CSV: called after each row, may take the text so far; or
     * NULL */
    void (*row_done)(void *context, struct strbuf *out);
    void *context;
};

void render_text(struct strbuf *out, const struct report *report,
                 const struct render_options *options);
void render_json(struct strbuf *out, const struct report *report,
                 const struct render_options *options);
/* One self-contained file, with the report's charts, if any; always the whole
 * report, whatever `table' says. */
void render_html(struct strbuf *out, const struct report *report,
                 const struct render_options *options);
/* False: built without the HTML page. */
bool render_html_is_there(void);
/* Each table follows a line "# name"; a single table has no such line. */
void render_csv(struct strbuf *out, const struct report *report,
                const struct render_options *options);

#endif
