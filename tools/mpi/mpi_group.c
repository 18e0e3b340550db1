/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/mpi/mpi_group.h"

#include <mpi.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/file_at.h"
#include "base/log.h"
#include "replay/parallel/replay_group.h"

#define AT_ONCE ((size_t)16 << 20) /* bytes of a message */
#define EAGER_LOOKS 200            /* before it sleeps */
#define SLEEP_LEAST_NS 20000
#define SLEEP_MOST_NS 1000000

/* clang-format off */
enum tag {
    TAG_ORDER, TAG_PATH, TAG_WORD, TAG_TELL, TAG_PARCELS, TAG_CALLS, TAG_GIFT
};
/* clang-format on */

enum order_kind {
    ORDER_READ,  /* size: of the path that follows; log; window */
    ORDER_CALLS, /* of its part of the replay log */
    ORDER_REPLAY,
    ORDER_END /* exit_status */
};

struct order {
    enum order_kind kind;
    bool log;
    int exit_status;
    uint64_t offset, size;
    struct time_window window;
};

/* ---- messages ---- */

struct patience {
    unsigned looks;
    long sleep_ns;
};

static void rest_between_looks(struct patience *patience)
{
    struct timespec time = { .tv_nsec = patience->sleep_ns };

    if (patience->looks++ < EAGER_LOOKS) {
        sched_yield();
        return;
    }
    if (time.tv_nsec == 0)
        time.tv_nsec = SLEEP_LEAST_NS;
    nanosleep(&time, NULL);
    patience->sleep_ns =
        time.tv_nsec * 2 < SLEEP_MOST_NS ? time.tv_nsec * 2 : SLEEP_MOST_NS;
}

static void wait_for(MPI_Request *request, MPI_Status *status)
{
    struct patience patience = { 0 };
    int done = 0;

    for (MPI_Test(request, &done, status); !done;
         MPI_Test(request, &done, status))
        rest_between_looks(&patience);
}

static void group_send(const void *data, size_t size, int to, enum tag tag)
{
    MPI_Request request;

    MPI_Isend(data, (int)size, MPI_BYTE, to, (int)tag, MPI_COMM_WORLD,
              &request);
    wait_for(&request, MPI_STATUS_IGNORE);
}

/* How many have come. */
static size_t receive_bytes(void *data, size_t size, int from, enum tag tag)
{
    MPI_Request request;
    MPI_Status status;
    int bytes;

    MPI_Irecv(data, (int)size, MPI_BYTE, from, (int)tag, MPI_COMM_WORLD,
              &request);
    wait_for(&request, &status);
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    return (size_t)bytes;
}

static void send_order(const struct order *order, uint32_t to)
{
    group_send(order, sizeof(*order), (int)to, TAG_ORDER);
}

/* ---- what a group needs ---- */

static void order_reading(void *context, const char *anchor,
                          const struct time_window *window, bool log)
{
    const struct process_group *group = context;
    size_t size = strlen(anchor) + 1;

    for (uint32_t i = 1; i < group->count; i++) {
        send_order(&(struct order){ .kind = ORDER_READ,
                                    .log = log,
                                    .size = size,
                                    .window = *window },
                   i);
        group_send(anchor, size, (int)i, TAG_PATH);
    }
}

static void gather_words(void *context, const void *data, void *all,
                         size_t size)
{
    const struct process_group *group = context;

    if (group->mine != 0) {
        group_send(data, size, 0, TAG_WORD);
        return;
    }
    memcpy(all, data, size);
    for (uint32_t i = 1; i < group->count; i++)
        receive_bytes((char *)all + i * size, size, (int)i, TAG_WORD);
}

static void tell_others(void *context, void *data, size_t size)
{
    const struct process_group *group = context;

    if (group->mine != 0) {
        receive_bytes(data, size, 0, TAG_TELL);
        return;
    }
    for (uint32_t i = 1; i < group->count; i++)
        group_send(data, size, (int)i, TAG_TELL);
}

static size_t part_of(uint64_t size, uint64_t at)
{
    return size - at < AT_ONCE ? (size_t)(size - at) : AT_ONCE;
}

static void send_file(int file, char *buffer)
{
    int64_t got;

    for (uint64_t at = 0; (got = file_read_at(file, buffer, AT_ONCE, at)) > 0;
         at += (uint64_t)got)
        group_send(buffer, (size_t)got, 0, TAG_PARCELS);
}

