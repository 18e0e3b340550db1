/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * message_sizes.c - message sizes, by procedure.
 *
 * Classes are powers of two: [2^k, 2^(k+1)) bytes; the first holds empty
 * messages, the last everything from 2^38 bytes on.
 */
#include <stdlib.h>

#include "analyze/facts/analysis.h"
#include "base/log.h"

static const struct column columns[] = {
    { "procedure", "procedure", CELL_TEXT, "Name of the MPI procedure." },
    { "from_bytes", "from", CELL_BYTES, "Smallest size of the class." },
    { "below_bytes", "below", CELL_BYTES,
      "The sizes of the class are below this." },
    { "calls", "messages", CELL_COUNT,
      "Messages, one-sided transfers, reads and writes of this class, over "
      "all ranks.  The size of a collective is what comes in for one-to-all "
      "calls, else what goes out; of a one-sided call the greater of what "
      "goes out and comes in." },
    { "share", "of procedure", CELL_RATIO,
      "Messages / all messages of the procedure." },
};

static const struct table_form forms[] = {
    TABLE_FORM("message_sizes", "Message sizes", SECTION_COMMUNICATION,
               columns),
};

struct message_sizes {
    uint64_t (*bins)[PROFILE_BINS]; /* by call */
};

static enum status sizes_begin(void *state, const struct scope *scope)
{
    struct message_sizes *sizes = state;

    sizes->bins = calloc(scope->profile->call_count + 1, sizeof(*sizes->bins));
    if (sizes->bins == NULL)
        return log_fail(STATUS_NO_MEMORY, "message sizes");
    return STATUS_OK;
}

static void sizes_clear(void *state)
{
    struct message_sizes *sizes = state;

    free(sizes->bins);
}

static enum status sizes_add(void *state, const struct scope *scope,
                             const struct rank_data *rank)
{
    struct message_sizes *sizes = state;

    for (size_t i = 0; i < rank->row_count; i++) {
        const struct row *row = &rank->rows[i];

        if (row->call >= scope->profile->call_count ||
            !scope_inside(scope, row->region))
            continue;
        for (int bin = 0; bin < PROFILE_BINS; bin++)
            sizes->bins[row->call][bin] += row->size_bins[bin];
    }
    return STATUS_OK;
}

static void add_class(struct table *table, const char *procedure, int bin,
                      uint64_t calls, uint64_t all)
{
    table_text(table, procedure);
    table_number(table, bin == 0 ? 0 : UINT64_C(1) << (bin - 1));
    table_number_if(table, bin < PROFILE_BINS - 1, UINT64_C(1) << bin);
    table_number(table, calls);
    table_real(table, scope_share(calls, all));
}

static void add_procedure(struct table *table, const struct scope *scope,
                          uint32_t call, const uint64_t bins[PROFILE_BINS])
{
    uint64_t all = 0;

    for (int bin = 0; bin < PROFILE_BINS; bin++)
        all += bins[bin];
    for (int bin = 0; bin < PROFILE_BINS; bin++)
        if (bins[bin] > 0)
            add_class(table, scope_call_name(scope, call), bin, bins[bin],
                      all);
}

static int more_bytes_first(const void *a, const void *b)
{
    const struct tally *x = *(const struct tally *const *)a;
    const struct tally *y = *(const struct tally *const *)b;
    uint64_t left = x->out_bytes + x->in_bytes;
    uint64_t right = y->out_bytes + y->in_bytes;

    if (left != right)
        return left < right ? 1 : -1;
    return x->key < y->key ? -1 : x->key > y->key;
}

/* Procedures that move the most bytes come first. */
static enum status sizes_fill(struct table *table, const struct scope *scope,
                              const void *state)
{
    const struct message_sizes *sizes = state;
    size_t count = scope->calls.count;
    const struct tally **order = malloc((count + 1) * sizeof(*order));

    if (order == NULL)
        return log_fail(STATUS_NO_MEMORY, "message sizes");
    for (size_t i = 0; i < count; i++)
        order[i] = &scope->calls.items[i];
    qsort(order, count, sizeof(*order), more_bytes_first);
    for (size_t i = 0; i < count; i++)
        if (order[i]->key < scope->profile->call_count)
            add_procedure(table, scope, (uint32_t)order[i]->key,
                          sizes->bins[order[i]->key]);
    free(order);
    return STATUS_OK;
}

const struct analysis message_sizes_analysis = {
    .state_size = sizeof(struct message_sizes),
    .begin = sizes_begin,
    .add = sizes_add,
    .fill = { sizes_fill },
    .clear = sizes_clear,
    FORMS(forms),
};
