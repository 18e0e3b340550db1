/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * recover_run.h - recovers a run from data left by unfinished ranks.
 *
 * A rank that does not reach the end of MPI_Finalize leaves its persisted
 * memory in a file (live/persist_file.h); the file of a running rank is read
 * in the same way, with its current state.
 * Shape: an ordinary profile, where rank_data.ending describes the state of
 * each rank; ranks without a file are missing.  Files are untrusted: invalid
 * data is left out and mentioned in a remark.
 * Times: of the run's clock, as synchronised at the start.  Threads: one
 * owner.  Memory: one rank at a time; the caller destroys *out.  Errors:
 * logged, one line.
 */
#ifndef RECOVER_RECOVER_RUN_H
#define RECOVER_RECOVER_RUN_H

#include <stdbool.h>

#include "model/profile.h"

struct recover_rank;

/* Whether a run's directory has such files, here or elsewhere. */
bool recover_run_has_files(const char *directory);
/* Whether such files are readable here. */
bool recover_run_has_files_here(const char *directory);

/* Whether a further folder, as below, has such files itself. */
bool recover_run_has_files_in(const char *folder);

/* folders: further places to search, such as copies of MPIPROF_SCRATCH from
 * several hosts. */
enum status recover_run_open(const char *directory, const char *const *folders,
                             size_t count, struct profile **out);

/* Path of a rank's file; NULL: no readable file. */
const char *recover_run_file(const struct profile *profile, uint32_t rank);
/* Opens that file; STATUS_NOT_FOUND: none.  The caller closes *out. */
enum status recover_run_rank(const struct profile *profile, uint32_t rank,
                             struct recover_rank *out);
/* Rate of the run's clock, and its value at the start of the run. */
double recover_run_ticks_per_ns(const struct profile *profile);
uint64_t recover_run_start_ticks(const struct profile *profile);

/* Amount of trace of a rank, copied to its data. */
struct recover_traced {
    uint64_t events, bytes, calls, samples;
};
/* list: one per rank, freed with the profile. */
void recover_run_set_traced(struct profile *profile,
                            struct recover_traced *list);

/* Number of ranks without a known end whose process state cannot be checked
 * from here. */
uint32_t recover_run_not_asked(const struct profile *profile);
/* Whether some rank is still running. */
bool recover_run_is_running(const struct profile *profile);

#endif
