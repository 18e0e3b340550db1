/* SPDX-License-Identifier: BSD-3-Clause */
/* odd_environment.c - what a program asks its surroundings, MPI_Pcontrol, its
 * own use of PMPI.
 * What is freed through PMPI, mpiprof must think is still there:
 * odd-remark: communicator handles? on .* not freed|^Wait states: .* (only|too few) */
#include "odd.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORLD MPI_COMM_WORLD

CASE(questions)
{
    char text[MPI_MAX_LIBRARY_VERSION_STRING], name[MPI_MAX_PROCESSOR_NAME];
    int flag = 0, length = 0, version = 0, subversion = 0, level = -1;

    CALL(MPI_Initialized, &flag);
    CHECK(flag);
    CALL(MPI_Finalized, &flag);
    CHECK(!flag);
    CALL(MPI_Get_version, &version, &subversion);
    CHECK(version == MPI_VERSION);
    CALL(MPI_Get_library_version, text, &length);
    CHECK(length > 0);
    CALL(MPI_Get_processor_name, name, &length);
    CHECK(length == (int)strlen(name));
    CALL(MPI_Is_thread_main, &flag);
    CHECK(flag);
    CALL(MPI_Query_thread, &level);
    CHECK(level >= MPI_THREAD_SINGLE);
}

CASE(clocks)
{
    double before = CALL(MPI_Wtime), tick = CALL(MPI_Wtick);

    for (int i = 0; i < 1000; i++)
        before = CALL(MPI_Wtime) < before ? 1e300 : before;
    CHECK(before < 1e300 && tick > 0 && tick < 1);
}

CASE(memory)
{
    char *place = NULL;
    int room = 5;

    CALL(MPI_Alloc_mem, 1000, MPI_INFO_NULL, &place);
    memset(place, 1, 1000);
    CALL(MPI_Sendrecv, &odd_rank, 1, MPI_INT, RIGHT, 1, place, 1, MPI_INT,
         LEFT, 1, WORLD, MPI_STATUS_IGNORE);
    memcpy(&room, place, sizeof(room));
    CHECK(room == LEFT);
    CALL(MPI_Free_mem, place);
    CALL(MPI_Alloc_mem, 0, MPI_INFO_NULL, &place);
    CALL(MPI_Free_mem, place);
}

CASE(handles_of_fortran)
{
    MPI_Fint room[32] = { 0 };
    MPI_Status status, back;
    int data = 3, got = 0;

    CHECK(CALL(MPI_Comm_f2c, CALL(MPI_Comm_c2f, WORLD)) == WORLD);
    CHECK(CALL(MPI_Type_f2c, CALL(MPI_Type_c2f, MPI_INT)) == MPI_INT);
    CHECK(CALL(MPI_Op_f2c, CALL(MPI_Op_c2f, MPI_SUM)) == MPI_SUM);
    CHECK(CALL(MPI_Group_f2c, CALL(MPI_Group_c2f, MPI_GROUP_EMPTY)) ==
          MPI_GROUP_EMPTY);
    CHECK(CALL(MPI_Info_f2c, CALL(MPI_Info_c2f, MPI_INFO_NULL)) ==
          MPI_INFO_NULL);
    CHECK(CALL(MPI_Request_f2c, CALL(MPI_Request_c2f, MPI_REQUEST_NULL)) ==
          MPI_REQUEST_NULL);
    CHECK(CALL(MPI_Win_f2c, CALL(MPI_Win_c2f, MPI_WIN_NULL)) == MPI_WIN_NULL);
    CHECK(CALL(MPI_File_f2c, CALL(MPI_File_c2f, MPI_FILE_NULL)) ==
          MPI_FILE_NULL);
    CHECK(CALL(MPI_Errhandler_f2c,
               CALL(MPI_Errhandler_c2f, MPI_ERRORS_RETURN)) ==
          MPI_ERRORS_RETURN);
    CHECK(CALL(MPI_Message_f2c, CALL(MPI_Message_c2f, MPI_MESSAGE_NULL)) ==
          MPI_MESSAGE_NULL);
    CALL(MPI_Sendrecv, &data, 1, MPI_INT, RIGHT, 2, &got, 1, MPI_INT, LEFT, 2,
         WORLD, &status);
    CALL(MPI_Status_c2f, &status, room);
    CALL(MPI_Status_f2c, room, &back);
    CHECK(back.MPI_SOURCE == LEFT && back.MPI_TAG == 2);
}

CASE(pcontrol_with_anything)
{
    int value = 1;

    CALL(MPI_Pcontrol, 1);
    CALL(MPI_Pcontrol, 1, "more", 2.5, &value);
    CALL(MPI_Pcontrol, 3);
    CALL(MPI_Pcontrol, 77, value);
    CALL(MPI_Pcontrol, -1, NULL);
    CALL(MPI_Barrier, WORLD);
}

CASE(pcontrol_twice_on)
{
    CALL(MPI_Pcontrol, 1);
    CALL(MPI_Pcontrol, 1);
    CALL(MPI_Barrier, WORLD);
}

/* The standard leaves them to the profiler: neither on nor off, and what is
 * off stays off. */
CASE(pcontrol_of_other_levels)
{
    static const int levels[] = { 2, 3, -1, 1000 };

    for (int i = 0; i < COUNT_OF(levels); i++) {
        CALL(MPI_Pcontrol, levels[i]);
        CALL(MPI_Barrier, WORLD);
    }
    CALL(MPI_Pcontrol, 0);
    for (int i = 0; i < COUNT_OF(levels); i++) {
        UNSEEN(MPI_Pcontrol, levels[i]);
        UNSEEN(MPI_Barrier, WORLD);
    }
    UNSEEN(MPI_Pcontrol, 1);
    CALL(MPI_Barrier, WORLD);
}

/* The program's own layer: what it does through PMPI is its own business. */
CASE(own_use_of_pmpi)
{
    int data = odd_rank, room = -1;
    MPI_Request request;
    MPI_Comm comm;

    PMPI_Barrier(WORLD);
    PMPI_Irecv(&room, 1, MPI_INT, LEFT, 3, WORLD, &request);
    CALL(MPI_Send, &data, 1, MPI_INT, RIGHT, 3, WORLD);
    CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
    CHECK(room == LEFT);
    CALL(MPI_Irecv, &room, 1, MPI_INT, LEFT, 4, WORLD, &request);
    PMPI_Send(&data, 1, MPI_INT, RIGHT, 4, WORLD);
    CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
    PMPI_Comm_dup(WORLD, &comm);
    CALL(MPI_Allreduce, &data, &room, 1, MPI_INT, MPI_SUM, comm);
    CHECK(room == odd_ranks * (odd_ranks - 1) / 2);
    CALL(MPI_Comm_free, &comm);
}

/* A communicator that MPI frees behind mpiprof's back, and whose handle then
 * comes again. */
CASE(freed_through_pmpi)
{
    int one = 1, sum = 0;
    MPI_Comm comm;

    for (int i = 0; i < 20; i++) {
        CALL(MPI_Comm_split, WORLD, i % 2 ? 0 : odd_rank, 0, &comm);
        CALL(MPI_Allreduce, &one, &sum, 1, MPI_INT, MPI_SUM, comm);
        CHECK(sum == (i % 2 ? odd_ranks : 1));
        PMPI_Comm_free(&comm);
    }
}
