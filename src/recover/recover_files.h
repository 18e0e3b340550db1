/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * recover_files.h - finds the files left by the ranks of a run.
 *
 * Looks in the run's directory, in the folder named by MPIPROF_SCRATCH, and in
 * folders copied here; a rank may also have a snapshot.
 * Shape: a path per rank; the first file found of each kind is used.
 * Threads: one owner.  Memory: an all-zero struct is empty; freed by
 * recover_files_clear().  Errors: a file that cannot be read or recorded
 * counts as missing.
 */
#ifndef RECOVER_RECOVER_FILES_H
#define RECOVER_RECOVER_FILES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text/strbuf.h"
#include "recover/recover_rank.h"

struct recover_files {
    char **paths;     /* by rank; NULL: none */
    char **snapshots; /* same, until recover_files_choose() */
    uint64_t *seen;   /* by rank: time of its snapshot in ticks, if the file is
                       * used; 0: none */
    size_t room;      /* ranks are below this */
    uint32_t found;
};

void recover_files_clear(struct recover_files *files);

/* Adds the files of a run's directory, or of a folder with that layout. */
void recover_files_look(struct recover_files *files, const char *directory);
/* Adds the files directly in the folder. */
void recover_files_folder(struct recover_files *files, const char *folder);
/* Chooses, for each rank, the file or snapshot with the later state, the file
 * if both are equal, as its path from here on. */
void recover_files_choose(struct recover_files *files);

/* NULL: none. */
const char *recover_files_of(const struct recover_files *files, uint32_t rank);
/* Opens the rank's file by recover_rank_open(); the rank was alive when its
 * snapshot was taken. */
enum status recover_files_open(const struct recover_files *files,
                               uint32_t rank, struct recover_rank *out);
void recover_files_forget(struct recover_files *files, uint32_t rank);

/* Appends the folder named by MPIPROF_SCRATCH to an empty text; false if the
 * run's directory names none. */
bool recover_files_elsewhere(const char *directory, struct strbuf *folder);

#endif
