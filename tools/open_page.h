/*
 * open_page.h - shows a file in the user's browser.
 *
 * Errors: logged, one line.
 */
#ifndef TOOLS_OPEN_PAGE_H
#define TOOLS_OPEN_PAGE_H

#include "base/status.h"
#include "base/strbuf.h"

/* Where the page of a run goes unless its user says: appends "report.html" in
 * the directory of the run. */
void open_page_place(const char *run, struct strbuf *out);
/* With the first command of BROWSER that can, or with xdg-open or open.  One that
 * has not ended after two seconds is a browser that stays, and is left alone. */
enum status open_page(const char *path);

#endif
