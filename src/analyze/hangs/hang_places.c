/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/hangs/hang_places.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/log.h"

#define KEY_PARTS 6

/* A rank, and data that it shares with the other ranks of its place. */
struct keyed {
    uint32_t key[KEY_PARTS];
    uint32_t rank;
};

struct ordered {
    struct hang_place place;
    int order; /* of groups of ranks: smaller ones come first */
};

static void make_key(const struct scope *scope, uint32_t rank,
                     struct keyed *out)
{
    const struct rank_ending *ending = &scope->ends.ranks[rank];
    bool in_call = ending->call != ENDING_NO_CALL;

    memset(out, 0, sizeof(*out));
    out->rank = rank;
    if (scope->ends.unread[rank]) {
        out->key[0] = ENDING_KINDS;
        return;
    }
    out->key[0] = ending->how;
    if (ending->how == ENDING_FINALIZED)
        return;
    out->key[1] = (uint32_t)ending->code;
    out->key[2] = ending->call;
    out->key[3] = sites_path(&scope->same, ending->path);
    out->key[4] = in_call ? ending->comm : ending->region;
}

static int by_key(const void *a, const void *b)
{
    const struct keyed *x = a, *y = b;

    for (int i = 0; i < KEY_PARTS; i++)
        if (x->key[i] != y->key[i])
            return x->key[i] < y->key[i] ? -1 : 1;
    return x->rank < y->rank ? -1 : x->rank > y->rank;
}

static int order_of(const struct scope *scope, uint32_t rank)
{
    const struct rank_ending *ending = &scope->ends.ranks[rank];

    if (scope->ends.unread[rank])
        return 3;
    if (ending->how == ENDING_FINALIZED)
        return 2;
    return hang_ends_by_itself(&scope->ends, ending) ? 0 : 1;
}

static int by_order(const void *a, const void *b)
{
    const struct ordered *x = a, *y = b;
    size_t left = x->place.to - x->place.from;
    size_t right = y->place.to - y->place.from;

    if (x->order != y->order)
        return x->order < y->order ? -1 : 1;
    if (left != right)
        return left > right ? -1 : 1;
    return x->place.first < y->place.first ? -1 : 1;
}

/* Cuts the sorted ranks where the key changes. */
static uint32_t cut_into_places(const struct scope *scope,
                                const struct keyed *keyed, uint32_t count,
                                struct ordered *out)
{
    uint32_t places = 0;

    for (uint32_t i = 0, end; i < count; i = end) {
        end = i + 1;
        while (end < count &&
               memcmp(keyed[end].key, keyed[i].key, sizeof(keyed[i].key)) == 0)
            end++;
        out[places++] = (struct ordered){ { keyed[i].rank, i, end },
                                          order_of(scope, keyed[i].rank) };
    }
    qsort(out, places, sizeof(*out), by_order);
    return places;
}

static void places_take(struct hang_places *out, const struct keyed *keyed,
                        const struct ordered *ordered, uint32_t ranks)
{
    for (uint32_t i = 0; i < ranks; i++)
        out->ranks[i] = keyed[i].rank;
    for (uint32_t i = 0; i < out->count; i++) {
        out->items[i] = ordered[i].place;
        for (size_t k = out->items[i].from; k < out->items[i].to; k++)
            out->of[out->ranks[k]] = i;
    }
}

enum status hang_places_find(const struct scope *scope,
                             struct hang_places *out)
{
    uint32_t ranks = scope->ends.rank_count;
    size_t room = (size_t)ranks + 1;
    struct keyed *keyed = malloc(room * sizeof(*keyed));
    struct ordered *ordered = malloc(room * sizeof(*ordered));

    out->items = malloc(room * sizeof(*out->items));
    out->of = malloc(room * sizeof(*out->of));
    out->ranks = malloc(room * sizeof(*out->ranks));
    if (keyed != NULL && ordered != NULL && out->items != NULL &&
        out->of != NULL && out->ranks != NULL) {
        for (uint32_t i = 0; i < ranks; i++)
            make_key(scope, i, &keyed[i]);
        qsort(keyed, ranks, sizeof(*keyed), by_key);
        out->count = cut_into_places(scope, keyed, ranks, ordered);
        places_take(out, keyed, ordered, ranks);
    }
    FREE_ALL(keyed, ordered);
    return out->count > 0
               ? STATUS_OK
               : log_fail(STATUS_NO_MEMORY, "ends of %u ranks", ranks);
}

void hang_places_clear(struct hang_places *places)
{
    FREE_ALL(places->items, places->of, places->ranks);
    memset(places, 0, sizeof(*places));
}
