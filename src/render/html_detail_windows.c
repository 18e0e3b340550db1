/* SPDX-License-Identifier: BSD-3-Clause */
#include "render/html_detail_windows.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "render/html_parts.h"

#define LAYOUT 4 /* of the bytes; windows.js knows the same */

/* A column of all calls after the other: they compress better. */
enum call_column { BEGIN, LENGTH, SITE, WAIT, INSTANCE, CALL_COLUMNS };

/* Columns of messages.  A message as a rule begins and ends with calls, whose
 * numbers take less room than times. */
enum message_column { RECEIVED, FROM, BYTES, SENT, MESSAGE_COLUMNS };

/* Where the last message of a list to the one that is written was sent; and
 * whether all its calls are written, so that they have numbers. */
struct sender {
    uint32_t to;
    bool whole;
    int64_t at;
};

struct making {
    const struct charts *charts;
    const struct detail_windows *detail_windows;
    const struct detail_window *piece; /* a window or a tile */
    uint32_t kept;                     /* its lists */
    const uint32_t *positions, *comms; /* as in struct html_detail_windows */
    int column;                        /* that is being written */
    struct sender *senders;            /* of each list */
};

/* ---- what is shown ---- */

static bool shows_site(const struct charts *charts, uint32_t site)
{
    return site < charts->site_count && charts->sites[site].name != NULL;
}

static bool shows_message(const struct charts *charts,
                          const struct detail_window_message *message)
{
    return !charts->no_messages && charts_show(charts, message->from);
}

typedef void visit_list(struct making *making,
                        const struct detail_window_list *list,
                        struct bytes_writer *out);

static void each_list(struct making *making, visit_list *visit,
                      struct bytes_writer *out)
{
    for (uint32_t i = 0; i < making->kept; i++) {
        const struct detail_window_list *list = &making->piece->lists[i];

        if (charts_show(making->charts, list->rank))
            visit(making, list, out);
    }
}

/* ---- the head ---- */

static void use_site(struct html_detail_windows *made, uint32_t site)
{
    if (shows_site(made->charts, site))
        made->positions[site] = 1;
}

static void use_list(struct html_detail_windows *made,
                     const struct detail_window_list *list)
{
    if (!charts_show(made->charts, list->rank))
        return;
    for (size_t i = 0; i < list->call_count; i++) {
        const struct detail_window_call *call = &list->calls[i];

        use_site(made, call->site);
        if (call->instance != 0 &&
            call->comm < made->charts->detail_windows->comm_count)
            made->comms[call->comm] = 1;
    }
}

static void use_names(struct html_detail_windows *made,
                      const struct detail_window *piece)
{
    for (uint32_t i = 0; i < piece->kept; i++)
        use_list(made, &piece->lists[i]);
    use_site(made, piece->wait.site);
    use_site(made, piece->wait.culprit_site);
}

/* Gives those that are used their positions: how many there are. */
static uint32_t number_used(uint32_t *positions, uint32_t count)
{
    uint32_t used = 0;

    for (uint32_t i = 0; i < count; i++)
        if (positions[i] > 0)
            positions[i] = ++used;
    return used;
}

static void put_sites(struct html_detail_windows *made,
                      struct bytes_writer *out)
{
    const struct charts *charts = made->charts;

    bytes_put_number(out, number_used(made->positions, charts->site_count));
    for (uint32_t i = 0; i < charts->site_count; i++) {
        const struct chart_site *site = &charts->sites[i];

        if (made->positions[i] == 0)
            continue;
        html_put_name(out, site->name);
        bytes_put_number(out, site->class);
        html_put_name(out, site->region);
        html_put_name(out, site->where);
    }
}

static void put_comms(struct html_detail_windows *made,
                      struct bytes_writer *out)
{
    const struct detail_windows *windows = made->charts->detail_windows;

    bytes_put_number(out, number_used(made->comms, windows->comm_count));
    for (uint32_t i = 0; i < windows->comm_count; i++)
        if (made->comms[i] > 0)
            html_put_name(out, windows->comms[i]);
}

static void put_kinds(struct bytes_writer *out)
{
    bytes_put_number(out, WAIT_KINDS);
    for (int i = 0; i < WAIT_KINDS; i++) {
        bytes_put_string(out, wait_kind_title((enum wait_kind)i));
        bytes_put_string(out, wait_kind_definition((enum wait_kind)i));
    }
}

static uint32_t position_in(const struct html_detail_windows *made,
                            uint32_t site)
{
    return site < made->charts->site_count ? made->positions[site] : 0;
}

