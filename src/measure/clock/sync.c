/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/clock/sync.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/order.h"
#include "measure/comm/exchange.h"

/* A comparison asks so often, and goes on until as many questions in a row
 * have brought nothing better, or until it has taken too long. */
#define ROUNDS_LEAST 40
#define ROUNDS_IN_VAIN 20
#define LONGEST_NS 100000000
/* How wrong the ratio of two rates can be: a short first calibration, and
 * clocks that are being slewed by up to 500 ppm. */
#define RATE_DOUBT 1e-3
enum tag { TAG_QUESTION = 21, TAG_ANSWER };

/* One clock and the lowest rank that was met with it. */
struct reader {
    uint64_t key;
    int64_t rank;
};

struct readers {
    struct reader *items; /* ascending by key */
    int count;
};

/* ---- which clock ---- */

static uint64_t hash_file(const char *path, uint64_t seed)
{
    char text[64];
    FILE *file = fopen(path, "re");
    size_t size;

    if (file == NULL)
        return seed;
    size = fread(text, 1, sizeof(text), file);
    fclose(file);
    return hash_bytes(text, size, seed);
}

static uint64_t hash_link(const char *path, uint64_t seed)
{
    char text[64];
    ssize_t size = readlink(path, text, sizeof(text));

    return size < 0 ? seed : hash_bytes(text, (size_t)size, seed);
}

/* Two machines that were started from one image can have the same boot id,
 * two containers of one machine the same clock under two names: a comparison
 * too many does no harm. */
static uint64_t clock_key(const char *host, bool counter)
{
    uint64_t key = hash_bytes(host, strlen(host), counter);

    key = hash_file("/proc/sys/kernel/random/boot_id", key);
    return counter ? key : hash_link("/proc/self/ns/time", key);
}

/* ---- all clocks, known to all ranks ---- */

/* Both ascending by key; mine were met on lower ranks. */
static bool merge_readers(struct readers *mine, const struct readers *theirs)
{
    size_t most = (size_t)(mine->count + theirs->count);
    struct reader *all = malloc((most + 1) * sizeof(*all));
    int count = 0;

    for (int i = 0, j = 0;
         all != NULL && (i < mine->count || j < theirs->count);) {
        bool first =
            j == theirs->count ||
            (i < mine->count && mine->items[i].key <= theirs->items[j].key);
        const struct reader *next =
            first ? &mine->items[i++] : &theirs->items[j++];

        if (count == 0 || all[count - 1].key != next->key)
            all[count++] = *next;
    }
    if (all == NULL)
        return false;
    free(mine->items);
    mine->items = all;
    mine->count = count;
    return true;
}

static bool take_child(MPI_Comm comm, int child, struct readers *mine)
{
    size_t size;
    struct readers theirs = { .items = exchange_recv(comm, child, &size) };
    bool good;

    theirs.count = (int)(size / sizeof(*theirs.items));
    good = theirs.items != NULL && merge_readers(mine, &theirs);
    free(theirs.items);
    return good;
}

ORDER(by_rank, struct reader, UP(rank));

/* Up the tree: rank 0 has all of them in the end. */
static bool collect_readers(MPI_Comm comm, struct readers *mine)
{
    int rank, ranks;
    bool good = mine->items != NULL;

    PMPI_Comm_rank(comm, &rank);
    PMPI_Comm_size(comm, &ranks);
    for (int step = 1; step < ranks; step *= 2) {
        if (rank & step) {
            exchange_send(comm, rank - step, mine->items,
                          (size_t)mine->count * sizeof(*mine->items));
            break;
        }
        if (rank + step < ranks)
            good &= take_child(comm, rank + step, mine);
    }
    return good;
}

/* Down again: the same list for all, in the order of their ranks.  A rank
 * without memory for it has no items. */
