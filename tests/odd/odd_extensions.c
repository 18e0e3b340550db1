/* SPDX-License-Identifier: BSD-3-Clause */
/* odd_extensions.c - procedures that the standard has no more, and those
 * (MPIX_) that it does not have yet. */
#include "odd.h"

#ifdef OPEN_MPI
#include <mpi-ext.h>
#endif

#define WORLD MPI_COMM_WORLD

/* ---- removed in MPI 3.0, and still in the libraries ---- */

#define OLD(name, ...) extern int old_##name(__VA_ARGS__) __asm__("MPI_" #name)
#define CALL_OLD(name, ...) \
    (odd_count("MPI_" #name, 1), old_##name(__VA_ARGS__))

OLD(Address, void *place, MPI_Aint *address);
OLD(Errhandler_create, MPI_Comm_errhandler_function *function,
    MPI_Errhandler *errhandler);
OLD(Errhandler_get, MPI_Comm comm, MPI_Errhandler *errhandler);
OLD(Errhandler_set, MPI_Comm comm, MPI_Errhandler errhandler);
OLD(Type_extent, MPI_Datatype type, MPI_Aint *extent);
OLD(Type_hindexed, int count, int *lengths, MPI_Aint *places,
    MPI_Datatype type, MPI_Datatype *made);
OLD(Type_hvector, int count, int length, MPI_Aint stride, MPI_Datatype type,
    MPI_Datatype *made);
OLD(Type_lb, MPI_Datatype type, MPI_Aint *place);
OLD(Type_ub, MPI_Datatype type, MPI_Aint *place);
OLD(Type_struct, int count, int *lengths, MPI_Aint *places,
    MPI_Datatype *types, MPI_Datatype *made);

CASE(types_of_old)
{
    int lengths[2] = { 1, 2 }, size = 0;
    MPI_Aint places[2] = { 0, 8 }, found = -1, start = -1;
    MPI_Datatype both[2] = { MPI_INT, MPI_INT }, type;

    CALL_OLD(Address, lengths, &found);
    CHECK(found == (MPI_Aint)(void *)lengths);
    CALL_OLD(Type_hindexed, 2, lengths, places, MPI_INT, &type);
    CALL_OLD(Type_extent, type, &found);
    CALL_OLD(Type_lb, type, &start);
    CHECK(found == 16 && start == 0);
    CALL_OLD(Type_ub, type, &found);
    CHECK(found == 16);
    CALL(MPI_Type_free, &type);
    CALL_OLD(Type_hvector, 2, 1, 12, MPI_INT, &type);
    CALL(MPI_Type_free, &type);
    CALL_OLD(Type_struct, 2, lengths, places, both, &type);
    CALL(MPI_Type_size, type, &size);
    CHECK(size == 12);
    CALL(MPI_Type_free, &type);
}

static int handled;

static void handler(MPI_Comm *comm, int *code, ...)
{
    (void)comm;
    (void)code;
    handled++;
}

CASE(error_handlers_of_old)
{
    MPI_Errhandler errhandler, found;
    MPI_Comm comm;

    handled = 0;
    CALL(MPI_Comm_dup, WORLD, &comm);
    CALL_OLD(Errhandler_create, handler, &errhandler);
    CALL_OLD(Errhandler_set, comm, errhandler);
    CALL_OLD(Errhandler_get, comm, &found);
    CHECK(found == errhandler);
    CALL(MPI_Comm_call_errhandler, comm, MPI_ERR_OTHER);
    CHECK(handled == 1);
    CALL(MPI_Errhandler_free, &found);
    CALL(MPI_Errhandler_free, &errhandler);
    CALL(MPI_Comm_free, &comm);
}

/* ---- not in the standard ---- */

CASE(accelerators)
{
    CALL(MPIX_Query_cuda_support);
#ifndef OPEN_MPI
    int supported = -1;

    CALL(MPIX_Query_hip_support);
    CALL(MPIX_Query_ze_support);
    CALL(MPIX_GPU_query_support, MPIX_GPU_SUPPORT_CUDA, &supported);
    CHECK(supported == 0 || supported == 1);
#endif
}

#ifndef OPEN_MPI
/* In the standard since 4.1. */
#if MPI_VERSION > 4 || (MPI_VERSION == 4 && MPI_SUBVERSION > 0)
#define MPI_or_MPIX_Remove(what) MPI_Remove_error_##what
#else
#define MPI_or_MPIX_Remove(what) MPIX_Delete_error_##what
#endif

CASE(errors_taken_back)
{
    int class = 0, code = 0;

    CALL(MPI_Add_error_class, &class);
    CALL(MPI_Add_error_code, class, &code);
    CALL(MPI_Add_error_string, code, "for a moment");
    CHECK(CALL_OF(MPI_or_MPIX_Remove(string), code) == MPI_SUCCESS);
    CHECK(CALL_OF(MPI_or_MPIX_Remove(code), code) == MPI_SUCCESS);
    CHECK(CALL_OF(MPI_or_MPIX_Remove(class), class) == MPI_SUCCESS);
}

/* Requests of the program that MPI asks for progress. */
struct work {
    MPI_Request request;
    int polled, freed;
};

static int query(void *state, MPI_Status *status)
{
    (void)state;
    PMPI_Status_set_elements(status, MPI_INT, 2);
    PMPI_Status_set_cancelled(status, 0);
    status->MPI_SOURCE = MPI_UNDEFINED;
    status->MPI_TAG = MPI_UNDEFINED;
    return MPI_SUCCESS;
}

static int release(void *state)
{
    ((struct work *)state)->freed++;
    return MPI_SUCCESS;
}

static int cancel(void *state, int complete)
{
    (void)state;
    (void)complete;
    return MPI_SUCCESS;
}

static int poll(void *state, MPI_Status *status)
{
    struct work *work = state;

    (void)status;
    if (++work->polled == 3)
        PMPI_Grequest_complete(work->request);
    return MPI_SUCCESS;
}

static int wait_for(int count, void **states, double timeout,
                    MPI_Status *status)
{
    (void)timeout;
    for (int i = 0; i < count; i++)
        while (((struct work *)states[i])->polled < 3)
            poll(states[i], status);
    return MPI_SUCCESS;
}

CASE(polled_requests)
{
    struct work work = { .polled = 0 };
    MPI_Status status;
    int count = 0;

    CALL(MPIX_Grequest_start, query, release, cancel, poll, wait_for, &work,
         &work.request);
    CALL(MPI_Wait, &work.request, &status);
    CALL(MPI_Get_count, &status, MPI_INT, &count);
    CHECK(count == 2 && work.freed == 1);
}

CASE(class_of_requests)
{
    struct work work = { .polled = 0 };
    MPIX_Grequest_class class;
    int flag = 0;

    CALL(MPIX_Grequest_class_create, query, release, cancel, poll, wait_for,
         &class);
    CALL(MPIX_Grequest_class_allocate, class, &work, &work.request);
    while (!flag)
        CALL(MPI_Test, &work.request, &flag, MPI_STATUS_IGNORE);
    CHECK(work.freed == 1);
}
#else
ABSENT(errors_taken_back, "MPIX_Delete_error_class is not in mpi.h")
ABSENT(polled_requests, "MPIX_Grequest_start is not in mpi.h")
ABSENT(class_of_requests, "MPIX_Grequest_class_create is not in mpi.h")
#endif
