/*
 * recover_files.h - where the ranks of a run have left their files.
 *
 * In the run's directory, in the folder that MPIPROF_SCRATCH named, in folders
 * that were brought here; of a rank there may be a snapshot as well.  Shape: a
 * path per rank; of several files of a kind the first found is it. Threads: one
 * owner.  Memory: an all-zero struct is empty; freed by recover_files_clear().
 * Errors: what cannot be read or remembered is not there.
 */
#ifndef RECOVER_RECOVER_FILES_H
#define RECOVER_RECOVER_FILES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "recover/recover_rank.h"

struct recover_files {
    char **paths;     /* by rank; NULL: there is none */
    char **snapshots; /* likewise, until recover_files_choose() */
    uint64_t *seen;   /* likewise: when its snapshot was taken, in ticks, if
                       * its file is read; 0: there is none */
    size_t room;      /* ranks are below this */
    uint32_t found;
};

void recover_files_clear(struct recover_files *files);

/* Takes in those of a run's directory, or of a folder laid out as such. */
void recover_files_look(struct recover_files *files, const char *directory);
/* Those that lie in the folder itself. */
void recover_files_folder(struct recover_files *files, const char *folder);
/* Of each rank's file and snapshot the one with the later state is its path
 * from here on, the file where both have the same. */
void recover_files_choose(struct recover_files *files);

/* NULL: there is none. */
const char *recover_files_of(const struct recover_files *files, uint32_t rank);
/* recover_rank_open() of it, which was there when its snapshot was taken. */
enum status recover_files_open(const struct recover_files *files,
                               uint32_t rank, struct recover_rank *out);
void recover_files_forget(struct recover_files *files, uint32_t rank);

/* The folder that MPIPROF_SCRATCH named, into an empty text; false: the run's
 * directory tells of none. */
bool recover_files_elsewhere(const char *directory, struct strbuf *folder);

#endif
