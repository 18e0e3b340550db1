/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * advice.h - input and output of the advice rules.
 *
 * advice_find() (advisor.h) runs the rules after all ranks have been added to the
 * facts.
 * Units: ns, bytes, world ranks.  Threads: one owner.  Memory: advice owns its
 * findings.  Errors: out of memory sticks in `failed'.
 */
#ifndef ANALYZE_ADVICE_ADVICE_H
#define ANALYZE_ADVICE_ADVICE_H

#include "analyze/advice/costs.h"
#include "analyze/advice/facts.h"
#include "analyze/advice/rules.h"
#include "analyze/facts/wait_tallies.h"
#include "base/text/strbuf.h"

#define FINDING_ALL_RANKS UINT32_MAX

/* Late senders at a place, by look_at_chains(). */
enum chained { NOT_CHAINED, CHAINED_PIPELINE, CHAINED_VALUES, CHAINED_TURNS };

/* Changes that remove the cause named by a finding, in a simulation of the run;
 * see the kinds of struct change. */
enum cure_kind {
    CURE_NONE,
    CURE_EVEN,    /* work is shared evenly */
    CURE_ALONE,   /* of one rank is shared by all */
    CURE_MASTER,  /* of a master becomes a tenth */
    CURE_WORKERS, /* a master's work is done by the ranks that get its tasks */
    CURE_STEPS,   /* work of each step is shared evenly */
    CURE_COST,
    CURE_OFF,
    CURE_NO_WAIT,
    CURE_PIECES, /* waits are there for the first, smaller piece only */
    CURE_TREE,   /* a chain becomes a tree of messages */
    CURE_OVERLAP,
    CURE_TRANSFERS, /* all calls of advice_is_transfer() overlap with work */
    CURE_POSTED,  /* receives are ready as soon as the messages before them */
    CURE_STARTED, /* sends are, too */
    CURE_ARRIVAL  /* messages are received in the order of arrival */
};

#define ALIKE_MOST 15u /* other call sites that one finding has */

struct cure {
    enum cure_kind kind;
    uint32_t region; /* REGION_NODE, of work */
    uint64_t site;   /* a site_key(): of calls, where steps end, or of calls
                      * that most of the work leads to; of work 0: unknown; of
                      * CURE_NONE the calls that it is about, or 0 */
    bool half;      /* of CURE_OVERLAP: half of the gain at best is promised */
    double factor;  /* of CURE_COST */
    double latency; /* of CURE_COST, if fewer calls cost less: its share */
    double packed;  /* bytes of a larger message; 0: none.  Calls that
                      * receive less cost less, too */
    uint64_t alike[ALIKE_MOST]; /* further call sites of the same procedure in
                                 * the same function, with such a factor */
    uint32_t alike_count;
};

struct finding {
    enum rule rule;
    bool gains;     /* `gain` is known */
    bool simulated; /* and not estimated */
    uint64_t gain;  /* ns of T */
    uint64_t
        named_gain; /* of the call site of `cure' alone, if others are joined */
    bool masked; /* gained only with the changes of the other findings, too */
    uint64_t
        gain_like_others; /* were the rank as fast as the others, or without
                                * its work if `spared'; 0: unknown */
    uint32_t rank;        /* rank concerned, or FINDING_ALL_RANKS */
    struct cure cure;
    struct strbuf where, evidence;
    /* For unequal work, by the simulation or else by the profile: */
    struct strbuf slow; /* ranks with clearly more, if there are several */
    struct strbuf team; /* ranks that can share it, if not all can */
    uint32_t slow_count;
    uint64_t most, others; /* ns of `rank', mean of the others */
    uint64_t waited;       /* of `most': while the others wait; 0: unknown */
    uint32_t host;         /* 1 + HOST whose ranks these all are; 0: none */
    uint32_t comm;         /* COMM that has these members; 0: none */
    /* With CURE_EVEN: nearly all of it is in the first steps, of that many in total;
     * 0: it is not. */
    uint32_t phase, phase_of;
    uint32_t phase_after; /* 0, or in so many after that many others */
    bool at_end;          /* in the last steps */
    uint32_t every;       /* these steps are so far apart; 0: they are not */
    /* Nearly all of it is behind calls at that site; 0: it is not. */
    uint64_t behind;
    bool queue;     /* ranks' times differ by the same from one to the next */
    uint32_t steps; /* of CURE_STEPS: how many there were */
    uint32_t depth; /* ranks in a chain */
    /* The work may not be needed: gain_like_others is without it. */
    bool spared;
    bool uses;          /* the remedy is one of advice_put_use() */
    bool idle;          /* and this rank was off-CPU in the extra time */
    const char *remedy; /* overrides the rule's remedy; or NULL */
    const char *phrase; /* overrides how the cure is called; or NULL */
    bool early_root;    /* of root waits: the root waits for the others */
    bool minor;         /* not for the verdict */
    bool told;          /* the verdict has said it */
    size_t number;      /* as that item of its list; 0: it is none */
};

