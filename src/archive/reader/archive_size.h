/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * archive_size.h - sizes of the files of an archive.
 *
 * Bounds the memory that reading may take: valid contents are never larger
 * than their file.  Unreadable files count as empty.
 */
#ifndef ARCHIVE_READER_ARCHIVE_SIZE_H
#define ARCHIVE_READER_ARCHIVE_SIZE_H

#include <stddef.h>
#include <stdint.h>

/* Total of run.otf2, run.def and the files in run/. */
uint64_t archive_size(const char *anchor_file);
/* Number of files in run/. */
size_t archive_files(const char *anchor_file);
/* run.def; run/LOCATION.evt. */
uint64_t archive_size_of_names(const char *anchor_file);
uint64_t archive_size_of_events(const char *anchor_file, uint64_t location);

#endif
