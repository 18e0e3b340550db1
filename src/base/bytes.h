/*
 * bytes.h - little-endian encoding into and out of memory.
 *
 * A writer grows; a reader walks over memory of somebody else.  Numbers are
 * LEB128 (7 bits a byte, low first); doubles and fixed words are 8 bytes; what
 * is sized, as texts are, has the number of its bytes before it.
 * Errors: stick in `failed` (out of memory; read past the end or a number of
 * more than 64 bits), so one test at the end suffices; a failed read gives 0.
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
/* A pointer to the next size bytes, or NULL (and failed) past the end. */
const void *bytes_get(struct bytes_reader *in, size_t size);
uint64_t bytes_get_number(struct bytes_reader *in);
/* A number below limit (at most 2^32); others fail the reader. */
uint32_t bytes_get_below(struct bytes_reader *in, uint64_t limit);
int64_t bytes_get_signed(struct bytes_reader *in);
uint32_t bytes_get_fixed32(struct bytes_reader *in);
uint64_t bytes_get_fixed64(struct bytes_reader *in);
double bytes_get_double(struct bytes_reader *in);
/* What is there after its size, in the reader's memory; NULL when failed. */
const void *bytes_get_sized(struct bytes_reader *in, size_t *size);
/* A copy that the caller frees; NULL when failed. */
char *bytes_get_string(struct bytes_reader *in);
/* A count of things that take at least least_bytes each: fails when that
 * many cannot be left, so that damage never makes us allocate gigabytes. */
size_t bytes_get_count(struct bytes_reader *in, size_t least_bytes);

#endif
