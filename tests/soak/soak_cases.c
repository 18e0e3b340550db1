/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * soak_cases.c - what soak.c does over and over.
 */
#include "soak.h"

#include <fcntl.h>
#include <mpiprof.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define THREADS 4
#define CALLS_AT_ONCE 1000
#define CHILDREN 20

/* ---- calls of several threads ---- */

static void *call_often(void *tag)
{
    int in, out = 0;
    int other = soak_rank ^ 1;

    for (int i = 0; i < CALLS_AT_ONCE; i++)
        MPI_Sendrecv(&out, 1, MPI_INT, i % 100 == 0 ? other : MPI_PROC_NULL,
                     *(int *)tag, &in, 1, MPI_INT,
                     i % 100 == 0 ? other : MPI_PROC_NULL, *(int *)tag,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return NULL;
}

static void run_threads(void *(*work)(void *), int count)
{
    pthread_t threads[THREADS];
    static int tags[THREADS] = { 0, 1, 2, 3 };

    for (int k = 0; k < count; k++)
        if (pthread_create(&threads[k], NULL, work, &tags[k]) != 0)
            abort();
    for (int k = 0; k < count; k++)
        pthread_join(threads[k], NULL);
}

static void calls(long i)
{
    (void)i;
    run_threads(call_often, THREADS);
    PMPI_Barrier(MPI_COMM_WORLD); /* not counted: no rank is ahead */
}

static void *call_once(void *unused)
{
    (void)unused;
    MPI_Barrier(MPI_COMM_SELF);
    return NULL;
}

static void threads(long i)
{
    (void)i;
    run_threads(call_once, 2);
}

/* ---- objects, one after the other ---- */

static void comms(long i)
{
    MPI_Comm comm;

    (void)i;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_free(&comm);
}

/* In another order each time. */
static void members(long i)
{
    MPI_Comm comm;
    int key = (int)(i / (1 + soak_rank * 7) % 1000 + i % (soak_rank + 2));

    MPI_Comm_split(MPI_COMM_WORLD, 0, key, &comm);
    MPI_Comm_free(&comm);
}

/* Each parent has children of its own. */
static void families(long i)
{
    static MPI_Comm parent = MPI_COMM_NULL;
    MPI_Comm child;

    if (i % CHILDREN == 0) {
        if (parent != MPI_COMM_NULL)
            MPI_Comm_free(&parent);
        MPI_Comm_dup(MPI_COMM_WORLD, &parent);
    }
    MPI_Comm_dup(parent, &child);
    MPI_Comm_free(&child);
}

static void windows(long i)
{
    static int target;
    MPI_Win window;

    (void)i;
    MPI_Win_create(&target, sizeof(target), 1, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &window);
    MPI_Win_free(&window);
}

static void open_file(const char *name, MPI_File *file)
{
    if (MPI_File_open(MPI_COMM_SELF, name,
                      MPI_MODE_CREATE | MPI_MODE_RDWR |
                          MPI_MODE_DELETE_ON_CLOSE,
                      MPI_INFO_NULL, file) != MPI_SUCCESS)
        abort();
}

static void files(long i)
{
    char name[64];
    MPI_File file;

    (void)i;
    snprintf(name, sizeof(name), "./file.%d", soak_rank);
    open_file(name, &file);
    MPI_File_close(&file);
}

/* Opening one by MPI takes a millisecond. */
static void file_names(long i)
{
    char name[64];

    snprintf(name, sizeof(name), "./file.%d.%ld", soak_rank, i);
    close(open(name, O_CREAT | O_WRONLY, 0666));
    MPI_File_delete(name, MPI_INFO_NULL);
}

static void datatypes(long i)
{
    MPI_Datatype type;

    MPI_Type_contiguous((int)(i % 100) + 1, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Send(&i, 0, type, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    MPI_Type_free(&type);
}

static void regions(long i)
{
    char name[64];

    snprintf(name, sizeof(name), "step %ld", i);
    MPIPROF_BEGIN(name);
    MPI_Barrier(MPI_COMM_SELF);
    MPIPROF_END(name);
}

/* ---- objects, all at once ---- */

static MPI_Request *requests;
static MPI_Win *open_wins;
static MPI_File *open_files;
static MPI_Message *open_messages;
static char *data;
static long at_once;

static void *room(size_t size, long number)
{
    void *made = calloc((size_t)number, size);

    if (made == NULL)
        abort();
    at_once = number;
    return made;
}

static void make_requests(long number)
{
    requests = room(sizeof(*requests), number);
    data = room(1, number);
}

static void post(long i)
{
    MPI_Irecv(data + i, 1, MPI_CHAR, 0, 0, MPI_COMM_SELF, &requests[i]);
}

static void complete(void)
{
    char one = 1;

    for (long i = 0; i < at_once; i++) {
        MPI_Send(&one, 1, MPI_CHAR, 0, 0, MPI_COMM_SELF);
        MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    }
    free(requests);
    free(data);
}

static void make_wins(long number)
{
    open_wins = room(sizeof(*open_wins), number);
}

static void open_win(long i)
{
    static int target;

    MPI_Win_create(&target, sizeof(target), 1, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &open_wins[i]);
}

static void close_wins(void)
{
    for (long i = 0; i < at_once; i++)
        MPI_Win_free(&open_wins[i]);
    free(open_wins);
}

static void make_files(long number)
{
    open_files = room(sizeof(*open_files), number);
}

static void open_zero(long i)
{
    if (MPI_File_open(MPI_COMM_SELF, "/dev/zero", MPI_MODE_RDONLY,
                      MPI_INFO_NULL, &open_files[i]) != MPI_SUCCESS)
        abort();
}

static void close_files(void)
{
    for (long i = 0; i < at_once; i++)
        MPI_File_close(&open_files[i]);
    free(open_files);
}

static void make_messages(long number)
{
    open_messages = room(sizeof(*open_messages), number);
    requests = room(sizeof(*requests), number);
}

static void match(long i)
{
    MPI_Isend(&i, 0, MPI_CHAR, 0, 0, MPI_COMM_SELF, &requests[i]);
    MPI_Mprobe(0, 0, MPI_COMM_SELF, &open_messages[i], MPI_STATUS_IGNORE);
}

/* The last one first. */
static void receive(void)
{
    for (long i = at_once - 1; i >= 0; i--)
        MPI_Mrecv(&i, 0, MPI_CHAR, &open_messages[i], MPI_STATUS_IGNORE);
    for (long i = 0; i < at_once; i++)
        MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    free(open_messages);
    free(requests);
}

const struct soak_case soak_cases[] = {
    { "calls", calls, { { "MPI_Sendrecv", THREADS * CALLS_AT_ONCE } },
      NULL, NULL, MPI_THREAD_MULTIPLE },
    { "threads", threads, { { "MPI_Barrier", 2 } }, NULL, NULL,
      MPI_THREAD_MULTIPLE },
    { "paths", soak_path, { { "MPI_Barrier", 1 } }, NULL, NULL, 0 },
    { "regions", regions, { { "MPI_Barrier", 1 } }, NULL, NULL, 0 },
    { "comms", comms, { { "MPI_Comm_dup", 1 }, { "MPI_Comm_free", 1 } },
      NULL, NULL, 0 },
    { "members", members,
      { { "MPI_Comm_split", 1 }, { "MPI_Comm_free", 1 } }, NULL, NULL, 0 },
    { "families", families, { { "MPI_Comm_dup", 1 + 1.0 / CHILDREN } },
      NULL, NULL, 0 },
    { "datatypes", datatypes,
      { { "MPI_Type_commit", 1 }, { "MPI_Type_free", 1 },
        { "MPI_Send", 1 } }, NULL, NULL, 0 },
    { "windows", windows, { { "MPI_Win_create", 1 }, { "MPI_Win_free", 1 } },
      NULL, NULL, 0 },
    { "files", files, { { "MPI_File_open", 1 }, { "MPI_File_close", 1 } },
      NULL, NULL, 0 },
    { "file_names", file_names, { { "MPI_File_delete", 1 } }, NULL, NULL,
      0 },
    { "requests", post,
      { { "MPI_Irecv", 1 }, { "MPI_Send", 1 }, { "MPI_Wait", 1 } },
      make_requests, complete, 0 },
    { "open_windows", open_win,
      { { "MPI_Win_create", 1 }, { "MPI_Win_free", 1 } },
      make_wins, close_wins, 0 },
    { "open_files", open_zero,
      { { "MPI_File_open", 1 }, { "MPI_File_close", 1 } },
      make_files, close_files, 0 },
    { "open_messages", match,
      { { "MPI_Isend", 1 }, { "MPI_Mprobe", 1 }, { "MPI_Mrecv", 1 } },
      make_messages, receive, 0 },
    { NULL, NULL, { { NULL, 0 } }, NULL, NULL, 0 },
};
