/*
 * windows.h - the one-sided windows of this process, each with an id.
 *
 * A window is known from its creation (windows_created) to its MPI_Win_free;
 * one whose creation was not seen is taken in when first used, without a
 * communicator, and its targets are then not known.  Ranks are merged by the
 * communicator and how many windows had been made on it before, which
 * collective creation makes equal on all members.
 * Threads: any, serialised here; windows_generation tells whoever remembers
 * an answer of windows_find() that it may be out of date.
 * Memory: an entry lives until windows_teardown(), also after its end.  Those
 * beyond the first WINDOWS_APART of a communicator share an id, and so do all
 * of it when WINDOWS_MOST are known; their entries serve again.
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
    uint32_t id;      /* WINDOW definition, 0: none; set by on_new */
    MPI_Win handle;   /* as it was; may be freed meanwhile */
    bool freed;
    bool owed;        /* its handle is another's, its end still to be told */
    bool shared;      /* id of more than one */
    uint64_t made;    /* ticks: its creation had ended */
    const struct comm_info *comm; /* NULL: not known */
    uint64_t ordinal; /* among the windows of that communicator */
    char kind[24];    /* "create", "allocate", "dynamic" ... */
    char *name;       /* as the program named it, or NULL */
    struct epoch epoch; /* of traces; guarded by whoever uses it */
    struct window *spare; /* the next of its communicator to serve again */
    struct window *next; /* all windows of the process */
};

/* Called, serialised, for each window that becomes known. */
typedef void windows_new_function(struct window *window, void *context);

void windows_setup(windows_new_function *on_new, void *context);
void windows_teardown(void);

/* NULL: MPI_WIN_NULL or no memory. */
struct window *windows_find(MPI_Win win);
struct window *windows_created(const struct comm_info *comm, MPI_Win win,
                               const char *kind, uint64_t made);
/* began: ticks, when its end began: it is not that of a window made later.
 * NULL: not known. */
struct window *windows_freed(MPI_Win win, uint64_t began);
void windows_named(MPI_Win win, const char *name);

/* All entries, newest first. */
struct window *windows_all(void);
uint64_t windows_open(void);
/* How many were made that share an id. */
uint64_t windows_shared(void);

/* Increases whenever a handle may have changed its meaning. */
extern uint32_t windows_generation;

#endif
