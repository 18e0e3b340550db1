/* SPDX-License-Identifier: BSD-3-Clause */
#include "own_session.h"

#include "handles.h"

#if MPI_VERSION >= 4

static struct {
    MPI_Session session;
    MPI_Group group;
    bool open;
} own;

static bool open_group(int *processes)
{
    int (*from_pset)(MPI_Session, const char *, MPI_Group *) =
        next_function(NEXT_PMPI_Group_from_session_pset);
    int (*group_size)(MPI_Group, int *) = next_function(NEXT_PMPI_Group_size);

    return from_pset(own.session, "mpi://WORLD", &own.group) == MPI_SUCCESS &&
           group_size(own.group, processes) == MPI_SUCCESS;
}

bool own_session_open(int *processes)
{
    int (*init)(MPI_Info, MPI_Errhandler, MPI_Session *) =
        next_function(NEXT_PMPI_Session_init);

    own.open = init(info_null(), errors_return(), &own.session) == MPI_SUCCESS;
    return own.open && open_group(processes);
}

bool own_session_comm(MPI_Comm *comm)
{
    int (*create)(MPI_Group, const char *, MPI_Info, MPI_Errhandler,
                  MPI_Comm *) =
        next_function(NEXT_PMPI_Comm_create_from_group);

    return create(own.group, "mpiprof", info_null(), errors_return(), comm) ==
           MPI_SUCCESS;
}

static void close_group(void)
{
    int (*group_free)(MPI_Group *) = next_function(NEXT_PMPI_Group_free);
    int (*finalize)(MPI_Session *) = next_function(NEXT_PMPI_Session_finalize);

    group_free(&own.group);
    finalize(&own.session);
}

/* In another MPI's process there is nothing to call. */
void own_session_close(void)
{
    if (own.open)
        close_group();
    own.open = false;
}

#else

bool own_session_open(int *processes)
{
    (void)processes;
    return false;
}

bool own_session_comm(MPI_Comm *comm)
{
    (void)comm;
    return false;
}

void own_session_close(void)
{
}

#endif
