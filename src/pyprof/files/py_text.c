/* SPDX-License-Identifier: BSD-3-Clause */
#include "pyprof/files/py_text.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "base/text/affix.h"
#include "base/text/utf8.h"

#define ZERO "\xc0\x80"
#define KERNEL "/ipykernel_"
#define ADDRESS " at 0x"

static bool is_plain(const unsigned char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (bytes[i] == 0 || bytes[i] >= 0x80)
            return false;
    return true;
}

/* Bytes of the surrogate that begins at text, or 0. */
static int surrogate_length(const unsigned char *text)
{
    return text[0] == 0xed && (text[1] & 0xe0) == 0xa0 &&
                   (text[2] & 0xc0) == 0x80
               ? 3
               : 0;
}

static void put_lost_byte(struct strbuf *out, unsigned char byte)
{
    unsigned code = 0xdc00u + byte;

    strbuf_putc(out, (char)0xed);
    strbuf_putc(out, (char)(0x80 | (code >> 6 & 0x3f)));
    strbuf_putc(out, (char)(0x80 | (code & 0x3f)));
}

static void take_slowly(struct strbuf *out, const char *text, size_t length)
{
    const char *end = text + length;

    while (text < end) {
        uint32_t code;
        int bytes;

        if (*text == '\0') {
            strbuf_puts(out, ZERO);
            text++;
            continue;
        }
        bytes = utf8_read(text, &code);
        if (bytes == 0)
            bytes = surrogate_length((const unsigned char *)text);
        if (bytes == 0)
            put_lost_byte(out, (unsigned char)*text);
        else
            strbuf_add(out, text, (size_t)bytes);
        text += bytes == 0 ? 1 : bytes;
    }
}

void py_text_take(struct strbuf *out, const void *bytes, size_t length)
{
    struct strbuf copy = { 0 };

    if (is_plain(bytes, length)) {
        strbuf_add(out, bytes, length);
        return;
    }
    strbuf_add(&copy, bytes, length);
    if (copy.failed)
        out->failed = true;
    else
        take_slowly(out, copy.text, length);
    strbuf_clear(&copy);
}

void py_text_give(struct strbuf *out, const char *text)
{
    const char *zero;

    while ((zero = strstr(text, ZERO)) != NULL) {
        strbuf_add(out, text, (size_t)(zero - text));
        strbuf_putc(out, '\0');
        text = zero + strlen(ZERO);
    }
    strbuf_puts(out, text);
}

void py_text_without_address(struct strbuf *out, const char *name)
{
    const char *found;

    if (name[0] == '<')
        while ((found = strstr(name, ADDRESS)) != NULL) {
            const char *digits = found + strlen(ADDRESS), *end = digits;

            while (isxdigit((unsigned char)*end))
                end++;
            strbuf_add(out, name,
                       (size_t)((end == digits ? end : found) - name));
            name = end;
        }
    strbuf_puts(out, name);
}

/* The last folder of a path goes, unless there is none; false: there is none, or
 * it is unknown. */
static bool drop_folder(struct strbuf *out, size_t begin)
{
    size_t length = out->length;

    while (length > begin && out->text[length - 1] != '/')
        length--;
    if (length == out->length || strcmp(out->text + length, "..") == 0)
        return false;
    strbuf_truncate(out, length > begin ? length - 1 : begin);
    return true;
}

/* Appends a path without "." and "x/..", as they are spelled: symbolic links are
 * not looked up. */
static void put_plain_path(struct strbuf *out, const char *path)
{
    bool rooted = path[0] == '/';
    size_t begin;

    if (rooted)
        strbuf_putc(out, '/');
    begin = out->length;
    while (*path != '\0' && !out->failed) {
        size_t length = strcspn(path, "/");
        bool up = length == 2 && starts_with(path, "..");

        if (length > 0 && !(length == 1 && *path == '.') &&
            !(up && (drop_folder(out, begin) || rooted))) {
            if (out->length > begin)
                strbuf_putc(out, '/');
            strbuf_add(out, path, length);
        }
        path += length + (path[length] == '/');
    }
}

void py_text_same_file(struct strbuf *out, const char *path)
{
    const char *kernel = strstr(path, KERNEL), *end;
    struct strbuf same = { 0 };
    size_t before = out->length;

    if (kernel != NULL) {
        end = kernel + sizeof(KERNEL) - 1;
        end += strspn(end, "0123456789");
        if (*end == '/') {
            strbuf_add(&same, path,
                       (size_t)(kernel - path) + sizeof(KERNEL) - 2);
            path = end;
        }
    }
    strbuf_puts(&same, path);
    if (same.failed)
        out->failed = true;
    else
        put_plain_path(out, strbuf_text(&same));
    if (out->length == before)
        strbuf_puts(out, strbuf_text(&same));
    strbuf_clear(&same);
}
