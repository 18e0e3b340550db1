/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/comm/exchange.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/flavours.h"

#if defined(__linux__)
#include <sys/prctl.h>
#endif

/* clang-format off */
enum tag { TAG_SIZE = 11, TAG_DATA, TAG_FOLD, TAG_RESULT, TAG_SHARE, TAG_UP,
           TAG_DOWN, TAG_GATHER };
/* clang-format on */

#define PIECE (1u << 30)
#define BUFFER (1u << 16)
#define FOLDED_AT_ONCE 128
#define MOST_CHILDREN 32

#define POLLS_BEFORE_NAP 50
#define FIRST_NAP_NS 1000
#define NAP_NS 1000000
#define MOST_NAP_NS 50000000
/* So long a nap for each rank that shares a core keeps the core half free when
 * all of them wait. */
#define NAP_NS_PER_RANK 40000
#define SLACK_NS 50000

/* Data in transit, and bytes that found no memory. */
static char passing[BUFFER];

/* ---- waiting ---- */

long exchange_ranks_on_host(void)
{
    const char *ranks = flavours_variable(FLAVOUR_LOCAL_SIZE);

    return ranks == NULL ? 0 : strtol(ranks, NULL, 10);
}

static long longest_nap(void)
{
    static long longest;
    long cores;

    if (longest != 0)
        return longest;
    cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (cores > 0)
        longest = exchange_ranks_on_host() / cores * NAP_NS_PER_RANK;
    if (longest < NAP_NS)
        longest = NAP_NS;
    if (longest > MOST_NAP_NS)
        longest = MOST_NAP_NS;
    return longest;
}

/* The time by which a nap may exceed the request.  Users who start many ranks
 * on few cores set milliseconds. */
#if defined(__linux__)
static long slack_set(long ns)
{
    long before = prctl(PR_GET_TIMERSLACK, 0L, 0L, 0L, 0L);

    prctl(PR_SET_TIMERSLACK, ns, 0L, 0L, 0L);
    return before;
}
#else
static long slack_set(long ns)
{
    return ns;
}
#endif

static void wait_asleep(MPI_Request *request)
{
    struct timespec nap = { 0, FIRST_NAP_NS };
    long slack = slack_set(SLACK_NS);
    int done = 0;

    while (!done) {
        nanosleep(&nap, NULL);
        nap.tv_nsec *= 2;
        if (nap.tv_nsec > longest_nap())
            nap.tv_nsec = longest_nap();
        PMPI_Test(request, &done, MPI_STATUS_IGNORE);
    }
    slack_set(slack);
}

void exchange_wait(MPI_Request *request)
{
    int done = 0;

    for (int i = 0; i < POLLS_BEFORE_NAP && !done; i++)
        PMPI_Test(request, &done, MPI_STATUS_IGNORE);
    if (!done)
        wait_asleep(request);
}

static void message_send(MPI_Comm comm, int to, const void *data, size_t size,
                         enum tag tag)
{
    MPI_Request request;

    PMPI_Isend(data, (int)size, MPI_BYTE, to, tag, comm, &request);
    exchange_wait(&request);
}

static void message_receive(MPI_Comm comm, int from, void *data, size_t size,
                            enum tag tag)
{
    MPI_Request request;

    PMPI_Irecv(data, (int)size, MPI_BYTE, from, tag, comm, &request);
    exchange_wait(&request);
}

/* ---- between two ranks ---- */

void exchange_send(MPI_Comm comm, int to, const void *data, size_t size)
{
    uint64_t length = size;
    const char *at = data;

    message_send(comm, to, &length, sizeof(length), TAG_SIZE);
    for (; size > 0; at += PIECE) {
        size_t piece = size < PIECE ? size : PIECE;

        message_send(comm, to, at, piece, TAG_DATA);
        size -= piece;
    }
}

static void message_drop(MPI_Comm comm, int from, uint64_t length)
{
    /* A piece may be longer: our communicator returns errors, so MPI reports
     * the truncation and goes on. */
    while (length > 0) {
        PMPI_Recv(passing, sizeof(passing), MPI_BYTE, from, TAG_DATA, comm,
                  MPI_STATUS_IGNORE);
        length -= length < PIECE ? length : PIECE;
    }
}

void *exchange_recv(MPI_Comm comm, int from, size_t *size)
{
    uint64_t length = 0;
    uint64_t at = 0;
    char *data;

    message_receive(comm, from, &length, sizeof(length), TAG_SIZE);
    *size = 0;
    data = malloc(length + 1);
    if (data == NULL) {
        message_drop(comm, from, length);
        return NULL;
    }
    while (at < length) {
        uint64_t piece = length - at < PIECE ? length - at : PIECE;

        message_receive(comm, from, data + at, piece, TAG_DATA);
        at += piece;
    }
    *size = length;
    return data;
}

/* ---- the tree ---- */

struct tree {
    MPI_Comm comm;
    int rank, ranks;
    int parent; /* -1: the root */
    int child_count;
    int children[MOST_CHILDREN]; /* ascending: rank + 1, + 2, + 4 ... */
};

static struct tree tree_of(MPI_Comm comm)
{
    struct tree tree = { .comm = comm, .parent = -1 };

    PMPI_Comm_rank(comm, &tree.rank);
    PMPI_Comm_size(comm, &tree.ranks);
    for (long step = 1; step < tree.ranks; step *= 2) {
        if (tree.rank & step) {
            tree.parent = tree.rank - (int)step;
            break;
        }
        if (tree.rank + step < tree.ranks)
            tree.children[tree.child_count++] = tree.rank + (int)step;
    }
    return tree;
}

