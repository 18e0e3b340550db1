/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * bytes.h - little-endian encoding into and out of memory.
 *
 * A writer grows its buffer; a reader walks over memory it does not own.
 * Numbers are LEB128 (7 bits per byte, low bits first); doubles and fixed
 * words have 8 bytes; sized data, such as strings, follows its length in
 * bytes.
 * Errors: stick in `failed' (out of memory; a read past the end; a number of
 * more than 64 bits), so one test at the end suffices; a failed read returns
 * 0.
 */
#ifndef BASE_BYTES_H
#define BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bytes_writer {
    uint8_t *data;
    size_t size, room;
    bool failed;
};

void bytes_writer_init(struct bytes_writer *out);
void bytes_writer_clear(struct bytes_writer *out);
void bytes_put(struct bytes_writer *out, const void *data, size_t size);
void bytes_put_number(struct bytes_writer *out, uint64_t value);
/* Puts one number after the other; PUT_NUMBERS() takes them as arguments. */
void bytes_put_list(struct bytes_writer *out, const uint64_t *values,
                    size_t count);
#define PUT_NUMBERS(out, ...)                                  \
    bytes_put_list(out, (const uint64_t[]){ __VA_ARGS__ },     \
                   sizeof((const uint64_t[]){ __VA_ARGS__ }) / \
                       sizeof(uint64_t))
void bytes_put_signed(struct bytes_writer *out, int64_t value); /* zigzag */
void bytes_put_fixed32(struct bytes_writer *out, uint32_t value);
void bytes_put_fixed64(struct bytes_writer *out, uint64_t value);
void bytes_put_double(struct bytes_writer *out, double value);
void bytes_put_sized(struct bytes_writer *out, const void *data, size_t size);
void bytes_put_string(struct bytes_writer *out, const char *text);

struct bytes_reader {
    const uint8_t *data;
    size_t size, at;
    bool failed;
};

void bytes_reader_init(struct bytes_reader *in, const void *data, size_t size);
/* Returns a pointer to the next size bytes; NULL (and failed) past the end. */
const void *bytes_get(struct bytes_reader *in, size_t size);
uint64_t bytes_get_number(struct bytes_reader *in);
/* Gets one number after the other; GET_NUMBERS() takes their addresses. */
void bytes_get_list(struct bytes_reader *in, uint64_t *const *values,
                    size_t count);
#define GET_NUMBERS(in, ...)                                    \
    bytes_get_list(in, (uint64_t *const[]){ __VA_ARGS__ },      \
                   sizeof((uint64_t *const[]){ __VA_ARGS__ }) / \
                       sizeof(uint64_t *))
/* Reads a number below limit (at most 2^32); a larger number sets failed. */
uint32_t bytes_get_below(struct bytes_reader *in, uint64_t limit);
int64_t bytes_get_signed(struct bytes_reader *in);
uint32_t bytes_get_fixed32(struct bytes_reader *in);
uint64_t bytes_get_fixed64(struct bytes_reader *in);
double bytes_get_double(struct bytes_reader *in);
/* Returns the data after its size, in the reader's memory; NULL if failed. */
const void *bytes_get_sized(struct bytes_reader *in, size_t *size);
/* Returns a copy that the caller frees; NULL if failed. */
char *bytes_get_string(struct bytes_reader *in);
/* Reads a count of items of at least least_bytes each.  Fails if the rest is
 * too short for them, so that a damaged file never makes us allocate
 * gigabytes. */
size_t bytes_get_count(struct bytes_reader *in, size_t least_bytes);

#endif
