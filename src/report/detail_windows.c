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
    detail_windows->budget = DETAIL_BUDGET;
    detail_windows->memory = DETAIL_MEMORY;
    *out = detail_windows;
    return STATUS_OK;
}

static void clear_list(struct detail_window_list *list)
{
    free(list->calls);
    free(list->messages);
    free(list->pauses);
    *list = (struct detail_window_list){ .rank = list->rank,
                                         .thread = list->thread };
}

static void clear_lists(struct detail_window *detail_window)
{
    for (uint32_t k = 0; k < detail_window->list_count; k++)
        clear_list(&detail_window->lists[k]);
    free(detail_window->lists);
}

void detail_windows_destroy(struct detail_windows *detail_windows)
{
    if (detail_windows == NULL)
        return;
    for (uint32_t i = 0; i < detail_windows->count; i++) {
        clear_lists(&detail_windows->items[i]);
        free(detail_windows->items[i].places);
    }
    for (uint32_t i = 0; i < detail_windows->tile_count; i++)
        clear_lists(&detail_windows->tiles[i]);
    free(detail_windows->tiles);
    free(detail_windows->tile_order);
    free(detail_windows->places);
    free(detail_windows->measured);
    for (uint32_t i = 0; i < detail_windows->thread_count; i++)
        free(detail_windows->threads[i].stream);
    free(detail_windows->threads);
    call_levels_clear(&detail_windows->levels);
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

/* ---- rows ---- */

void detail_windows_thread(struct detail_windows *detail_windows,
                           uint32_t rank, uint32_t thread, const char *stream)
{
    struct detail_thread row = { rank, thread, NULL };

    if (rank >= detail_windows->rank_count || !is_shown(detail_windows, rank))
        return;
    if (stream != NULL)
        row.stream = strdup(stream);
    if ((stream != NULL && row.stream == NULL) ||
        !array_room(&detail_windows->threads, detail_windows->thread_count,
                    &detail_windows->thread_room, sizeof(row))) {
        free(row.stream);
        detail_windows->failed = true;
        return;
    }
    detail_windows->threads[detail_windows->thread_count++] = row;
}

static int compare_threads(const void *a, const void *b)
{
    const struct detail_thread *one = a, *other = b;

    return one->rank != other->rank
               ? (one->rank < other->rank ? -1 : 1)
               : (one->thread > other->thread) - (one->thread < other->thread);
}

uint32_t detail_windows_row_count(const struct detail_windows *detail_windows)
{
    return detail_windows->rank_count + detail_windows->thread_count;
}

uint32_t detail_windows_row_of(const struct detail_windows *detail_windows,
                               uint32_t rank, uint32_t thread)
{
    const struct detail_thread key = { rank, thread, NULL }, *found;

    if (rank >= detail_windows->rank_count)
        return DETAIL_WINDOW_NO_LIST;
    if (thread == 0)
        return rank;
    found = detail_windows->thread_count == 0
                ? NULL
                : bsearch(&key, detail_windows->threads,
                          detail_windows->thread_count, sizeof(key),
                          compare_threads);
    return found == NULL ? DETAIL_WINDOW_NO_LIST
                         : detail_windows->rank_count +
                               (uint32_t)(found - detail_windows->threads);
}

struct detail_thread
detail_windows_row(const struct detail_windows *detail_windows, uint32_t row)
{
    return row < detail_windows->rank_count
               ? (struct detail_thread){ row, 0, NULL }
               : detail_windows->threads[row - detail_windows->rank_count];
}

static uint32_t *make_places(const struct detail_windows *detail_windows)
{
    size_t bytes = (detail_windows_row_count(detail_windows) + (size_t)1) *
                   sizeof(uint32_t);
    uint32_t *places = malloc(bytes);

    if (places != NULL)
        memset(places, 0xff, bytes);
    return places;
}

/* The place of a row in tiles and levels; DETAIL_WINDOW_NO_LIST: none. */
static uint32_t place_of(const struct detail_windows *detail_windows,
                         uint32_t rank, uint32_t thread)
{
    uint32_t row = detail_windows_row_of(detail_windows, rank, thread);

    return row == DETAIL_WINDOW_NO_LIST || detail_windows->places == NULL
               ? DETAIL_WINDOW_NO_LIST
               : detail_windows->places[row];
}

void detail_windows_rows_end(struct detail_windows *detail_windows)
{
    size_t cells = detail_windows->budget / DETAIL_CELL_BYTES;

    if (detail_windows->thread_count > 0)
        qsort(detail_windows->threads, detail_windows->thread_count,
              sizeof(*detail_windows->threads), compare_threads);
    if (cells > DETAIL_CELLS)
        cells = DETAIL_CELLS;
    detail_windows->places = make_places(detail_windows);
    if (detail_windows->places == NULL) {
        detail_windows->failed = true;
        return;
    }
    for (uint32_t i = 0; i < detail_windows_row_count(detail_windows); i++)
        if (is_shown(detail_windows,
                     detail_windows_row(detail_windows, i).rank))
            detail_windows->places[i] = detail_windows->shown_count++;
    detail_windows->measured = calloc(detail_windows->shown_count + 1u,
                                      sizeof(*detail_windows->measured));
    if (detail_windows->measured == NULL ||
        !call_levels_init(&detail_windows->levels, detail_windows->shown_count,
                          detail_windows->length, cells))
        detail_windows->failed = true;
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
static bool place_window(const struct detail_windows *detail_windows,
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
            place_window(detail_windows, &detail_window.wait, &detail_window))
            detail_windows->items[detail_windows->count++] = detail_window;
    }
}

