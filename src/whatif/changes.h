/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * changes.h - changes of a run as people write them, for replay/scenarios/scenarios.h.
 *
 *     NAME[@RANKS]*FACTOR          work in that region, or until calls made in
 *                                  that function or at that FILE:LINE, takes
 *                                  FACTOR of its time
 *     NAME[@RANKS]=even            these ranks share that work evenly, in each
 *                                  step of the run (sharing.h)
 *     NAME[@RANKS]=even-total      the same over the whole run
 *     PROCEDURE[@FILE:LINE]=off    these calls cost nothing, wait for nobody
 *     overlap:FILE:LINE            calls there end after the work behind them
 *     network=ideal                no call costs anything besides its waits
 *     network=latency*FACTOR       latency and bandwidth fitted to the calls of
 *     network=bandwidth*FACTOR     the run (analyze/facts/network.h) change
 *
 * A call is made in each function, and at each line, of its call path.
 * Threads: one owner.  Memory: words are the caller's; changes_clear() frees.
 * Errors: STATUS_BAD_VALUE, logged with the word and the closest known one.
 */
#ifndef WHATIF_CHANGES_H
#define WHATIF_CHANGES_H

#include "model/profile.h"
#include "replay/scenarios/scenarios.h"

struct scope;

/* Work that ranks share evenly. */
struct shared {
    bool *members; /* by rank; NULL: none, the work is not shared */
    bool total;    /* over the whole run, and not in each step */
};

struct changes {
    const char *const *words;
    size_t word_count;
    struct change *items;      /* those besides the network */
    struct shared *shared;     /* by item */
    struct steps steps;        /* in which work is shared; count 0: none */
    uint32_t step_count;       /* of each rank */
    struct scenario *of_words; /* by word: that one alone */
    size_t count;
    bool ideal;  /* the network is */
    bool fitted; /* latency or bandwidth change: see changes_fit() */
    struct network_cost *costs; /* of these: as in struct change; or NULL */
    double known; /* share of the time of calls for which they are known */
};

/* log: of the profile's trace. */
enum status changes_read(const struct profile *profile,
                         const struct replay_log *log,
                         const char *const *words, size_t count,
                         struct changes *out);
/* Finds latency and bandwidth by one pass over the log; STATUS_BAD_VALUE,
 * logged, where they are known for no calls. */
enum status changes_fit(struct changes *changes, const struct profile *profile,
                        const struct replay_log *log,
                        const struct progress *progress);
void changes_clear(struct changes *changes);
enum status changes_no_memory(void); /* logs it */

/* sharing.c: ranks share work evenly, in each step of the run, as the report's
 * suggestions have it, or over the whole run.  Whether some work is to be
 * shared. */
bool sharing_wanted(const struct changes *changes);
/* Sets the factors of that work: mean / own work of each rank, in passes over
 * the log of the profile's trace.  Without steps work of the whole run is
 * shared. */
enum status sharing_set(struct changes *changes, struct profile *profile,
                        const struct replay_log *log,
                        const struct progress *progress);
/* Adds all ranks of the profile, and closes the scope. */
enum status sharing_add_ranks(struct scope *scope);

#endif
