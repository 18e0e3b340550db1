/* SPDX-License-Identifier: BSD-3-Clause */
/* odd_sessions.c - sessions, with and without MPI_Init.
 * odd-remark: before there was a communicator of all processes
 * odd-line: MPI is used again after its last session had ended */
#include "odd.h"

#include <stdio.h>
#include <string.h>

#if MPI_VERSION >= 4
static MPI_Session start(void)
{
    MPI_Session session = MPI_SESSION_NULL;

    CALL(MPI_Session_init, MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
    return session;
}

CASE(beside_the_world)
{
    MPI_Session session = start();
    MPI_Comm comm = odd_world_of(session);
    int one = 1, sum = 0;

    CALL(MPI_Allreduce, &one, &sum, 1, MPI_INT, MPI_SUM, comm);
    CHECK(sum == odd_ranks);
    CALL(MPI_Comm_free, &comm);
    CALL(MPI_Session_finalize, &session);
    CHECK(session == MPI_SESSION_NULL);
}

CASE(sets_of_processes)
{
    MPI_Session session = start();
    int sets = 0, length = 0, flag = 0;
    char name[256];
    MPI_Info info;

    CALL(MPI_Session_get_num_psets, session, MPI_INFO_NULL, &sets);
    CHECK(sets >= 2);
    CALL(MPI_Session_get_nth_pset, session, MPI_INFO_NULL, 0, &length, NULL);
    length = sizeof(name);
    CALL(MPI_Session_get_nth_pset, session, MPI_INFO_NULL, 0, &length, name);
    CALL(MPI_Session_get_pset_info, session, "mpi://SELF", &info);
    CALL(MPI_Info_get, info, "mpi_size", 255, name, &flag);
    CHECK(flag && strcmp(name, "1") == 0);
    CALL(MPI_Info_free, &info);
    CALL(MPI_Session_get_info, session, &info);
    CALL(MPI_Info_free, &info);
    CALL(MPI_Session_finalize, &session);
}

static int handled;

static void handler(MPI_Session *session, int *code, ...)
{
    (void)session;
    (void)code;
    handled++;
}

CASE(error_handlers)
{
    MPI_Session session = start();
    MPI_Errhandler errhandler, found;

    CALL(MPI_Session_create_errhandler, handler, &errhandler);
    CALL(MPI_Session_set_errhandler, session, errhandler);
    CALL(MPI_Session_get_errhandler, session, &found);
    CALL(MPI_Session_call_errhandler, session, MPI_ERR_OTHER);
    CHECK(handled == 1);
    CALL(MPI_Errhandler_free, &found);
    CALL(MPI_Errhandler_free, &errhandler);
    CALL(MPI_Session_finalize, &session);
}

/* All processes of the job, without MPI_COMM_WORLD. */
static MPI_Comm everybody(MPI_Session session)
{
    MPI_Comm comm = odd_world_of(session);

    CALL(MPI_Comm_rank, comm, &odd_rank);
    CALL(MPI_Comm_size, comm, &odd_ranks);
    return comm;
}

static void add_up(MPI_Comm comm)
{
    int one = 1, sum = 0;

    CALL(MPI_Allreduce, &one, &sum, 1, MPI_INT, MPI_SUM, comm);
    CHECK(sum == odd_ranks);
}

/* The first process on one side, all others on the other. */
CASE(two_sides)
{
    int first[1] = { 0 }, remote = 0;
    MPI_Session session = start();
    MPI_Group all, one, others;
    MPI_Comm inter;

    CALL(MPI_Group_from_session_pset, session, "mpi://WORLD", &all);
    CALL(MPI_Group_incl, all, 1, first, &one);
    CALL(MPI_Group_excl, all, 1, first, &others);
    CALL(MPI_Intercomm_create_from_groups, odd_rank == 0 ? one : others, 0,
         odd_rank == 0 ? others : one, 0, "odd sides", MPI_INFO_NULL,
         MPI_ERRORS_RETURN, &inter);
    CALL(MPI_Comm_remote_size, inter, &remote);
    CHECK(remote == (odd_rank == 0 ? odd_ranks - 1 : 1));
    CALL(MPI_Barrier, inter);
    CALL(MPI_Comm_free, &inter);
    CALL(MPI_Group_free, &all);
    CALL(MPI_Group_free, &one);
    CALL(MPI_Group_free, &others);
    CALL(MPI_Session_finalize, &session);
}

static void one_epoch(void)
{
    MPI_Session session = start();
    MPI_Comm comm = everybody(session);

    add_up(comm);
    CALL(MPI_Comm_free, &comm);
    CALL(MPI_Session_finalize, &session);
}

/* No MPI_COMM_WORLD at all. */
JOB(without_a_world, 2, 0)
{
    one_epoch();
}

/* The second is not measured: the first one was the last when it ended. */
JOB(two_epochs, 2, 0)
{
    MPI_Session session = MPI_SESSION_NULL;

    one_epoch();
    UNSEEN(MPI_Session_init, MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
    UNSEEN(MPI_Session_finalize, &session);
}

/* Each begins before the last one has ended, so that there is one run. */
JOB(epochs_that_overlap, 2, 0)
{
    MPI_Session last = start(), next;

    for (int epoch = 0; epoch < 4; epoch++) {
        MPI_Comm comm = everybody(last);

        for (int i = 0; i <= epoch; i++)
            add_up(comm);
        CALL(MPI_Comm_free, &comm);
        next = start();
        CALL(MPI_Session_finalize, &last);
        last = next;
    }
    CALL(MPI_Session_finalize, &last);
}

/* Every process for itself, before all meet. */
JOB(alone_first, 2, 0)
{
    MPI_Session session = start();
    MPI_Comm self, comm;
    MPI_Group group;
    int sent = 7, got = 0;

    CALL(MPI_Group_from_session_pset, session, "mpi://SELF", &group);
    CALL(MPI_Comm_create_from_group, group, "self", MPI_INFO_NULL,
         MPI_ERRORS_RETURN, &self);
    CALL(MPI_Group_free, &group);
    CALL(MPI_Sendrecv, &sent, 1, MPI_INT, 0, 1, &got, 1, MPI_INT, 0, 1, self,
         MPI_STATUS_IGNORE);
    CHECK(got == 7);
    CALL(MPI_Barrier, self);
    comm = everybody(session);
    add_up(comm);
    CALL(MPI_Barrier, self);
    CALL(MPI_Comm_free, &self);
    CALL(MPI_Comm_free, &comm);
    CALL(MPI_Session_finalize, &session);
}

/* One process is all processes. */
JOB(one_process, 1, 0)
{
    MPI_Session session = start();
    MPI_Group group;
    int size = 0;

    CALL(MPI_Group_from_session_pset, session, "mpi://WORLD", &group);
    CALL(MPI_Group_size, group, &size);
    CHECK(size == 1);
    CALL(MPI_Group_free, &group);
    CALL(MPI_Session_finalize, &session);
}

/* The sessions end before MPI_COMM_WORLD does. */
JOB(session_then_world, 2, 0)
{
    MPI_Session session = start();

    odd_init();
    CALL(MPI_Barrier, MPI_COMM_WORLD);
    CALL(MPI_Session_finalize, &session);
    odd_finalize();
}

/* A run of sessions, in which MPI_Init is one call of many. */
JOB(world_within_sessions, 2, 0)
{
    MPI_Session session = start();
    MPI_Comm comm = everybody(session);

    add_up(comm);
    odd_init();
    CALL(MPI_Barrier, MPI_COMM_WORLD);
    odd_finalize();
    add_up(comm);
    CALL(MPI_Comm_free, &comm);
    CALL(MPI_Session_finalize, &session);
}

/* ... and the last to end. */
JOB(world_outlives_sessions, 2, 0)
{
    MPI_Session session = start();
    MPI_Comm comm = everybody(session);

    add_up(comm);
    CALL(MPI_Comm_free, &comm);
    odd_init();
    CALL(MPI_Session_finalize, &session);
    CALL(MPI_Barrier, MPI_COMM_WORLD);
    odd_finalize();
}

/* Nothing is known of the others, so nothing is measured. */
JOB(never_all_together, 2, 0)
{
    MPI_Session session = MPI_SESSION_NULL;
    MPI_Group group;
    MPI_Comm self;

    UNSEEN(MPI_Session_init, MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
    UNSEEN(MPI_Group_from_session_pset, session, "mpi://SELF", &group);
    UNSEEN(MPI_Comm_create_from_group, group, "self", MPI_INFO_NULL,
           MPI_ERRORS_RETURN, &self);
    UNSEEN(MPI_Group_free, &group);
    UNSEEN(MPI_Barrier, self);
    UNSEEN(MPI_Comm_free, &self);
    UNSEEN(MPI_Session_finalize, &session);
}
#else
ABSENT(sessions, "MPI_Session_init is not in mpi.h")
#endif
