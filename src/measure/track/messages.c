#include "measure/track/messages.h"

#include <pthread.h>
#include <stdlib.h>

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

    pthread_mutex_lock(&state.lock);
    for (size_t i = state.count; i-- > 0 && comm == NULL;) {
        if (state.list[i].message == message) {
            comm = state.list[i].comm;
            state.list[i] = state.list[--state.count];
        }
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
