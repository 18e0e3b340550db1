/*
 * archive_size.h - how large the files of an archive are.
 *
 * Bounds what reading them may take: nothing honest is larger than the file it
 * is in.  Files that cannot be looked at have no bytes.
 */
#ifndef ARCHIVE_READER_ARCHIVE_SIZE_H
#define ARCHIVE_READER_ARCHIVE_SIZE_H

#include <stddef.h>
#include <stdint.h>

/* All of run.otf2, run.def and what is in run/. */
uint64_t archive_size(const char *anchor_file);
/* How many files are in run/. */
size_t archive_files(const char *anchor_file);
/* run.def; run/LOCATION.evt. */
uint64_t archive_size_of_names(const char *anchor_file);
uint64_t archive_size_of_events(const char *anchor_file, uint64_t location);

#endif