/* ---- tiles ---- */

void detail_windows_count(struct detail_windows *detail_windows, uint32_t rank,
                          uint32_t thread, uint32_t what, uint64_t begin,
                          uint64_t end)
{
    uint32_t place = place_of(detail_windows, rank, thread);

    if (place == DETAIL_WINDOW_NO_LIST)
        return;
    detail_windows->calls += what < CALL_LEVELS_PAUSE;
    call_levels_add(&detail_windows->levels, place, what,
                    since_origin(detail_windows, begin),
                    since_origin(detail_windows, end));
}

/* Reasons for a tile to get its calls. */
struct tile_worth {
    uint32_t tile;
    bool asked, waits; /* has a part of such a window */
    uint64_t mpi, calls;
};

static int compare_worth(const void *a, const void *b)
{
    const struct tile_worth *one = a, *other = b;

    if (one->asked != other->asked)
        return one->asked ? -1 : 1;
    if (one->waits != other->waits)
        return one->waits ? -1 : 1;
    if (one->mpi != other->mpi)
        return one->mpi > other->mpi ? -1 : 1;
    return one->tile < other->tile ? -1 : 1;
}

static void look_at_windows(const struct detail_windows *detail_windows,
                            const struct detail_window *tile,
                            struct tile_worth *worth)
{
    for (uint32_t i = 0; i < detail_windows->count; i++) {
        const struct detail_window *item = &detail_windows->items[i];

        if (item->from >= tile->to || item->to <= tile->from)
            continue;
        worth->asked = worth->asked || item->asked;
        worth->waits = worth->waits || !item->asked;
    }
}

static struct tile_worth worth_of(const struct detail_windows *detail_windows,
                                  uint32_t tile)
{
    const struct call_levels *levels = &detail_windows->levels;
    uint32_t each = levels->bins / detail_windows->tile_count;
    struct tile_worth worth = { .tile = tile };

    for (uint32_t bin = tile * each; bin < (tile + 1) * each; bin++)
        worth.calls += levels->calls[bin];
    for (uint32_t row = 0; row < levels->rows; row++)
        for (uint32_t k = 0; k < CALL_CLASS_COUNT; k++)
            worth.mpi += call_levels_time(levels, row, tile * each, each, k);
    look_at_windows(detail_windows, &detail_windows->tiles[tile], &worth);
    return worth;
}

/* A power of two, as is the number of bins. */
static uint32_t tiles_wanted(const struct detail_windows *detail_windows)
{
    uint32_t count = 1;

    while (2 * count <= DETAIL_TILES &&
           2 * count <= detail_windows->levels.bins &&
           (uint64_t)count * DETAIL_TILE_CALLS < detail_windows->calls &&
           2 * count * detail_windows->shown_count <= DETAIL_TILE_LISTS)
        count *= 2;
    return count;
}

static bool tile_open(struct detail_windows *detail_windows, uint32_t tile)
{
    struct detail_window *into = &detail_windows->tiles[tile];

    into->lists =
        calloc(detail_windows->shown_count + 1u, sizeof(*into->lists));
    if (into->lists == NULL)
        return false;
    into->list_count = into->kept = detail_windows->shown_count;
    for (uint32_t i = 0; i < detail_windows_row_count(detail_windows); i++)
        if (into->places[i] != DETAIL_WINDOW_NO_LIST) {
            struct detail_thread row = detail_windows_row(detail_windows, i);

            into->lists[into->places[i]].rank = row.rank;
            into->lists[into->places[i]].thread = row.thread;
        }
    return true;
}