static void put_wait(const struct html_detail_windows *made,
                     const struct long_wait *wait, struct bytes_writer *out)
{
    bool shown = charts_show(made->charts, wait->rank);

    bytes_put_number(out, shown ? wait->ns : 0);
    if (wait->ns == 0 || !shown)
        return;
    PUT_NUMBERS(out, wait->begin, wait->rank, wait->culprit, wait->kind,
                position_in(made, wait->site),
                position_in(made, wait->culprit_site));
}

/* Names of all that might be written, so that their numbers stay the same. */
static void put_head(struct html_detail_windows *made,
                     struct bytes_writer *out)
{
    const struct detail_windows *windows = made->charts->detail_windows;

    for (uint32_t i = 0; i < windows->count; i++)
        use_names(made, &windows->items[i]);
    for (uint32_t i = 0; i < windows->tile_count; i++)
        use_names(made, &windows->tiles[i]);
    put_sites(made, out);
    put_comms(made, out);
    put_kinds(out);
    bytes_put_number(out, windows->count);
    for (uint32_t i = 0; i < windows->count; i++) {
        PUT_NUMBERS(out, windows->items[i].from, windows->items[i].to,
                    windows->items[i].asked);
        put_wait(made, &windows->items[i].wait, out);
    }
}

/* ---- the calls ---- */

static void count_list(struct making *making,
                       const struct detail_window_list *list,
                       struct bytes_writer *out)
{
    (void)making, (void)list;
    out->size++;
}

static uint32_t position_of(const struct making *making, uint32_t site)
{
    return site < making->charts->site_count ? making->positions[site] : 0;
}

static size_t calls_of(const struct making *making,
                       const struct detail_window_list *list)
{
    size_t count = 0;

    for (size_t i = 0; i < list->call_count; i++)
        count += position_of(making, list->calls[i].site) > 0;
    return count;
}

static size_t messages_of(const struct making *making,
                          const struct detail_window_list *list)
{
    size_t count = 0;

    for (size_t i = 0; i < list->message_count; i++)
        count += shows_message(making->charts, &list->messages[i]);
    return count;
}

/* Time between calls in some regions only is unknown. */
static void put_measured(const struct making *making,
                         const struct detail_window_list *list,
                         struct bytes_writer *out)
{
    bool known = !making->charts->no_messages && list->end > list->begin;

    PUT_NUMBERS(out, known ? list->begin : 0,
                known ? list->end - list->begin : 0,
                known ? list->pause_count : 0);
    for (size_t i = 0; known && i < list->pause_count; i++) {
        PUT_NUMBERS(out, list->pauses[i].from,
                    list->pauses[i].to - list->pauses[i].from,
                    list->pauses[i].ns);
    }
}

static void put_list(struct making *making,
                     const struct detail_window_list *list,
                     struct bytes_writer *out)
{
    PUT_NUMBERS(out, list->rank, list->thread, calls_of(making, list),
                messages_of(making, list), list->least, list->least_way);
    put_measured(making, list, out);
}

static void put_wait_of(const struct detail_window_call *call,
                        struct bytes_writer *out)
{
    bytes_put_number(out, call->waited);
    if (call->waited == 0)
        return;
    bytes_put_number(out, call->kind);
    bytes_put_number(out, call->culprit);
}

static void put_instance(const struct making *making,
                         const struct detail_window_call *call, uint64_t *last,
                         struct bytes_writer *out)
{
    if (call->instance == 0 ||
        call->comm >= making->detail_windows->comm_count) {
        bytes_put_number(out, 0);
        return;
    }
    bytes_put_number(out, making->comms[call->comm]);
    bytes_put_signed(out, (int64_t)(call->instance - *last));
    *last = call->instance;
}

static void put_call_column(struct making *making,
                            const struct detail_window_list *list,
                            struct bytes_writer *out)
{
    enum call_column column = (enum call_column)making->column;
    uint64_t before = 0, instance = 0;

    for (size_t i = 0; i < list->call_count; i++) {
        const struct detail_window_call *call = &list->calls[i];
        uint32_t position = position_of(making, call->site);

        if (position == 0)
            continue;
        if (column == BEGIN)
            bytes_put_signed(out, (int64_t)(call->begin - before));
        else if (column == LENGTH)
            bytes_put_number(out, call->end - call->begin);
        else if (column == SITE)
            bytes_put_number(out, position - 1);
        else if (column == WAIT)
            put_wait_of(call, out);
        else
            put_instance(making, call, &instance, out);
        before = call->end;
    }
}

/* The first call of the list that ends, or begins, at that time, counted from 1;
 * 0: none, or it is not found: calls are in order of both, but for those of a
 * stream, which may overlap. */
static int64_t call_at(const struct making *making,
                       const struct detail_window_list *list, uint64_t time,
                       bool ends)
{
    size_t low = 0, high = list->call_count;

    while (low < high) {
        size_t middle = (low + high) / 2;
        const struct detail_window_call *call = &list->calls[middle];

        if ((ends ? call->end : call->begin) < time)
            low = middle + 1;
        else
            high = middle;
    }
    return low < list->call_count &&
                   making->senders[list - making->piece->lists].whole &&
                   (ends ? list->calls[low].end : list->calls[low].begin) ==
                       time
               ? (int64_t)low + 1
               : 0;
}

