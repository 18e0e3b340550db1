/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * files.h - the files of an OTF2 archive in one, see otf2.c.
 */
#ifndef TESTS_FUZZ_FILES_H
#define TESTS_FUZZ_FILES_H

#include <stddef.h>
#include <stdint.h>

/* Writes them into a folder of this process, in memory where there is such a
 * file system, and takes it away at exit; the path of run.otf2. */
const char *files_lay_out(const uint8_t *data, size_t size);
/* Closes those that the reader has left open. */
void files_close(void);

#endif