/* As many as can have room in the page; one that has none is left out, and
 * smaller ones that come after it are not. */
static void open_tiles(struct detail_windows *detail_windows,
                       struct tile_worth *worths)
{
    uint64_t room = detail_windows->budget / DETAIL_TILE_BYTES;

    for (uint32_t i = 0; i < detail_windows->tile_count; i++)
        worths[i] = worth_of(detail_windows, i);
    qsort(worths, detail_windows->tile_count, sizeof(*worths), compare_worth);
    for (uint32_t i = 0; i < detail_windows->tile_count; i++) {
        detail_windows->tile_order[i] = worths[i].tile;
        if (worths[i].calls > room)
            continue;
        room -= worths[i].calls;
        detail_windows->needs += worths[i].calls * DETAIL_CALL_MEMORY;
        if (!tile_open(detail_windows, worths[i].tile))
            detail_windows->failed = true;
    }
}

bool detail_windows_in_memory(const struct detail_windows *detail_windows)
{
    return detail_windows->needs <= detail_windows->memory;
}

size_t detail_windows_budget(const struct detail_windows *detail_windows)
{
    return (size_t)(detail_windows->memory / DETAIL_CALL_MEMORY *
                    DETAIL_TILE_BYTES);
}

static void place_tiles(struct detail_windows *detail_windows)
{
    uint64_t width =
        detail_windows->levels.width *
        (detail_windows->levels.bins / detail_windows->tile_count);

    detail_windows->tile_width = width;
    for (uint32_t i = 0; i < detail_windows->tile_count; i++)
        detail_windows->tiles[i] =
            (struct detail_window){ .from = i * width,
                                    .to = (i + 1) * width,
                                    .whole = true,
                                    .places = detail_windows->places };
}

void detail_windows_choose_tiles(struct detail_windows *detail_windows)
{
    uint32_t count = tiles_wanted(detail_windows);
    struct tile_worth *worths = calloc(count, sizeof(*worths));

    if (detail_windows->levels.bins > 0 && detail_windows->calls > 0 &&
        !detail_windows->failed) {
        detail_windows->tiles = calloc(count, sizeof(*detail_windows->tiles));
        detail_windows->tile_order =
            calloc(count, sizeof(*detail_windows->tile_order));
        if (worths == NULL || detail_windows->tiles == NULL ||
            detail_windows->tile_order == NULL) {
            detail_windows->failed = true;
        } else {
            detail_windows->tile_count = count;
            place_tiles(detail_windows);
            open_tiles(detail_windows, worths);
        }
    }
    free(worths);
}

/* ---- lists ---- */

/* The next rank by its distance from both, starting with themselves; its other
 * threads follow it. */
static void put_rank(const struct detail_windows *detail_windows,
                     struct detail_window *detail_window, int64_t rank,
                     uint32_t most)
{
    uint32_t row = (uint32_t)rank;

    if (rank < 0 || rank >= detail_windows->rank_count ||
        detail_window->places[rank] != DETAIL_WINDOW_NO_LIST ||
        !is_shown(detail_windows, rank))
        return;
    for (uint32_t k = detail_windows->rank_count;
         row != DETAIL_WINDOW_NO_LIST && detail_window->list_count < most;) {
        struct detail_window_list *list =
            &detail_window->lists[detail_window->list_count];
        struct detail_thread thread = detail_windows_row(detail_windows, row);

        list->rank = thread.rank;
        list->thread = thread.thread;
        detail_window->places[row] = detail_window->list_count++;
        row = DETAIL_WINDOW_NO_LIST;
        for (; k < detail_windows_row_count(detail_windows) &&
               row == DETAIL_WINDOW_NO_LIST;
             k++)
            if (detail_windows_row(detail_windows, k).rank == rank)
                row = k;
    }
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
        put_rank(detail_windows, detail_window, first - away, most);
        put_rank(detail_windows, detail_window, second - away, most);
        put_rank(detail_windows, detail_window, first + away, most);
        put_rank(detail_windows, detail_window, second + away, most);
    }
    detail_window->kept = detail_window->list_count;
}

