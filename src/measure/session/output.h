/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * output.h - the directory for a run's results.
 *
 * Rank 0 creates it from the pattern MPIPROF_OUTPUT, with parents, never over
 * an existing one (-2, -3 ... is appended), and broadcasts the path.
 * Collective over comm.
 * Threads: one.  Memory: the caller's.  Errors: logged on rank 0, and the same
 * on all ranks.
 */
#ifndef MEASURE_SESSION_OUTPUT_H
#define MEASURE_SESSION_OUTPUT_H

#include <mpi.h>

#include "base/status.h"
#include "base/text/strbuf.h"

#define OUTPUT_PATH_BYTES 4096

struct output_names {
    const char *program;
    int ranks;
    const char *host;
};

/* Replaces %e %n %t %j %h %p %%; an unknown sequence stays. */
void output_expand(struct strbuf *out, const char *pattern,
                   const struct output_names *names);

/* Returns the first unknown sequence, or NULL. */
const char *output_unknown_field(const char *pattern);

/* Creates the directory and reports an unknown sequence. path:
 * OUTPUT_PATH_BYTES, filled on all ranks; absolute, from where rank 0 was
 * started. */
enum status output_create(MPI_Comm comm, const char *pattern,
                          const struct output_names *names, char *path);

/* Returns the path for people: without the rank's current directory. */
const char *output_shown(const char *path);

/* Deletes the run's trace to free its space. */
void output_remove_trace(MPI_Comm comm, const char *path);
/* Collective; deletes the directory if empty. */
void output_remove_empty(MPI_Comm comm, const char *path);

#endif
