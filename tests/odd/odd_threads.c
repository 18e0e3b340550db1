/* SPDX-License-Identifier: BSD-3-Clause */
/* odd_threads.c - several threads call MPI; the levels of thread support.
 *
 * The thread that starts MPI may end, and with it what it used of its host:
 *
 * odd-remark: For .*, the .* (are|is) (unknown|known only in part): .* */
#include "odd.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define WORLD MPI_COMM_WORLD
#define THREADS 3
#define ROUNDS 10

struct work {
    int number;
    MPI_Comm comm;
    MPI_Request requests[2];
    int out, in;
};

static int level = -1;

/* False: this MPI cannot; the case is skipped. */
static bool begin(void)
{
    CALL(MPI_Init_thread, NULL, NULL, MPI_THREAD_MULTIPLE, &level);
    odd_started();
    if (level < MPI_THREAD_MULTIPLE)
        odd_skip("no MPI_THREAD_MULTIPLE");
    return level >= MPI_THREAD_MULTIPLE;
}

static void in_threads(void *(*run)(void *), bool communicators)
{
    struct work works[THREADS];
    pthread_t threads[THREADS];

    for (int i = 0; i < THREADS; i++) {
        works[i] = (struct work){ .number = i, .out = odd_rank, .in = -1 };
        if (communicators)
            CALL(MPI_Comm_dup, WORLD, &works[i].comm);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, run, &works[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS && communicators; i++)
        CALL(MPI_Comm_free, &works[i].comm);
}

static void *exchange(void *context)
{
    struct work *work = context;
    int main_thread = 1;

    CALL(MPI_Is_thread_main, &main_thread);
    CHECK(!main_thread);
    for (int i = 0; i < ROUNDS; i++) {
        work->out = i;
        CALL(MPI_Sendrecv, &work->out, 1, MPI_INT, RIGHT, work->number,
             &work->in, 1, MPI_INT, LEFT, work->number, WORLD,
             MPI_STATUS_IGNORE);
        CHECK(work->in == i);
    }
    return NULL;
}

JOB(messages_by_tag, 2, 0)
{
    if (begin())
        in_threads(exchange, false);
    odd_finalize();
}

static void *collect(void *context)
{
    struct work *work = context;
    int one = 1, sum = 0;

    for (int i = 0; i < ROUNDS; i++) {
        CALL(MPI_Allreduce, &one, &sum, 1, MPI_INT, MPI_SUM, work->comm);
        CHECK(sum == odd_ranks);
    }
    return NULL;
}

JOB(collectives_at_once, 2, 0)
{
    if (begin())
        in_threads(collect, true);
    odd_finalize();
}

static void *wait_for_other(void *context)
{
    struct work *work = context;
    MPI_Status statuses[2];

    CALL(MPI_Waitall, 2, work->requests, statuses);
    CHECK(work->in == LEFT && statuses[0].MPI_SOURCE == LEFT);
    return NULL;
}

JOB(wait_in_another_thread, 2, 0)
{
    struct work work = { 0 };
    pthread_t thread;

    if (begin())
        for (int i = 0; i < ROUNDS; i++) {
            work.out = odd_rank;
            CALL(MPI_Irecv, &work.in, 1, MPI_INT, LEFT, 1, WORLD,
                 &work.requests[0]);
            CALL(MPI_Isend, &work.out, 1, MPI_INT, RIGHT, 1, WORLD,
                 &work.requests[1]);
            pthread_create(&thread, NULL, wait_for_other, &work);
            pthread_join(thread, NULL);
        }
    odd_finalize();
}

static void *make_objects(void *context)
{
    struct work *work = context;
    MPI_Datatype type;
    MPI_Comm comm;
    MPI_Info info;

    for (int i = 0; i < ROUNDS; i++) {
        CALL(MPI_Comm_dup, work->comm, &comm);
        CALL(MPI_Type_contiguous, i + 1, MPI_INT, &type);
        CALL(MPI_Type_commit, &type);
        CALL(MPI_Info_create, &info);
        CALL(MPI_Info_free, &info);
        CALL(MPI_Type_free, &type);
        CALL(MPI_Comm_free, &comm);
    }
    return NULL;
}

JOB(objects_in_threads, 2, 0)
{
    if (begin())
        in_threads(make_objects, true);
    odd_finalize();
}

static void *start_mpi(void *unused)
{
    (void)unused;
    begin();
    CALL(MPI_Barrier, WORLD);
    return NULL;
}

/* The thread that starts MPI ends before the program does. */
JOB(main_thread_is_another, 2, 0)
{
    pthread_t thread;

    pthread_create(&thread, NULL, start_mpi, NULL);
    pthread_join(thread, NULL);
    if (level >= MPI_THREAD_MULTIPLE)
        CALL(MPI_Barrier, WORLD);
    odd_finalize();
}

/* Of a process whose first thread has ended the kernel shows less. */
static pthread_t first_thread;

static void *end_alone(void *unused)
{
    (void)unused;
    pthread_join(first_thread, NULL);
    CALL(MPI_Barrier, WORLD);
    odd_finalize();
    exit(0);
}

JOB(first_thread_is_gone, 2, 0)
{
    pthread_t thread;

    CALL(MPI_Init_thread, NULL, NULL, MPI_THREAD_MULTIPLE, &level);
    odd_started();
    first_thread = pthread_self();
    pthread_create(&thread, NULL, end_alone, NULL);
    pthread_exit(NULL);
}

static void print_level(int wanted)
{
    int now = -1;

    CALL(MPI_Init_thread, NULL, NULL, wanted, &level);
    odd_started();
    CALL(MPI_Query_thread, &now);
    CHECK(now == level);
    if (odd_rank == 0)
        printf("asked for %d, got %d\n", wanted, level);
    odd_finalize();
}

JOB(level_single, 2, 0)
{
    print_level(MPI_THREAD_SINGLE);
}

JOB(level_funneled, 2, 0)
{
    print_level(MPI_THREAD_FUNNELED);
}

JOB(level_serialized, 2, 0)
{
    print_level(MPI_THREAD_SERIALIZED);
}

JOB(level_multiple, 2, 0)
{
    print_level(MPI_THREAD_MULTIPLE);
}

JOB(level_of_init, 2, 0)
{
    odd_init();
    CALL(MPI_Query_thread, &level);
    if (odd_rank == 0)
        printf("MPI_Init gives %d\n", level);
    odd_finalize();
}
