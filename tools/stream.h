/*
 * stream.h - output that is too large to be held: written as it is made.
 *
 * Where it goes is as in output.h: a file appears complete or not at all, and
 * what ends the program meanwhile removes what there is of it; links, devices
 * and pipes are written to directly.
 * Threads: one owner; one stream at a time.  Errors: logged once, and stick.
 */
#ifndef TOOLS_STREAM_H
#define TOOLS_STREAM_H

#include <stdbool.h>

#include "base/status.h"
#include "base/strbuf.h"

struct stream;

/* path NULL or "-": standard output.  gzip: compressed. */
enum status stream_open(const char *path, bool gzip, struct stream **out);
/* Takes the text, which is empty then, once there is enough of it. */
enum status stream_take(struct stream *stream, struct strbuf *text);
/* Takes what is left and ends it; status: of what made the text, if it is not
 * STATUS_OK no file appears.  What came of it. */
enum status stream_close(struct stream *stream, struct strbuf *text,
                         enum status status);

#endif
