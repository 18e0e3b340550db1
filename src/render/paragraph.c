/* SPDX-License-Identifier: BSD-3-Clause */
#include "render/paragraph.h"

#include "base/text/utf8.h"
#include "base/text/escape.h"

void text_end_line(struct strbuf *out)
{
    while (out->length > 0 && out->text[out->length - 1] == ' ')
        strbuf_truncate(out, out->length - 1);
    strbuf_putc(out, '\n');
}

/* Blanks after numbers keep them together with their units. */
static bool is_digit_before(const char *text, size_t at)
{
    return at > 0 && text[at - 1] >= '0' && text[at - 1] <= '9';
}

/* Bytes of text that go on a line of `width` columns: cut at a blank, or in a
 * word that is longer than a line. */
static size_t line_bytes(const char *text, int width)
{
    size_t bytes = 0, blank = 0;
    int used = 0;

    while (text[bytes] != '\0') {
        uint32_t code = 0;
        int size = utf8_read(text + bytes, &code);

        if (text[bytes] == ' ' && !is_digit_before(text, bytes))
            blank = bytes;
        used += size == 0 ? 1 : utf8_width(code);
        if (used > width && bytes > 0)
            return blank > 0 ? blank : bytes;
        bytes += size == 0 ? 1 : (size_t)size;
    }
    return bytes;
}

void text_wrapped(struct strbuf *out, int indent, const char *text, int width)
{
    for (;;) {
        size_t bytes = line_bytes(text, width);

        strbuf_add(out, text, bytes);
        text += bytes;
        while (*text == ' ')
            text++;
        text_end_line(out);
        if (*text == '\0')
            return;
        strbuf_pad(out, ' ', indent);
    }
}

void text_paragraph(struct strbuf *out, const char *first, const char *text,
                    int columns)
{
    int indent = escape_width(first);

    strbuf_puts(out, first);
    text_wrapped(out, indent, text, columns - indent);
}
