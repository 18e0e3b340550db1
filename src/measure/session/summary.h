/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * summary.h - writes summary.txt and the closing lines, on rank 0.
 *
 * Both come from the profile file just written, by the functions of
 * mpiprof-report, so that they cannot disagree with it.
 */
#ifndef MEASURE_SESSION_SUMMARY_H
#define MEASURE_SESSION_SUMMARY_H

#include <stdbool.h>

/* Without room for summary.txt, the closing line says so. page: also writes
 * report.html, or a line with the reason why not. */
void summary_write(const char *directory, const char *profile_path, bool page);

#endif
