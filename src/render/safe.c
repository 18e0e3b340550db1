#include "render/safe.h"

#include <stdint.h>
#include <string.h>

static int continuation_bytes(unsigned char first)
{
    if (first >= 0xc2 && first <= 0xdf)
        return 1;
    if (first >= 0xe0 && first <= 0xef)
        return 2;
    if (first >= 0xf0 && first <= 0xf4)
        return 3;
    return 0;
}

/* Second bytes that would make an overlong form, a surrogate or too much. */
static int second_is_bad(unsigned char first, unsigned char second)
{
    return (first == 0xe0 && second < 0xa0) ||
           (first == 0xed && second > 0x9f) ||
           (first == 0xf0 && second < 0x90) ||
           (first == 0xf4 && second > 0x8f);
}

/* Bytes of the character at `at`; 0: not UTF-8. */
static int character_bytes(const unsigned char *at)
{
    int more = continuation_bytes(at[0]);

    if (at[0] < 0x80)
        return 1;
    if (more == 0)
        return 0;
    for (int i = 1; i <= more; i++)
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    return second_is_bad(at[0], at[1]) ? 0 : more + 1;
}

static void put_control(struct strbuf *out, unsigned char c)
{
    if (c == '\n')
        strbuf_puts(out, "\\n");
    else if (c == '\t')
        strbuf_puts(out, "\\t");
    else if (c == '\r')
        strbuf_puts(out, "\\r");
    else
        strbuf_printf(out, "\\x%02x", c);
}

/* U+0080 to U+009F: terminals take them for commands, too. */
static int is_control(const unsigned char *at, int bytes)
{
    if (bytes == 1)
        return at[0] < 0x20 || at[0] == 0x7f;
    return bytes == 2 && at[0] == 0xc2 && at[1] < 0xa0;
}

void safe_put(struct strbuf *out, const char *text)
{
    const unsigned char *at = (const unsigned char *)text;

    while (*at != '\0') {
        int bytes = character_bytes(at);

        if (bytes == 0)
            strbuf_puts(out, "\xef\xbf\xbd");
        else if (is_control(at, bytes))
            put_control(out, at[bytes - 1]);
        else
            strbuf_add(out, (const char *)at, (size_t)bytes);
        at += bytes == 0 ? 1 : bytes;
    }
}

static int starts_character(char c)
{
    return ((unsigned char)c & 0xc0) != 0x80;
}

int safe_width(const char *text)
{
    int width = 0;

    for (; *text != '\0'; text++)
        width += starts_character(*text);
    return width;
}

/* The text after its first `count` characters. */
static const char *skip(const char *text, int count)
{
    while (*text != '\0' && count > 0) {
        text++;
        count -= starts_character(*text);
    }
    return text;
}

void safe_put_short(struct strbuf *out, const char *text, int width)
{
    int whole = safe_width(text);
    int head, tail;

    if (whole <= width || width < 8) {
        strbuf_add(out, text, (size_t)(skip(text, width) - text));
        return;
    }
    head = (width - 3) / 3;
    tail = width - 3 - head;
    strbuf_add(out, text, (size_t)(skip(text, head) - text));
    strbuf_puts(out, "...");
    strbuf_puts(out, skip(text, whole - tail));
}
