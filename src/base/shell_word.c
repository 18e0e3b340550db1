#include "base/shell_word.h"

#include <ctype.h>
#include <string.h>

/* Bytes of UTF-8 need no quotes; a shell takes them as they are. */
static bool is_plain(const char *text)
{
    if (*text == '\0')
        return false;
    for (; *text != '\0'; text++)
        if (!isalnum((unsigned char)*text) && (unsigned char)*text < 0x80 &&
            strchr("_-./:=,+@%^", *text) == NULL)
            return false;
    return true;
}

void shell_word(struct strbuf *out, const char *text)
{
    if (is_plain(text)) {
        strbuf_puts(out, text);
        return;
    }
    strbuf_putc(out, '\'');
    for (; *text != '\0'; text++)
        if (*text == '\'')
            strbuf_puts(out, "'\\''");
        else
            strbuf_putc(out, *text);
    strbuf_putc(out, '\'');
}
