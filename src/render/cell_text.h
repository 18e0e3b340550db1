/*
 * cell_text.h - the text of a cell as it is shown: the same in all formats.
 *
 * Names are spelled as escape.h says.  A column called "term" is indented by
 * blanks, which only text shows; one called "command" is written as a shell
 * reads it, which has its own way to spell things.
 */
#ifndef RENDER_CELL_TEXT_H
#define RENDER_CELL_TEXT_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "report/table.h"

void cell_text(struct strbuf *out, const struct column *column,
               const char *text, bool indented);

#endif
