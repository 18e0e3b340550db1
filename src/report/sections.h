/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sections.h - the sections of a report, in its order.
 *
 * Threads: constant data.
 */
#ifndef REPORT_SECTIONS_H
#define REPORT_SECTIONS_H

enum {
    SECTION_VERDICT = 1,
    SECTION_CAUSES,
    SECTION_EFFICIENCY,
    SECTION_RANKS,
    SECTION_TIME,
    SECTION_WAITS,
    SECTION_COMMUNICATION,
    SECTION_RESOURCES,
    SECTION_RUN,
    SECTION_COMPLETENESS
};

struct section {
    const char *title, *definition;
};

/* Returns the section with that number, or NULL. */
const struct section *section_of(int number);

#endif
