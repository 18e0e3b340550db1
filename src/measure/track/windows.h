/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * windows.h - the one-sided windows of this process, each with an id.
 *
 * A window is tracked from its creation (windows_created) to its MPI_Win_free;
 * one whose creation was not seen is added at its first use, without a
 * communicator, and its targets are then unknown.  Ranks are merged by the
 * communicator and the number of windows created on it before, which
 * collective creation keeps equal on all members.
 * Threads: any, serialised here; windows_generation invalidates cached results
 * of windows_find().  Memory: an entry lives until windows_teardown(), also
 * after its end.  Windows beyond the first WINDOWS_APART of a communicator
 * share an id, and so do all its windows once WINDOWS_MOST exist; their
 * entries are reused.
 */
#ifndef MEASURE_TRACK_WINDOWS_H
#define MEASURE_TRACK_WINDOWS_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "measure/track/comms.h"
#include "measure/track/epoch.h"

#define WINDOWS_APART 1000
#define WINDOWS_MOST 20000

struct window {
    uint32_t id;    /* WINDOW definition, 0: none; set by on_new */
    MPI_Win handle; /* original handle; may have been freed since */
    bool freed;
    bool deferred;                /* handle reused, end not yet reported */
    bool shared;                  /* shares its id */
    uint64_t made;                /* ticks: end of its creation */
    const struct comm_info *comm; /* NULL: unknown */
    uint64_t ordinal;     /* number among the windows of that communicator */
    char kind[24];        /* "create", "allocate", "dynamic" ... */
    char *name;           /* set by the program, or NULL */
    struct epoch epoch;   /* for traces; guarded by its user */
    struct window *spare; /* next entry of its communicator available for
                           * reuse */
    struct window *next;  /* all windows of the process */
};

/* Called, serialised, for each new window. */
typedef void windows_new_function(struct window *window, void *context);

void windows_setup(windows_new_function *on_new, void *context);
void windows_teardown(void);

/* NULL: MPI_WIN_NULL or no memory. */
struct window *windows_find(MPI_Win win);
struct window *windows_created(const struct comm_info *comm, MPI_Win win,
                               const char *kind, uint64_t made);
/* began: ticks at the start of its end, so that a later window with the same
 * handle is not meant.  NULL: unknown. */
struct window *windows_freed(MPI_Win win, uint64_t began);
void windows_named(MPI_Win win, const char *name);

/* All entries, newest first. */
struct window *windows_all(void);
uint64_t windows_open(void);
/* Number of windows created that share an id. */
uint64_t windows_shared(void);

/* Increases whenever a handle may have a new meaning. */
extern uint32_t windows_generation;

#endif
