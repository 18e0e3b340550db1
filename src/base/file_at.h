/*
 * file_at.h - all of some bytes, at a place in a file.
 *
 * Go on after interruptions and after less than was asked for.  The file's own
 * position is neither used nor moved.  Threads: any; all may be called in
 * signal handlers.
 */
#ifndef BASE_FILE_AT_H
#define BASE_FILE_AT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* False: not all of it is there, and errno says why. */
bool file_write_at(int file, const void *from, size_t bytes, uint64_t offset);

/* How many there are; fewer at the end of the file.  -1: errno says why. */
int64_t file_read_at(int file, void *to, size_t bytes, uint64_t offset);

/* Whether memory has addresses for all of a file of that size; false: errno
 * is EFBIG. */
bool file_fits(off_t size);

#endif
