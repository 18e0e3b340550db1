/* SPDX-License-Identifier: BSD-3-Clause */
#include "report/detail_windows.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/log.h"
#include "report/charts.h"

#define LEAST_AROUND 10000           /* ns */
#define MOST_WAY (UINT64_C(1) << 62) /* of damaged times */
#define LEAST_LENGTH 250 /* ns; of calls that stay, where not all can */

const char detail_windows_shared_rows[] =
    "Single calls are not available: they need a row for each rank, and with "
    "this many ranks several share a row.  Select 1024 ranks or fewer with "
    "--ranks to see them.";

enum status detail_windows_create(struct detail_windows **out)
{
    struct detail_windows *detail_windows = calloc(1, sizeof(*detail_windows));

    if (detail_windows == NULL)
        return log_fail(STATUS_NO_MEMORY, "windows of the time line");
    *out = detail_windows;
    return STATUS_OK;
}

static void clear_list(struct detail_window_list *list)
{
    free(list->calls);
    free(list->messages);
    free(list->pauses);
    *list = (struct detail_window_list){ .rank = list->rank };
}

void detail_windows_destroy(struct detail_windows *detail_windows)
{
    if (detail_windows == NULL)
        return;
    for (uint32_t i = 0; i < detail_windows->count; i++) {
        struct detail_window *detail_window = &detail_windows->items[i];

        for (uint32_t k = 0; k < detail_window->list_count; k++)
            clear_list(&detail_window->lists[k]);
        free(detail_window->lists);
        free(detail_window->places);
    }
    for (uint32_t i = 0; i < detail_windows->comm_count; i++)
        free(detail_windows->comms[i]);
    free(detail_windows->comms);
    ranklist_clear(&detail_windows->shown);
    free(detail_windows);
}

bool detail_windows_ask(struct detail_windows *detail_windows, uint64_t from,
                        uint64_t to)
{
    if (detail_windows->count == DETAIL_WINDOWS_ASKED)
        return false;
    detail_windows->items[detail_windows->count++] =
        (struct detail_window){ .from = from, .to = to, .asked = true };
    return true;
}

bool detail_windows_rows(struct detail_windows *detail_windows, uint32_t ranks)
{
    enum status status = STATUS_OK;
    bool beyond;

    ranklist_clear(&detail_windows->shown);
    if (detail_windows->ranks != NULL)
        status = ranklist_parse_part(detail_windows->ranks, (int)ranks,
                                     &detail_windows->shown, &beyond);
    if (status == STATUS_OK &&
        (detail_windows->ranks ? detail_windows->shown.count : ranks) <=
            CHART_LINES)
        return true;
    detail_windows->why = detail_windows_shared_rows;
    return false;
}

static bool is_shown(const struct detail_windows *detail_windows, int64_t rank)
{
    return detail_windows->ranks == NULL ||
           ranklist_has(&detail_windows->shown, (int)rank);
}

void detail_windows_begin(struct detail_windows *detail_windows,
                          uint32_t ranks, uint64_t origin, uint64_t length)
{
    detail_windows->rank_count = ranks;
    detail_windows->origin = origin;
    detail_windows->length = length;
    for (uint32_t i = 0; i < detail_windows->count; i++)
        if (detail_windows->items[i].to > length &&
            detail_windows->items[i].from < length)
            detail_windows->items[i].to = length;
}

const struct detail_window *
detail_windows_behind(const struct detail_windows *detail_windows)
{
    for (uint32_t i = 0; i < detail_windows->count; i++)
        if (detail_windows->items[i].from >= detail_windows->length)
            return &detail_windows->items[i];
    return NULL;
}

/* ---- the choice ---- */

static uint64_t since_origin(const struct detail_windows *detail_windows,
                             uint64_t time)
{
    return time > detail_windows->origin ? time - detail_windows->origin : 0;
}

/* Gives a requested window the longest wait that begins there. */
static bool tell_asked(struct detail_windows *detail_windows,
                       const struct long_wait *wait)
{
    bool told = false;

    for (uint32_t i = 0; i < detail_windows->count; i++) {
        struct detail_window *detail_window = &detail_windows->items[i];

        if (!detail_window->asked || wait->begin < detail_window->from ||
            wait->begin >= detail_window->to)
            continue;
        told = true;
        if (detail_window->wait.ns == 0)
            detail_window->wait = *wait;
    }
    return told;
}

