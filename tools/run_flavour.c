/* SPDX-License-Identifier: BSD-3-Clause */
#include "run_flavour.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "run_elf.h"

#define OPENMPI "openmpi"
#define MPICH "mpich"

/* By the beginning of a file name; the first that fits.  libmpi.so.12 is the
 * common name of MPICH and its relatives, libmpi.so alone of both. */
static const struct {
    const char *begin, *flavour;
} libraries[] = {
    { "libmpich", MPICH },       { "libmpi.so.12", MPICH },
    { "libmpifort.so", MPICH },  { "libmpicxx.so", MPICH },
    { "libmpi_mpifh", OPENMPI }, { "libmpi_usempi", OPENMPI },
    { "libmpi_cxx", OPENMPI },   { "libopen-rte", OPENMPI },
    { "libopen-pal", OPENMPI },  { "libmpi.so.", OPENMPI },
};

/* What launchers set, the specific ones first. */
static const struct {
    const char *variable, *flavour;
} launchers[] = {
    { "OMPI_COMM_WORLD_RANK", OPENMPI },
    { "OMPI_COMM_WORLD_SIZE", OPENMPI },
    { "HYDI_CONTROL_FD", MPICH },
    { "PMI_RANK", MPICH },
    { "PMI_SIZE", MPICH },
    { "PMI_FD", MPICH },
    { "PMIX_RANK", OPENMPI },
};

static const char *const rank_variables[] = { "OMPI_COMM_WORLD_RANK",
                                              "PMIX_RANK", "PMI_RANK",
                                              "SLURM_PROCID" };

static const char *const local_rank_variables[] = {
    "OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "SLURM_LOCALID"
};

const char *flavour_of_library(const char *name)
{
    for (size_t i = 0; i < sizeof(libraries) / sizeof(libraries[0]); i++)
        if (strncmp(name, libraries[i].begin, strlen(libraries[i].begin)) == 0)
            return libraries[i].flavour;
    return NULL;
}

static bool take_flavour(const char *name, void *context)
{
    const char **flavour = context;

    *flavour = flavour_of_library(name);
    return *flavour != NULL;
}

const char *flavour_of_launcher(void)
{
    for (size_t i = 0; i < sizeof(launchers) / sizeof(launchers[0]); i++)
        if (getenv(launchers[i].variable) != NULL)
            return launchers[i].flavour;
    return NULL;
}

const char *flavour_choose(const char *asked, const char *program)
{
    const char *flavour = NULL;

    if (strcmp(asked, "auto") != 0)
        return asked;
    if (elf_needed(program, take_flavour, &flavour))
        return flavour;
    return flavour_of_launcher();
}

/* Whether the first of these variables that is set is 0. */
static bool is_zero(const char *const *variables, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *rank = getenv(variables[i]);

        if (rank != NULL)
            return strcmp(rank, "0") == 0;
    }
    return true;
}

bool flavour_is_first_rank(void)
{
    return is_zero(rank_variables,
                   sizeof(rank_variables) / sizeof(rank_variables[0]));
}

bool flavour_is_first_on_host(void)
{
    return is_zero(local_rank_variables, sizeof(local_rank_variables) /
                                             sizeof(local_rank_variables[0]));
}
