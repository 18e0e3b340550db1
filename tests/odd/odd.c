/* SPDX-License-Identifier: BSD-3-Clause */
#include "odd.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_NAMES 700

struct tally {
    const char *procedure;
    long calls;
    long long out, in; /* bytes */
};

int odd_rank, odd_ranks = 1;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct tally tallies[MOST_NAMES];
static int tally_count;
static int failures;
static const char *skipped;
static const char *program, *counts_prefix;
static MPI_Comm private_comm = MPI_COMM_NULL;
static struct odd_case *first_case, **end_of_cases = &first_case;

void odd_add(struct odd_case *one)
{
    *end_of_cases = one;
    end_of_cases = &one->next;
}

/* With the lock held; NULL when there are too many. */
static struct tally *tally_of(const char *procedure)
{
    int i = 0;

    while (i < tally_count && strcmp(tallies[i].procedure, procedure) != 0)
        i++;
    if (i == MOST_NAMES)
        return NULL;
    tallies[i].procedure = procedure;
    if (i == tally_count)
        tally_count++;
    return &tallies[i];
}

static void add(const char *procedure, long calls, long long out,
                long long in)
{
    struct tally *tally;

    pthread_mutex_lock(&lock);
    tally = tally_of(procedure);
    if (tally != NULL) {
        tally->calls += calls;
        tally->out += out;
        tally->in += in;
    }
    pthread_mutex_unlock(&lock);
}

void odd_count(const char *procedure, long calls)
{
    add(procedure, calls, 0, 0);
}

void odd_moved(const char *procedure, long long out, long long in)
{
    add(procedure, 0, out, in);
}

bool odd_check(bool good, const char *what, const char *file, int line)
{
    if (good)
        return true;
    pthread_mutex_lock(&lock);
    failures++;
    pthread_mutex_unlock(&lock);
    printf("FAIL %s:%d rank %d: %s\n", file, line, odd_rank, what);
    fflush(stdout);
    return false;
}

void odd_skip(const char *reason)
{
    skipped = reason;
}

const char *odd_program(void)
{
    return program;
}

void odd_started(void)
{
    PMPI_Comm_rank(MPI_COMM_WORLD, &odd_rank);
    PMPI_Comm_size(MPI_COMM_WORLD, &odd_ranks);
    PMPI_Comm_dup(MPI_COMM_WORLD, &private_comm);
}

void odd_init(void)
{
    CALL(MPI_Init, NULL, NULL);
    odd_started();
}

void odd_finalize(void)
{
    if (private_comm != MPI_COMM_NULL)
        PMPI_Comm_free(&private_comm);
    CALL(MPI_Finalize);
}

static int uncounted;

void odd_uncounted(void)
{
    uncounted = 1;
}

/* At exit, whichever way the program takes there. */
static void write_counts(void)
{
    char path[4096];
    FILE *file;

    if (uncounted)
        return;
    snprintf(path, sizeof(path), "%s.%d.tsv", counts_prefix, odd_rank);
    file = fopen(path, "w");
    if (file == NULL) {
        perror(path);
        _exit(3);
    }
    for (int i = 0; i < tally_count; i++)
        fprintf(file, "%d\t%s\t%ld\t%lld\t%lld\n", odd_rank,
                tallies[i].procedure, tallies[i].calls, tallies[i].out,
                tallies[i].in);
    fclose(file);
}

/* Only the first rank prints, so that the order of lines is always the same.
 * sum: failures of all ranks in this case. */
static void tell(const struct odd_case *one, int sum)
{
    if (odd_rank != 0)
        return;
    if (sum > 0)
        printf("FAIL %s\n", one->name);
    else if (skipped != NULL)
        printf("skip %s: %s\n", one->name, skipped);
    else
        printf("ok %s\n", one->name);
    fflush(stdout);
}

static int run_shared(const struct odd_case *one)
{
    int before = failures, mine, sum;

    skipped = NULL;
    one->run();
    mine = failures - before;
    PMPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, private_comm);
    tell(one, sum);
    return sum;
}

static int run_all(const char *name)
{
    int sum = 0, ran = 0;

    odd_init();
    for (struct odd_case *one = first_case; one != NULL; one = one->next) {
        if (name != NULL ? strcmp(one->name, name) : one->ranks > 0)
            continue;
        sum += run_shared(one);
        ran++;
    }
    odd_finalize();
    return sum > 0 || ran == 0;
}

static int run_alone(const struct odd_case *one)
{
    one->run();
    tell(one, failures);
    return failures > 0 ? 1 : one->status;
}

static int list(void)
{
    for (struct odd_case *one = first_case; one != NULL; one = one->next)
        printf("%s\t%d\t%d\n", one->name, one->ranks, one->status);
    return 0;
}

static const struct odd_case *job_named(const char *name)
{
    for (struct odd_case *one = first_case; one != NULL; one = one->next)
        if (name != NULL && strcmp(one->name, name) == 0 && one->ranks > 0)
            return one;
    return NULL;
}

int odd_main(int argc, char **argv)
{
    const struct odd_case *alone;
    const char *name = NULL;

    program = argv[0];
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--list") == 0)
            return list();
        if (strcmp(argv[i], "--counts") == 0 && i + 1 < argc)
            counts_prefix = argv[++i];
        else
            name = argv[i];
    }
    if (counts_prefix != NULL)
        atexit(write_counts);
    alone = job_named(name);
    return alone != NULL ? run_alone(alone) : run_all(name);
}

__attribute__((weak)) int main(int argc, char **argv)
{
    return odd_main(argc, argv);
}

#if MPI_VERSION >= 4
MPI_Comm odd_world_of(MPI_Session session)
{
    MPI_Group group;
    MPI_Comm comm;

    CALL(MPI_Group_from_session_pset, session, "mpi://WORLD", &group);
    CALL(MPI_Comm_create_from_group, group, "odd", MPI_INFO_NULL,
         MPI_ERRORS_RETURN, &comm);
    CALL(MPI_Group_free, &group);
    return comm;
}
#endif
