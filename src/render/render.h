/*
 * render.h - a report as text, JSON, CSV or a page of HTML.
 *
 * Appends to a strbuf of the caller.  Stable order; numbers the same in all
 * formats, in text with fewer digits.  Names may hold anything: all
 * formats spell them alike (base/escape.h).  Tables in parts are for JSON and
 * CSV, and for one time: their rows are gone then.
 * Threads: any, one strbuf each.  Errors: out of memory sticks in the strbuf.
 *
 * Conventions of columns:
 *   - a column without a title is left out of text, and one without any
 *     number but 0, unless it is min_, deviation_ or avoidable_;
 *   - a last text column called "path" gets a line of its own in text;
 *   - times of a table share one unit in text, except those of columns with
 *     "call" in their name, which are times of single calls;
 *   - a column called ..._rank is headed "[rank]";
 *   - a table with `facts' set is a list of facts in text, each of its rows
 *     a column of values.
 */
#ifndef RENDER_RENDER_H
#define RENDER_RENDER_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "report/table.h"

struct render_options {
    int columns;       /* width of text, 80..., 0: 110 */
    bool color;        /* ANSI, text only */
    const char *table; /* only this one, NULL: all */
    /* Of JSON and CSV: told after each row, and may take the text so far; or
     * NULL. */
    void (*row_done)(void *context, struct strbuf *out);
    void *context;
};

void render_text(struct strbuf *out, const struct report *report,
                 const struct render_options *options);
void render_json(struct strbuf *out, const struct report *report,
                 const struct render_options *options);
/* One file with everything in it.  With the pictures of the report, if it has
 * any; the whole of it, whatever `table' says. */
void render_html(struct strbuf *out, const struct report *report,
                 const struct render_options *options);
/* false: built without what makes the page. */
bool render_html_is_there(void);
/* Every table headed by a line "# name"; a single table has no heading. */
void render_csv(struct strbuf *out, const struct report *report,
                const struct render_options *options);

#endif
