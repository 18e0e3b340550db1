/*
 * summary.h - summary.txt and the closing lines, on rank 0.
 *
 * Both come from the profile file just written, by the functions that
 * mpiprof-report uses, so that they cannot disagree with it.
 */
#ifndef MEASURE_SUMMARY_H
#define MEASURE_SUMMARY_H

/* verbose 0: no lines on standard error. */
void summary_write(const char *directory, const char *profile_path,
                   int verbose);

#endif
