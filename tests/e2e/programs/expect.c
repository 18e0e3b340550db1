/* SPDX-License-Identifier: BSD-3-Clause */
#include "expect.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_PROCEDURES 200

static struct expectation {
    const char *procedure;
    uint64_t calls, out, in;
} expectations[MOST_PROCEDURES];
static int known;
static bool paused;

static struct expectation *find(const char *procedure)
{
    int i = 0;

    while (i < known && strcmp(expectations[i].procedure, procedure) != 0)
        i++;
    if (i == MOST_PROCEDURES) {
        fprintf(stderr, "expect: more than %d procedures\n", i);
        exit(1);
    }
    if (i == known)
        expectations[known++].procedure = procedure;
    return &expectations[i];
}

void expect(const char *procedure, uint64_t calls, uint64_t bytes_out,
            uint64_t bytes_in)
{
    struct expectation *row = find(procedure);

    if (paused)
        return;
    row->calls += calls;
    row->out += bytes_out;
    row->in += bytes_in;
}

void expect_pause(void)
{
    paused = true;
}

void expect_resume(void)
{
    paused = false;
}

static void write_rows(FILE *file, int rank)
{
    for (int i = 0; i < known; i++)
        if (expectations[i].calls > 0)
            fprintf(file, "%d\t%s\t%llu\t%llu\t%llu\n", rank,
                    expectations[i].procedure,
                    (unsigned long long)expectations[i].calls,
                    (unsigned long long)expectations[i].out,
                    (unsigned long long)expectations[i].in);
}

void expect_write(const char *prefix, int rank)
{
    char path[4096];
    FILE *file;

    snprintf(path, sizeof path, "%s.%d.tsv", prefix, rank);
    file = fopen(path, "w");
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    write_rows(file, rank);
    if (fclose(file) != 0) {
        perror(path);
        exit(1);
    }
}
