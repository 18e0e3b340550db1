/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * html_name.h - writes a name from the program for the HTML page, with
 * invisible characters spelled out.
 *
 * name: NULL for none.
 * Threads: one owner of the writer.  Memory: none is kept.  Errors: stick in
 * the writer.
 */
#ifndef RENDER_HTML_NAME_H
#define RENDER_HTML_NAME_H

#include "base/bytes.h"

void html_put_name(struct bytes_writer *out, const char *name);

#endif
