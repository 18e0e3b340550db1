/*
 * recover_run.h - a run out of what its ranks left behind.
 *
 * A rank that has not come to the end of MPI_Finalize leaves its file of kept
 * memory (live/persist_file.h); that of one that still runs is read just so, as
 * it is at the moment.  Shape: a profile like any other, in which
 * rank_data.ending says where each rank was; ranks without a file are missing.
 * Files are untrusted: what does not fit is left out, and told in a remark.
 * Times: of the run's clock as far as it was compared at the start.
 * Threads: one owner.  Memory: one rank at a time; the caller destroys *out.
 * Errors: logged, one line.
 */
#ifndef RECOVER_RECOVER_RUN_H
#define RECOVER_RECOVER_RUN_H

#include <stdbool.h>

#include "model/profile.h"

struct recover_rank;

/* Whether the directory of a run has such files, here or elsewhere. */
bool recover_run_has_files(const char *directory);
/* Here, where they can be read. */
bool recover_run_has_files_here(const char *directory);

/* In a further place itself, see below. */
bool recover_run_has_files_in(const char *folder);

/* folders: further places to look for files, such as those of MPIPROF_SCRATCH
 * that were brought together from several hosts. */
enum status recover_run_open(const char *directory, const char *const *folders,
                             size_t count, struct profile **out);

/* The file of a rank; NULL: there is none that can be read. */
const char *recover_run_file(const struct profile *profile, uint32_t rank);
/* It, opened; STATUS_NOT_FOUND: there is none.  The caller closes *out. */
enum status recover_run_rank(const struct profile *profile, uint32_t rank,
                             struct recover_rank *out);
/* Of the run's clock, and what it was at the start of the run. */
double recover_run_ticks_per_ns(const struct profile *profile);
uint64_t recover_run_start_ticks(const struct profile *profile);

/* What there is of a rank's trace, which its data then tells. */
struct recover_traced {
    uint64_t events, bytes, calls, samples;
};
/* list: of each rank, freed with the profile. */
void recover_run_set_traced(struct profile *profile,
                            struct recover_traced *list);

/* How many of its ranks have said nothing of an end, and cannot be asked from
 * here whether they still run. */
uint32_t recover_run_not_asked(const struct profile *profile);
/* Whether some rank still runs. */
bool recover_run_is_running(const struct profile *profile);

#endif
