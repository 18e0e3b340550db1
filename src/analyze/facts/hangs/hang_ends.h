/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * hang_ends.h - how and where each rank ended, kept while a report is made.
 *
 * Shape: a rank_ending by world rank; empty if every rank finalized.  Ranks
 * whose data could not be read have `unread' set.
 * Units: ns.  Threads: one owner.  Memory: clear frees.  Errors: logged.
 */
#ifndef ANALYZE_FACTS_HANGS_HANG_ENDS_H
#define ANALYZE_FACTS_HANGS_HANG_ENDS_H

#include "base/text/strbuf.h"
#include "model/profile.h"

/* Minimum and maximum of some times. */
struct hang_ends_between {
    uint64_t first, last;
    bool any; /* false: no times */
};

struct hang_ends {
    struct rank_ending *ranks; /* by world rank; NULL: all finalized */
    bool *unread;              /* by world rank; allocated with ranks */
    bool *threaded;            /* same; several threads called MPI, and the
                                * state of the others is unknown */
    uint32_t rank_count;
    uint32_t count; /* number of ranks that did not finalize */
    bool running;   /* some rank is still running */
    bool at_fault;  /* some rank ended by its own fault */
    struct hang_ends_between
        measured;                   /* end of the measurement over all ranks;
                                     * last sign of life where the end is
                                     * unknown */
    struct hang_ends_between ended; /* same, only over ranks with a known
                                     * end */
};

enum status hang_ends_add(struct hang_ends *ends,
                          const struct profile *profile,
                          const struct rank_data *rank);
/* Call after the last rank. */
void hang_ends_mark_unread(struct hang_ends *ends, const int *unread,
                           size_t count);
void hang_ends_clear(struct hang_ends *ends);
/* Time between the first and the last rank's end, with the last sign of life
 * where the end is unknown; 0 if all finalized. */
uint64_t hang_ends_apart(const struct hang_ends *ends);
/* Same, only over ranks with known ends. */
uint64_t hang_ends_known_apart(const struct hang_ends *ends);
/* Time that the rank had spent in its call. */
uint64_t hang_ends_waited(const struct rank_ending *ending);
/* Whether the rank ended by its own action, such as MPI_Abort or a bad
 * address, not by an outside one, such as SIGTERM. */
bool hang_ends_by_itself(const struct hang_ends *ends,
                         const struct rank_ending *ending);

/* "SIGSEGV", "exit(3)", "MPI_Abort(1)", "killed or lost", "running",
 * "MPI_Finalize". */
void hang_ends_how(const struct rank_ending *ending, struct strbuf *out);
/* Same, as an action: "got SIGSEGV", "called exit(3)", "was killed or
 * lost". */
void hang_ends_did(const struct rank_ending *ending, struct strbuf *out);

#endif
