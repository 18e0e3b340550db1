/* SPDX-License-Identifier: BSD-3-Clause */
#include "pyprof/merged.h"

#include <stdbool.h>
#include <string.h>

#include "base/text/affix.h"

/* Methods of petsc4py that only move data between ranks. */
static const char *const transfers[] = {
    "assemblyBegin", "assemblyEnd",      "assemble",       "barrier",
    "scatter",       "scatterBegin",     "scatterEnd",     "ghostUpdate",
    "globalToLocal", "ghostUpdateBegin", "ghostUpdateEnd", "localToGlobal",
    "localToLocal",  "bcastBegin",       "bcastEnd",       "reduceBegin",
    "reduceEnd",     "createToAll",      "createToZero",
};

/* "Vec.assemble" of "<method 'assemble' of 'petsc4py.PETSc.Vec' objects>". */
static bool is_transfer(const char *name)
{
    const char *method = strchr(name, '\'');
    size_t length = method == NULL ? 0 : strcspn(method + 1, "'");

    for (size_t i = 0; i < sizeof(transfers) / sizeof(transfers[0]); i++)
        if (strlen(transfers[i]) == length &&
            strncmp(transfers[i], method + 1, length) == 0)
            return true;
    return false;
}

static enum mpi_call call_of_built_in(const char *name)
{
    if (strstr(name, "mpi4py.MPI.") != NULL)
        return MPI_CALL_MPI;
    if (strstr(name, "set_fapl_mpio") != NULL)
        return MPI_CALL_OPENS_H5PY;
    if (strstr(name, "h5py.h5") != NULL || strstr(name, "h5py._") != NULL)
        return MPI_CALL_H5PY;
    if (strstr(name, "slepc4py.SLEPc.") != NULL)
        return MPI_CALL_MIXED;
    if (strstr(name, "petsc4py.PETSc.") == NULL)
        return MPI_CALL_NONE;
    return is_transfer(name) ? MPI_CALL_MPI : MPI_CALL_MIXED;
}

enum mpi_call mpi_call_of(const char *file, const char *name)
{
    if (strcmp(file, "~") == 0)
        return call_of_built_in(name);
    if (ends_with(file, "/h5py/_hl/files.py") &&
        strstr(name, "set_fapl_mpio") != NULL)
        return MPI_CALL_OPENS_H5PY;
    return MPI_CALL_NONE;
}
