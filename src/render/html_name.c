/* SPDX-License-Identifier: BSD-3-Clause */
#include "render/html_name.h"

#include "base/text/escape.h"

void html_put_name(struct bytes_writer *out, const char *name)
{
    struct strbuf shown = { 0 };

    escape_put_name(&shown, name != NULL ? name : "");
    bytes_put_string(out, strbuf_text(&shown));
    strbuf_end(&shown, &out->failed);
}