/* The culprit's work meanwhile, and its consequences; no further than to the
 * next ones.  Returns false if the wait is in one of them. */
static bool place(const struct detail_windows *detail_windows,
                  const struct long_wait *wait,
                  struct detail_window *detail_window)
{
    uint64_t around = wait->ns / 2 + LEAST_AROUND;
    uint64_t end = wait->begin + wait->ns;

    detail_window->from = wait->begin > around ? wait->begin - around : 0;
    detail_window->to = end + around / 2;
    if (detail_window->to > detail_windows->length)
        detail_window->to = detail_windows->length;
    for (uint32_t i = 0; i < detail_windows->count; i++) {
        const struct detail_window *other = &detail_windows->items[i];

        if (wait->begin < other->to && end > other->from)
            return false;
        if (other->to <= wait->begin && other->to > detail_window->from)
            detail_window->from = other->to;
        if (other->from >= end && other->from < detail_window->to)
            detail_window->to = other->from;
    }
    return true;
}

void detail_windows_choose(struct detail_windows *detail_windows,
                           const struct long_wait *waits, size_t count)
{
    uint32_t most = detail_windows->count + DETAIL_WINDOWS_CHOSEN;

    for (size_t i = 0; i < count; i++) {
        struct detail_window detail_window = { .wait = waits[i] };

        if (!is_shown(detail_windows, waits[i].rank) &&
            !is_shown(detail_windows, waits[i].culprit))
            continue;
        detail_window.wait.begin =
            since_origin(detail_windows, waits[i].begin);
        if (!tell_asked(detail_windows, &detail_window.wait) &&
            detail_windows->count < most &&
            place(detail_windows, &detail_window.wait, &detail_window))
            detail_windows->items[detail_windows->count++] = detail_window;
    }
}

/* ---- lists ---- */

/* The next rank by its distance from both, starting with themselves. */
static bool is_new(const struct detail_windows *detail_windows,
                   struct detail_window *detail_window, int64_t rank,
                   uint32_t most)
{
    if (rank < 0 || rank >= detail_windows->rank_count ||
        detail_window->list_count == most ||
        detail_window->places[rank] != DETAIL_WINDOW_NO_LIST ||
        !is_shown(detail_windows, rank))
        return false;
    detail_window->places[rank] = detail_window->list_count;
    detail_window->lists[detail_window->list_count++].rank = (uint32_t)rank;
    return true;
}

static void order_ranks(const struct detail_windows *detail_windows,
                        struct detail_window *detail_window, uint32_t most)
{
    int64_t ranks = detail_windows->rank_count;
    int64_t first = detail_window->wait.ns > 0 ? detail_window->wait.rank : 0;
    int64_t second =
        detail_window->wait.ns > 0 ? detail_window->wait.culprit : 0;

    for (int64_t away = 0; away < ranks && detail_window->list_count < most;
         away++) {
        is_new(detail_windows, detail_window, first - away, most);
        is_new(detail_windows, detail_window, second - away, most);
        is_new(detail_windows, detail_window, first + away, most);
        is_new(detail_windows, detail_window, second + away, most);
    }
    detail_window->kept = detail_window->list_count;
}

bool detail_windows_open(struct detail_windows *detail_windows)
{
    uint32_t ranks = detail_windows->rank_count;
    uint32_t most = ranks < DETAIL_WINDOW_LISTS ? ranks : DETAIL_WINDOW_LISTS;

    if (detail_windows->count == 0)
        return false;
    detail_windows->room = DETAIL_WINDOWS_ROOM / detail_windows->count;
    for (uint32_t i = 0; i < detail_windows->count; i++) {
        struct detail_window *detail_window = &detail_windows->items[i];

        detail_window->lists =
            calloc(most + 1u, sizeof(*detail_window->lists));
        detail_window->places =
            malloc((ranks + (size_t)1) * sizeof(*detail_window->places));
        if (detail_window->lists == NULL || detail_window->places == NULL) {
            detail_windows->failed = true;
            return false;
        }
        memset(detail_window->places, 0xff,
               ranks * sizeof(*detail_window->places));
        order_ranks(detail_windows, detail_window, most);
    }
    return true;
}

/* ---- what is in them ---- */

