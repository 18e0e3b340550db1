/*
 * numbers.h - numbers as text.
 *
 * Exact ones, for machines; base/human.h has those for people.
 */
#ifndef RENDER_NUMBERS_H
#define RENDER_NUMBERS_H

#include <stdint.h>

#include "base/strbuf.h"

/* Seconds with all digits that are not zero: "0.000000012", "3.5". */
void numbers_seconds(struct strbuf *out, uint64_t ns);
/* The shortest form that reads back as the same number; "" if not finite. */
void numbers_double(struct strbuf *out, double value);

#endif
