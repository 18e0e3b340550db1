/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * json.c - outer levels get a line per element, inner ones share a line, so
 * that a row of a table is one line.
 */
#include "base/text/json.h"

#include <math.h>
#include <stddef.h>

#include "base/text/numbers.h"
#include "base/text/utf8.h"

#define DEPTH_MOST 32 /* of struct json */
#define DEPTH_LINES 4 /* levels whose elements have lines of their own */

void json_init(struct json *json, struct strbuf *out)
{
    *json = (struct json){ .out = out };
    json->first[0] = true;
}

static bool *first_here(struct json *json)
{
    int depth = json->depth < DEPTH_MOST ? json->depth : DEPTH_MOST - 1;

    return &json->first[depth];
}

static void new_line(struct json *json)
{
    strbuf_putc(json->out, '\n');
    strbuf_pad(json->out, ' ', 2 * json->depth);
}

/* Separates the element before from the next one. */
static void separate_value(struct json *json)
{
    bool *first = first_here(json);

    if (json->after_key) {
        json->after_key = false;
        return;
    }
    if (!*first)
        strbuf_putc(json->out, ',');
    if (json->depth > 0 && json->depth <= DEPTH_LINES)
        new_line(json);
    else if (!*first)
        strbuf_putc(json->out, ' ');
    *first = false;
}

void json_open(struct json *json, char bracket)
{
    separate_value(json);
    strbuf_putc(json->out, bracket);
    json->depth++;
    *first_here(json) = true;
    if (json->depth >= DEPTH_MOST)
        json->out->failed = true;
}

void json_close(struct json *json, char bracket)
{
    bool empty = *first_here(json);

    json->depth--;
    if (!empty && json->depth < DEPTH_LINES)
        new_line(json);
    strbuf_putc(json->out, bracket);
    if (json->depth == 0)
        strbuf_putc(json->out, '\n');
}

static void put_ascii(struct strbuf *out, char c)
{
    if (c == '"' || c == '\\') {
        strbuf_putc(out, '\\');
        strbuf_putc(out, c);
    } else if (c == '\n') {
        strbuf_puts(out, "\\n");
    } else if (c == '\t') {
        strbuf_puts(out, "\\t");
    } else if ((unsigned char)c < ' ' || c == 127) {
        strbuf_printf(out, "\\u%04x", (unsigned)(unsigned char)c);
    } else {
        strbuf_putc(out, c);
    }
}

static void put_quoted(struct strbuf *out, const char *text)
{
    strbuf_putc(out, '"');
    while (*text != '\0') {
        uint32_t code;
        int size = utf8_read(text, &code);

        if (size == 1)
            put_ascii(out, *text);
        else if (size == 0)
            strbuf_puts(out, "\xef\xbf\xbd");
        else
            strbuf_add(out, text, (size_t)size);
        text += size == 0 ? 1 : size;
    }
    strbuf_putc(out, '"');
}

struct json *json_key(struct json *json, const char *key)
{
    separate_value(json);
    put_quoted(json->out, key);
    strbuf_puts(json->out, ": ");
    json->after_key = true;
    return json;
}

void json_string(struct json *json, const char *text)
{
    if (text == NULL) {
        json_null(json);
        return;
    }
    separate_value(json);
    put_quoted(json->out, text);
}

void json_unsigned(struct json *json, uint64_t value)
{
    separate_value(json);
    strbuf_printf(json->out, "%llu", (unsigned long long)value);
}

void json_signed(struct json *json, int64_t value)
{
    separate_value(json);
    strbuf_printf(json->out, "%lld", (long long)value);
}

void json_double(struct json *json, double value)
{
    if (!isfinite(value)) {
        json_null(json);
        return;
    }
    separate_value(json);
    numbers_double(json->out, value);
}

void json_number(struct json *json, const char *digits)
{
    separate_value(json);
    strbuf_puts(json->out, digits);
}

void json_null(struct json *json)
{
    separate_value(json);
    strbuf_puts(json->out, "null");
}
