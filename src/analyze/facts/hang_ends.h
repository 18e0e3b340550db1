/*
 * hang_ends.h - how and where each rank ended, kept while a report is made.
 *
 * Shape: a rank_ending by world rank; nothing at all where every rank
 * finalized.  Ranks whose data could not be read have `unread`.
 * Units: ns.  Threads: one owner.  Memory: clear frees.  Errors: logged.
 */
#ifndef ANALYZE_FACTS_HANG_ENDS_H
#define ANALYZE_FACTS_HANG_ENDS_H

#include "base/strbuf.h"
#include "model/profile.h"

/* The first and the last of some times. */
struct hang_ends_between {
    uint64_t first, last;
    bool any; /* else there are none */
};

struct hang_ends {
    struct rank_ending *ranks; /* by world rank; NULL: all finalized */
    bool *unread;              /* by world rank, with ranks */
    bool *threaded;            /* likewise: several threads called MPI, and
                                * where the others were is not known */
    uint32_t rank_count;
    uint32_t count; /* ranks that did not finalize */
    bool running;   /* some rank still runs */
    bool at_fault;  /* some rank is gone by its own doing */
    struct hang_ends_between
        measured;                   /* when it ended, of all ranks; of some the
                                   * last sign of life */
    struct hang_ends_between ended; /* only of those where that is known */
};

enum status hang_ends_add(struct hang_ends *ends,
                          const struct profile *profile,
                          const struct rank_data *rank);
/* After the last rank. */
void hang_ends_mark_unread(struct hang_ends *ends, const int *unread,
                           size_t count);
void hang_ends_clear(struct hang_ends *ends);
/* Between the first rank's end and the last one's, taking the last sign of life
 * for the end where that is not known; 0 where all finalized. */
uint64_t hang_ends_apart(const struct hang_ends *ends);
/* Likewise, of the ranks alone whose ends are known. */
uint64_t hang_ends_known_apart(const struct hang_ends *ends);
/* How long the rank had been in its call. */
uint64_t hang_ends_waited(const struct rank_ending *ending);
/* It ended by what it did itself, such as MPI_Abort or a wrong address, not by
 * what was done to it, such as SIGTERM. */
bool hang_ends_by_itself(const struct hang_ends *ends,
                         const struct rank_ending *ending);

/* "SIGSEGV", "exit(3)", "MPI_Abort(1)", "killed or lost", "running",
 * "MPI_Finalize". */
void hang_ends_how(const struct rank_ending *ending, struct strbuf *out);
/* As what a rank did: "got SIGSEGV", "called exit(3)", "was killed or lost". */
void hang_ends_did(const struct rank_ending *ending, struct strbuf *out);

#endif
