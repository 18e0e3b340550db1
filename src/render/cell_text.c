/* SPDX-License-Identifier: BSD-3-Clause */
#include "render/cell_text.h"

#include <string.h>

#include "base/text/escape.h"

void cell_text(struct strbuf *out, const struct column *column,
               const char *text, bool indented)
{
    if (strcmp(column->name, "term") == 0) {
        escape_put(out, text + (indented ? 0 : strspn(text, " ")));
    } else if (strcmp(column->name, "command") == 0) {
        escape_put_words(out, text);
    } else {
        escape_put_name(out, text);
    }
}
