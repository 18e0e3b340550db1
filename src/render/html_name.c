/* SPDX-License-Identifier: BSD-3-Clause */
#include "render/html_parts.h"

#include "base/text/escape.h"

void html_put_text(struct bytes_writer *out, const char *text,
                   void (*escape)(struct strbuf *out, const char *text))
{
    struct strbuf shown = { 0 };

    escape(&shown, text != NULL ? text : "");
    bytes_put_string(out, strbuf_text(&shown));
    strbuf_end(&shown, &out->failed);
}

void html_put_name(struct bytes_writer *out, const char *name)
{
    html_put_text(out, name, escape_put_name);
}
