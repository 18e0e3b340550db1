/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/text/escape.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/text/utf8.h"

static int spell_hidden(uint32_t code, char out[SAFE_MOST])
{
    if (code == '\n')
        return snprintf(out, SAFE_MOST, "\\n");
    if (code == '\t')
        return snprintf(out, SAFE_MOST, "\\t");
    if (code == '\r')
        return snprintf(out, SAFE_MOST, "\\r");
    if (code < 0x80)
        return snprintf(out, SAFE_MOST, "\\x%02x", (unsigned)code);
    return snprintf(out, SAFE_MOST, code < 0x10000 ? "\\u%04x" : "\\U%08x",
                    (unsigned)code);
}

int escape_next(const char **at, bool exact, char out[SAFE_MOST])
{
    uint32_t code;
    const char *text = *at;
    int size = utf8_read(text, &code);

    *at += size == 0 ? 1 : size;
    if (size == 0)
        return snprintf(out, SAFE_MOST, "\\x%02x", (unsigned char)text[0]);
    if (utf8_is_hidden(code))
        return spell_hidden(code, out);
    memcpy(out, text, (size_t)size);
    if (code == '\\' && exact)
        out[size++] = '\\';
    return size;
}

static void text_put(struct strbuf *out, const char *text, bool exact)
{
    char piece[SAFE_MOST];

    while (*text != '\0') {
        int size = escape_next(&text, exact, piece);

        strbuf_add(out, piece, (size_t)size);
    }
}

void escape_put(struct strbuf *out, const char *text)
{
    text_put(out, text, true);
}

void escape_put_words(struct strbuf *out, const char *text)
{
    text_put(out, text, false);
}

void escape_put_name(struct strbuf *out, const char *name)
{
    bool ends_blank;

    if (name[0] == ' ') {
        strbuf_puts(out, "\\x20");
        name++;
    }
    ends_blank = name[0] != '\0' && name[strlen(name) - 1] == ' ';
    text_put(out, name, true);
    if (ends_blank && !out->failed) {
        strbuf_truncate(out, out->length - 1);
        strbuf_puts(out, "\\x20");
    }
}

/* The number in exactly `digits' of hexadecimal; -1: it is none. */
static int64_t parse_hexadecimal(const char *text, int digits)
{
    int64_t sum = 0;

    for (int i = 0; i < digits; i++) {
        const char *all = "0123456789abcdef";
        const char *digit = text[i] == '\0' ? NULL : strchr(all, text[i]);

        if (digit == NULL)
            return -1;
        sum = 16 * sum + (digit - all);
    }
    return sum;
}

static int read_letter(const char *at, int digits, char out[4])
{
    int64_t code = parse_hexadecimal(at + 2, digits);

    return code <= 0 || code > 0x10ffff ? 0 : utf8_write((uint32_t)code, out);
}

/* Decodes a backslash and the letters after it: how many bytes they are, and
 * how many were spelled; 0: nothing. */
static int read_spelled(const char *at, char out[4], int *length)
{
    static const char letters[] = "n\nt\tr\r\\\\";
    const char *found = at[1] == '\0' ? NULL : strchr(letters, at[1]);
    int64_t byte;

    *length = 2;
    if (found != NULL && (found - letters) % 2 == 0) {
        out[0] = found[1];
        return 1;
    }
    *length = at[1] == 'x' ? 4 : at[1] == 'u' ? 6 : 10;
    if (at[1] == 'u' || at[1] == 'U')
        return read_letter(at, *length - 2, out);
    byte = at[1] == 'x' ? parse_hexadecimal(at + 2, 2) : -1;
    out[0] = (char)byte;
    return byte > 0;
}

void escape_restore(struct strbuf *out, const char *spelled)
{
    while (*spelled != '\0') {
        char bytes[4] = { *spelled };
        int length = 1;
        int size =
            *spelled == '\\' ? read_spelled(spelled, bytes, &length) : 1;

        if (size == 0) {
            bytes[0] = '\\';
            size = length = 1;
        }
        strbuf_add(out, bytes, (size_t)size);
        spelled += length;
    }
}

/* Bytes and columns of the next character. */
static int measure_next(const char *text, int *width)
{
    uint32_t code;
    int size = utf8_read(text, &code);

    *width = size == 0 ? 1 : utf8_width(code);
    return size == 0 ? 1 : size;
}

/* The text after as many of its first characters as fit into `width'
 * columns, which then are those that they need. */
static const char *skip_width(const char *text, int *width)
{
    int used = 0, here;

    while (*text != '\0') {
        int size = measure_next(text, &here);

        if (used + here > *width)
            break;
        used += here;
        text += size;
    }
    *width = used;
    return text;
}

int escape_width(const char *text)
{
    int width = INT32_MAX / 2;

    skip_width(text, &width);
    return width;
}

int escape_put_short(struct strbuf *out, const char *text, int width)
{
    bool dots = escape_width(text) > width && width >= 8;

    width -= dots ? 3 : 0;
    strbuf_add(out, text, (size_t)(skip_width(text, &width) - text));
    strbuf_puts(out, dots ? "..." : "");
    return width + (dots ? 3 : 0);
}

/* The bracket of "function (folder/file.py:12)"; NULL: none. */
static const char *place_of(const char *text)
{
    const char *open = strrchr(text, '(');
    size_t length = strlen(text);

    if (open == NULL || open - text < 2 || open[-1] != ' ' ||
        text[length - 1] != ')' ||
        (open[1] != '<' && strchr(open, ' ') != NULL))
        return NULL;
    return open;
}

/* The function, and what is left of its place; false: that is too wide. */
static bool put_call(struct strbuf *out, const char *text, const char *place,
                     const char *dots, const char *rest, int *width)
{
    struct strbuf call = { 0 };
    bool fits;

    strbuf_printf(&call, "%.*s(%s%s", (int)(place - text), text, dots, rest);
    fits = escape_width(strbuf_text(&call)) <= *width;
    if (fits) {
        *width = escape_width(strbuf_text(&call));
        strbuf_puts(out, strbuf_text(&call));
    }
    strbuf_end(&call, &out->failed);
    return fits;
}

int escape_put_call(struct strbuf *out, const char *text, int width)
{
    const char *place = place_of(text), *at = place, *line;
    struct strbuf name = { 0 };

    if (place == NULL || escape_width(text) <= width)
        return escape_put_short(out, text, width);
    while ((at = strchr(at + 1, '/')) != NULL)
        if (put_call(out, text, place, "...", at, &width))
            return width;
    at = strrchr(place, '/');
    if (put_call(out, text, place, "", at != NULL ? at + 1 : place + 1,
                 &width))
        return width;
    line = strrchr(place, ':');
    if (line != NULL && put_call(out, text, place, "...", line, &width))
        return width;
    strbuf_add(&name, text, (size_t)(place - text) - 1);
    width = escape_put_short(out, strbuf_text(&name), width);
    strbuf_end(&name, &out->failed);
    return width;
}
