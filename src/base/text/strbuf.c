/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * strbuf.c - grows by doubling.
 */
#include "base/text/strbuf.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void strbuf_init(struct strbuf *buffer)
{
    *buffer = (struct strbuf){ 0 };
}

void strbuf_clear(struct strbuf *buffer)
{
    free(buffer->text);
    strbuf_init(buffer);
}

void strbuf_end(struct strbuf *buffer, bool *failed)
{
    *failed |= buffer->failed;
    strbuf_clear(buffer);
}

/* Room for length more characters and the NUL. */
static bool reserve_room(struct strbuf *buffer, size_t length)
{
    size_t room = buffer->room == 0 ? 64 : buffer->room;
    char *text;

    if (buffer->failed || length > SIZE_MAX / 4 - buffer->length) {
        buffer->failed = true;
        return false;
    }
    while (room < buffer->length + length + 1)
        room *= 2;
    if (room == buffer->room)
        return true;
    text = realloc(buffer->text, room);
    if (text == NULL) {
        buffer->failed = true;
        return false;
    }
    buffer->text = text;
    buffer->room = room;
    return true;
}

void strbuf_truncate(struct strbuf *buffer, size_t length)
{
    if (length >= buffer->length)
        return;
    buffer->length = length;
    buffer->text[length] = '\0';
}

void strbuf_add(struct strbuf *buffer, const char *text, size_t length)
{
    if (!reserve_room(buffer, length))
        return;
    if (length > 0)
        memcpy(buffer->text + buffer->length, text, length);
    buffer->length += length;
    buffer->text[buffer->length] = '\0';
}

void strbuf_puts(struct strbuf *buffer, const char *text)
{
    strbuf_add(buffer, text, strlen(text));
}

void strbuf_putc(struct strbuf *buffer, char c)
{
    strbuf_add(buffer, &c, 1);
}

void strbuf_pad(struct strbuf *buffer, char c, int times)
{
    if (times <= 0 || !reserve_room(buffer, (size_t)times))
        return;
    memset(buffer->text + buffer->length, c, (size_t)times);
    buffer->length += (size_t)times;
    buffer->text[buffer->length] = '\0';
}

void strbuf_vprintf(struct strbuf *buffer, const char *format, va_list list)
{
    va_list again;
    int length;

    va_copy(again, list);
    length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length < 0)
        buffer->failed = true;
    else if (reserve_room(buffer, (size_t)length)) {
        vsnprintf(buffer->text + buffer->length, (size_t)length + 1, format,
                  list);
        buffer->length += (size_t)length;
    }
}

void strbuf_printf(struct strbuf *buffer, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    strbuf_vprintf(buffer, format, list);
    va_end(list);
}

const char *strbuf_text(const struct strbuf *buffer)
{
    return buffer->text == NULL ? "" : buffer->text;
}
