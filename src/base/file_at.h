/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * file_at.h - opens files, and reads and writes all of a range of them.
 *
 * Both continue after interruptions and short transfers, and leave the file's
 * own offset alone.
 * Threads: any; all functions are safe in signal handlers.
 */
#ifndef BASE_FILE_AT_H
#define BASE_FILE_AT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Opens a regular file for reading; -1 with errno set.  A pipe or a device,
 * which might block, is refused with EINVAL. */
int file_open(const char *path);
/* Whether both paths lead to the same file or directory; false for none. */
bool file_same(const char *a, const char *b);

/* Returns false, with errno set, if not all bytes were written. */
bool file_write_at(int file, const void *from, size_t bytes, uint64_t offset);

/* Returns the number of bytes read, fewer at the end of the file; -1 with
 * errno set. */
int64_t file_read_at(int file, void *to, size_t bytes, uint64_t offset);

/* Whether the address space can hold a file of this size; if not, errno is
 * EFBIG. */
bool file_fits(off_t size);

#endif
