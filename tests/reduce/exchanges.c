/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * exchanges.c - the collectives of exchange.h, with answers known in closed
 * form.  Says which is wrong on which rank; exit status 1.
 */
#include <stdlib.h>
#include <string.h>

#include "measure/comm/exchange.h"
#include "said.h"

static void check_agree(void)
{
    expect(exchange_agree(comm, true), "agree, all is wrong");
    expect(!exchange_agree(comm, rank != ranks - 1), "agree, last is wrong");
    expect(!exchange_agree(comm, rank > 0), "agree, first is wrong");
}

/* More words than go at once: each operation in turn. */
static void check_fold(void)
{
    enum { COUNT = 301 };
    static const enum exchange_fold kinds[] = { FOLD_SUM, FOLD_LEAST,
                                                FOLD_MOST, FOLD_BITS };
    uint64_t words[COUNT], n = (uint64_t)ranks;
    enum exchange_fold folds[COUNT];

    for (uint64_t i = 0; i < COUNT; i++) {
        folds[i] = kinds[i % 4];
        words[i] = i % 4 == 3 ? 1ull << (rank % 64) : i + (uint64_t)rank;
    }
    exchange_fold(comm, words, folds, COUNT);
    for (uint64_t i = 0; i < COUNT; i++) {
        uint64_t right[] = { n * i + n * (n - 1) / 2, i, i + n - 1,
                             n >= 64 ? UINT64_MAX : (1ull << n) - 1 };

        expect(words[i] == right[i % 4], "fold is wrong");
    }
}

/* Longer than one piece; the last rank has no memory for it, and one that
 * passes it on. */
static void check_share(void)
{
    size_t size = 200001;
    unsigned char *data = calloc(size, 1);
    bool none = rank == 2 || (rank > 0 && rank == ranks - 1);

    for (size_t i = 0; i < size && rank == 0; i++)
        data[i] = (unsigned char)(i * 7);
    exchange_share(comm, none ? NULL : data, size);
    for (size_t i = 0; i < size; i++)
        if (data[i] != (none ? 0 : (unsigned char)(i * 7))) {
            expect(false, "share is wrong");
            break;
        }
    free(data);
}

/* Rank r has r + 1 bytes, so r (r + 1) / 2 lie before it. */
static void check_offset(void)
{
    uint64_t words[EXCHANGE_WORDS] = { 0 }, r = (uint64_t)rank;
    uint64_t offset;

    for (uint64_t i = 0; i < EXCHANGE_WORDS; i++)
        words[i] = rank == 0 ? 100 + i : 0;
    offset = exchange_offset(comm, r + 1, words, EXCHANGE_WORDS);
    expect(offset == r * (r + 1) / 2, "offset is wrong");
    for (uint64_t i = 0; i < EXCHANGE_WORDS; i++)
        expect(words[i] == 100 + i, "word of offset is wrong");
}

static void check_gather(size_t size)
{
    unsigned char *item = malloc(size);
    unsigned char *all = rank == 0 ? calloc((size_t)ranks, size) : NULL;

    memset(item, rank + 1, size);
    exchange_gather(comm, item, size, all);
    for (int i = 0; rank == 0 && i < ranks; i++) {
        memset(item, i + 1, size);
        expect(memcmp(all + (size_t)i * size, item, size) == 0,
               "gather is wrong");
    }
    free(item);
    free(all);
}

static void check_blocks(void)
{
    int right = (rank + 1) % ranks, left = (rank + ranks - 1) % ranks;
    char data[3] = { (char)rank, 2, 3 };
    size_t size;
    char *got;

    if (ranks % 2 != 0)
        return;
    for (int turn = 0; turn < 2; turn++)
        if ((rank + turn) % 2 == 0) {
            exchange_send(comm, right, data, rank % 4);
        } else {
            got = exchange_recv(comm, left, &size);
            expect(got != NULL && size == (size_t)left % 4 &&
                       (size == 0 || got[0] == (char)left),
                   "block is wrong");
            free(got);
        }
}

static void check_exchanges(void)
{
    check_agree();
    check_fold();
    check_share();
    check_offset();
    check_gather(1);
    check_gather(16);
    check_gather(30000); /* two fit into a piece, */
    check_gather(40000); /* one */
    check_blocks();
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    said_of_each_tree(check_exchanges);
    return said_end();
}
