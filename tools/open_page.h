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
/* With the program that BROWSER names, or xdg-open or open; waits until it has
 * passed the page on. */
enum status open_page(const char *path);

#endif
