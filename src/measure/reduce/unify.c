/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/reduce/unify.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "measure/comm/exchange.h"

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
    struct bytes_writer out = { 0 };

    if (all->merged != NULL && !all->failed)
        definitions_encode(all->merged, &out);
    exchange_send(all->comm, all->parent, out.data, out.failed ? 0 : out.size);
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

static uint32_t *ids_of(const uint32_t *ids, uint32_t count)
{
    uint32_t *map = malloc((count + 1) * sizeof(*map));

    for (uint32_t i = 0; map != NULL && i < count; i++)
        map[i] = ids == NULL ? i : ids[i];
    return map;
}

static size_t all_counts(const uint32_t *counts)
{
    size_t sum = 0;

    for (int kind = 0; kind < DEFINITION_KINDS; kind++)
        sum += counts[kind];
    return sum;
}

/* The run's ids of my merged table, kind after kind as the parent sends them;
 * at the root they are its own. */
static void learn_ids(struct unifying *all, uint32_t *run[DEFINITION_KINDS])
{
    uint32_t counts[DEFINITION_KINDS] = { 0 };
    uint32_t *ids = NULL, *at;
    size_t size = 0;

    for (int kind = 0; all->merged != NULL && kind < DEFINITION_KINDS; kind++)
        counts[kind] = definitions_count(all->merged, kind);
    if (all->parent >= 0) {
        ids = exchange_recv(all->comm, all->parent, &size);
        all->failed |= size != all_counts(counts) * sizeof(*ids);
    }
    at = ids;
    for (int kind = 0; kind < DEFINITION_KINDS && !all->failed; kind++) {
        run[kind] = ids_of(at, counts[kind]);
        all->failed |= run[kind] == NULL;
        at = at == NULL ? NULL : at + counts[kind];
    }
    free(ids);
}

/* The child's message, in the run's ids; nothing if these are unknown. */
static uint32_t *answer_of(const struct unifying *all,
                           const struct child *child,
                           uint32_t *const run[DEFINITION_KINDS])
{
    uint32_t *ids = malloc((all_counts(child->counts) + 1) * sizeof(*ids));
    size_t at = 0;

    for (int kind = 0; ids != NULL && !all->failed && kind < DEFINITION_KINDS;
         kind++)
        for (uint32_t i = 0; i < child->counts[kind]; i++)
            ids[at++] = run[kind][child->map[kind][i]];
    return ids;
}

static void answer_child(struct unifying *all, struct child *child,
                         uint32_t *const run[DEFINITION_KINDS])
{
    uint32_t *ids = answer_of(all, child, run);

    all->failed |= ids == NULL;
    exchange_send(all->comm, child->rank, ids,
                  all->failed ? 0 : all_counts(child->counts) * sizeof(*ids));
    free(ids);
    definitions_map_clear(child->map);
}

/* My own ids come first in the merged table, in their order. */
static struct definitions *copy_of(const struct definitions *own)
{
    struct bytes_writer out = { 0 };
    struct bytes_reader in;
    struct definitions *copy = NULL;

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
        answer_child(&all, &all.children[--all.child_count], map);
    if (rank == 0 && !all.failed)
        *run = all.merged;
    else
        definitions_destroy(all.merged);
    if (!all.failed)
        return STATUS_OK;
    definitions_map_clear(map);
    return STATUS_NO_MEMORY;
}
