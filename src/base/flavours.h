/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * flavours.h - what differs between MPIs, as share/flavours/flavours.tsv has it.
 *
 * A flavour is an MPI that mpiprof can be built for: "openmpi", "mpich".  These
 * functions recognise one, and read what its launcher has set in the
 * environment, which is valid also before MPI_Init and after MPI_Finalize.
 * Threads: any.  Memory: static.  Errors: none.
 */
#ifndef BASE_FLAVOURS_H
#define BASE_FLAVOURS_H

#include <stdbool.h>

enum flavour_list {
    FLAVOUR_VERSION_TEXT,
    FLAVOUR_LIBRARIES,
    FLAVOUR_MODULES,
    FLAVOUR_LAUNCHER,
    FLAVOUR_LIKELY_LAUNCHER,
    FLAVOUR_RANK,
    FLAVOUR_SIZE,
    FLAVOUR_LOCAL_RANK,
    FLAVOUR_LOCAL_SIZE,
    FLAVOUR_JOB,
    FLAVOUR_LISTS
};

/* Each list ends with NULL. */
struct flavour {
    const char *name;
    const char *const *words[FLAVOUR_LISTS];
};

/* The last one has no name, but the variables of launchers for any MPI. */
extern const struct flavour flavours[];
extern const char flavour_choice[]; /* "openmpi or mpich" */
extern const char flavour_words[];  /* of --mpi: "auto openmpi mpich" */

/* Flavour whose version text this is; or NULL. */
const char *flavours_of_version(const char *text);
/* MPI of a shared library, by its file name; or NULL. */
const char *flavours_of_library(const char *name);
/* Whether a file belongs to some MPI, by its name. */
bool flavours_have_module(const char *path);
/* MPI of the launcher that set the environment; or NULL. */
const char *flavours_of_launcher(void);

/* Value of the first variable of all flavours that is set; or NULL. */
const char *flavours_variable(enum flavour_list list);
/* True on rank 0, and if the rank is unknown. */
bool flavours_first_rank(void);
/* Same among the ranks of this host. */
bool flavours_first_on_host(void);

#endif
