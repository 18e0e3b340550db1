/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * cell_text.h - the text of a cell as shown in every format.
 *
 * Names are spelled as in escape.h.  A column named "term" is indented by
 * blanks, which only text shows; a column named "command" is quoted for a
 * shell, with the shell's own escapes.
 */
#ifndef RENDER_CELL_TEXT_H
#define RENDER_CELL_TEXT_H

#include <stdbool.h>

#include "base/text/strbuf.h"
#include "report/table.h"

void cell_text(struct strbuf *out, const struct column *column,
               const char *text, bool indented);

#endif
