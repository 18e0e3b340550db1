/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "missing_ranks.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/flavours.h"
#include "maps.h"
#include "shield.h"

#define PATIENCE_S 10
#define RANKS_TOLD 8
#define OWN_NAME "libmpiprof.so"

static struct {
    pthread_t thread;
    bool watched;
    uint32_t over; /* futex: all ranks have come */
} watch;

/* One that was started by the same launcher on this host. */
struct neighbour {
    int rank;
    char name[32];
};

struct neighbours {
    struct neighbour without[RANKS_TOLD];
    size_t count, more; /* more: for which there was no room */
    int first;          /* lowest rank with mpiprof */
};

static bool has_my_parent(const char *process)
{
    FILE *file = maps_open(process, "status");
    char line[256];
    int parent = 0;

    while (file != NULL && parent == 0 &&
           fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, "PPid: %d", &parent) != 1)
            parent = 0;
    if (file != NULL)
        fclose(file);
    return parent == getppid();
}

/* The value when "NAME=value" sets such a variable; else NULL.  place: among
 * all of them, as flavours_variable() tries them. */
static const char *rank_text(const char *setting, int *place)
{
    *place = 0;
    for (const struct flavour *at = flavours;; at++) {
        for (const char *const *name = at->words[FLAVOUR_RANK]; *name != NULL;
             name++, ++*place) {
            size_t length = strlen(*name);

            if (strncmp(setting, *name, length) == 0 && setting[length] == '=')
                return setting + length + 1;
        }
        if (at->name == NULL)
            return NULL;
    }
}

/* By what its launcher set; -1: it has none. */
static int rank_of(const char *process)
{
    FILE *file = maps_open(process, "environ");
    char *setting = NULL;
    size_t room = 0;
    int rank = -1, first = INT_MAX, place;

    while (file != NULL && getdelim(&setting, &room, '\0', file) > 0) {
        const char *text = rank_text(setting, &place);

        if (text == NULL || place >= first)
            continue;
        rank = atoi(text);
        first = place;
    }
    free(setting);
    if (file != NULL)
        fclose(file);
    return rank;
}

/* A process's mapped files: MPI (of a static one nothing is known), us. */
struct mapped {
    bool mpi, us;
};

static void look_at(const char *path, void *context)
{
    struct mapped *mapped = context;

    mapped->mpi = mapped->mpi || flavours_have_module(path);
    mapped->us = mapped->us || strstr(path, "/" OWN_NAME) != NULL;
}

static void take_name(const char *process, char *name, size_t size)
{
    FILE *file = maps_open(process, "comm");

    if (file == NULL || fgets(name, (int)size, file) == NULL)
        name[0] = '\0';
    name[strcspn(name, "\n")] = '\0';
    if (file != NULL)
        fclose(file);
}

static void take_process(const char *process, struct neighbours *all)
{
    struct neighbour *next;
    struct mapped mapped = { false, false };
    int rank;

    if (!has_my_parent(process) || (rank = rank_of(process)) < 0)
        return;
    maps_read(process, look_at, &mapped);
    if (mapped.us && rank < all->first)
        all->first = rank;
    if (mapped.us || !mapped.mpi)
        return;
    if (all->count == RANKS_TOLD) {
        all->more++;
        return;
    }
    next = &all->without[all->count++];
    next->rank = rank;
    take_name(process, next->name, sizeof next->name);
}

static int by_rank(const void *a, const void *b)
{
    const struct neighbour *x = a, *y = b;

    return (x->rank > y->rank) - (x->rank < y->rank);
}

static void look_around(struct neighbours *all)
{
    DIR *processes = opendir("/proc");
    const struct dirent *entry;

    *all = (struct neighbours){ .first = INT32_MAX };
    if (processes == NULL)
        return;
    while ((entry = readdir(processes)) != NULL)
        if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9')
            take_process(entry->d_name, all);
    closedir(processes);
    qsort(all->without, all->count, sizeof *all->without, by_rank);
}

static void put_ranks(const struct neighbours *all, char *text, size_t size)
{
    size_t length = 0;

    text[0] = '\0';
    for (size_t i = 0; i < all->count && length < size; i++)
        length += (size_t)snprintf(text + length, size - length,
                                   "%srank %d (%s)", i == 0 ? "" : ", ",
                                   all->without[i].rank, all->without[i].name);
    if (all->more > 0 && length < size)
        length += (size_t)snprintf(text + length, size - length,
                                   " and %zu more", all->more);
    if (length < size)
        snprintf(text + length, size - length, ", which %s without mpiprof",
                 all->count == 1 ? "runs" : "run");
}

static void tell_missing(void)
{
    const char *rank = flavours_variable(FLAVOUR_RANK);
    struct neighbours all;
    char ranks[RANKS_TOLD * 64 + 64];

    look_around(&all);
    if (rank != NULL && all.first < atoi(rank))
        return;
    put_ranks(&all, ranks, sizeof ranks);
    fprintf(
        stderr,
        "mpiprof: has been waiting %d s for %s; if this goes on, stop the job "
        "and start all of its programs with mpiprof-run, or none of them\n",
        PATIENCE_S,
        all.count == 0 ? "ranks that have not started MPI or that run "
                         "without mpiprof"
                       : ranks);
}

static void *watch_wait(void *none)
{
    struct timespec patience = { .tv_sec = PATIENCE_S };
    struct shield before = shield_raise();

    (void)none;
    while (__atomic_load_n(&watch.over, __ATOMIC_ACQUIRE) == 0) {
        if (syscall(SYS_futex, &watch.over, FUTEX_WAIT_PRIVATE, 0, &patience,
                    NULL, 0) == 0 ||
            errno != ETIMEDOUT)
            continue;
        tell_missing();
        break;
    }
    shield_lower(&before);
    return NULL;
}

typedef int create_function(pthread_t *thread,
                            const pthread_attr_t *attributes,
                            void *(*start)(void *), void *argument);
typedef int join_function(pthread_t thread, void **result);

/* The program's signals are not for this thread.  The process' first
 * definition makes it, as for the program's threads: a sanitizer has to know
 * it. */
void missing_ranks_watch_begin(void)
{
    create_function *create =
        (create_function *)dlsym(RTLD_DEFAULT, "pthread_create");
    sigset_t all, before;

    if (create == NULL)
        return;
    watch.over = 0;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    watch.watched = create(&watch.thread, NULL, watch_wait, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void missing_ranks_watch_end(void)
{
    join_function *join = (join_function *)dlsym(RTLD_DEFAULT, "pthread_join");

    if (!watch.watched || join == NULL)
        return;
    __atomic_store_n(&watch.over, 1, __ATOMIC_RELEASE);
    syscall(SYS_futex, &watch.over, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    join(watch.thread, NULL);
    watch.watched = false;
}