/* Writes how far the call is behind the previous message's. */
static void put_call_number(struct bytes_writer *out, int64_t number,
                            int64_t *before)
{
    int64_t step = number - *before;

    bytes_put_number(
        out, 1 + (step < 0 ? 2 * (uint64_t)-step - 1 : 2 * (uint64_t)step));
    *before = number;
}

static const struct detail_window_list *
sender_of(const struct making *making,
          const struct detail_window_message *message, uint32_t *index)
{
    const struct detail_window *piece = making->piece;
    uint32_t rows = detail_windows_row_count(making->detail_windows);
    uint32_t row = detail_windows_row_of(making->detail_windows, message->from,
                                         message->from_thread);

    if (row >= rows)
        return NULL;
    *index = piece->places[row];
    return *index < making->kept ? &piece->lists[*index] : NULL;
}

static void put_sent(struct making *making,
                     const struct detail_window_list *to,
                     const struct detail_window_message *message,
                     struct bytes_writer *out)
{
    uint32_t index = 0, own = (uint32_t)(to - making->piece->lists) + 1;
    const struct detail_window_list *from = sender_of(making, message, &index);
    int64_t number = from == NULL || !charts_show(making->charts, from->rank)
                         ? 0
                         : call_at(making, from, message->sent, false);
    struct sender *sender;

    if (number == 0) {
        bytes_put_number(out, 0);
        bytes_put_signed(out, (int64_t)(message->received - message->sent));
        return;
    }
    sender = &making->senders[index];
    if (sender->to != own)
        *sender = (struct sender){ .to = own, .whole = sender->whole };
    put_call_number(out, number, &sender->at);
}

static void put_received(const struct making *making,
                         const struct detail_window_list *list,
                         const struct detail_window_message *message,
                         int64_t *last, struct bytes_writer *out)
{
    int64_t number = call_at(making, list, message->received, true);

    if (number > 0) {
        put_call_number(out, number, last);
        return;
    }
    bytes_put_number(out, 0);
    bytes_put_number(out, message->received);
}

static void put_message_column(struct making *making,
                               const struct detail_window_list *list,
                               struct bytes_writer *out)
{
    int64_t last = 0;

    for (size_t i = 0; i < list->message_count; i++) {
        const struct detail_window_message *message = &list->messages[i];

        if (!shows_message(making->charts, message))
            continue;
        if (making->column == RECEIVED)
            put_received(making, list, message, &last, out);
        else if (making->column == FROM) {
            bytes_put_number(out, message->from);
            bytes_put_number(out, message->from_thread);
        } else if (making->column == BYTES)
            bytes_put_number(out, message->bytes);
        else
            put_sent(making, list, message, out);
    }
}

static void put_calls(struct making *making, struct bytes_writer *out)
{
    struct bytes_writer counted = { .size = 0 };

    making->senders = calloc(making->kept + 1u, sizeof(*making->senders));
    if (making->senders == NULL) {
        out->failed = true;
        return;
    }
    for (uint32_t i = 0; i < making->kept; i++)
        making->senders[i].whole =
            calls_of(making, &making->piece->lists[i]) ==
            making->piece->lists[i].call_count;
    each_list(making, count_list, &counted);
    bytes_put_number(out, counted.size);
    each_list(making, put_list, out);
    for (making->column = 0; making->column < CALL_COLUMNS; making->column++)
        each_list(making, put_call_column, out);
    for (making->column = 0; making->column < MESSAGE_COLUMNS;
         making->column++)
        each_list(making, put_message_column, out);
    free(making->senders);
}

static void put_piece(const struct html_detail_windows *made,
                      const struct detail_window *piece, uint32_t kept,
                      struct bytes_writer *out)
{
    struct making making = { .charts = made->charts,
                             .detail_windows = made->charts->detail_windows,
                             .piece = piece,
                             .kept = kept,
                             .positions = made->positions,
                             .comms = made->comms };

    put_calls(&making, out);
}

/* ---- all ---- */

static bool prepare_arrays(struct html_detail_windows *out)
{
    const struct detail_windows *windows = out->charts->detail_windows;

    out->positions =
        calloc(out->charts->site_count + 1u, sizeof(*out->positions));
    out->comms = calloc(windows->comm_count + 1u, sizeof(*out->comms));
    out->calls = calloc(windows->count + 1u, sizeof(*out->calls));
    out->count = out->calls == NULL ? 0 : windows->count;
    return out->positions != NULL && out->comms != NULL && out->calls != NULL;
}

