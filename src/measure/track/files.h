/*
 * files.h - the files that this process has open through MPI-IO.
 *
 * A file is known from MPI_File_open to MPI_File_close; one whose opening was
 * not seen is taken in when first used, by the name "unknown".  All openings
 * of a name share one FILE definition.
 * Threads: any, serialised here; files_generation tells whoever remembers an
 * answer of files_find() that it may be out of date.
 * A closing is told after it: another thread may have been given the same
 * handle for a file that it opened meanwhile.
 * Memory: an entry lives until the file is closed.
 */
#ifndef MEASURE_TRACK_FILES_H
#define MEASURE_TRACK_FILES_H

#include <mpi.h>
#include <stdint.h>

#include "measure/track/comms.h"

/* Names with rows of their own; what comes later is one file. */
#define FILES_APART 10000
#define FILES_OTHERS "(other files)"

struct file {
    uint32_t id;     /* FILE definition, 0: none; set by on_new */
    const struct comm_info *comm; /* NULL: not known */
    uint64_t begun_bytes; /* what a split collective under way asked for */
    uint64_t begun_id;    /* its id in the trace, 0: none */
    uint32_t ordinal;     /* among those of its name and communicator that
                           * are open at once */
    uint32_t traced_as;   /* FILE_HANDLE definition, 0: none yet */
    MPI_File handle;
    uint64_t made;        /* ticks: its opening had ended */
    struct file *owed;    /* the next of those whose closing is to be told */
};

/* Called, serialised, for each file that is opened. */
typedef void files_new_function(struct file *file, const char *name,
                                void *context);

void files_setup(files_new_function *on_new, void *context);
void files_teardown(void);

/* NULL: MPI_FILE_NULL or no memory. */
struct file *files_find(MPI_File handle);
struct file *files_opened(const struct comm_info *comm, const char *name,
                          MPI_File handle, uint64_t made);
/* began: ticks when the closing was entered.  Its id, 0: none; and what it was
 * in the trace. */
uint32_t files_closed(MPI_File handle, uint64_t began, uint32_t *traced_as);

uint64_t files_open(void);

/* Increases whenever a handle may have changed its meaning. */
extern uint32_t files_generation;

#endif
