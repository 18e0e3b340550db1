/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * noun.h - how much of something each rank had: what the module is for, in one
 * sentence.
 *
 * Shape: one amount per rank, by world rank.
 * Units: bytes.  Threads: one owner.
 * Memory: only noun_create() allocates; the caller destroys *out.
 * Errors: logged where they happen; an output is written on STATUS_OK only.
 */
#ifndef FOLDER_NOUN_H
#define FOLDER_NOUN_H

#include <stdint.h>

#include "base/status.h"

struct noun; /* its fields are in noun.c */

/* All zero. */
enum status noun_create(uint32_t ranks, struct noun **out);
void noun_destroy(struct noun *noun); /* NULL does nothing */
/* Ranks that there are not are left out. */
void noun_add(struct noun *noun, uint32_t rank, uint64_t bytes);
uint64_t noun_bytes(const struct noun *noun, uint32_t rank);

#endif
