/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * visits.h - what a test program expects of the regions that it opens.
 *
 * A program says how often each region was entered and how long it was in it, by
 * its own clock, which is virtual (tests/virtual): marks and calls of functions
 * take no time.  At its end each rank writes PREFIX.RANK.tsv (path, visits,
 * seconds) for check_regions.py.  Paths as the report spells them.
 * Threads: one.  Errors: end the program with status 1.
 */
#ifndef TESTS_E2E_PROGRAMS_VISITS_H
#define TESTS_E2E_PROGRAMS_VISITS_H

/* These are no functions of the program that is measured. */
#define NOT_MEASURED __attribute__((no_instrument_function))

/* Of CLOCK_MONOTONIC. */
NOT_MEASURED double seconds(void);
NOT_MEASURED void sleep_ms(int ms);

NOT_MEASURED void visits(const char *path, int count, double time);
NOT_MEASURED void visits_write(const char *prefix, int rank);

/* One visit: begin, body and end are statements. */
#define VISIT(path, begin, body, end)                   \
    do {                                                \
        double visit_begin = seconds();                 \
                                                        \
        begin;                                          \
        body;                                           \
        end;                                            \
        visits((path), 1, seconds() - visit_begin);     \
    } while (0)

#endif