/* How many ranks lie at and below a child: up to the next one. */
static int ranks_below(const struct tree *tree, int child)
{
    int step = tree->children[child] - tree->rank;
    int rest = tree->ranks - tree->children[child];

    return rest < step ? rest : step;
}

/* ---- collective ---- */

static uint64_t fold_one(enum exchange_fold kind, uint64_t one, uint64_t two)
{
    switch (kind) {
    case FOLD_SUM: return one + two;
    case FOLD_LEAST: return one < two ? one : two;
    case FOLD_MOST: return one > two ? one : two;
    default: return one | two;
    }
}

static void fold_some(const struct tree *tree, uint64_t *words,
                      const enum exchange_fold *folds, size_t count)
{
    uint64_t theirs[FOLDED_AT_ONCE];
    size_t size = count * sizeof(*words);

    for (int i = 0; i < tree->child_count; i++) {
        message_receive(tree->comm, tree->children[i], theirs, size, TAG_FOLD);
        for (size_t k = 0; k < count; k++)
            words[k] = fold_one(folds[k], words[k], theirs[k]);
    }
    if (tree->parent >= 0) {
        message_send(tree->comm, tree->parent, words, size, TAG_FOLD);
        message_receive(tree->comm, tree->parent, words, size, TAG_RESULT);
    }
    for (int i = tree->child_count; i-- > 0;)
        message_send(tree->comm, tree->children[i], words, size, TAG_RESULT);
}

void exchange_fold(MPI_Comm comm, uint64_t *words,
                   const enum exchange_fold *folds, size_t count)
{
    struct tree tree = tree_of(comm);

    for (size_t at = 0; at < count; at += FOLDED_AT_ONCE)
        fold_some(&tree, words + at, folds + at,
                  count - at < FOLDED_AT_ONCE ? count - at : FOLDED_AT_ONCE);
}

bool exchange_agree(MPI_Comm comm, bool yes)
{
    static const enum exchange_fold least = FOLD_LEAST;
    uint64_t word = yes;

    exchange_fold(comm, &word, &least, 1);
    return word != 0;
}

void exchange_share(MPI_Comm comm, void *data, size_t size)
{
    struct tree tree = tree_of(comm);
    char *at = data;

    while (size > 0) {
        size_t piece = size < BUFFER ? size : BUFFER;
        char *place = at == NULL ? passing : at;

        if (tree.parent >= 0)
            message_receive(comm, tree.parent, place, piece, TAG_SHARE);
        for (int i = tree.child_count; i-- > 0;)
            message_send(comm, tree.children[i], place, piece, TAG_SHARE);
        at = at == NULL ? NULL : at + piece;
        size -= piece;
    }
}

uint64_t exchange_offset(MPI_Comm comm, uint64_t size, uint64_t *words,
                         size_t count)
{
    struct tree tree = tree_of(comm);
    uint64_t down[1 + EXCHANGE_WORDS] = { 0 }, sums[MOST_CHILDREN];
    uint64_t sum = size, offset;
    size_t bytes = (1 + count) * sizeof(*down);

    for (int i = 0; i < tree.child_count; i++) {
        message_receive(comm, tree.children[i], &sums[i], sizeof(sum), TAG_UP);
        sum += sums[i];
    }
    memcpy(down + 1, words, count * sizeof(*words));
    if (tree.parent >= 0) {
        message_send(comm, tree.parent, &sum, sizeof(sum), TAG_UP);
        message_receive(comm, tree.parent, down, bytes, TAG_DOWN);
    }
    offset = down[0];
    down[0] += sum;
    for (int i = tree.child_count; i-- > 0;) {
        down[0] -= sums[i];
        message_send(comm, tree.children[i], down, bytes, TAG_DOWN);
    }
    memcpy(words, down + 1, count * sizeof(*words));
    return offset;
}

/* A buffer that is sent on when it is full; rank 0 keeps everything. */
struct stream {
    const struct tree *tree;
    char *all;
    size_t size, room, count; /* of an item, and items */
    char items[BUFFER];
};

static void stream_flush(struct stream *stream)
{
    if (stream->count > 0)
        message_send(stream->tree->comm, stream->tree->parent, stream->items,
                     stream->count * stream->size, TAG_GATHER);
    stream->count = 0;
}

static void stream_add(struct stream *stream, const void *item)
{
    if (stream->all != NULL) {
        memcpy(stream->all, item, stream->size);
        stream->all += stream->size;
        return;
    }
    memcpy(stream->items + stream->count++ * stream->size, item, stream->size);
    if (stream->count == stream->room)
        stream_flush(stream);
}

void exchange_gather(MPI_Comm comm, const void *data, size_t size, void *all)
{
    static struct stream stream;
    struct tree tree = tree_of(comm);

    stream.tree = &tree;
    stream.all = tree.rank == 0 ? all : NULL;
    stream.size = size;
    stream.room = BUFFER / size;
    stream.count = 0;
    stream_add(&stream, data);
    for (int i = 0; i < tree.child_count; i++) {
        size_t rest = (size_t)ranks_below(&tree, i);

        while (rest > 0) {
            size_t count = rest < stream.room ? rest : stream.room;

            message_receive(comm, tree.children[i], passing, count * size,
                            TAG_GATHER);
            for (size_t k = 0; k < count; k++)
                stream_add(&stream, passing + k * size);
            rest -= count;
        }
    }
    if (tree.rank > 0)
        stream_flush(&stream);
}
