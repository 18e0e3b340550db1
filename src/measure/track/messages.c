#include "measure/track/messages.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    MPI_Message message;
    struct comm_info *comm;
};

static struct {
    pthread_mutex_t lock;
    struct entry *list;
    size_t count, room;
} state = { .lock = PTHREAD_MUTEX_INITIALIZER };

void messages_add(MPI_Message message, struct comm_info *comm)
{
    pthread_mutex_lock(&state.lock);
    if (state.count == state.room) {
        size_t room = state.room == 0 ? 16 : 2 * state.room;
        struct entry *list = realloc(state.list, room * sizeof(*list));

        if (list != NULL) {
            state.list = list;
            state.room = room;
        }
    }
    if (state.count < state.room) {
        state.list[state.count].message = message;
        state.list[state.count].comm = comm;
        state.count++;
    }
    pthread_mutex_unlock(&state.lock);
}

struct comm_info *messages_take(MPI_Message message)
{
    struct comm_info *comm = NULL;
    size_t at = 0;

    pthread_mutex_lock(&state.lock);
    while (at < state.count && state.list[at].message != message)
        at++;
    if (at < state.count) {
        comm = state.list[at].comm;
        memmove(&state.list[at], &state.list[at + 1],
                (--state.count - at) * sizeof(*state.list));
    }
    pthread_mutex_unlock(&state.lock);
    return comm;
}

void messages_teardown(void)
{
    free(state.list);
    state.list = NULL;
    state.count = state.room = 0;
}
