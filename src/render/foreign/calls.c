/* SPDX-License-Identifier: BSD-3-Clause */
#include "render/foreign/calls.h"

#include "base/text/escape.h"

#define WIDTH_MOST 200

void render_frame(struct strbuf *out, const char *name)
{
    struct strbuf safe = { 0 };

    escape_put(&safe, name);
    escape_put_short(out, strbuf_text(&safe), WIDTH_MOST);
    strbuf_end(&safe, &out->failed);
}