static bool receive_file(int file, uint64_t size, uint32_t from, char *buffer)
{
    bool kept = true;

    for (uint64_t at = 0; at < size; at += part_of(size, at)) {
        size_t got =
            receive_bytes(buffer, part_of(size, at), (int)from, TAG_PARCELS);

        kept = kept && file_write_at(file, buffer, got, at);
    }
    return kept;
}

static bool collect_files(void *context, const int *files,
                          const uint64_t *sizes)
{
    const struct process_group *group = context;
    char *buffer = malloc(AT_ONCE);
    bool kept = true;

    if (buffer == NULL)
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    if (group->mine != 0)
        send_file(files[group->mine], buffer);
    else
        for (uint32_t i = 1; i < group->count; i++)
            kept = receive_file(files[i], sizes[i], i, buffer) && kept;
    free(buffer);
    return kept;
}

static void call_replay(void *context)
{
    const struct process_group *group = context;

    for (uint32_t i = 1; i < group->count; i++)
        send_order(&(struct order){ .kind = ORDER_REPLAY }, i);
}

static void group_give(void *context, uint32_t to, const void *data,
                       size_t size)
{
    (void)context;
    for (uint64_t at = 0; at < size; at += part_of(size, at))
        group_send((const char *)data + at, part_of(size, at), (int)to,
                   TAG_GIFT);
}

static void group_take(void *context, uint32_t from, void *data, size_t size)
{
    (void)context;
    for (uint64_t at = 0; at < size; at += part_of(size, at))
        receive_bytes((char *)data + at, part_of(size, at), (int)from,
                      TAG_GIFT);
}

static int64_t read_calls(void *context, uint32_t part, void *to, size_t bytes,
                          uint64_t offset)
{
    size_t at = 0, got = 1;

    (void)context;
    while (at < bytes && got > 0) {
        size_t size = part_of(bytes, at);

        send_order(&(struct order){ .kind = ORDER_CALLS,
                                    .offset = offset + at,
                                    .size = size },
                   part - 1);
        got = receive_bytes((char *)to + at, size, (int)(part - 1), TAG_CALLS);
        at += got;
    }
    return (int64_t)at;
}

/* ---- to serve ---- */

struct service {
    const struct process_group *group;
    struct replay_log *log; /* of the last trace; or NULL */
    char *buffer;
};

static void give_calls(struct service *service, const struct order *order)
{
    const struct replay_log *log = service->log;
    int64_t got =
        log == NULL
            ? 0
            : file_read_at(replay_log_file(log, service->group->mine + 1),
                           service->buffer, (size_t)order->size,
                           order->offset);

    group_send(service->buffer, got > 0 ? (size_t)got : 0, 0, TAG_CALLS);
}

static void read_share(struct service *service, const struct order *order)
{
    char *anchor = malloc((size_t)order->size);

    if (anchor == NULL)
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    receive_bytes(anchor, (size_t)order->size, 0, TAG_PATH);
    replay_log_destroy(service->log);
    if (!read_group_share(anchor, service->group, &order->window, order->log,
                          &service->log))
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    free(anchor);
}

int mpi_group_serve(const struct process_group *group)
{
    struct service service = { .group = group, .buffer = malloc(AT_ONCE) };
    struct order order;

    if (service.buffer == NULL)
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    for (;;) {
        receive_bytes(&order, sizeof(order), 0, TAG_ORDER);
        if (order.kind == ORDER_END)
            break;
        if (order.kind == ORDER_READ)
            read_share(&service, &order);
        else if (order.kind == ORDER_REPLAY)
            replay_group_follow(group, service.log);
        else
            give_calls(&service, &order);
    }
    replay_log_destroy(service.log);
    free(service.buffer);
    return order.exit_status;
}

void mpi_group_dismiss(const struct process_group *group, int exit_status)
{
    for (uint32_t i = 1; i < group->count; i++)
        send_order(
            &(struct order){ .kind = ORDER_END, .exit_status = exit_status },
            i);
}

/* ---- its life ---- */

void mpi_group_begin(struct process_group *group, int *count,
                     char ***arguments)
{
    int processes, mine;

    MPI_Init(count, arguments);
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
    MPI_Comm_rank(MPI_COMM_WORLD, &mine);
    *group = (struct process_group){ .count = (uint32_t)processes,
                                     .mine = (uint32_t)mine,
                                     .context = group,
                                     .call = order_reading,
                                     .gather = gather_words,
                                     .tell = tell_others,
                                     .collect = collect_files,
                                     .remote = { .read = read_calls },
                                     .call_replay = call_replay,
                                     .give = group_give,
                                     .take = group_take };
}

void mpi_group_end(void)
{
    MPI_Finalize();
}