bool detail_windows_open(struct detail_windows *detail_windows)
{
    uint32_t rows = detail_windows_row_count(detail_windows);
    uint32_t most = rows < DETAIL_WINDOW_LISTS ? rows : DETAIL_WINDOW_LISTS;

    if (detail_windows->count == 0)
        return detail_windows->tile_count > 0;
    detail_windows->room = DETAIL_WINDOWS_ROOM / detail_windows->count;
    for (uint32_t i = 0; i < detail_windows->count; i++) {
        struct detail_window *detail_window = &detail_windows->items[i];

        detail_window->lists =
            calloc(most + 1u, sizeof(*detail_window->lists));
        detail_window->places = make_places(detail_windows);
        if (detail_window->lists == NULL || detail_window->places == NULL) {
            detail_windows->failed = true;
            return false;
        }
        order_ranks(detail_windows, detail_window, most);
    }
    return true;
}

/* ---- what is in them ---- */

static uint32_t find_fullest(const struct detail_windows *detail_windows,
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

/* The list of a row; or NULL. */
static struct detail_window_list *
list_of(const struct detail_windows *detail_windows,
        const struct detail_window *detail_window, uint32_t rank,
        uint32_t thread)
{
    uint32_t row = detail_windows_row_of(detail_windows, rank, thread);
    uint32_t at = row == DETAIL_WINDOW_NO_LIST || detail_window->places == NULL
                      ? DETAIL_WINDOW_NO_LIST
                      : detail_window->places[row];

    return at < detail_window->kept ? &detail_window->lists[at] : NULL;
}

/* Where it belongs; NULL: nowhere.  A call that takes no time is where it
 * begins. */
static struct detail_window_list *
list_for(const struct detail_windows *detail_windows,
         struct detail_window *detail_window, uint32_t rank, uint32_t thread,
         uint64_t begin, uint64_t end)
{
    const struct detail_window_list *list =
        list_of(detail_windows, detail_window, rank, thread);
    size_t at;

    if (list == NULL || begin >= detail_window->to ||
        (end <= detail_window->from && begin < detail_window->from))
        return NULL;
    at = (size_t)(list - detail_window->lists);
    while (!detail_window->whole &&
           detail_window->taken >= detail_windows->room &&
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
    struct detail_window_list *list =
        list_for(detail_windows, detail_window, call->rank, call->thread,
                 call->begin, call->end);

    if (list == NULL || call->end - call->begin < list->least)
        return;
    if (!array_room(&list->calls, list->call_count, &list->call_room,
                    sizeof(*call))) {
        detail_windows->failed = true;
        return;
    }
    list->calls[list->call_count++] = *call;
    detail_window->taken++;
    if (list->call_count == DETAIL_WINDOW_LIST_ROOM && !detail_window->whole)
        thin_calls(detail_window, list);
}

static void put_message(struct detail_windows *detail_windows,
                        struct detail_window *detail_window,
                        const struct detail_window_message *message)
{
    struct detail_window_list *list =
        list_for(detail_windows, detail_window, message->to,
                 message->to_thread, message->sent, message->received);

    if (list == NULL || way_of(message) < list->least_way)
        return;
    if (!array_room(&list->messages, list->message_count, &list->message_room,
                    sizeof(*message))) {
        detail_windows->failed = true;
        return;
    }
    list->messages[list->message_count++] = *message;
    detail_window->taken++;
    if (list->message_count == DETAIL_WINDOW_LIST_ROOM &&
        !detail_window->whole)
        thin_messages(detail_window, list);
}

/* If they are too many the last one grows. */
static void put_pause(struct detail_windows *detail_windows,
                      struct detail_window *detail_window, uint32_t rank,
                      const struct detail_window_pause *pause)
{
    struct detail_window_list *list = list_for(
        detail_windows, detail_window, rank, 0, pause->from, pause->to);

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

/* The tiles that some time touches: from the first one to before the last. */
static void tiles_at(const struct detail_windows *detail_windows,
                     uint64_t begin, uint64_t end, uint32_t *first,
                     uint32_t *last)
{
    uint64_t width = detail_windows->tile_width;
    uint32_t count = detail_windows->tile_count;

    *first = count;
    *last = count;
    if (count == 0 || begin / width >= count)
        return;
    *first = (uint32_t)(begin / width);
    if (end > begin && (end - 1) / width < count)
        *last = (uint32_t)((end - 1) / width) + 1;
    else if (end <= begin)
        *last = *first + 1;
}

static void measure_list(const struct detail_windows *detail_windows,
                         struct detail_window *detail_window, uint32_t rank,
                         uint64_t begin, uint64_t end)
{
    struct detail_window_list *list =
        list_of(detail_windows, detail_window, rank, 0);

    if (list == NULL)
        return;
    list->begin = since_origin(detail_windows, begin);
    list->end = since_origin(detail_windows, end);
}

void detail_windows_measured(struct detail_windows *detail_windows,
                             uint32_t rank, uint64_t begin, uint64_t end)
{
    uint32_t place = place_of(detail_windows, rank, 0);

    if (place != DETAIL_WINDOW_NO_LIST)
        detail_windows->measured[place] =
            (struct detail_span){ since_origin(detail_windows, begin),
                                  since_origin(detail_windows, end) };
    for (uint32_t i = 0; i < detail_windows->count; i++)
        measure_list(detail_windows, &detail_windows->items[i], rank, begin,
                     end);
    for (uint32_t i = 0; i < detail_windows->tile_count; i++)
        measure_list(detail_windows, &detail_windows->tiles[i], rank, begin,
                     end);
}

void detail_windows_add_call(struct detail_windows *detail_windows,
                             const struct detail_window_call *call)
{
    struct detail_window_call moved = *call;
    uint32_t first, last;

    moved.begin = since_origin(detail_windows, call->begin);
    moved.end = since_origin(detail_windows, call->end);
    for (uint32_t i = 0; i < detail_windows->count; i++)
        put_call(detail_windows, &detail_windows->items[i], &moved);
    tiles_at(detail_windows, moved.begin, moved.end, &first, &last);
    for (uint32_t i = first; i < last; i++)
        put_call(detail_windows, &detail_windows->tiles[i], &moved);
}

void detail_windows_add_message(struct detail_windows *detail_windows,
                                const struct detail_window_message *message)
{
    struct detail_window_message moved = *message;
    uint32_t first, last;

    moved.sent = since_origin(detail_windows, message->sent);
    moved.received = since_origin(detail_windows, message->received);
    for (uint32_t i = 0; i < detail_windows->count; i++)
        put_message(detail_windows, &detail_windows->items[i], &moved);
    tiles_at(detail_windows, moved.sent, moved.received, &first, &last);
    for (uint32_t i = first; i < last; i++)
        put_message(detail_windows, &detail_windows->tiles[i], &moved);
}

void detail_windows_add_pause(struct detail_windows *detail_windows,
                              uint32_t rank,
                              const struct detail_window_pause *pause)
{
    struct detail_window_pause moved = *pause;
    uint32_t first, last;

    moved.from = since_origin(detail_windows, pause->from);
    moved.to = since_origin(detail_windows, pause->to);
    for (uint32_t i = 0; i < detail_windows->count; i++)
        put_pause(detail_windows, &detail_windows->items[i], rank, &moved);
    tiles_at(detail_windows, moved.from, moved.to, &first, &last);
    for (uint32_t i = first; i < last; i++)
        put_pause(detail_windows, &detail_windows->tiles[i], rank, &moved);
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

static void wait_in(const struct detail_windows *detail_windows,
                    struct detail_window *detail_window,
                    const struct detail_window_call *call)
{
    struct detail_window_list *list =
        list_of(detail_windows, detail_window, call->rank, call->thread);

    if (list != NULL)
        add_wait(list, call, since_origin(detail_windows, call->begin));
}

void detail_windows_add_wait(struct detail_windows *detail_windows,
                             const struct detail_window_call *call)
{
    uint32_t first, last;

    for (uint32_t i = 0; i < detail_windows->count; i++)
        wait_in(detail_windows, &detail_windows->items[i], call);
    tiles_at(detail_windows, since_origin(detail_windows, call->begin),
             since_origin(detail_windows, call->end), &first, &last);
    for (uint32_t i = first; i < last; i++)
        wait_in(detail_windows, &detail_windows->tiles[i], call);
}

uint64_t detail_windows_end(const struct detail_windows *detail_windows)
{
    uint64_t end = 0;

    for (uint32_t i = 0; i < detail_windows->count; i++)
        if (detail_windows->items[i].to > end)
            end = detail_windows->items[i].to;
    for (uint32_t i = 0; i < detail_windows->tile_count; i++)
        if (detail_windows->tiles[i].kept > 0 &&
            detail_windows->tiles[i].to > end)
            end = detail_windows->tiles[i].to;
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
        uint32_t i = find_fullest(detail_windows, taken);
        size_t last = in_list(&detail_windows->items[i].lists[--kept[i]]);

        taken[i] -= last;
        all -= last;
    }
}
