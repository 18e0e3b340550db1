/* SPDX-License-Identifier: BSD-3-Clause */
#include "render/html_detail_windows.h"

#include <stdlib.h>
#include <string.h>

#include "render/html_name.h"

#define LAYOUT 2 /* of the bytes; windows.js knows the same */

/* A column of all calls after the other: they compress better. */
enum call_column { BEGIN, LENGTH, SITE, WAIT, INSTANCE, CALL_COLUMNS };

struct making {
    const struct charts *charts;
    const struct detail_windows *detail_windows;
    uint32_t *kept;          /* lists, of each window */
    uint32_t *positions;     /* of a site among those that are written, + 1 */
    uint32_t *comms;         /* same for communicators */
    enum call_column column; /* that is being written */
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

static void each_list(struct making *making, uint32_t detail_window,
                      visit_list *visit, struct bytes_writer *out)
{
    for (uint32_t i = 0; i < making->kept[detail_window]; i++) {
        const struct detail_window_list *list =
            &making->detail_windows->items[detail_window].lists[i];

        if (charts_show(making->charts, list->rank))
            visit(making, list, out);
    }
}

/* ---- the head ---- */

static void use_site(struct making *making, uint32_t site)
{
    if (shows_site(making->charts, site))
        making->positions[site] = 1;
}

static void use_names(struct making *making,
                      const struct detail_window_list *list,
                      struct bytes_writer *out)
{
    (void)out;
    for (size_t i = 0; i < list->call_count; i++) {
        const struct detail_window_call *call = &list->calls[i];

        use_site(making, call->site);
        if (call->instance != 0 &&
            call->comm < making->detail_windows->comm_count)
            making->comms[call->comm] = 1;
    }
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

static void put_sites(struct making *making, struct bytes_writer *out)
{
    const struct charts *charts = making->charts;

    bytes_put_number(out, number_used(making->positions, charts->site_count));
    for (uint32_t i = 0; i < charts->site_count; i++) {
        const struct chart_site *site = &charts->sites[i];

        if (making->positions[i] == 0)
            continue;
        html_put_name(out, site->name);
        bytes_put_number(out, site->class);
        html_put_name(out, site->region);
        html_put_name(out, site->where);
    }
}

static void put_comms(struct making *making, struct bytes_writer *out)
{
    const struct detail_windows *detail_windows = making->detail_windows;

    bytes_put_number(out,
                     number_used(making->comms, detail_windows->comm_count));
    for (uint32_t i = 0; i < detail_windows->comm_count; i++)
        if (making->comms[i] > 0)
            html_put_name(out, detail_windows->comms[i]);
}

static void put_kinds(struct bytes_writer *out)
{
    bytes_put_number(out, WAIT_KINDS);
    for (int i = 0; i < WAIT_KINDS; i++) {
        bytes_put_string(out, wait_kind_title((enum wait_kind)i));
        bytes_put_string(out, wait_kind_definition((enum wait_kind)i));
    }
}

static uint32_t position_of(const struct making *making, uint32_t site)
{
    return site < making->charts->site_count ? making->positions[site] : 0;
}

static void put_wait(const struct making *making, const struct long_wait *wait,
                     struct bytes_writer *out)
{
    bool shown = charts_show(making->charts, wait->rank);

