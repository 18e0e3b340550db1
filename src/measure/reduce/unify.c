#include "measure/reduce/unify.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "measure/reduce/exchange.h"

#define MOST_CHILDREN 32

/* A child's ids in my merged table, to be answered on the way down. */
struct child {
    int rank;
    uint32_t *map[DEFINITION_KINDS];
    uint32_t counts[DEFINITION_KINDS];
};

struct unifying {
    MPI_Comm comm;
    struct definitions *merged;
    struct child children[MOST_CHILDREN];
    int child_count;
    int parent; /* -1: the root */
    bool failed;
};

static void free_map(uint32_t *map[DEFINITION_KINDS])
{
    for (int kind = 0; kind < DEFINITION_KINDS; kind++) {
        free(map[kind]);
        map[kind] = NULL;
    }
}

static void take_child(struct unifying *all, int rank)
{
    struct child *child = &all->children[all->child_count++];
    struct definitions *table = NULL;
    struct bytes_reader in;
    size_t size;
    void *data = exchange_recv(all->comm, rank, &size);

    memset(child, 0, sizeof(*child));
    child->rank = rank;
    bytes_reader_init(&in, data, size);
    if (data == NULL || size == 0 || all->merged == NULL ||
        definitions_decode(&in, &table) != STATUS_OK ||
        definitions_merge(all->merged, table, child->map) != STATUS_OK)
        all->failed = true;
    for (int kind = 0; table != NULL && kind < DEFINITION_KINDS; kind++)
        child->counts[kind] = definitions_count(table, kind);
    definitions_destroy(table);
    free(data);
}

static void send_up(struct unifying *all)
{
    struct bytes_writer out;

    bytes_writer_init(&out);
    if (all->merged != NULL && !all->failed)
        definitions_encode(all->merged, &out);
    exchange_send(all->comm, all->parent, out.data,
                  out.failed ? 0 : out.size);
    bytes_writer_clear(&out);
}

/* Receives from rank + 1, + 2, + 4 ... until it is its turn to send. */
static void go_up(struct unifying *all, int rank, int ranks)
{
    all->parent = -1;
    for (int step = 1; step < ranks; step *= 2) {
        if (rank & step) {
            all->parent = rank - step;
            send_up(all);
            return;
        }
        if (rank + step < ranks)
            take_child(all, rank + step);
    }
}

static uint32_t *identity(uint32_t count)
{
    uint32_t *map = malloc((count + 1) * sizeof(*map));

    for (uint32_t i = 0; map != NULL && i < count; i++)
        map[i] = i;
    return map;
}

/* The run's ids of my merged table: at the root they are its own. */
static void learn_ids(struct unifying *all, uint32_t *run[DEFINITION_KINDS])
{
    for (int kind = 0; kind < DEFINITION_KINDS; kind++) {
        size_t size = 0;

        if (all->parent >= 0)
            run[kind] = exchange_recv(all->comm, all->parent, &size);
        else
            run[kind] = all->merged == NULL
                            ? NULL
                            : identity(definitions_count(all->merged, kind));
        if (all->parent >= 0 && all->merged != NULL &&
            size != definitions_count(all->merged, kind) * sizeof(uint32_t))
            all->failed = true;
        if (run[kind] == NULL)
            all->failed = true;
    }
}

static void answer(struct unifying *all, struct child *child,
                   uint32_t *run[DEFINITION_KINDS])
{
    for (int kind = 0; kind < DEFINITION_KINDS; kind++) {
        uint32_t count = all->failed ? 0 : child->counts[kind];

        for (uint32_t i = 0; i < count; i++)
            child->map[kind][i] = run[kind][child->map[kind][i]];
        exchange_send(all->comm, child->rank, child->map[kind],
                      count * sizeof(uint32_t));
    }
    free_map(child->map);
}

/* My own ids come first in the merged table, in their order. */
static struct definitions *copy_of(const struct definitions *own)
{
    struct bytes_writer out;
    struct bytes_reader in;
    struct definitions *copy = NULL;

    bytes_writer_init(&out);
    definitions_encode(own, &out);
    bytes_reader_init(&in, out.data, out.size);
    if (out.failed || definitions_decode(&in, &copy) != STATUS_OK)
        copy = NULL;
    bytes_writer_clear(&out);
    return copy;
}

enum status unify_definitions(MPI_Comm comm, const struct definitions *own,
                              struct definitions **run,
                              uint32_t *map[DEFINITION_KINDS])
{
    struct unifying all = { .comm = comm };
    int rank, ranks;

    PMPI_Comm_rank(comm, &rank);
    PMPI_Comm_size(comm, &ranks);
    *run = NULL;
    memset(map, 0, DEFINITION_KINDS * sizeof(map[0]));
    all.merged = copy_of(own);
    all.failed = all.merged == NULL;
    go_up(&all, rank, ranks);
    learn_ids(&all, map);
    while (all.child_count > 0)
        answer(&all, &all.children[--all.child_count], map);
    if (!exchange_agree(comm, !all.failed)) {
        free_map(map);
        definitions_destroy(all.merged);
        return rank > 0 ? STATUS_NO_MEMORY
                        : log_fail(STATUS_NO_MEMORY,
                                   "merging the names of all ranks");
    }
    if (all.parent < 0)
        *run = all.merged;
    else
        definitions_destroy(all.merged);
    return STATUS_OK;
}
