/*
 * comms.h - the communicators of this process, each with an id of its own.
 *
 * MPI uses handle values again, so a communicator is known from its creation
 * (comms_created) to its end (comms_freed); one that was never announced is
 * taken in when first used.  All knowledge is local: the identity that lets
 * ranks be merged is made from the parent's identity, the members, and how
 * many such had been made before, which collective creation makes equal on all
 * members.  Peers are world ranks.
 * Threads: comms_find() any, without a lock; the others are serialised here.
 * Memory: an info lives until comms_teardown(), also after its MPI_Comm_free,
 * since requests may still refer to it.  So that a program that makes one after
 * the other needs no more and more, those beyond the first COMMS_APART with the
 * same parent and members share an identity, and so do those of the same
 * members that are more than COMMS_DEEPEST generations away from
 * MPI_COMM_WORLD.  Such an info serves again after its end: all that was known
 * of it holds for the next one, too.
 * When COMMS_MOST are known, whatever is new is one of the others: these share
 * an identity without members, and the trace has nothing of them.
 */
#ifndef MEASURE_TRACK_COMMS_H
#define MEASURE_TRACK_COMMS_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

#define COMMS_APART 1000
#define COMMS_DEEPEST 100
#define COMMS_MOST 10000
#define COMMS_OTHERS "(other communicators)"
#define COMMS_NO_RANK UINT32_MAX /* a process outside MPI_COMM_WORLD */

struct comm_info {
    uint64_t identity;     /* equal on all members, never 0; MPI_COMM_SELF
                            * counts as one communicator for all ranks */
    uint32_t id;           /* COMM definition, set by on_new */
    uint32_t traced_as;    /* the same, or 0: with processes that are no ranks
                            * of the trace, which holds no messages of it */
    MPI_Comm handle;       /* as it was; may be freed meanwhile */
    uint32_t size;         /* local group */
    uint32_t rank;         /* mine in it */
    uint32_t remote_size;  /* > 0: intercommunicator */
    bool freed, predefined;
    bool shared;   /* identity of more than one */
    bool other;    /* one of the others: COMMS_MOST were known */
    uint32_t depth; /* generations from MPI_COMM_WORLD */
    uint64_t base;  /* of the identity: parent and members */
    struct comm_info *spare; /* the next that may serve again */
    bool end_owed; /* freed, and comms_freed() has yet to say so */
    uint64_t made; /* when it was announced */
    bool degree_known;
    int in_degree, out_degree; /* of the topology, comms_degrees() */
    int missing;           /* neighbours beyond the edge of a grid */
    bool *is_missing;      /* which, in the order of the counts, or NULL */
    const struct comm_info *parent;
    char *name;            /* as the program named it, or NULL */
    const char *made_by;   /* procedure, a constant, or NULL */
    MPI_Comm handle_as_made; /* the handle that was left behind with made_by */
    uint32_t *world;       /* world rank of each member; NULL: itself */
    uint32_t *remote_world;
    uint32_t room;  /* one of the others: of both lists */
    struct comm_info *next; /* all infos of the process */
};

/* Called, serialised, for each communicator that becomes known: with the lock
 * held, so no other function of these that takes it may be called. */
typedef void comms_new_function(struct comm_info *info, void *context);

/* all: its ranks are the world ranks.  with_world: takes in MPI_COMM_WORLD and
 * MPI_COMM_SELF; without, these may not exist. */
enum status comms_setup(MPI_Comm all, bool with_world,
                        comms_new_function *on_new, void *context);
void comms_teardown(void);

/* NULL: MPI_COMM_NULL or no memory. */
struct comm_info *comms_find(MPI_Comm comm);
/* made: ticks when the creating call returned. */
struct comm_info *comms_created(MPI_Comm parent, MPI_Comm created,
                                uint64_t made);
/* MPI_Comm_idup: the handle exists but must not be used before its request is
 * complete, so everything is taken from the parent. */
struct comm_info *comms_duplicated(MPI_Comm parent, MPI_Comm created,
                                   uint64_t made);
/* began: ticks when the freeing call was entered.  Told after that call, when
 * another thread may have been given the same handle for a new one. */
struct comm_info *comms_freed(MPI_Comm comm, uint64_t began);

void comms_named(MPI_Comm comm, const char *name);
/* What reads a name, or the like, that another thread may be changing. */
void comms_serialised(struct comm_info *info, comms_new_function *what,
                      void *context);

/* An intercommunicator to processes of another MPI_COMM_WORLD alone, as made
 * by MPI_Comm_spawn, or MPI_Comm_connect to another job. */
bool comms_leads_outside(const struct comm_info *info);
/* Some member, of either group, is such a process. */
bool comms_has_outsiders(const struct comm_info *info);

/* World ranks of a group, which the caller frees; NULL: no memory. */
uint32_t *comms_group_members(MPI_Group group, uint32_t *size);

/* All infos, newest first. */
struct comm_info *comms_all(void);
/* How many were made that share an identity. */
uint64_t comms_shared(void);

/* How many were made that are one of the others. */
uint64_t comms_crowded(void);

/* In-degree and out-degree of the attached topology (0, 0: none), with those
 * neighbours of a grid that are MPI_PROC_NULL. */
void comms_degrees(struct comm_info *info);

/* Increases whenever a handle may have changed its meaning: whoever caches
 * the answer of comms_find() compares it. */
extern uint32_t comms_generation;

/* World rank of a peer as the program names it: a rank of the remote group of
 * an intercommunicator, else of the communicator. */
static inline uint32_t comm_world_rank(const struct comm_info *info, int rank)
{
    if (info->remote_size > 0)
        return (uint32_t)rank < info->remote_size ? info->remote_world[rank]
                                                  : COMMS_NO_RANK;
    if ((uint32_t)rank >= info->size)
        return COMMS_NO_RANK;
    return info->world == NULL ? (uint32_t)rank : info->world[rank];
}

#endif
