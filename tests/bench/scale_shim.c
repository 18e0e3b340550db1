/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * scale_shim.c - preloaded into the programs of scale.py, plain or measured.
 *
 * Times MPI_Init and MPI_Finalize of each rank, and lets ranks that share
 * cores take turns.  In front of MPI_Finalize all ranks wait for each other,
 * so that its time is its own and not that of a rank that comes late.
 * Each rank appends one line to the file $SCALE_LOG: rank, seconds in
 * MPI_Init and in MPI_Finalize, memory before MPI_Finalize and the most that
 * it ever had, in KiB, and of the seconds in MPI_Finalize those before MPI's
 * own began, which first deletes the attributes of MPI_COMM_SELF.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define POLLS_BEFORE_YIELD 4

static double init_seconds, finalize_begin, own_seconds;

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* The next definition after ours: mpiprof's, else MPI's. */
static void *next(const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);

    if (found == NULL) {
        fprintf(stderr, "scale_shim: no %s\n", name);
        abort();
    }
    return found;
}

/* A line of /proc/self/status in KiB. */
static long status_kib(const char *name)
{
    char line[256];
    FILE *file = fopen("/proc/self/status", "r");
    long kib = 0;

    while (file != NULL && fgets(line, sizeof(line), file) != NULL)
        if (strncmp(line, name, strlen(name)) == 0)
            kib = strtol(line + strlen(name), NULL, 10);
    if (file != NULL)
        fclose(file);
    return kib;
}

static void write_line(int rank, double finalize_seconds, long before)
{
    const char *path = getenv("SCALE_LOG");
    char line[128];
    int file, length;

    if (path == NULL)
        return;
    length = snprintf(line, sizeof(line), "%d %.6f %.6f %ld %ld %.6f\n", rank,
                      init_seconds, finalize_seconds, before,
                      status_kib("VmHWM:"), own_seconds);
    file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0 || write(file, line, (size_t)length) != length)
        perror(path);
    if (file >= 0)
        close(file);
}

int MPI_Init(int *argc, char ***argv)
{
    int (*init)(int *, char ***) =
        (int (*)(int *, char ***))next("MPI_Init");
    double begin = now();
    int result = init(argc, argv);

    init_seconds = now() - begin;
    return result;
}

static int mpi_begins(MPI_Comm comm, int key, void *value, void *state)
{
    (void)comm, (void)key, (void)value, (void)state;
    own_seconds = now() - finalize_begin;
    return MPI_SUCCESS;
}

int MPI_Finalize(void)
{
    int (*finalize)(void) = (int (*)(void))next("MPI_Finalize");
    int rank, key, result;
    long before;

    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, mpi_begins, &key, NULL);
    PMPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
    PMPI_Barrier(MPI_COMM_WORLD);
    before = status_kib("VmRSS:");
    finalize_begin = now();
    result = finalize();
    write_line(rank, now() - finalize_begin, before);
    return result;
}

/* MPICH over UCX polls without end and never yields its core: with more ranks
 * than cores each message would wait for the end of a time slice. */
unsigned ucp_worker_progress(void *worker)
{
    static unsigned (*progress)(void *);
    static unsigned idle;
    unsigned events;

    if (progress == NULL)
        progress = (unsigned (*)(void *))next("ucp_worker_progress");
    events = progress(worker);
    if (events > 0)
        idle = 0;
    else if (++idle >= POLLS_BEFORE_YIELD) {
        idle = 0;
        sched_yield();
    }
    return events;
}
