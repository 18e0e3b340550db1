/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * html_source.h - lines of source code, as bytes for the HTML page.
 *
 * Invisible characters are spelled out, in names as JSON has them.
 * Threads: one owner of the writer.  Memory: none is kept.  Errors: stick in
 * the writer.
 */
#ifndef RENDER_HTML_SOURCE_H
#define RENDER_HTML_SOURCE_H

#include "base/bytes.h"
#include "report/source_text.h"

void html_source(struct bytes_writer *out, const struct source_text *text);

#endif
