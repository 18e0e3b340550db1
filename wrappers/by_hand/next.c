/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "next.h"

#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *next_table[NEXT_COUNT];

enum { MOST_OBJECTS = 1024 };

/* The objects of the process, as names: dlopen() is not for a callback. */
struct objects {
    char *names[MOST_OBJECTS];
    int count;
};

static int note_object(struct dl_phdr_info *info, size_t size, void *data)
{
    struct objects *objects = data;

    (void)size;
    if (info->dlpi_name == NULL || info->dlpi_name[0] == '\0' ||
        objects->count == MOST_OBJECTS)
        return 0;
    objects->names[objects->count] = strdup(info->dlpi_name);
    if (objects->names[objects->count] != NULL)
        objects->count++;
    return 0;
}

bool next_is_ours(const void *address)
{
    Dl_info ours, theirs;

    return dladdr((const void *)next_table, &ours) != 0 &&
           dladdr(address, &theirs) != 0 && ours.dli_fbase == theirs.dli_fbase;
}

static void *find_in_object(const char *object, const char *name)
{
    void *handle = dlopen(object, RTLD_LAZY | RTLD_NOLOAD);
    void *found;

    if (handle == NULL)
        return NULL;
    found = dlsym(handle, name);
    dlclose(handle);
    return found == NULL || next_is_ours(found) ? NULL : found;
}

/* In all that is loaded, also what RTLD_LOCAL hides from RTLD_NEXT. */
static void *find_anywhere(const char *name)
{
    struct objects *objects = calloc(1, sizeof *objects);
    void *found = NULL;

    if (objects == NULL)
        return NULL;
    dl_iterate_phdr(note_object, objects);
    for (int i = 0; i < objects->count; i++) {
        if (found == NULL)
            found = find_in_object(objects->names[i], name);
        free(objects->names[i]);
    }
    free(objects);
    return found;
}

void *next_find(const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);

    return found != NULL ? found : find_anywhere(name);
}

void *next_anywhere(const char *name)
{
    void *found = dlsym(RTLD_DEFAULT, name);

    return found != NULL ? found : find_anywhere(name);
}

/* A Fortran name in the other ways compilers spell it: mpi_send_ is also
 * mpi_send__, mpi_send and MPI_SEND. */
static void *find_spelling(const char *name)
{
    char other[NEXT_NAME_SIZE + 2];
    size_t length = strlen(name);
    void *found;

    if (length == 0 || name[length - 1] != '_')
        return NULL;
    snprintf(other, sizeof other, "%.*s_", NEXT_NAME_SIZE, name);
    found = next_find(other);
    other[length - 1] = '\0';
    if (found == NULL)
        found = next_find(other);
    for (char *c = other; *c != '\0'; c++)
        *c = (char)toupper((unsigned char)*c);
    return found != NULL ? found : next_find(other);
}

/* MPI_Send -> PMPI_Send, mpi_send_ -> pmpi_send_ */
static void *find_profiling_twin(const char *name)
{
    char twin[NEXT_NAME_SIZE + 2];

    snprintf(twin, sizeof twin, "%c%s", name[0] == 'M' ? 'P' : 'p', name);
    return next_find(twin);
}

static void *resolve_name(const char *name)
{
    void *found = next_find(name);

    if (found == NULL)
        found = find_profiling_twin(name);
    return found != NULL ? found : find_spelling(name);
}

void *next_resolve(uint32_t slot)
{
    int saved_errno = errno;
    void *found = resolve_name(next_names[slot]);

    if (found == NULL) {
        fprintf(stderr,
                "mpiprof: symbol lookup error: no %s in any library "
                "of this program\n",
                next_names[slot]);
        _exit(127);
    }
    __atomic_store_n(&next_table[slot], found, __ATOMIC_RELAXED);
    errno = saved_errno;
    return found;
}
