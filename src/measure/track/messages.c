/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/track/messages.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#include "measure/track/handles.h"

/* Those of one handle are a list, the oldest first. */
struct entry {
    struct comm_info *comm;
    struct entry *next, *last; /* last: of the oldest */
};

static struct {
    pthread_mutex_t lock;
    struct handles handles;
} state = { .lock = PTHREAD_MUTEX_INITIALIZER };

static uint64_t key_of(MPI_Message message)
{
    return (uint64_t)(uintptr_t)message;
}

/* With the lock held. */
static bool append_entry(uint64_t key, struct entry *entry)
{
    struct entry *oldest = handles_get(&state.handles, key);

    if (oldest == NULL)
        return handles_put(&state.handles, key, entry);
    oldest->last->next = entry;
    oldest->last = entry;
    return true;
}

void messages_add(MPI_Message message, struct comm_info *comm)
{
    struct entry *entry = calloc(1, sizeof(*entry));

    if (entry == NULL)
        return;
    entry->comm = comm;
    entry->last = entry;
    pthread_mutex_lock(&state.lock);
    if (!append_entry(key_of(message), entry))
        free(entry);
    pthread_mutex_unlock(&state.lock);
}

struct comm_info *messages_take(MPI_Message message)
{
    struct comm_info *comm = NULL;
    struct entry *oldest;

    pthread_mutex_lock(&state.lock);
    oldest = handles_take(&state.handles, key_of(message));
    if (oldest != NULL) {
        comm = oldest->comm;
        if (oldest->next != NULL) {
            oldest->next->last = oldest->last;
            handles_put(&state.handles, key_of(message), oldest->next);
        }
    }
    pthread_mutex_unlock(&state.lock);
    free(oldest);
    return comm;
}

void messages_teardown(void)
{
    for (uint32_t i = 0; state.handles.used > 0 && i <= state.handles.mask;
         i++) {
        struct entry *entry = state.handles.slots[i].value;

        while (entry != NULL) {
            struct entry *next = entry->next;

            free(entry);
            entry = next;
        }
    }
    handles_clear(&state.handles);
}