static void share_readers(MPI_Comm comm, struct readers *all)
{
    int rank;

    PMPI_Comm_rank(comm, &rank);
    exchange_share(comm, &all->count, sizeof(all->count));
    if (rank == 0) {
        qsort(all->items, (size_t)all->count, sizeof(*all->items), by_rank);
    } else {
        free(all->items);
        all->items = malloc((size_t)all->count * sizeof(*all->items));
    }
    exchange_share(comm, all->items, (size_t)all->count * sizeof(*all->items));
}

/* Without memory for them on some rank, one clock on all. */
static void keep_leaders(MPI_Comm comm, const struct readers *all,
                         uint64_t key, struct clock_sync *sync)
{
    size_t count = (size_t)all->count;

    sync->leaders = calloc(count, sizeof(*sync->leaders));
    sync->lines = calloc(count, sizeof(*sync->lines));
    if (!exchange_agree(comm, all->items != NULL && sync->leaders != NULL &&
                                  sync->lines != NULL)) {
        sync->failed = true;
        return;
    }
    sync->count = all->count;
    for (int i = 0; i < all->count; i++) {
        sync->leaders[i] = (int)all->items[i].rank;
        if (all->items[i].key == key)
            sync->own = i;
    }
}

static void find_clocks(MPI_Comm comm, uint64_t key, struct clock_sync *sync)
{
    struct readers all = { malloc(sizeof(*all.items)), 1 };
    int rank;

    PMPI_Comm_rank(comm, &rank);
    if (all.items != NULL)
        all.items[0] = (struct reader){ key, rank };
    else
        all.count = 0;
    if (exchange_agree(comm, collect_readers(comm, &all))) {
        share_readers(comm, &all);
        keep_leaders(comm, &all, key, sync);
    } else {
        sync->failed = true;
    }
    free(all.items);
}

/* ---- comparing two ---- */

/* The run's clock now, as far as the answering rank knows it. */
struct answer {
    uint64_t ticks, error;
};

struct comparison {
    MPI_Comm comm;
    const struct clock_rate *rate;
    double run_rate;       /* ticks per ns of the run's clock */
    struct clock_mark own; /* of this rank, once it is known */
};

/* The mark is a moment old; rank 0 needs none. */
static struct answer run_now(const struct comparison *with)
{
    uint64_t now = clock_now_ticks(with->rate->counter);
    double since = (double)(int64_t)(now - with->own.ticks);
    double more = with->run_rate / with->rate->ticks_per_ns - 1.0;
    double doubt = with->own.error > 0 ? since * RATE_DOUBT : 0.0;

    return (struct answer){
        .ticks = now + (uint64_t)with->own.ahead +
                 (uint64_t)(int64_t)(since * more),
        .error = with->own.error + (uint64_t)doubt,
    };
}

/* With more ranks than cores the other one needs this core to answer. */
static void receive_politely(void *data, size_t size, int rank, enum tag tag,
                             MPI_Comm comm)
{
    int there = 0;

    for (;;) {
        PMPI_Iprobe(rank, tag, comm, &there, MPI_STATUS_IGNORE);
        if (there)
            break;
        sched_yield();
    }
    PMPI_Recv(data, (int)size, MPI_BYTE, rank, tag, comm, MPI_STATUS_IGNORE);
}

static void answer_leader(const struct comparison *with, int rank)
{
    bool more = true;

    while (more) {
        struct answer word;

        receive_politely(&more, sizeof(more), rank, TAG_QUESTION, with->comm);
        word = run_now(with);
        PMPI_Send(&word, sizeof(word), MPI_BYTE, rank, TAG_ANSWER, with->comm);
    }
}

/* The ticks of a round trip; if it is the shortest so far, the mark's error is
 * the answer's error and half of the trip. */
