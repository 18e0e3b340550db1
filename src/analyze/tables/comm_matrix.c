/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * comm_matrix.c - communication volume between ranks.
 *
 * A pair is one sender and one receiver, world ranks, point-to-point or
 * one-sided.  Counted at the sender (one-sided: at the calling rank).  Unless
 * all pairs are requested only the largest are kept, so memory does not grow
 * with ranks x neighbours.  Runs of up to 32 ranks also get a character chart.
 */
#include <math.h>
#include <stdlib.h>

#include "analyze/facts/analysis.h"
#include "analyze/facts/say.h"
#include "base/array_room.h"
#include "base/log.h"
#include "base/order.h"

#define CHART_RANKS 32
#define PAIRS_KEPT 4096

/* clang-format off */
#define PAIR_COLUMNS                                                        \
    { "from", "from", CELL_INTEGER, "World rank that data leaves." },       \
    { "to", "to", CELL_INTEGER, "World rank that data goes to." },          \
    { "kind", "kind", CELL_TEXT, "Point-to-point or one-sided." },          \
    { "messages", "messages", CELL_COUNT,                                   \
      "Messages, or one-sided operations." },                               \
    { "bytes", "bytes", CELL_BYTES, "Bytes, as sent." },                    \
    { "mean_bytes", "mean size", CELL_BYTES, "Bytes / messages." }
/* clang-format on */

static const struct column pair_columns[] = {
    PAIR_COLUMNS,
    { "share", "of bytes", CELL_RATIO, "Bytes / the bytes of all pairs." },
};

static const struct column matrix_columns[] = {
    PAIR_COLUMNS,
    { "time_s", "time", CELL_NS,
      "Time of the sender in blocking calls with that rank." },
};

enum { PAIRS, MATRIX };

static const struct table_form forms[] = {
    [PAIRS] = TABLE_FORM("comm_pairs", "Largest senders and receivers",
                         SECTION_COMMUNICATION, pair_columns),
    [MATRIX] =
        TABLE_FORM("comm_matrix", "Communication matrix", 0, matrix_columns),
};

struct pair {
    uint32_t from, to, kind;
    uint64_t messages, bytes, time;
};

struct comm_matrix {
    struct pair *pairs;
    size_t count, room;
    size_t total; /* also those that are no longer kept */
    uint64_t messages, bytes;
    bool keep_all;
};

static enum status matrix_begin(void *state, const struct scope *scope)
{
    struct comm_matrix *matrix = state;

    matrix->keep_all = scope->options->top == 0 ||
                       scope->options->top > PAIRS_KEPT ||
                       scope->options->sort != NULL ||
                       scope->profile->rank_count <= CHART_RANKS ||
                       table_form_wanted(&forms[MATRIX], scope);
    return STATUS_OK;
}

static void matrix_clear(void *state)
{
    struct comm_matrix *matrix = state;

    free(matrix->pairs);
}

ORDER(more_bytes_first, struct pair, DOWN(bytes) UP(from) UP(to) UP(kind));

ORDER(by_rank, struct pair, UP(from) UP(to) UP(kind));

/* Adds up what the caller of MPI_Get and its target's own calls moved the same
 * way. */
static void fold_pairs(struct comm_matrix *matrix)
{
    size_t kept = 0;

    if (matrix->count == 0)
        return;
    qsort(matrix->pairs, matrix->count, sizeof(*matrix->pairs), by_rank);
    for (size_t i = 1; i < matrix->count; i++) {
        struct pair *last = &matrix->pairs[kept];
        const struct pair *next = &matrix->pairs[i];

        if (by_rank(last, next) != 0) {
            matrix->pairs[++kept] = *next;
            continue;
        }
        last->messages += next->messages;
        last->bytes += next->bytes;
        last->time += next->time;
    }
    matrix->total -= matrix->count - (kept + 1);
    matrix->count = kept + 1;
}

/* The greatest pairs first. */
static void sort_pairs(struct comm_matrix *matrix)
{
    fold_pairs(matrix);
    if (matrix->count > 0)
        qsort(matrix->pairs, matrix->count, sizeof(*matrix->pairs),
              more_bytes_first);
}

static enum status make_room(struct comm_matrix *matrix)
{
    if (!matrix->keep_all && matrix->count >= 2 * PAIRS_KEPT) {
        sort_pairs(matrix);
        if (matrix->count > PAIRS_KEPT)
            matrix->count = PAIRS_KEPT;
        return STATUS_OK;
    }
    return array_room(&matrix->pairs, matrix->count, &matrix->room,
                      sizeof(*matrix->pairs))
               ? STATUS_OK
               : log_fail(STATUS_NO_MEMORY, "pairs of ranks");
}

static enum status add_pair(struct comm_matrix *matrix,
                            const struct pair *pair)
{
    enum status status;

    if (pair->messages == 0)
        return STATUS_OK;
    status = make_room(matrix);
    if (status != STATUS_OK)
        return status;
    matrix->pairs[matrix->count++] = *pair;
    matrix->total++;
    matrix->messages += pair->messages;
    matrix->bytes += pair->bytes;
    return STATUS_OK;
}

/* Bytes that a rank received by MPI_Get count too: the target does not know
 * about them. */
static enum status add_peer(struct comm_matrix *matrix, uint32_t rank,
                            const struct peer *peer)
{
    struct pair out = {
        rank,      peer->rank, peer->kind, peer->out_messages, peer->out_bytes,
        peer->time
    };
    struct pair in = { peer->rank,        rank,           peer->kind,
                       peer->in_messages, peer->in_bytes, 0 };
    enum status status = add_pair(matrix, &out);

    if (status == STATUS_OK && peer->kind == PEER_ONE_SIDED)
        status = add_pair(matrix, &in);
    return status;
}