void html_detail_windows_make(struct html_detail_windows *out,
                              const struct charts *charts, size_t room)
{
    uint32_t kept[DETAIL_WINDOWS_ASKED + DETAIL_WINDOWS_CHOSEN];

    *out = (struct html_detail_windows){ .charts = charts };
    bytes_put_number(&out->head, LAYOUT);
    html_put_name(&out->head, charts->no_detail_windows);
    if (charts->detail_windows == NULL) {
        bytes_put_number(&out->head, 0);
        return;
    }
    bytes_put_number(&out->head, 1);
    bytes_put_number(&out->head, charts->detail_windows->origin);
    if (!prepare_arrays(out)) {
        out->head.failed = true;
        return;
    }
    detail_windows_fit(charts->detail_windows, room, kept);
    put_head(out, &out->head);
    for (uint32_t i = 0; i < out->count && room > 0; i++)
        put_piece(out, &charts->detail_windows->items[i], kept[i],
                  &out->calls[i]);
}

void html_detail_windows_clear(struct html_detail_windows *windows)
{
    bytes_writer_clear(&windows->head);
    for (uint32_t i = 0; i < windows->count; i++)
        bytes_writer_clear(&windows->calls[i]);
    FREE_ALL(windows->calls, windows->positions, windows->comms);
}

void html_detail_windows_tile(const struct html_detail_windows *windows,
                              uint32_t tile, struct bytes_writer *out)
{
    const struct detail_window *piece =
        &windows->charts->detail_windows->tiles[tile];

    put_piece(windows, piece, piece->kept, out);
}

static uint64_t calls_in(const struct detail_window *piece)
{
    uint64_t count = 0;

    for (uint32_t i = 0; i < piece->kept; i++)
        count += piece->lists[i].call_count;
    return count;
}

void html_detail_windows_end(struct html_detail_windows *windows,
                             const bool *kept, bool levels)
{
    const struct detail_windows *all = windows->charts->detail_windows;
    struct bytes_writer *out = &windows->head;
    uint32_t count = 0;

    if (all == NULL)
        return;
    for (uint32_t i = 0; i < all->tile_count; i++)
        count += kept[i];
    PUT_NUMBERS(out, all->calls, all->tile_count, all->tile_width, count);
    for (uint32_t i = 0; i < all->tile_count; i++)
        if (kept[i]) {
            bytes_put_number(out, i);
            bytes_put_number(out, calls_in(&all->tiles[i]));
        }
    bytes_put_number(out, all->thread_count);
    for (uint32_t i = 0; i < all->thread_count; i++) {
        bytes_put_number(out, all->threads[i].rank);
        bytes_put_number(out, all->threads[i].thread);
        html_put_name(out, all->threads[i].stream);
    }
    bytes_put_number(out, levels);
}

/* ---- levels ---- */

static bool is_kept(const struct detail_windows *all, const bool *kept,
                    uint64_t time)
{
    return all->tile_count > 0 && time / all->tile_width < all->tile_count &&
           kept[time / all->tile_width];
}

static void put_times(const struct detail_windows *all, const bool *kept,
                      uint32_t step, uint32_t what, struct bytes_writer *out)
{
    const struct call_levels *levels = &all->levels;

    for (uint32_t row = 0; row < levels->rows; row++)
        for (uint32_t bin = 0; bin < levels->bins; bin += step)
            bytes_put_number(
                out, is_kept(all, kept, bin * levels->width)
                         ? 0
                         : call_levels_time(levels, row, bin, step, what));
}

static void put_rows(const struct detail_windows *all,
                     struct bytes_writer *out)
{
    for (uint32_t i = 0; i < detail_windows_row_count(all); i++) {
        struct detail_thread row = detail_windows_row(all, i);
        uint32_t place = all->places[i];

        if (place == DETAIL_WINDOW_NO_LIST)
            continue;
        PUT_NUMBERS(out, row.rank, row.thread, all->measured[place].begin,
                    all->measured[place].end - all->measured[place].begin);
    }
}

void html_detail_windows_levels(const struct html_detail_windows *windows,
                                const bool *kept, uint32_t step,
                                struct bytes_writer *out)
{
    const struct detail_windows *all = windows->charts->detail_windows;

    PUT_NUMBERS(out, all->levels.rows, all->levels.bins / step,
                all->levels.width * step);
    put_rows(all, out);
    for (uint32_t what = 0; what < CALL_LEVELS_TIMES; what++)
        put_times(all, kept, step, what, out);
}

size_t html_detail_windows_most(const struct charts *charts)
{
    size_t all = 0;

    for (uint32_t i = 0;
         charts->detail_windows != NULL && i < charts->detail_windows->count;
         i++)
        all += charts->detail_windows->items[i].taken;
    return all;
}
