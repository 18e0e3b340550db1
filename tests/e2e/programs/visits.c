/* SPDX-License-Identifier: BSD-3-Clause */
#include "visits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 1000 };

static struct {
    char *path;
    int count;
    double time;
} all[MOST];

static int used;

double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void sleep_ms(int ms)
{
    struct timespec time = { ms / 1000, ms % 1000 * 1000000L };

    nanosleep(&time, NULL);
}

NOT_MEASURED static int place_of(const char *path)
{
    for (int i = 0; i < used; i++)
        if (strcmp(all[i].path, path) == 0)
            return i;
    if (used == MOST) {
        fprintf(stderr, "visits: more than %d regions\n", MOST);
        exit(1);
    }
    all[used].path = strdup(path);
    return used++;
}

void visits(const char *path, int count, double time)
{
    int i = place_of(path);

    all[i].count += count;
    all[i].time += time;
}

void visits_write(const char *prefix, int rank)
{
    char name[4096];
    FILE *file;

    snprintf(name, sizeof name, "%s.%d.tsv", prefix, rank);
    file = fopen(name, "w");
    if (file == NULL) {
        perror(name);
        exit(1);
    }
    for (int i = 0; i < used; i++)
        fprintf(file, "%s\t%d\t%.9f\n", all[i].path, all[i].count,
                all[i].time);
    if (fclose(file) != 0) {
        perror(name);
        exit(1);
    }
}