static enum status matrix_add(void *state, const struct scope *scope,
                              const struct rank_data *rank)
{
    struct comm_matrix *matrix = state;
    enum status status = STATUS_OK;

    (void)scope;
    for (size_t i = 0; i < rank->peer_count && status == STATUS_OK; i++)
        status = add_peer(matrix, rank->rank, &rank->peers[i]);
    return status;
}

static void add_pair_cells(struct table *table, const struct pair *pair)
{
    table_integer(table, pair->from);
    table_integer(table, pair->to);
    table_text(table, pair->kind == PEER_P2P ? "p2p" : "one-sided");
    TABLE_NUMBERS(table, pair->messages, pair->bytes,
                  pair->bytes / pair->messages);
}

struct chart {
    uint64_t bytes[CHART_RANKS][CHART_RANKS];
    uint64_t least, most; /* of pairs that sent anything */
};

static void draw_chart(struct chart *chart, const struct comm_matrix *matrix)
{
    for (size_t i = 0; i < matrix->count; i++) {
        const struct pair *pair = &matrix->pairs[i];

        if (pair->from < CHART_RANKS && pair->to < CHART_RANKS)
            chart->bytes[pair->from][pair->to] += pair->bytes;
    }
    chart->least = UINT64_MAX;
    for (int i = 0; i < CHART_RANKS * CHART_RANKS; i++) {
        uint64_t bytes = chart->bytes[i / CHART_RANKS][i % CHART_RANKS];

        if (bytes > 0 && bytes < chart->least)
            chart->least = bytes;
        if (bytes > chart->most)
            chart->most = bytes;
    }
}

/* Shades on a logarithmic scale between the least and the most. */
static char shade_of(const struct chart *chart, uint64_t bytes)
{
    static const char shades[] = ".:-=+*#%@";
    int last = (int)sizeof(shades) - 2;
    double span, level;

    if (bytes == 0)
        return ' ';
    span = log2((double)chart->most) - log2((double)chart->least);
    if (span <= 0)
        return shades[last];
    level = (log2((double)bytes) - log2((double)chart->least)) / span;
    return shades[(int)(level * last + 0.5)];
}

static void print_picture(struct strbuf *out, const struct chart *chart,
                          uint32_t ranks)
{
    strbuf_puts(out, "from \\ to ");
    for (uint32_t to = 0; to < ranks; to++)
        strbuf_printf(out, "%u", to % 10);
    for (uint32_t from = 0; from < ranks; from++) {
        strbuf_printf(out, "\n%9u|", from);
        for (uint32_t to = 0; to < ranks; to++)
            strbuf_putc(out, shade_of(chart, chart->bytes[from][to]));
        strbuf_putc(out, '|');
    }
    if (chart->least == chart->most)
        strbuf_printf(out, "\n@ = %s (all pairs that communicate are equal)",
                      say_bytes(chart->most).text);
    else
        strbuf_printf(out,
                      "\n. = %s (smallest pair), @ = %s (largest); "
                      "logarithmic",
                      say_bytes(chart->least).text,
                      say_bytes(chart->most).text);
}

static enum status set_picture(struct table *table, const struct scope *scope,
                               const struct comm_matrix *matrix)
{
    struct chart *chart = calloc(1, sizeof(*chart));
    struct strbuf text = { 0 };

    if (chart == NULL)
        return log_fail(STATUS_NO_MEMORY, "communication matrix");
    draw_chart(chart, matrix);
    print_picture(&text, chart, scope->profile->rank_count);
    if (chart->most > 0)
        table_set_note(table, "%s", strbuf_text(&text));
    strbuf_clear(&text);
    free(chart);
    return STATUS_OK;
}

static void fill_pairs(struct table *table, const struct comm_matrix *matrix)
{
    for (size_t i = 0; i < matrix->count; i++) {
        add_pair_cells(table, &matrix->pairs[i]);
        table_real(table, scope_share(matrix->pairs[i].bytes, matrix->bytes));
    }
    if (matrix->total > matrix->count)
        table->total_rows = matrix->total;
}

static enum status finish_matrix(struct comm_matrix *matrix,
                                 const struct scope *scope,
                                 struct report *report)
{
    struct table *table;

    if (!table_form_wanted(&forms[MATRIX], scope))
        return STATUS_OK;
    table = report_add_form(report, &forms[MATRIX]);
    if (table == NULL)
        return STATUS_NO_MEMORY;
    qsort(matrix->pairs, matrix->count, sizeof(*matrix->pairs), by_rank);
    for (size_t i = 0; i < matrix->count; i++) {
        add_pair_cells(table, &matrix->pairs[i]);
        table_number(table, matrix->pairs[i].time);
    }
    return STATUS_OK;
}

static enum status matrix_finish(void *state, const struct scope *scope,
                                 struct report *report)
{
    struct comm_matrix *matrix = state;
    struct table *table;
    enum status status = STATUS_OK;

    if (scope->inside != NULL) /* messages are not kept by region */
        return STATUS_OK;
    sort_pairs(matrix);
    table = report_add_form(report, &forms[PAIRS]);
    if (table == NULL)
        return STATUS_NO_MEMORY;
    fill_pairs(table, matrix);
    if (scope->profile->rank_count <= CHART_RANKS)
        status = set_picture(table, scope, matrix);
    if (status == STATUS_OK && matrix->count > 0)
        status = finish_matrix(matrix, scope, report);
    return status;
}

const struct analysis comm_matrix_analysis = {
    .state_size = sizeof(struct comm_matrix),
    .begin = matrix_begin,
    .add = matrix_add,
    .finish = matrix_finish,
    .clear = matrix_clear,
    FORMS(forms),
};