    bytes_put_number(out, shown ? wait->ns : 0);
    if (wait->ns == 0 || !shown)
        return;
    bytes_put_number(out, wait->begin);
    bytes_put_number(out, wait->rank);
    bytes_put_number(out, wait->culprit);
    bytes_put_number(out, wait->kind);
    bytes_put_number(out, position_of(making, wait->site));
    bytes_put_number(out, position_of(making, wait->culprit_site));
}

static void put_head(struct making *making, struct bytes_writer *out)
{
    const struct detail_windows *detail_windows = making->detail_windows;

    for (uint32_t i = 0; i < detail_windows->count; i++) {
        each_list(making, i, use_names, NULL);
        use_site(making, detail_windows->items[i].wait.site);
        use_site(making, detail_windows->items[i].wait.culprit_site);
    }
    put_sites(making, out);
    put_comms(making, out);
    put_kinds(out);
    bytes_put_number(out, detail_windows->count);
    for (uint32_t i = 0; i < detail_windows->count; i++) {
        bytes_put_number(out, detail_windows->items[i].from);
        bytes_put_number(out, detail_windows->items[i].to);
        bytes_put_number(out, detail_windows->items[i].asked);
        put_wait(making, &detail_windows->items[i].wait, out);
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

    bytes_put_number(out, known ? list->begin : 0);
    bytes_put_number(out, known ? list->end - list->begin : 0);
    bytes_put_number(out, known ? list->pause_count : 0);
    for (size_t i = 0; known && i < list->pause_count; i++) {
        bytes_put_number(out, list->pauses[i].from);
        bytes_put_number(out, list->pauses[i].to - list->pauses[i].from);
        bytes_put_number(out, list->pauses[i].ns);
    }
}

static void put_list(struct making *making,
                     const struct detail_window_list *list,
                     struct bytes_writer *out)
{
    bytes_put_number(out, list->rank);
    bytes_put_number(out, calls_of(making, list));
    bytes_put_number(out, messages_of(making, list));
    bytes_put_number(out, list->least);
    bytes_put_number(out, list->least_way);
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
    enum call_column column = making->column;
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

static void put_messages(struct making *making,
                         const struct detail_window_list *list,
                         struct bytes_writer *out)
{
    uint64_t before = 0;

    for (size_t i = 0; i < list->message_count; i++) {
        const struct detail_window_message *message = &list->messages[i];

        if (!shows_message(making->charts, message))
            continue;
        bytes_put_signed(out, (int64_t)(message->received - before));
        bytes_put_signed(out, (int64_t)(message->received - message->sent));
        bytes_put_number(out, message->from);
        bytes_put_number(out, message->bytes);
        before = message->received;
    }
}

static void put_calls(struct making *making, uint32_t detail_window,
                      struct bytes_writer *out)
{
    struct bytes_writer counted = { .size = 0 };

    each_list(making, detail_window, count_list, &counted);
    bytes_put_number(out, counted.size);
    each_list(making, detail_window, put_list, out);
    for (int i = 0; i < CALL_COLUMNS; i++) {
        making->column = (enum call_column)i;
        each_list(making, detail_window, put_call_column, out);
    }
    each_list(making, detail_window, put_messages, out);
}

/* ---- all ---- */

static bool prepare(struct html_detail_windows *out, struct making *making,
                    size_t room)
{
    uint32_t count = making->detail_windows->count;

    making->kept = calloc(count + 1u, sizeof(*making->kept));
    making->positions =
        calloc(making->charts->site_count + 1u, sizeof(*making->positions));
    making->comms = calloc(making->detail_windows->comm_count + 1u,
                           sizeof(*making->comms));
    out->calls = calloc(count + 1u, sizeof(*out->calls));
    if (making->kept == NULL || making->positions == NULL ||
        making->comms == NULL || out->calls == NULL)
        return false;
    detail_windows_fit(making->detail_windows, room, making->kept);
    out->count = count;
    return true;
}

static void make(struct html_detail_windows *out, struct making *making)
{
    put_head(making, &out->head);
    for (uint32_t i = 0; i < out->count; i++)
        put_calls(making, i, &out->calls[i]);
}

void html_detail_windows_make(struct html_detail_windows *out,
                              const struct charts *charts, size_t room)
{
    struct making making = { .charts = charts,
                             .detail_windows = charts->detail_windows };

    *out = (struct html_detail_windows){ .count = 0 };
    bytes_put_number(&out->head, LAYOUT);
    html_put_name(&out->head, charts->no_detail_windows);
    if (making.detail_windows == NULL) {
        bytes_put_number(&out->head, 0);
        return;
    }
    bytes_put_number(&out->head, 1);
    bytes_put_number(&out->head, making.detail_windows->origin);
    if (prepare(out, &making, room))
        make(out, &making);
    else
        out->head.failed = true;
    free(making.kept);
    free(making.positions);
    free(making.comms);
}

void html_detail_windows_clear(struct html_detail_windows *detail_windows)
{
    bytes_writer_clear(&detail_windows->head);
    for (uint32_t i = 0; i < detail_windows->count; i++)
        bytes_writer_clear(&detail_windows->calls[i]);
    free(detail_windows->calls);
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
