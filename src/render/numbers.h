/*
 * numbers.h - numbers as text.
 *
 * Exact ones for machines, short ones with units for people.
 */
#ifndef RENDER_NUMBERS_H
#define RENDER_NUMBERS_H

#include <stdint.h>

#include "base/strbuf.h"

/* Without the indent, which is for readers of text. */
static inline const char *text_unindented(const char *text)
{
    while (*text == ' ')
        text++;
    return text;
}

/* Seconds with all digits that are not zero: "0.000000012", "3.5". */
void numbers_seconds(struct strbuf *out, uint64_t ns);
/* The shortest form that reads back as the same number; "" if not finite. */
void numbers_double(struct strbuf *out, double value);
/* "0 B", "1.50 MiB" */
void numbers_bytes(struct strbuf *out, uint64_t bytes);

/* A unit of time for a column, by its largest value. */
struct time_unit {
    const char *name; /* "s", "ms", "us" */
    double ns;        /* of one unit */
    int decimals;
};
struct time_unit numbers_time_unit(uint64_t largest_ns);
/* More decimals, up to 4, so that also this value shows two digits. */
void numbers_refine(struct time_unit *unit, uint64_t smallest_ns);
void numbers_time(struct strbuf *out, const struct time_unit *unit,
                  uint64_t ns);

#endif
