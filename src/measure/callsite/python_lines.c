/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/callsite/python_lines.h"

#include <stdbool.h>

struct reading {
    const struct python_lines *lines;
    size_t next; /* byte of the table */
    int end;     /* of the instructions read so far */
    int line;
    bool none; /* they have no line */
};

static bool has_bytes(const struct reading *reading, size_t bytes)
{
    return reading->lines->bytes - reading->next >= bytes;
}

static uint8_t next_byte(struct reading *reading)
{
    return has_bytes(reading, 1) ? reading->lines->table[reading->next++] : 0;
}

/* Pairs of bytes: the step in the bytecode, and the step in lines. */
static int line_by_lnotab(struct reading *reading, int at)
{
    while (has_bytes(reading, 2)) {
        reading->end += next_byte(reading);
        if (reading->end > at)
            break;
        reading->line += (int8_t)next_byte(reading);
    }
    return reading->line;
}

/* Pairs of bytes: a range's length, and the step to its line from the previous
 * range's. */
static int line_by_ranges(struct reading *reading, int at)
{
    enum { NO_LINE = -128 };

    while (has_bytes(reading, 2)) {
        int step;

        reading->end += next_byte(reading);
        step = (int8_t)next_byte(reading);
        reading->line += step == NO_LINE ? 0 : step;
        if (reading->end > at)
            return step == NO_LINE ? 0 : reading->line;
    }
    return 0;
}

/* Six bits a byte, the lowest first. */
static uint32_t next_number(struct reading *reading)
{
    uint32_t value = 0, next;
    int shift = 0;

    do {
        next = next_byte(reading);
        if (shift < 32)
            value |= (next & 63) << shift;
        shift += 6;
    } while (next & 64);
    return value;
}

static int signed_number(struct reading *reading)
{
    uint32_t value = next_number(reading);

    return value & 1 ? -(int)(value >> 1) : (int)(value >> 1);
}

/* Reads the rest of a range with that code; skips columns. */
static void take_range(struct reading *reading, int code)
{
    enum { ONE_LINE = 10, NO_COLUMNS = 13, LONG = 14, NONE = 15 };

    reading->none = code == NONE;
    if (code == NO_COLUMNS || code == LONG) {
        reading->line += signed_number(reading);
        for (int i = 0; code == LONG && i < 3; i++)
            next_number(reading);
    } else if (code >= ONE_LINE && code < NO_COLUMNS) {
        reading->line += code - ONE_LINE;
        next_byte(reading);
        next_byte(reading);
    } else if (code < ONE_LINE) {
        next_byte(reading);
    }
}

/* A range begins with a byte: its code, and how many instructions it has. */
static int line_by_locations(struct reading *reading, int at)
{
    while (has_bytes(reading, 1)) {
        uint8_t first = next_byte(reading);

        reading->end += 2 * ((first & 7) + 1);
        take_range(reading, first >> 3 & 15);
        if (reading->end > at)
            return reading->none ? 0 : reading->line;
    }
    return 0;
}

int python_line_at(const struct python_lines *lines, int at)
{
    struct reading reading = { .lines = lines, .line = lines->first };
    int line = 0;

    if (at < 0)
        return lines->first;
    switch (lines->form) {
    case PYTHON_TABLE_LNOTAB: line = line_by_lnotab(&reading, at); break;
    case PYTHON_TABLE_RANGES: line = line_by_ranges(&reading, at); break;
    case PYTHON_TABLE_LOCATIONS: line = line_by_locations(&reading, at);
    }
    return line > 0 ? line : 0;
}
