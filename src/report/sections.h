/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sections.h - the numbered sections of a report.
 *
 * Threads: constant data.
 */
#ifndef REPORT_SECTIONS_H
#define REPORT_SECTIONS_H

enum {
    SECTION_VERDICT = 1,
    SECTION_RUN,
    SECTION_EFFICIENCY,
    SECTION_RANKS,
    SECTION_PROCEDURES,
    SECTION_SITES,
    SECTION_IMBALANCE,
    SECTION_HOT_SPOTS,
    SECTION_WAITS,
    SECTION_SIZES,
    SECTION_MATRIX,
    SECTION_OBJECTS,
    SECTION_ADVICE,
    SECTION_COMPLETENESS
};

struct section {
    const char *title, *definition;
};

/* Returns the section with that number, or NULL. */
const struct section *section_of(int number);

#endif
