/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * comms.h - the communicators of this process, each with its own id.
 *
 * MPI reuses handle values, so a communicator is tracked from its creation
 * (comms_created) to its end (comms_freed); one never announced is added at
 * its first use.  All knowledge is local: the identity used for merging ranks
 * is derived from the parent's identity, the members, and the number of equal
 * ones created before, which collective creation keeps equal on all members.
 * Peers are world ranks.
 * Threads: comms_find() any, without a lock; the others are serialised here.
 * Memory: an info lives until comms_teardown(), even after MPI_Comm_free,
 * since requests may still refer to it.  To bound memory, communicators beyond
 * the first COMMS_APART with the same parent and members share an identity,
 * and so do those with the same members more than COMMS_DEEPEST generations
 * away from MPI_COMM_WORLD.  Such an info is reused after its end: all its
 * facts hold for the next one, too.  Beyond COMMS_MOST, every new one is
 * counted among the others: these share an identity without members, and are
 * not in the trace.  Errors: only a lack of memory: comms_setup() logs it,
 * other functions return NULL.
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
    uint64_t identity;    /* equal on all members, never 0; MPI_COMM_SELF
                           * counts as one communicator for all ranks */
    uint32_t id;          /* COMM definition, set by on_new */
    uint32_t traced_as;   /* same as id, or 0: has processes outside the
                           * trace, which then has no messages of this
                           * communicator */
    MPI_Comm handle;      /* original handle; may have been freed since */
    uint32_t size;        /* local group */
    uint32_t rank;        /* own rank in the group */
    uint32_t remote_size; /* > 0: intercommunicator */
    bool freed, predefined;
    bool attached;           /* of a library: see thread.attached_at */
    bool shared;             /* shares its identity */
    bool other;              /* among the others: beyond COMMS_MOST */
    uint32_t depth;          /* generations from MPI_COMM_WORLD */
    uint64_t members;        /* a hash of the members */
    uint64_t base;           /* part of the identity: parent and members */
    struct comm_info *spare; /* next info available for reuse */
    bool end_unreported;     /* a newer communicator has its handle, and
                              * comms_freed() has not yet been called */
    uint64_t made;           /* time of the announcement */
    uint32_t persistent;     /* persistent collectives made on it so far */
    bool gridless;           /* known to have no Cartesian grid */
    bool degree_known;
    int in_degree, out_degree; /* of the topology, comms_degrees() */
    int missing;               /* neighbours beyond the edge of a grid */
    bool *is_missing;          /* per neighbour, in the order of the counts, or
                                * NULL */
    const struct comm_info *parent;
    char *name;              /* set by the program, or NULL */
    const char *made_by;     /* procedure, a constant, or NULL */
    MPI_Comm handle_as_made; /* handle written to the journal with made_by */
    uint32_t *world;         /* world rank of each member; NULL: itself */
    uint32_t *remote_world;
    uint32_t room;          /* others only: size of both lists */
    struct comm_info *next; /* all infos of the process */
};

/* Called, serialised, for each new communicator, with the lock held: must not
 * call functions here that take the lock. */
typedef void comms_new_function(struct comm_info *info, void *context);

/* all: its ranks are the world ranks. with_world: adds MPI_COMM_WORLD and
 * MPI_COMM_SELF, which otherwise may not exist. */
enum status comms_setup(MPI_Comm all, bool with_world,
                        comms_new_function *on_new, void *context);
void comms_teardown(void);

/* NULL: MPI_COMM_NULL or no memory. */
struct comm_info *comms_find(MPI_Comm comm);
struct comm_birth {
    uint64_t made;  /* ticks at the return of the creating call */
    const char *by; /* procedure, a constant; NULL: not seen */
    bool duplicate; /* everything is copied from the parent: the result of
                     * MPI_Comm_idup must not be used yet, that of others is asked
                     * nothing */
};
struct comm_info *comms_created(MPI_Comm parent, MPI_Comm created,
                                const struct comm_birth *birth);
/* began: ticks at the start of the freeing call.  Called after that call, when
 * another thread may already have a new communicator with the same handle. */
struct comm_info *comms_freed(MPI_Comm comm, uint64_t began);

void comms_named(MPI_Comm comm, const char *name);
/* Calls `what' under the lock, for reading a name or other data that another
 * thread may be changing. */
void comms_serialised(struct comm_info *info, comms_new_function *what,
                      void *context);

/* Whether this is an intercommunicator only to processes of another
 * MPI_COMM_WORLD, from MPI_Comm_spawn, or MPI_Comm_connect to another job. */
bool comms_leads_outside(const struct comm_info *info);
/* Whether some member, in either group, is such a process. */
bool comms_has_outsiders(const struct comm_info *info);

/* Returns the world ranks of a group, which the caller frees; NULL without
 * memory. */
uint32_t *comms_group_members(MPI_Group group, uint32_t *size);

/* All infos, newest first. */
struct comm_info *comms_all(void);
/* Number of communicators created that share an identity. */
uint64_t comms_shared(void);

/* Number of communicators created among the others. */
uint64_t comms_crowded(void);

/* In-degree and out-degree of the attached topology (0, 0: none), including
 * neighbours of a grid that are MPI_PROC_NULL. */
void comms_degrees(struct comm_info *info);

/* Increases whenever a handle may have a new meaning: a cache of comms_find()
 * results compares this number. */
extern uint32_t comms_generation;

/* World rank of a peer given by the program: a rank of the remote group of an
 * intercommunicator, else of the communicator. */
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
