/*
 * collectives.h - which calls of all members are one collective.
 *
 * The n-th that a rank begins on a communicator is the n-th of each other
 * member (MPI 4.1, 6.12).  Who needs whom follows from what it does:
 *   ALL        each member needs all (of the other group, if there are two)
 *   ONE_TO_ALL all need the root
 *   ALL_TO_ONE the root needs all
 *   PREFIX     a rank needs those below it
 * What is done with windows and files (enum replay_coll) may be done without
 * waiting: where a member left before the last one came, nobody needed it.
 * Shape: an arrival per member, which stays until all have come and each is
 * done with it.  Units: ns.  Threads: one owner.  Memory: grows with
 * collectives that some members have not begun.  Errors: NULL: no memory.
 */
#ifndef REPLAY_COLLECTIVES_H
#define REPLAY_COLLECTIVES_H

#include <stdbool.h>
#include <stdint.h>

#include "replay/log/replay_log.h"
#include "replay/lookup.h"
#include "replay/path.h"

enum collective_form {
    COLLECTIVE_ALL,
    COLLECTIVE_ONE_TO_ALL,
    COLLECTIVE_ALL_TO_ONE,
    COLLECTIVE_PREFIX
};

struct location;

struct arrival {
    struct collective *of;
    uint32_t rank, site, place; /* place: own rank in the communicator */
    uint8_t flags;              /* enum replay_op_flag */
    bool blocking, done;
    bool owed;                  /* left before all that it needs had come */
    bool early;                 /* done before all had come */
    uint64_t begin, end; /* of the call; nonblocking: end is 0 */
    uint64_t ideal;
    uint64_t did;            /* what its rank had done, see delays.h */
    uint64_t worked;         /* by `here', before */
    struct path_node *mark;  /* at its begin, where others may need it */
    struct location *waits;  /* in a call, for those it needs */
    struct location *here;   /* the location whose call it is */
    const struct arrival *below; /* PREFIX: the latest of lower places */
    uint64_t ideal_below;
};

struct collective {
    uint64_t number;
    uint32_t comm, members, remote;
    uint16_t coll; /* enum call_coll */
    enum collective_form form;
    bool like;     /* all members say the same of it */
    bool all_blocking;
    struct arrival **arrivals; /* room for members; PREFIX: by place */
    uint32_t arrived, arrived_remote, ended;
    uint32_t reach;          /* PREFIX: all below have come */
    uint32_t reach_before;   /* the same without the last arrival */
    const struct arrival *root;
    /* when all have come: of all, and of each group: [0] local [1] remote */
    const struct arrival *latest, *latest_sender, *latest_of[2];
    uint64_t ideal_of[2];    /* the largest of each group */
    uint64_t first_end;      /* of calls that block; UINT64_MAX: none */
};

struct collectives {
    const struct replay_log *log;
    uint32_t ranks;        /* of the run; no group has more */
    struct map next;    /* (rank, communicator): number of the next + 1 */
    struct map open;    /* (communicator, number) */
    uint64_t begun, whole; /* whole: all members have come */
    uint64_t odd;          /* of them, members do not say the same */
};

void collectives_init(struct collectives *all, const struct replay_log *log,
                      uint32_t ranks);
void collectives_clear(struct collectives *all);

enum collective_form collective_form_of(uint16_t coll);
/* Has a payload that somebody waits for, or needs none (barriers). */
bool collective_moves(uint16_t coll);

/* The next one of arrival->rank on that communicator.  NULL: no memory, or
 * *skip: nobody else takes part. */
struct arrival *collectives_arrive(struct collectives *all,
                                   const struct replay_op *op,
                                   const struct arrival *facts, bool *skip);
bool collective_complete(const struct collective *one);
/* All of one group of an intercommunicator have come. */
bool collective_group_complete(const struct collective *one);
/* Nobody waited for all of them. */
bool collective_left_early(const struct collective *one);
/* Its call, which has ended then, did without some that it might need. */
bool collective_did_without(const struct arrival *arrival, uint64_t end);
/* All that the arrival needs have come. */
bool collective_satisfied(const struct arrival *arrival);
/* Of those that it needs the last one that came, as far as they have; NULL:
 * it needs nobody. */
const struct arrival *collective_needed(const struct arrival *arrival);
/* The largest ideal clock of those, and its own. */
uint64_t collective_ideal(const struct arrival *arrival);
/* No more needed by its rank. */
void collectives_end(struct collectives *all, struct arrival *arrival);

#endif
