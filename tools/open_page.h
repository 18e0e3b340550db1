/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * open_page.h - shows a file in the user's browser.
 *
 * Errors: logged, one line.
 */
#ifndef TOOLS_OPEN_PAGE_H
#define TOOLS_OPEN_PAGE_H

#include "base/status.h"
#include "base/text/strbuf.h"

/* Default path of a run's HTML report: appends "report.html" in the run's
 * directory. */
void open_page_place(const char *run, struct strbuf *out);
/* Uses the first command of BROWSER that works, or xdg-open or open.  A
 * command still running after two seconds is a browser that stays, and is left
 * alone. */
enum status open_page(const char *path);

#endif
