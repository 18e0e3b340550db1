/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * files.h - the files that this process has open through MPI-IO.
 *
 * A file is tracked from MPI_File_open to MPI_File_close; one whose open was
 * not seen is added at its first use, with the name "unknown".  All opens of a
 * name share one FILE definition.
 * Threads: any, serialised here; files_generation invalidates cached results
 * of files_find().  A close is reported after the call: another thread may
 * already have opened a file with the same handle.  Memory: an entry lives
 * until the file is closed.
 */
#ifndef MEASURE_TRACK_FILES_H
#define MEASURE_TRACK_FILES_H

#include <mpi.h>
#include <stdint.h>

#include "measure/track/comms.h"

/* Number of names with their own row; later names count as one file. */
#define FILES_APART 10000
#define FILES_OTHERS "(other files)"

struct file {
    uint32_t id;                  /* FILE definition, 0: none; set by on_new */
    const struct comm_info *comm; /* NULL: unknown */
    uint64_t begun_bytes; /* bytes requested by the pending split collective */
    uint64_t begun_id;    /* its id in the trace, 0: none */
    uint32_t ordinal;     /* number among the open handles with its name and
                           * communicator */
    uint32_t traced_as;   /* FILE_HANDLE definition, 0: none yet */
    MPI_File handle;
    uint64_t made;         /* ticks: end of its open */
    struct file *deferred; /* next file whose close is to be reported */
};

/* Called, serialised, for each file opened. */
typedef void files_new_function(struct file *file, const char *name,
                                void *context);

void files_setup(files_new_function *on_new, void *context);
void files_teardown(void);

/* NULL: MPI_FILE_NULL or no memory. */
struct file *files_find(MPI_File handle);
struct file *files_opened(const struct comm_info *comm, const char *name,
                          MPI_File handle, uint64_t made);
/* began: ticks at the start of the close.  Returns its id, 0: none; and its id
 * in the trace. */
uint32_t files_closed(MPI_File handle, uint64_t began, uint32_t *traced_as);

uint64_t files_open(void);

/* Increases whenever a handle may have a new meaning. */
extern uint32_t files_generation;

#endif
