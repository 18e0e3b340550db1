#include "report/detail_windows.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/log.h"
#include "report/charts.h"

#define LEAST_AROUND 10000 /* ns */
#define MOST_WAY (UINT64_C(1) << 62) /* of damaged times */
#define LEAST_LENGTH 250   /* ns; of calls that stay, where not all can */

const char closeups_shared_rows[] =
    "Single calls are not here: they are shown where each rank has a row of "
    "its own, and of this many ranks several share one; with --ranks and 1024 "
    "or fewer of them they are.";

enum status closeups_create(struct closeups **out)
{
    struct closeups *closeups = calloc(1, sizeof(*closeups));

    if (closeups == NULL)
        return log_fail(STATUS_NO_MEMORY, "windows of the time line");
    *out = closeups;
    return STATUS_OK;
}

static void clear_list(struct closeup_list *list)
{
    free(list->calls);
    free(list->messages);
    free(list->pauses);
    *list = (struct closeup_list){ .rank = list->rank };
}

void closeups_destroy(struct closeups *closeups)
{
    if (closeups == NULL)
        return;
    for (uint32_t i = 0; i < closeups->count; i++) {
        struct closeup *closeup = &closeups->items[i];

        for (uint32_t k = 0; k < closeup->list_count; k++)
            clear_list(&closeup->lists[k]);
        free(closeup->lists);
        free(closeup->places);
    }
    for (uint32_t i = 0; i < closeups->comm_count; i++)
        free(closeups->comms[i]);
    free(closeups->comms);
    ranklist_clear(&closeups->shown);
    free(closeups);
}

bool closeups_ask(struct closeups *closeups, uint64_t from, uint64_t to)
{
    if (closeups->count == CLOSEUPS_ASKED)
        return false;
    closeups->items[closeups->count++] =
        (struct closeup){ .from = from, .to = to, .asked = true };
    return true;
}

bool closeups_rows(struct closeups *closeups, uint32_t ranks)
{
    enum status status = STATUS_OK;
    bool beyond;

    ranklist_clear(&closeups->shown);
    if (closeups->ranks != NULL)
        status = ranklist_parse_part(closeups->ranks, (int)ranks,
                                     &closeups->shown, &beyond);
    if (status == STATUS_OK &&
        (closeups->ranks ? closeups->shown.count : ranks) <= PICTURE_LINES)
        return true;
    closeups->why = closeups_shared_rows;
    return false;
}

static bool is_shown(const struct closeups *closeups, int64_t rank)
{
    return closeups->ranks == NULL ||
           ranklist_has(&closeups->shown, (int)rank);
}

void closeups_begin(struct closeups *closeups, uint32_t ranks, uint64_t origin,
                    uint64_t length)
{
    closeups->rank_count = ranks;
    closeups->origin = origin;
    closeups->length = length;
    for (uint32_t i = 0; i < closeups->count; i++)
        if (closeups->items[i].to > length)
            closeups->items[i].to = length;
}

const struct closeup *closeups_behind(const struct closeups *closeups)
{
    for (uint32_t i = 0; i < closeups->count; i++)
        if (closeups->items[i].from >= closeups->length)
            return &closeups->items[i];
    return NULL;
}

/* ---- the choice ---- */

static uint64_t since_origin(const struct closeups *closeups, uint64_t time)
{
    return time > closeups->origin ? time - closeups->origin : 0;
}

/* Of those that were asked for: the longest wait that begins there. */
static bool tell_asked(struct closeups *closeups, const struct long_wait *wait)
{
    bool told = false;

    for (uint32_t i = 0; i < closeups->count; i++) {
        struct closeup *closeup = &closeups->items[i];

        if (!closeup->asked || wait->begin < closeup->from ||
            wait->begin >= closeup->to)
            continue;
        told = true;
        if (closeup->wait.ns == 0)
            closeup->wait = *wait;
    }
    return told;
}

/* What the culprit did meanwhile, and what comes of it; no further than to the
 * next ones.  False: the wait is in one of them. */
static bool place(const struct closeups *closeups, const struct long_wait *wait,
                  struct closeup *closeup)
{
    uint64_t around = wait->ns / 2 + LEAST_AROUND;
    uint64_t end = wait->begin + wait->ns;

    closeup->from = wait->begin > around ? wait->begin - around : 0;
    closeup->to = end + around / 2;
    if (closeup->to > closeups->length)
        closeup->to = closeups->length;
    for (uint32_t i = 0; i < closeups->count; i++) {
        const struct closeup *other = &closeups->items[i];

        if (wait->begin < other->to && end > other->from)
            return false;
        if (other->to <= wait->begin && other->to > closeup->from)
            closeup->from = other->to;
        if (other->from >= end && other->from < closeup->to)
            closeup->to = other->from;
    }
    return true;
}

void closeups_choose(struct closeups *closeups, const struct long_wait *waits,
                     size_t count)
{
    uint32_t most = closeups->count + CLOSEUPS_CHOSEN;

    for (size_t i = 0; i < count; i++) {
        struct closeup closeup = { .wait = waits[i] };

        if (!is_shown(closeups, waits[i].rank) &&
            !is_shown(closeups, waits[i].culprit))
            continue;
        closeup.wait.begin = since_origin(closeups, waits[i].begin);
        if (!tell_asked(closeups, &closeup.wait) && closeups->count < most &&
            place(closeups, &closeup.wait, &closeup))
            closeups->items[closeups->count++] = closeup;
    }
}

