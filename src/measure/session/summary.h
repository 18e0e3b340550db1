/*
 * summary.h - summary.txt and the closing lines, on rank 0.
 *
 * Both come from the profile file just written, by the functions that
 * mpiprof-report uses, so that they cannot disagree with it.
 */
#ifndef MEASURE_SESSION_SUMMARY_H
#define MEASURE_SESSION_SUMMARY_H

#include <stdbool.h>

/* Where there is no room for summary.txt, the closing line says so.  page: also
 * report.html; a line says why there is none. */
void summary_write(const char *directory, const char *profile_path,
                   bool page);

#endif
