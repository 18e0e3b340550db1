/*
 * html_name.h - a name of the program's in the bytes of a page: what cannot be
 * seen is spelt.
 *
 * name: NULL for none.  Threads: one owner of the writer.  Memory: none is
 * kept.  Errors: stick in the writer.
 */
#ifndef RENDER_HTML_NAME_H
#define RENDER_HTML_NAME_H

#include "base/bytes.h"

void html_put_name(struct bytes_writer *out, const char *name);

#endif