/* ---- lists ---- */

/* The next rank by its distance from both, starting with themselves. */
static bool is_new(const struct closeups *closeups, struct closeup *closeup,
                   int64_t rank, uint32_t most)
{
    if (rank < 0 || rank >= closeups->rank_count ||
        closeup->list_count == most ||
        closeup->places[rank] != CLOSEUP_NO_LIST || !is_shown(closeups, rank))
        return false;
    closeup->places[rank] = closeup->list_count;
    closeup->lists[closeup->list_count++].rank = (uint32_t)rank;
    return true;
}

static void order_ranks(const struct closeups *closeups,
                        struct closeup *closeup, uint32_t most)
{
    int64_t ranks = closeups->rank_count;
    int64_t first = closeup->wait.ns > 0 ? closeup->wait.rank : 0;
    int64_t second = closeup->wait.ns > 0 ? closeup->wait.culprit : 0;

    for (int64_t away = 0; away < ranks && closeup->list_count < most; away++) {
        is_new(closeups, closeup, first - away, most);
        is_new(closeups, closeup, second - away, most);
        is_new(closeups, closeup, first + away, most);
        is_new(closeups, closeup, second + away, most);
    }
    closeup->kept = closeup->list_count;
}

bool closeups_open(struct closeups *closeups)
{
    uint32_t ranks = closeups->rank_count;
    uint32_t most = ranks < CLOSEUP_LISTS ? ranks : CLOSEUP_LISTS;

    if (closeups->count == 0)
        return false;
    closeups->room = CLOSEUPS_ROOM / closeups->count;
    for (uint32_t i = 0; i < closeups->count; i++) {
        struct closeup *closeup = &closeups->items[i];

        closeup->lists = calloc(most + 1u, sizeof(*closeup->lists));
        closeup->places = malloc((ranks + (size_t)1) *
                                 sizeof(*closeup->places));
        if (closeup->lists == NULL || closeup->places == NULL) {
            closeups->failed = true;
            return false;
        }
        memset(closeup->places, 0xff, ranks * sizeof(*closeup->places));
        order_ranks(closeups, closeup, most);
    }
    return true;
}

/* ---- what is in them ---- */

static uint32_t fullest(const struct closeups *closeups, const size_t *taken)
{
    uint32_t found = 0;

    for (uint32_t i = 1; i < closeups->count; i++)
        if (taken[i] > taken[found])
            found = i;
    return found;
}

static size_t in_list(const struct closeup_list *list)
{
    return list->call_count + list->message_count + list->pause_count;
}

static void drop_last(struct closeup *closeup)
{
    struct closeup_list *last = &closeup->lists[--closeup->kept];

    closeup->taken -= in_list(last);
    clear_list(last);
}

/* Where it belongs; NULL: nowhere. */
static struct closeup_list *list_for(const struct closeups *closeups,
                                     struct closeup *closeup, uint32_t rank,
                                     uint64_t begin, uint64_t end)
{
    uint32_t at = rank < closeups->rank_count ? closeup->places[rank]
                                             : CLOSEUP_NO_LIST;

    if (at >= closeup->kept || end <= closeup->from || begin >= closeup->to)
        return NULL;
    while (closeup->taken >= closeups->room && closeup->kept > 1)
        drop_last(closeup);
    return at < closeup->kept ? &closeup->lists[at] : NULL;
}

/* Only those that last long enough stay, half of them or fewer. */
static void thin_calls(struct closeup *closeup, struct closeup_list *list)
{
    size_t before = list->call_count, left = before;

    while (left > CLOSEUP_LIST_ROOM / 2) {
        list->least = list->least == 0 ? LEAST_LENGTH : 2 * list->least;
        left = 0;
        for (size_t i = 0; i < list->call_count; i++)
            if (list->calls[i].end - list->calls[i].begin >= list->least)
                list->calls[left++] = list->calls[i];
        list->call_count = left;
    }
    closeup->taken -= before - left;
}

static uint64_t way_of(const struct closeup_message *message)
{
    return message->received > message->sent
               ? message->received - message->sent : 0;
}

static void thin_messages(struct closeup *closeup, struct closeup_list *list)
{
    size_t before = list->message_count, left = before;

    while (left > CLOSEUP_LIST_ROOM / 2 && list->least_way < MOST_WAY) {
        list->least_way =
            list->least_way == 0 ? LEAST_LENGTH : 2 * list->least_way;
        left = 0;
        for (size_t i = 0; i < list->message_count; i++)
            if (way_of(&list->messages[i]) >= list->least_way)
                list->messages[left++] = list->messages[i];
        list->message_count = left;
    }
    closeup->taken -= before - left;
}

