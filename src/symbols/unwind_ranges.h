/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * unwind_ranges.h - where functions of a file without symbols start, by its
 * .eh_frame_hdr, which strip leaves.
 *
 * Threads: one owner.  Memory: points into the file that the caller holds open.
 * Errors: a table that is missing, damaged or of another encoding has no
 * functions.
 */
#ifndef SYMBOLS_UNWIND_RANGES_H
#define SYMBOLS_UNWIND_RANGES_H

#include <gelf.h>
#include <stdbool.h>
#include <stdint.h>

struct unwind_ranges {
    const unsigned char *starts; /* pairs of words: function, unwind table */
    uint32_t count;
    uint64_t base; /* address that the words are relative to */
    bool swapped;  /* the other byte order */
};

void unwind_ranges_init(struct unwind_ranges *ranges, Elf *elf);
/* Stores the start of the last function that starts at or before this address of
 * the file; false: there is none. */
bool unwind_ranges_find(const struct unwind_ranges *ranges, uint64_t address,
                        uint64_t *start);

#endif
