/*
 * output.h - the directory that a run's results go to.
 *
 * Rank 0 makes it from the pattern MPIPROF_OUTPUT, with parents, never over an
 * existing one (-2, -3 ... is appended), and tells the others.
 * Collective over comm; errors the same on all ranks.  Threads: one.
 */
#ifndef MEASURE_SESSION_OUTPUT_H
#define MEASURE_SESSION_OUTPUT_H

#include <mpi.h>

#include "base/status.h"
#include "base/strbuf.h"

#define OUTPUT_PATH_BYTES 4096

struct output_names {
    const char *program;
    int ranks;
    const char *host;
};

/* Replaces %e %n %t %j %h %p %%; a sequence that is unknown stays. */
void output_expand(struct strbuf *out, const char *pattern,
                   const struct output_names *names);

/* The first sequence that stands for nothing, or NULL. */
const char *output_unknown_field(const char *pattern);

/* Tells such a sequence.  path: OUTPUT_PATH_BYTES, filled on all ranks;
 * absolute, from the directory in which each rank is. */
enum status output_create(MPI_Comm comm, const char *pattern,
                          const struct output_names *names, char *path);

/* From the directory in which the process is now, if there is room for that in
 * OUTPUT_PATH_BYTES. */
void output_make_absolute(char *path);

/* The same path for people: without the directory in which the rank is now. */
const char *output_shown(const char *path);

/* Takes the run's trace away, so that its room can be used. */
void output_remove_trace(MPI_Comm comm, const char *path);
/* Collective; takes the directory away if there is nothing in it. */
void output_remove_empty(MPI_Comm comm, const char *path);

#endif
