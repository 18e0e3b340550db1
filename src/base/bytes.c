/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * bytes.c - the encoding is the same on every machine: bytes are shifted, not
 * copied.
 */
#include "base/bytes.h"

#include <stdlib.h>
#include <string.h>

void bytes_writer_init(struct bytes_writer *out)
{
    *out = (struct bytes_writer){ 0 };
}

void bytes_writer_clear(struct bytes_writer *out)
{
    free(out->data);
    bytes_writer_init(out);
}

static bool reserve_room(struct bytes_writer *out, size_t size)
{
    size_t room = out->room == 0 ? 256 : out->room;
    uint8_t *data;

    if (out->failed || size > SIZE_MAX / 4 - out->size) {
        out->failed = true;
        return false;
    }
    while (room < out->size + size)
        room *= 2;
    if (room == out->room)
        return true;
    data = realloc(out->data, room);
    if (data == NULL) {
        out->failed = true;
        return false;
    }
    out->data = data;
    out->room = room;
    return true;
}

void bytes_put(struct bytes_writer *out, const void *data, size_t size)
{
    if (!reserve_room(out, size) || size == 0)
        return;
    memcpy(out->data + out->size, data, size);
    out->size += size;
}

void bytes_put_number(struct bytes_writer *out, uint64_t value)
{
    uint8_t *at;

    if (!reserve_room(out, 10))
        return;
    at = out->data + out->size;
    for (; value >= 0x80; value >>= 7)
        *at++ = (uint8_t)(value | 0x80);
    *at++ = (uint8_t)value;
    out->size = (size_t)(at - out->data);
}

void bytes_put_list(struct bytes_writer *out, const uint64_t *values,
                    size_t count)
{
    for (size_t i = 0; i < count; i++)
        bytes_put_number(out, values[i]);
}

void bytes_put_signed(struct bytes_writer *out, int64_t value)
{
    bytes_put_number(out,
                     ((uint64_t)value << 1) ^ (value < 0 ? UINT64_MAX : 0));
}

static void put_fixed(struct bytes_writer *out, uint64_t value, size_t size)
{
    if (!reserve_room(out, size))
        return;
    for (size_t i = 0; i < size; i++)
        out->data[out->size++] = (uint8_t)(value >> (8 * i));
}

void bytes_put_fixed32(struct bytes_writer *out, uint32_t value)
{
    put_fixed(out, value, 4);
}

void bytes_put_fixed64(struct bytes_writer *out, uint64_t value)
{
    put_fixed(out, value, 8);
}

void bytes_put_double(struct bytes_writer *out, double value)
{
    uint64_t word;

    memcpy(&word, &value, sizeof(word));
    bytes_put_fixed64(out, word);
}

void bytes_put_sized(struct bytes_writer *out, const void *data, size_t size)
{
    bytes_put_number(out, size);
    bytes_put(out, data, size);
}

void bytes_put_string(struct bytes_writer *out, const char *text)
{
    bytes_put_sized(out, text, strlen(text));
}

void bytes_reader_init(struct bytes_reader *in, const void *data, size_t size)
{
    *in = (struct bytes_reader){ .data = data, .size = size };
}

const void *bytes_get(struct bytes_reader *in, size_t size)
{
    const void *found;

    if (in->failed || size > in->size - in->at) {
        in->failed = true;
        return NULL;
    }
    found = in->data + in->at;
    in->at += size;
    return found;
}

uint64_t bytes_get_number(struct bytes_reader *in)
{
    uint64_t value = 0;

    for (unsigned shift = 0; shift < 64 && !in->failed; shift += 7) {
        const uint8_t *byte = bytes_get(in, 1);

        if (byte == NULL)
            return 0;
        if (shift == 63 && *byte > 1)
            break; /* more than 64 bits */
        value |= (uint64_t)(*byte & 0x7f) << shift;
        if (*byte < 0x80)
            return value;
    }
    in->failed = true;
    return 0;
}

void bytes_get_list(struct bytes_reader *in, uint64_t *const *values,
                    size_t count)
{
    for (size_t i = 0; i < count; i++)
        *values[i] = bytes_get_number(in);
}

uint32_t bytes_get_below(struct bytes_reader *in, uint64_t limit)
{
    uint64_t value = bytes_get_number(in);

    if (value >= limit) {
        in->failed = true;
        return 0;
    }
    return (uint32_t)value;
}

int64_t bytes_get_signed(struct bytes_reader *in)
{
    uint64_t value = bytes_get_number(in);

    return (int64_t)((value >> 1) ^ (value & 1 ? UINT64_MAX : 0));
}

static uint64_t get_fixed(struct bytes_reader *in, size_t size)
{
    const uint8_t *at = bytes_get(in, size);
    uint64_t value = 0;

    if (at == NULL)
        return 0;
    for (size_t i = 0; i < size; i++)
        value |= (uint64_t)at[i] << (8 * i);
    return value;
}

uint32_t bytes_get_fixed32(struct bytes_reader *in)
{
    return (uint32_t)get_fixed(in, 4);
}

uint64_t bytes_get_fixed64(struct bytes_reader *in)
{
    return get_fixed(in, 8);
}

double bytes_get_double(struct bytes_reader *in)
{
    uint64_t word = bytes_get_fixed64(in);
    double value;

    memcpy(&value, &word, sizeof(value));
    return value;
}

const void *bytes_get_sized(struct bytes_reader *in, size_t *size)
{
    *size = bytes_get_count(in, 1);
    return bytes_get(in, *size);
}

char *bytes_get_string(struct bytes_reader *in)
{
    size_t length;
    const char *text = bytes_get_sized(in, &length);
    char *copy;

    if (text == NULL || memchr(text, '\0', length) != NULL) {
        in->failed = true;
        return NULL;
    }
    copy = malloc(length + 1);
    if (copy == NULL) {
        in->failed = true;
        return NULL;
    }
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

size_t bytes_get_count(struct bytes_reader *in, size_t least_bytes)
{
    uint64_t count = bytes_get_number(in);

    if (in->failed || count > (in->size - in->at) / least_bytes) {
        in->failed = true;
        return 0;
    }
    return (size_t)count;
}
