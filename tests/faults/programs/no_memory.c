/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * no_memory.c - preloaded: memory that mpiprof asks for is not to be had.
 *
 *     NO_MEMORY_FROM=N    nothing from its Nth request of a process on
 *     NO_MEMORY_AT=N      only that one fails
 *     NO_MEMORY_RANK=R    in that rank only, as the launcher counts
 *     NO_MEMORY_LIST=FILE writes a line "N FILE+OFFSET" for each into
 *                         FILE.RANK: who asked
 *
 * Requests are mpiprof's when they come from its libraries themselves: those
 * of MPI, of the program and of other libraries are served.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

#define CALLER __builtin_return_address(0)
#define KNOWN 4096

static struct {
    int ready;      /* 0: settings not read, 1: being read, 2 */
    long from, at;  /* 0: none */
    int list;       /* file, or -1 */
    long count;
    struct { void *caller; int ours; } known[KNOWN];
} state = { .list = -1 };

static const char *rank_text(void)
{
    const char *rank = getenv("OMPI_COMM_WORLD_RANK");

    return rank != NULL ? rank : getenv("PMI_RANK");
}

static long number(const char *name)
{
    const char *text = getenv(name);

    return text == NULL ? 0 : atol(text);
}

static void read_settings(void)
{
    const char *only = getenv("NO_MEMORY_RANK"), *rank = rank_text();
    const char *list = getenv("NO_MEMORY_LIST");
    char path[4096];

    state.ready = 1;
    if (rank != NULL && (only == NULL || strcmp(only, rank) == 0)) {
        state.from = number("NO_MEMORY_FROM");
        state.at = number("NO_MEMORY_AT");
        if (list != NULL) {
            snprintf(path, sizeof path, "%s.%s", list, rank);
            state.list = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC,
                              0666);
        }
    }
    state.ready = 2;
}

static int is_ours(void *caller)
{
    size_t slot = ((uintptr_t)caller >> 2) % KNOWN;
    Dl_info where;

    if (state.known[slot].caller != caller) {
        state.known[slot].ours =
            dladdr(caller, &where) != 0 && where.dli_fname != NULL &&
            strstr(where.dli_fname, "/libmpiprof") != NULL;
        state.known[slot].caller = caller;
    }
    return state.known[slot].ours;
}

static void note(long count, void *caller)
{
    char line[256];
    const char *name;
    Dl_info where;
    int length;

    if (dladdr(caller, &where) == 0)
        return;
    name = strrchr(where.dli_fname, '/') + 1;
    length = snprintf(line, sizeof line, "%ld %s+%#lx\n", count, name,
                      (long)((char *)caller - (char *)where.dli_fbase));
    if (write(state.list, line, (size_t)length) < 0)
        return;
}

static int fails(void *caller)
{
    int saved = errno;
    long count;

    if (state.ready == 0)
        read_settings();
    if (state.ready == 1 || !is_ours(caller))
        return 0;
    count = __atomic_add_fetch(&state.count, 1, __ATOMIC_RELAXED);
    if (state.list >= 0)
        note(count, caller);
    errno = saved;
    if ((state.from == 0 || count < state.from) && count != state.at)
        return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size)
{
    return fails(CALLER) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails(CALLER) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return fails(CALLER) ? NULL : __libc_realloc(old, size);
}

char *strdup(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = fails(CALLER) ? NULL : __libc_malloc(size);

    return copy == NULL ? NULL : memcpy(copy, text, size);
}

/* Where there is a mmap2, the call that is named mmap is another one. */
static void *map(void *at, size_t size, int how, int flags, int file,
                 off64_t offset)
{
#ifdef SYS_mmap2
    return (void *)syscall(SYS_mmap2, at, size, how, flags, file,
                           (long)(offset / 4096));
#else
    return (void *)syscall(SYS_mmap, at, size, how, flags, file, offset);
#endif
}

void *mmap(void *at, size_t size, int how, int flags, int file, off_t offset)
{
    return fails(CALLER) ? MAP_FAILED
                         : map(at, size, how, flags, file, offset);
}

/* What programs call that are built for large files. */
void *mmap64(void *at, size_t size, int how, int flags, int file,
             off64_t offset)
{
    return fails(CALLER) ? MAP_FAILED
                         : map(at, size, how, flags, file, offset);
}

typedef FILE *open_function(const char *, const char *);

FILE *fopen(const char *path, const char *mode)
{
    static open_function *next;

    if (next == NULL)
        next = (open_function *)dlsym(RTLD_NEXT, "fopen");
    return fails(CALLER) ? NULL : next(path, mode);
}

FILE *fopen64(const char *path, const char *mode)
{
    static open_function *next;

    if (next == NULL)
        next = (open_function *)dlsym(RTLD_NEXT, "fopen64");
    return fails(CALLER) ? NULL : next(path, mode);
}

int pthread_key_create(pthread_key_t *key, void (*end)(void *))
{
    static int (*next)(pthread_key_t *, void (*)(void *));

    if (next == NULL)
        next = (int (*)(pthread_key_t *, void (*)(void *)))dlsym(
            RTLD_NEXT, "pthread_key_create");
    return fails(CALLER) ? EAGAIN : next(key, end);
}
