/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * stream.h - output where the user wants it, even if it is too large for memory:
 * it is written as it is produced.
 *
 * A file appears complete or not at all: it is written under another name in
 * the same folder and renamed, and a terminating signal removes the partial
 * file.  Links, devices and pipes are written directly.
 * Threads: one owner; one stream at a time.  Errors: logged once, and stick.
 */
#ifndef TOOLS_STREAM_H
#define TOOLS_STREAM_H

#include <stdbool.h>

#include "base/status.h"
#include "base/text/strbuf.h"

struct stream;

/* path NULL or "-": standard output.  gzip: compressed. */
enum status stream_open(const char *path, bool gzip, struct stream **out);
/* Takes the text, and empties it, once there is enough. */
enum status stream_take(struct stream *stream, struct strbuf *text);
/* The same, as render_options.row_done. */
void stream_row_done(void *stream, struct strbuf *text);
/* Writes the rest and closes the stream; status: of the text's producer, no
 * file appears unless STATUS_OK.  Returns the overall status. */
enum status stream_close(struct stream *stream, struct strbuf *text,
                         enum status status);
/* Writes finished text, and empties it. */
enum status stream_write(const char *path, struct strbuf *text);

#endif
