/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * numbers.h - exact numbers as text, for machines.
 *
 * human.h formats numbers for people.
 */
#ifndef BASE_TEXT_NUMBERS_H
#define BASE_TEXT_NUMBERS_H

#include <stdint.h>

#include "base/text/strbuf.h"

/* Seconds without trailing zeros: "0.000000012", "3.5". */
void numbers_seconds(struct strbuf *out, uint64_t ns);
/* Shortest form that reads back as the same number; "" if not finite. */
void numbers_double(struct strbuf *out, double value);

#endif
