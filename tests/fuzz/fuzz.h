/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * fuzz.h - what the readers of files are given when they are tested with
 * damaged and hostile ones.
 *
 * One file here for each format: it defines fuzz_one(), which hands the bytes
 * to the reader, goes through all that it makes of them and calls
 * fuzz_check() on what must hold for any bytes.  With libFuzzer (`make fuzz')
 * it is called with ever new bytes, in replay.c with those of the corpus.
 * Threads: one.
 */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The bytes are in memory of exactly that size. */
void fuzz_one(const uint8_t *data, size_t size);

/* Says what does not hold and aborts. */
void fuzz_check(bool holds, const char *what);

/* Memory that a reader takes at once: this much for a file of no bytes, and
 * so much more for every byte (share/doc/robustness.md says the same). */
#define FUZZ_BASE_BYTES (64u << 20)
#define FUZZ_BYTES_PER_BYTE 1024u
/* That much more for this input: a library takes it, not we. */
void fuzz_allow(size_t bytes);

/* Whether these bytes were there before, and so what is made of them; never
 * with libFuzzer, which runs an input again to see the same again. */
bool fuzz_seen(const void *data, size_t size);

/* Log lines are counted instead of printed: how many since fuzz_one() began,
 * and whether the last one has that text in it. */
int fuzz_lines(void);
bool fuzz_said(const char *text);

/* The reader has made something of the bytes: replay.c says of how many, so
 * that a corpus that is only refused is noticed. */
void fuzz_accepted(void);

/* The bytes as a file, for readers that want a path; the same path is made
 * anew with each call. */
const char *fuzz_file(const uint8_t *data, size_t size);

#endif
