/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/text/shell_word.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/text/utf8.h"

/* Whether the text can be shown as it is. */
static bool can_be_seen(const char *text)
{
    uint32_t code;
    int size;

    for (; *text != '\0'; text += size) {
        size = utf8_read(text, &code);
        if (size == 0 || utf8_is_hidden(code))
            return false;
    }
    return true;
}

/* Letters of UTF-8 need no quotes; a shell takes them as they are. */
static bool is_plain(const char *text)
{
    if (*text == '\0' || !can_be_seen(text))
        return false;
    for (; *text != '\0'; text++)
        if (!isalnum((unsigned char)*text) && (unsigned char)*text < 0x80 &&
            strchr("_-./:=,+@%^", *text) == NULL)
            return false;
    return true;
}

/* Within single quotes. */
static void put_quoted(struct strbuf *out, const char *text)
{
    for (; *text != '\0'; text++)
        if (*text == '\'')
            strbuf_puts(out, "'\\''");
        else
            strbuf_putc(out, *text);
}

/* Byte by byte, as not every shell knows \u, and three digits, as in \x some
 * take what follows for more digits. */
static void put_spelled(struct strbuf *out, const char *text)
{
    while (*text != '\0') {
        uint32_t code;
        int size = utf8_read(text, &code);
        bool seen = size > 0 && !utf8_is_hidden(code);

        if (*text == '\'' || *text == '\\')
            strbuf_printf(out, "\\%c", *text);
        else if (seen)
            strbuf_add(out, text, (size_t)size);
        for (int i = 0; !seen && i < (size == 0 ? 1 : size); i++)
            strbuf_printf(out, "\\%03o", (unsigned char)text[i]);
        text += size == 0 ? 1 : size;
    }
}

void shell_word(struct strbuf *out, const char *text)
{
    if (is_plain(text)) {
        strbuf_puts(out, text);
        return;
    }
    if (can_be_seen(text)) {
        strbuf_putc(out, '\'');
        put_quoted(out, text);
    } else {
        strbuf_puts(out, "$'");
        put_spelled(out, text);
    }
    strbuf_putc(out, '\'');
}