static void put_call(struct closeups *closeups, struct closeup *closeup,
                     const struct closeup_call *call)
{
    struct closeup_list *list = list_for(closeups, closeup, call->rank,
                                         call->begin, call->end);

    if (list == NULL || call->end - call->begin < list->least)
        return;
    if (!array_room(&list->calls, list->call_count, &list->call_room,
                    sizeof(*call))) {
        closeups->failed = true;
        return;
    }
    list->calls[list->call_count++] = *call;
    closeup->taken++;
    if (list->call_count == CLOSEUP_LIST_ROOM)
        thin_calls(closeup, list);
}

static void put_message(struct closeups *closeups, struct closeup *closeup,
                        const struct closeup_message *message)
{
    struct closeup_list *list = list_for(closeups, closeup, message->to,
                                         message->sent, message->received);

    if (list == NULL || way_of(message) < list->least_way)
        return;
    if (!array_room(&list->messages, list->message_count, &list->message_room,
                    sizeof(*message))) {
        closeups->failed = true;
        return;
    }
    list->messages[list->message_count++] = *message;
    closeup->taken++;
    if (list->message_count == CLOSEUP_LIST_ROOM)
        thin_messages(closeup, list);
}

/* Of too many the last one grows. */
static void put_pause(struct closeups *closeups, struct closeup *closeup,
                      uint32_t rank, const struct closeup_pause *pause)
{
    struct closeup_list *list = list_for(closeups, closeup, rank, pause->from,
                                         pause->to);

    if (list == NULL)
        return;
    if (list->pause_count == CLOSEUP_LIST_ROOM) {
        list->pauses[list->pause_count - 1].to = pause->to;
        list->pauses[list->pause_count - 1].ns += pause->ns;
        return;
    }
    if (!array_room(&list->pauses, list->pause_count, &list->pause_room,
                    sizeof(*pause))) {
        closeups->failed = true;
        return;
    }
    list->pauses[list->pause_count++] = *pause;
    closeup->taken++;
}

void closeups_measured(struct closeups *closeups, uint32_t rank, uint64_t begin,
                       uint64_t end)
{
    for (uint32_t i = 0; i < closeups->count; i++) {
        struct closeup *closeup = &closeups->items[i];
        uint32_t at = rank < closeups->rank_count ? closeup->places[rank]
                                                  : CLOSEUP_NO_LIST;

        if (at >= closeup->list_count)
            continue;
        closeup->lists[at].begin = since_origin(closeups, begin);
        closeup->lists[at].end = since_origin(closeups, end);
    }
}

void closeups_add_call(struct closeups *closeups,
                       const struct closeup_call *call)
{
    struct closeup_call moved = *call;

    moved.begin = since_origin(closeups, call->begin);
    moved.end = since_origin(closeups, call->end);
    for (uint32_t i = 0; i < closeups->count; i++)
        put_call(closeups, &closeups->items[i], &moved);
}

void closeups_add_message(struct closeups *closeups,
                          const struct closeup_message *message)
{
    struct closeup_message moved = *message;

    moved.sent = since_origin(closeups, message->sent);
    moved.received = since_origin(closeups, message->received);
    for (uint32_t i = 0; i < closeups->count; i++)
        put_message(closeups, &closeups->items[i], &moved);
}

void closeups_add_pause(struct closeups *closeups, uint32_t rank,
                        const struct closeup_pause *pause)
{
    struct closeup_pause moved = *pause;

    moved.from = since_origin(closeups, pause->from);
    moved.to = since_origin(closeups, pause->to);
    for (uint32_t i = 0; i < closeups->count; i++)
        put_pause(closeups, &closeups->items[i], rank, &moved);
}

/* The one that began then, from the last one on. */
static void add_wait(struct closeup_list *list, const struct closeup_call *call,
                     uint64_t begin)
{
    for (size_t i = list->call_count; i > 0; i--) {
        struct closeup_call *there = &list->calls[i - 1];

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

void closeups_add_wait(struct closeups *closeups,
                       const struct closeup_call *call)
{
    uint64_t begin = since_origin(closeups, call->begin);

    for (uint32_t i = 0; i < closeups->count; i++) {
        struct closeup *closeup = &closeups->items[i];
        uint32_t at = call->rank < closeups->rank_count
                          ? closeup->places[call->rank] : CLOSEUP_NO_LIST;

        if (at < closeup->kept)
            add_wait(&closeup->lists[at], call, begin);
    }
}

uint64_t closeups_end(const struct closeups *closeups)
{
    uint64_t end = 0;

    for (uint32_t i = 0; i < closeups->count; i++)
        if (closeups->items[i].to > end)
            end = closeups->items[i].to;
    return closeups->origin + end;
}

void closeups_fit(const struct closeups *closeups, size_t room, uint32_t *kept)
{
    size_t taken[CLOSEUPS_ASKED + CLOSEUPS_CHOSEN], all = 0;

    for (uint32_t i = 0; i < closeups->count; i++) {
        kept[i] = closeups->items[i].kept;
        taken[i] = closeups->items[i].taken;
        all += taken[i];
    }
    while (all > room) {
        uint32_t i = fullest(closeups, taken);
        size_t last = in_list(&closeups->items[i].lists[--kept[i]]);

        taken[i] -= last;
        all -= last;
    }
}