static uint32_t fullest(const struct detail_windows *detail_windows,
                        const size_t *taken)
{
    uint32_t found = 0;

    for (uint32_t i = 1; i < detail_windows->count; i++)
        if (taken[i] > taken[found])
            found = i;
    return found;
}

static size_t in_list(const struct detail_window_list *list)
{
    return list->call_count + list->message_count + list->pause_count;
}

static void drop_last(struct detail_window *detail_window)
{
    struct detail_window_list *last =
        &detail_window->lists[--detail_window->kept];

    detail_window->taken -= in_list(last);
    clear_list(last);
}

/* Where it belongs; NULL: nowhere. */
static struct detail_window_list *
list_for(const struct detail_windows *detail_windows,
         struct detail_window *detail_window, uint32_t rank, uint64_t begin,
         uint64_t end)
{
    uint32_t at = rank < detail_windows->rank_count
                      ? detail_window->places[rank]
                      : DETAIL_WINDOW_NO_LIST;

    if (at >= detail_window->kept || end <= detail_window->from ||
        begin >= detail_window->to)
        return NULL;
    while (detail_window->taken >= detail_windows->room &&
           detail_window->kept > 1)
        drop_last(detail_window);
    return at < detail_window->kept ? &detail_window->lists[at] : NULL;
}

/* Only those that last long enough stay, half of them or fewer. */
static void thin_calls(struct detail_window *detail_window,
                       struct detail_window_list *list)
{
    size_t before = list->call_count, left = before;

    while (left > DETAIL_WINDOW_LIST_ROOM / 2) {
        list->least = list->least == 0 ? LEAST_LENGTH : 2 * list->least;
        left = 0;
        for (size_t i = 0; i < list->call_count; i++)
            if (list->calls[i].end - list->calls[i].begin >= list->least)
                list->calls[left++] = list->calls[i];
        list->call_count = left;
    }
    detail_window->taken -= before - left;
}

static uint64_t way_of(const struct detail_window_message *message)
{
    return message->received > message->sent
               ? message->received - message->sent
               : 0;
}

static void thin_messages(struct detail_window *detail_window,
                          struct detail_window_list *list)
{
    size_t before = list->message_count, left = before;

    while (left > DETAIL_WINDOW_LIST_ROOM / 2 && list->least_way < MOST_WAY) {
        list->least_way =
            list->least_way == 0 ? LEAST_LENGTH : 2 * list->least_way;
        left = 0;
        for (size_t i = 0; i < list->message_count; i++)
            if (way_of(&list->messages[i]) >= list->least_way)
                list->messages[left++] = list->messages[i];
        list->message_count = left;
    }
    detail_window->taken -= before - left;
}

static void put_call(struct detail_windows *detail_windows,
                     struct detail_window *detail_window,
                     const struct detail_window_call *call)
{
    struct detail_window_list *list = list_for(
        detail_windows, detail_window, call->rank, call->begin, call->end);

    if (list == NULL || call->end - call->begin < list->least)
        return;
    if (!array_room(&list->calls, list->call_count, &list->call_room,
                    sizeof(*call))) {
        detail_windows->failed = true;
        return;
    }
    list->calls[list->call_count++] = *call;
    detail_window->taken++;
    if (list->call_count == DETAIL_WINDOW_LIST_ROOM)
        thin_calls(detail_window, list);
}

static void put_message(struct detail_windows *detail_windows,
                        struct detail_window *detail_window,
                        const struct detail_window_message *message)
{
    struct detail_window_list *list =
        list_for(detail_windows, detail_window, message->to, message->sent,
                 message->received);

    if (list == NULL || way_of(message) < list->least_way)
        return;
    if (!array_room(&list->messages, list->message_count, &list->message_room,
                    sizeof(*message))) {
        detail_windows->failed = true;
        return;
    }
    list->messages[list->message_count++] = *message;
    detail_window->taken++;
    if (list->message_count == DETAIL_WINDOW_LIST_ROOM)
        thin_messages(detail_window, list);
}

/* If they are too many the last one grows. */
static void put_pause(struct detail_windows *detail_windows,
                      struct detail_window *detail_window, uint32_t rank,
                      const struct detail_window_pause *pause)
{
    struct detail_window_list *list =
        list_for(detail_windows, detail_window, rank, pause->from, pause->to);

    if (list == NULL)
        return;
    if (list->pause_count == DETAIL_WINDOW_LIST_ROOM) {
        list->pauses[list->pause_count - 1].to = pause->to;
        list->pauses[list->pause_count - 1].ns += pause->ns;
        return;
    }
    if (!array_room(&list->pauses, list->pause_count, &list->pause_room,
                    sizeof(*pause))) {
        detail_windows->failed = true;
        return;
    }
    list->pauses[list->pause_count++] = *pause;
    detail_window->taken++;
}

