/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * fuzz_main.h - between the two programs that call a format and fuzz.c.
 */
#ifndef TESTS_FUZZ_FUZZ_MAIN_H
#define TESTS_FUZZ_FUZZ_MAIN_H

#include <stddef.h>
#include <stdint.h>

/* fuzz_one() with lines counted anew. */
void fuzz_call(const uint8_t *data, size_t size);
/* How often fuzz_accepted() was called. */
int fuzz_accepted_count(void);

#endif
