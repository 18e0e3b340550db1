/* odd_sessions.c - sessions, with and without MPI_Init. */
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

static MPI_Comm world_of(MPI_Session session)
{
    MPI_Group group;
    MPI_Comm comm;

    CALL(MPI_Group_from_session_pset, session, "mpi://WORLD", &group);
    CALL(MPI_Comm_create_from_group, group, "odd", MPI_INFO_NULL,
         MPI_ERRORS_RETURN, &comm);
    CALL(MPI_Group_free, &group);
    return comm;
}

static void beside_the_world(void)
{
    MPI_Session session = start();
    MPI_Comm comm = world_of(session);
    int one = 1, sum = 0;

    CALL(MPI_Allreduce, &one, &sum, 1, MPI_INT, MPI_SUM, comm);
    CHECK(sum == odd_ranks);
    CALL(MPI_Comm_free, &comm);
    CALL(MPI_Session_finalize, &session);
    CHECK(session == MPI_SESSION_NULL);
}

static void sets_of_processes(void)
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

static void error_handlers(void)
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

static void one_epoch(void)
{
    MPI_Session session = MPI_SESSION_NULL;
    int one = 1, sum = 0, size = 0;
    MPI_Group group;
    MPI_Comm comm;

    UNSEEN(MPI_Session_init, MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
    UNSEEN(MPI_Group_from_session_pset, session, "mpi://WORLD", &group);
    UNSEEN(MPI_Comm_create_from_group, group, "odd", MPI_INFO_NULL,
           MPI_ERRORS_RETURN, &comm);
    UNSEEN(MPI_Group_free, &group);
    UNSEEN(MPI_Comm_rank, comm, &odd_rank);
    UNSEEN(MPI_Comm_size, comm, &size);
    UNSEEN(MPI_Allreduce, &one, &sum, 1, MPI_INT, MPI_SUM, comm);
    CHECK(sum == size);
    UNSEEN(MPI_Comm_free, &comm);
    UNSEEN(MPI_Session_finalize, &session);
}

/* No MPI_COMM_WORLD at all. */
static void without_a_world(void)
{
    one_epoch();
}

static void two_epochs(void)
{
    one_epoch();
    one_epoch();
}
#else
ABSENT(beside_the_world, "MPI_Session_init is not in mpi.h")
ABSENT(sets_of_processes, "MPI_Session_init is not in mpi.h")
ABSENT(error_handlers, "MPI_Session_init is not in mpi.h")
ABSENT(without_a_world, "MPI_Session_init is not in mpi.h")
ABSENT(two_epochs, "MPI_Session_init is not in mpi.h")
#endif

static const struct odd_case cases[] = {
    CASE(beside_the_world),
    CASE(sets_of_processes),
    CASE(error_handlers),
    JOB(without_a_world, 2, 0),
    JOB(two_epochs, 2, 0),
};

ODD_MAIN(cases)