void detail_windows_measured(struct detail_windows *detail_windows,
                             uint32_t rank, uint64_t begin, uint64_t end)
{
    for (uint32_t i = 0; i < detail_windows->count; i++) {
        struct detail_window *detail_window = &detail_windows->items[i];
        uint32_t at = rank < detail_windows->rank_count
                          ? detail_window->places[rank]
                          : DETAIL_WINDOW_NO_LIST;

        if (at >= detail_window->list_count)
            continue;
        detail_window->lists[at].begin = since_origin(detail_windows, begin);
        detail_window->lists[at].end = since_origin(detail_windows, end);
    }
}

void detail_windows_add_call(struct detail_windows *detail_windows,
                             const struct detail_window_call *call)
{
    struct detail_window_call moved = *call;

    moved.begin = since_origin(detail_windows, call->begin);
    moved.end = since_origin(detail_windows, call->end);
    for (uint32_t i = 0; i < detail_windows->count; i++)
        put_call(detail_windows, &detail_windows->items[i], &moved);
}

void detail_windows_add_message(struct detail_windows *detail_windows,
                                const struct detail_window_message *message)
{
    struct detail_window_message moved = *message;

    moved.sent = since_origin(detail_windows, message->sent);
    moved.received = since_origin(detail_windows, message->received);
    for (uint32_t i = 0; i < detail_windows->count; i++)
        put_message(detail_windows, &detail_windows->items[i], &moved);
}

void detail_windows_add_pause(struct detail_windows *detail_windows,
                              uint32_t rank,
                              const struct detail_window_pause *pause)
{
    struct detail_window_pause moved = *pause;

    moved.from = since_origin(detail_windows, pause->from);
    moved.to = since_origin(detail_windows, pause->to);
    for (uint32_t i = 0; i < detail_windows->count; i++)
        put_pause(detail_windows, &detail_windows->items[i], rank, &moved);
}

/* The one that began then, from the last one on. */
static void add_wait(struct detail_window_list *list,
                     const struct detail_window_call *call, uint64_t begin)
{
    for (size_t i = list->call_count; i > 0; i--) {
        struct detail_window_call *there = &list->calls[i - 1];

        if (there->begin > begin)
            continue;
        if (there->begin == begin && there->waited < call->waited) {
            there->waited = call->waited;
            there->kind = call->kind;
            there->culprit = call->culprit;
        }
        return;
    }
}

void detail_windows_add_wait(struct detail_windows *detail_windows,
                             const struct detail_window_call *call)
{
    uint64_t begin = since_origin(detail_windows, call->begin);

    for (uint32_t i = 0; i < detail_windows->count; i++) {
        struct detail_window *detail_window = &detail_windows->items[i];
        uint32_t at = call->rank < detail_windows->rank_count
                          ? detail_window->places[call->rank]
                          : DETAIL_WINDOW_NO_LIST;

        if (at < detail_window->kept)
            add_wait(&detail_window->lists[at], call, begin);
    }
}

uint64_t detail_windows_end(const struct detail_windows *detail_windows)
{
    uint64_t end = 0;

    for (uint32_t i = 0; i < detail_windows->count; i++)
        if (detail_windows->items[i].to > end)
            end = detail_windows->items[i].to;
    return detail_windows->origin + end;
}

void detail_windows_fit(const struct detail_windows *detail_windows,
                        size_t room, uint32_t *kept)
{
    size_t taken[DETAIL_WINDOWS_ASKED + DETAIL_WINDOWS_CHOSEN], all = 0;

    for (uint32_t i = 0; i < detail_windows->count; i++) {
        kept[i] = detail_windows->items[i].kept;
        taken[i] = detail_windows->items[i].taken;
        all += taken[i];
    }
    while (all > room) {
        uint32_t i = fullest(detail_windows, taken);
        size_t last = in_list(&detail_windows->items[i].lists[--kept[i]]);

        taken[i] -= last;
        all -= last;
    }
}
