/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/advice/amounts.h"

#include <stdlib.h>
#include <string.h>

#include "analyze/advice/rules.h"
#include "base/log.h"
#include "base/order.h"

#define PAIR_RANKS 4u /* of a run in which two can differ from the others */
#define PAIR_OFF 2u /* times, that what one sends is what the other receives */

static bool has_vectors(const struct scope *scope, uint32_t call)
{
    uint8_t coll = call < scope->profile->call_count
                       ? scope->profile->calls[call].coll
                       : CALL_COLL_NONE;

    return coll == CALL_COLL_ALLTOALLV || coll == CALL_COLL_ALLTOALLW;
}

static enum status add_row(struct amounts *amounts, const struct scope *scope,
                           uint32_t rank, const struct row *row)
{
    uint64_t site = scope_site(scope, row);
    size_t ranks = scope->profile->rank_count;
    struct amount *amount =
        map_get(&amounts->items_map, sizeof(*amount), &site, sizeof(site));

    if (amount != NULL && amount->bytes == NULL)
        amount->bytes = calloc(2 * ranks, sizeof(*amount->bytes));
    if (amount == NULL || amount->bytes == NULL)
        return log_fail(STATUS_NO_MEMORY, "advice");
    amount->bytes[rank] += row->out.sum;
    amount->bytes[ranks + rank] += row->in.sum;
    return STATUS_OK;
}

enum status amounts_add(struct amounts *amounts, const struct scope *scope,
                        const struct rank_data *rank)
{
    enum status status = STATUS_OK;

    for (size_t i = 0; status == STATUS_OK && i < rank->row_count; i++)
        if (rank->rank < scope->profile->rank_count &&
            has_vectors(scope, rank->rows[i].call) &&
            scope_inside(scope, rank->rows[i].region))
            status = add_row(amounts, scope, rank->rank, &rank->rows[i]);
    return status;
}

void amounts_clear(struct amounts *amounts)
{
    for (uint32_t i = 0; i < amounts->count; i++)
        free(amounts->items[i].bytes);
    map_clear(&amounts->items_map);
}

/* The ranks with far more bytes than the median one. */
struct outliers {
    uint32_t count, first, last;
    uint64_t median;
};

struct sorted {
    uint64_t bytes;
};

ORDER(by_bytes, struct sorted, UP(bytes));

static bool find_outliers(const uint64_t *bytes, uint32_t ranks,
                          struct outliers *out)
{
    struct sorted *sorted = calloc(ranks, sizeof(*sorted));

    *out = (struct outliers){ .count = 0 };
    if (sorted == NULL)
        return false;
    for (uint32_t i = 0; i < ranks; i++)
        sorted[i].bytes = bytes[i];
    qsort(sorted, ranks, sizeof(*sorted), by_bytes);
    out->median = sorted[(ranks - 1) / 2].bytes;
    free(sorted);
    for (uint32_t i = 0; i < ranks; i++) {
        if (bytes[i] / PAIR_TIMES <= out->median)
            continue;
        if (out->count++ == 0)
            out->first = i;
        out->last = i;
    }
    return true;
}

static double mean_of(const uint64_t *bytes, uint32_t ranks)
{
    double sum = 0;

    for (uint32_t i = 0; i < ranks; i++)
        sum += (double)bytes[i];
    return sum / ranks;
}

bool amounts_find_pair(const struct amounts *amounts,
                       const struct scope *scope, uint64_t site,
                       struct amounts_pair *out)
{
    const struct amount *amount =
        map_find(&amounts->items_map, sizeof(*amount), &site, sizeof(site));
    uint32_t ranks = scope->profile->rank_count;
    struct outliers send, receive;
    const uint64_t *received;

    if (amount == NULL || ranks < PAIR_RANKS)
        return false;
    received = amount->bytes + ranks;
    if (!find_outliers(amount->bytes, ranks, &send) ||
        !find_outliers(received, ranks, &receive))
        return false;
    out->both = send.count == 2 && receive.count == 2 &&
                send.first == receive.first && send.last == receive.last;
    if (!out->both && (send.count > 1 || receive.count > 1))
        return false;
    out->sends = send.count > 0;
    out->from = send.count > 0 ? send.first : receive.first;
    out->to = receive.count > 0 ? receive.last : send.last;
    out->sent = amount->bytes[out->from];
    out->received = received[out->to];
    out->median = send.count > 0 ? send.median : receive.median;
    out->mean = mean_of(amount->bytes, ranks);
    if (send.count == 0 || receive.count == 0)
        return send.count != receive.count;
    return out->from != out->to && out->sent / PAIR_OFF <= out->received &&
           out->received / PAIR_OFF <= out->sent;
}