static uint64_t ask_once(struct comparison *with, int rank, bool more,
                         uint64_t shortest)
{
    uint64_t before = clock_now_ticks(with->rate->counter), trip;
    struct answer word;

    PMPI_Send(&more, sizeof(more), MPI_BYTE, rank, TAG_QUESTION, with->comm);
    receive_politely(&word, sizeof(word), rank, TAG_ANSWER, with->comm);
    trip = clock_now_ticks(with->rate->counter) - before;
    if (trip < shortest) {
        with->own.ticks = before + trip / 2;
        with->own.ahead = (int64_t)(word.ticks - with->own.ticks);
        with->own.error = word.error + trip / 2 + 1;
    }
    return trip;
}

static void ask_leader(struct comparison *with, int rank)
{
    uint64_t shortest, begin;
    int round = 1, best = 0;
    bool more = true;

    /* The first waits until the other one has come here. */
    shortest = ask_once(with, rank, true, UINT64_MAX);
    begin = clock_posix_ns();
    for (; more; round++) {
        uint64_t trip;

        more = (round < ROUNDS_LEAST || round - best < ROUNDS_IN_VAIN) &&
               clock_posix_ns() - begin < LONGEST_NS;
        trip = ask_once(with, rank, more, shortest);
        if (trip < shortest) {
            shortest = trip;
            best = round;
        }
    }
}

/* Along the tree over the clocks: each asks the one that has its number
 * without the lowest bit, and then answers those that ask it, the one with
 * the most others behind it first. */
static void compare_clocks(const struct clock_sync *sync,
                           struct comparison *with)
{
    int self = sync->own, step = 1;

    while (step < sync->count && !(self & step))
        step *= 2;
    if (self != 0)
        ask_leader(with, sync->leaders[self - step]);
    for (step /= 2; step > 0; step /= 2)
        if (self + step < sync->count)
            answer_leader(with, sync->leaders[self + step]);
}

/* All marks are known to all ranks: each comes from one, the rest add 0. */
static void share_marks(struct clock_sync *sync, MPI_Comm comm,
                        struct clock_mark *marks, bool last)
{
    size_t words = (size_t)sync->count * sizeof(*marks) / sizeof(uint64_t);
    MPI_Request request;

    PMPI_Iallreduce(MPI_IN_PLACE, marks, (int)words, MPI_UINT64_T, MPI_SUM,
                    comm, &request);
    exchange_wait(&request); /* those that still compare need the cores */
    for (int i = 0; i < sync->count; i++)
        *(last ? &sync->lines[i].last : &sync->lines[i].first) = marks[i];
    sync->line = sync->lines[sync->own];
}

static void mark_clocks(MPI_Comm comm, const struct clock_rate *rate,
                        struct clock_sync *sync, bool last)
{
    struct comparison with = { .comm = comm,
                               .rate = rate,
                               .run_rate = rate->ticks_per_ns };
    struct clock_mark *marks;
    int rank;

    if (sync->count == 1)
        return;
    marks = calloc((size_t)sync->count, sizeof(*marks));
    if (!exchange_agree(comm, marks != NULL)) {
        sync->failed = true;
        free(marks);
        return;
    }
    PMPI_Comm_rank(comm, &rank);
    exchange_share(comm, &with.run_rate, sizeof(with.run_rate));
    with.own.ticks = clock_now_ticks(rate->counter);
    if (sync->leaders[sync->own] == rank) {
        compare_clocks(sync, &with);
        marks[sync->own] = with.own;
    }
    share_marks(sync, comm, marks, last);
    free(marks);
}

void clock_sync_start(MPI_Comm comm, const char *host,
                      const struct clock_rate *rate, struct clock_sync *sync)
{
    *sync = (struct clock_sync){ .count = 1 };
    find_clocks(comm, clock_key(host, rate->counter), sync);
    mark_clocks(comm, rate, sync, false);
}

void clock_sync_end(MPI_Comm comm, const struct clock_rate *rate,
                    struct clock_sync *sync)
{
    mark_clocks(comm, rate, sync, true);
}

void clock_sync_clear(struct clock_sync *sync)
{
    free(sync->leaders);
    free(sync->lines);
    *sync = (struct clock_sync){ 0 };
}
