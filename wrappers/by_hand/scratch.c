/* SPDX-License-Identifier: BSD-3-Clause */
#include "scratch.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

static __thread struct scratch *scratch
    __attribute__((tls_model("initial-exec")));
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool have_key;

static void destroy_scratch(void *data)
{
    struct scratch *old = data;

    free(old->requests);
    free(old->statuses);
    free(old->indices);
    free(old->types[0]);
    free(old->types[1]);
    free(old);
    scratch = NULL;
}

static void make_key(void)
{
    have_key = pthread_key_create(&key, destroy_scratch) == 0;
}

static struct scratch *of_thread(void)
{
    if (scratch != NULL)
        return scratch;
    pthread_once(&once, make_key);
    scratch = calloc(1, sizeof *scratch);
    if (scratch != NULL && have_key)
        pthread_setspecific(key, scratch);
    return scratch;
}

/* The old contents are of no use: no realloc. */
static void *replace_array(void *old, int count, size_t size)
{
    free(old);
    return malloc((size_t)count * size);
}

static struct scratch *grow_scratch(struct scratch *old, int count)
{
    int room = count < 64 ? 64 : count + count / 2;

    old->requests = replace_array(old->requests, room, sizeof(MPI_Request));
    old->statuses = replace_array(old->statuses, room, sizeof(MPI_Status));
    old->indices = replace_array(old->indices, room, sizeof(int));
    old->room = room;
    if (old->requests != NULL && old->statuses != NULL && old->indices != NULL)
        return old;
    old->room = 0;
    return NULL;
}

struct scratch *scratch_get(int count)
{
    struct scratch *mine = of_thread();

    if (mine == NULL || (mine->room > 0 && count <= mine->room))
        return mine;
    return grow_scratch(mine, count);
}

struct scratch *scratch_get_types(int which, int count)
{
    struct scratch *mine = of_thread();

    if (mine == NULL ||
        (mine->types[which] != NULL && count <= mine->type_room[which]))
        return mine;
    mine->types[which] =
        replace_array(mine->types[which], count + 1, sizeof(MPI_Datatype));
    mine->type_room[which] = count;
    return mine->types[which] != NULL ? mine : NULL;
}
