/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * soak.c - does one thing over and over, and tells what memory it took.
 *
 *     mpiexec -n N ./soak CASE NUMBER OUTPUT
 *
 * Rank R writes OUTPUT.R: lines "sample I RSS HEAP" (kB and bytes in use of
 * malloc, before the I-th time), "count PROCEDURE CALLS", "peak KB" and
 * "seconds S", those of the loop.
 */
#include "soak.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SAMPLES 10

int soak_rank, soak_ranks;

static long memory(const char *field)
{
    FILE *file = fopen("/proc/self/status", "r");
    char line[256];
    long kb = 0;

    while (file != NULL && fgets(line, sizeof(line), file) != NULL)
        if (strncmp(line, field, strlen(field)) == 0)
            kb = atol(line + strlen(field) + 1);
    if (file != NULL)
        fclose(file);
    return kb;
}

static void sample(FILE *out, long i)
{
    fprintf(out, "sample %ld %ld %zu\n", i, memory("VmRSS"),
            mallinfo2().uordblks);
}

static const struct soak_case *find(const char *name)
{
    const struct soak_case *at = soak_cases;

    while (at->name != NULL && strcmp(at->name, name) != 0)
        at++;
    return at->name == NULL ? NULL : at;
}

static void run(const struct soak_case *what, long number, FILE *out)
{
    double begin = MPI_Wtime();

    if (what->setup != NULL)
        what->setup(number);
    for (long i = 0; i < number; i++) {
        if (i % ((number + SAMPLES - 1) / SAMPLES) == 0)
            sample(out, i);
        what->once(i);
    }
    if (what->finish != NULL)
        what->finish();
    sample(out, number);
    fprintf(out, "seconds %.3f\n", MPI_Wtime() - begin);
}

static void finish(const struct soak_case *what, long number, FILE *out)
{
    for (int k = 0; k < SOAK_CALLS && what->calls[k].each > 0; k++)
        fprintf(out, "count %s %.0f\n", what->calls[k].procedure,
                what->calls[k].each * (double)number);
    fprintf(out, "peak %ld\n", memory("VmHWM"));
    fclose(out);
}

int main(int argc, char **argv)
{
    const struct soak_case *what = argc == 4 ? find(argv[1]) : NULL;
    char path[4096];
    int level;
    FILE *out;

    if (what == NULL)
        return 2;
    MPI_Init_thread(&argc, &argv, what->level, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &soak_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &soak_ranks);
    snprintf(path, sizeof(path), "%s.%d", argv[3], soak_rank);
    out = fopen(path, "w");
    if (out == NULL || level < what->level)
        MPI_Abort(MPI_COMM_WORLD, 3);
    run(what, atol(argv[2]), out);
    finish(what, atol(argv[2]), out);
    MPI_Finalize();
    return 0;
}