struct advice {
    struct advice_facts facts;
    uint64_t most_useful;      /* ns, maximum over ranks */
    uint64_t mean_work;        /* ns, mean of the ranks that are no masters; in
                                * estimates, of a team where that is longer */
    uint32_t master;           /* facts_master() */
    struct wait_tallies waits; /* all zero without a replay */
    uint64_t *reordered; /* by place of these: ns of work that another order of
                                * receives could have done while waiting */
    uint8_t *chained;    /* by place: enum chained */
    struct tallies overlaps; /* by call site: mpi is work since the start of
                                * the requests that these calls complete
                                * (out_calls: of collectives; out_bytes:
                                * how many messages, in_bytes: their bytes),
                                * exclusive is the time these requests can
                                * take */
    struct tallies fences;   /* by call site: fences and flushes behind no
                            * transfers */
    struct costs costs;      /* of calls by the fitted network */
    struct finding *items;
    size_t count;
    struct tallies works;  /* of CURE_EVEN: those there are, see works_key() */
    uint32_t untried;      /* findings that there was no room to simulate */
    uint64_t untried_most; /* ns: the largest estimate of these */
    bool failed;
    const char *withheld;         /* why no gains are known; NULL: they are */
    bool simulates;               /* gains will be simulated */
    bool simulated;               /* they are */
    bool agrees;                  /* the simulation reproduces the run */
    uint64_t unchanged, together; /* ns, simulated: T, T without all that the
                                   * findings name */
};

void advice_clear(struct advice *advice);

/* ---- for the rules ---- */

static inline uint64_t works_key(uint32_t rank, uint32_t region)
{
    return (uint64_t)rank << 32 | region;
}

void finding_init(struct finding *finding, enum rule rule);
void finding_clear(struct finding *finding);
/* By gain, the largest first, and behind those the masked ones; those with the same
 * stay in their order. */
void findings_sort(struct finding **findings, size_t count);
/* Whether both call sites, of site_key(), are in the same function. */
bool advice_in_one_function(const struct scope *scope, uint64_t site,
                            uint64_t other);
/* Takes ownership.  Drops findings with a known gain too small to report. */
void advice_take(struct advice *advice, const struct scope *scope,
                 struct finding *finding);
/* After the last look: drops findings that gain too little also together with those
 * that were joined to them. */
void advice_settle(struct advice *advice, const struct scope *scope);
/* Whether this much of T is worth a finding: ADVICE_LEAST of T and no less than
 * mpiprof overhead that is large. */
bool advice_worth(const struct scope *scope, uint64_t ns);
/* Whether an estimate is: of gains to be simulated also where it is of one rank
 * alone. */
bool advice_may_be_worth(const struct advice *advice,
                         const struct scope *scope, uint64_t gain);
/* Limits ns to the MPI time of the rank with the most work. */
uint64_t advice_within_mpi(const struct advice *advice,
                           const struct scope *scope, uint64_t ns);
/* Whether no work can be moved to the rank: it does next to none, waits for messages of
 * others and exchanges clearly more of them than the mean rank; or it hands out tasks to
 * all others and works less than half as long as the mean. */
bool advice_is_master(const struct advice *advice, const struct scope *scope,
                      const struct rank_times *rank);
/* Limits ns to T - mean useful time of the ranks that are no masters. */
uint64_t advice_within_losses(const struct advice *advice,
                              const struct scope *scope, uint64_t ns);
/* Returns the largest useful time - mean useful time of ranks that are no
 * masters: equal work saves no more. */
uint64_t advice_unequal_work(const struct advice *advice,
                             const struct scope *scope);
/* Returns what a tree saves of the waits of a chain of that many ranks, three at
 * least. */
uint64_t advice_in_tree(uint64_t waits, uint32_t depth);
/* Calls per second of each calling rank. */
double advice_rate(const struct scope *scope, uint64_t calls, uint32_t ranks);
/* names ends with NULL. */
bool advice_is_one_of(const char *name, const char *const *names);
/* Whether the procedure only sends, or receives, one message, and may wait for the other
 * side. */
bool advice_blocks_in_send(const char *name);
bool advice_only_receives(const char *name);
/* Whether calls there send and receive at once, and move bytes for longer than they
 * wait; *own: ns of that. */
bool advice_is_transfer(const struct advice *advice, const struct scope *scope,
                        const struct tally *site, uint64_t *own);
/* Whether the waits of all ranks are known, so that other MPI time is no
 * wait. */
bool advice_knows_waits(const struct scope *scope);
/* Gains of evening out the rank's longer work: in one region, in all regions. */
uint64_t advice_gain_of_work_in(const struct advice *advice, uint32_t rank,
                                uint32_t region);
uint64_t advice_gain_of_work(const struct advice *advice, uint32_t rank);

/* Adds evidence from the host resources of the rank at position `index', where
 * these explain why the rank takes so much longer than the mean, and a remedy
 * unless the finding has one. */
void advice_put_use(const struct scope *scope, uint32_t index, uint64_t longer,
                    struct finding *finding);

#endif
