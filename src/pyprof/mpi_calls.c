/* SPDX-License-Identifier: BSD-3-Clause */
#include "pyprof/merged.h"

#include <stdbool.h>
#include <string.h>

#include "base/text/affix.h"

/* Methods of petsc4py that only move data between ranks. */
static const char transfers[] =
    " assemblyBegin assemblyEnd assemble barrier scatter scatterBegin "
    "scatterEnd ghostUpdate globalToLocal ghostUpdateBegin ghostUpdateEnd "
    "localToGlobal localToLocal bcastBegin bcastEnd reduceBegin reduceEnd "
    "createToAll createToZero ";

/* Class methods of mpi4py, for which cProfile has neither class nor module; not
 * those of common names, such as Create, Open and Init, which other extensions
 * have, too. */
static const char class_methods[] =
    " Allocate_shared Create_dynamic Create_from_group Create_from_groups "
    "Get_parent Get_status_all Get_status_any Get_status_some Iprobe Startall "
    "Testall Testany Testsome Waitall Waitany Waitsome get_status_all "
    "get_status_any get_status_some iprobe testall testany testsome waitall "
    "waitany waitsome ";

/* Methods of mpi4py that move objects. */
static const char pickling[] =
    " send bsend ssend isend ibsend issend recv irecv sendrecv wait waitall bcast "
    "gather scatter allgather alltoall reduce allreduce scan exscan ";

/* Whether the text up to that byte is one of the words, which blanks surround. */
static bool is_word(const char *words, const char *text, char end)
{
    size_t length = strcspn(text, (char[]){ end, ' ', '\0' });
    const char *found = words;

    if (length == 0 || text[length] != end)
        return false;
    while ((found = strstr(found, " ")) != NULL) {
        found++;
        if (strncmp(found, text, length) == 0 && found[length] == ' ')
            return true;
    }
    return false;
}

/* "Vec.assemble" of "<method 'assemble' of 'petsc4py.PETSc.Vec' objects>". */
static bool is_method(const char *words, const char *name)
{
    const char *method = strchr(name, '\'');

    return method != NULL && is_word(words, method + 1, '\'');
}

bool mpi_call_pickles(const char *name)
{
    return strstr(name, "mpi4py.MPI.") != NULL && is_method(pickling, name);
}

/* "<built-in method Waitall>"; functions of modules have a dot. */
static bool is_class_method(const char *name)
{
    static const char begin[] = "<built-in method ";

    return starts_with(name, begin) &&
           is_word(class_methods, name + strlen(begin), '>');
}

static enum mpi_call call_of_built_in(const char *name)
{
    if (strstr(name, "mpi4py.MPI.") != NULL)
        return MPI_CALL_MPI;
    if (is_class_method(name))
        return MPI_CALL_CLASS;
    if (strstr(name, "set_fapl_mpio") != NULL)
        return MPI_CALL_OPENS_H5PY;
    if (strstr(name, "h5py.h5") != NULL || strstr(name, "h5py._") != NULL)
        return MPI_CALL_H5PY;
    if (strstr(name, "slepc4py.SLEPc.") != NULL)
        return MPI_CALL_MIXED;
    if (strstr(name, "petsc4py.PETSc.") == NULL)
        return MPI_CALL_NONE;
    return is_method(transfers, name) ? MPI_CALL_MPI : MPI_CALL_MIXED;
}

enum mpi_call mpi_call_of(const char *file, const char *name)
{
    if (strcmp(file, "~") == 0)
        return call_of_built_in(name);
    if (strstr(file, "/mpi4py/futures/") != NULL)
        return MPI_CALL_FUTURES;
    if (ends_with(file, "/h5py/_hl/files.py") &&
        strstr(name, "set_fapl_mpio") != NULL)
        return MPI_CALL_OPENS_H5PY;
    return MPI_CALL_NONE;
}
