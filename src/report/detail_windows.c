/* SPDX-License-Identifier: BSD-3-Clause */
#include "report/detail_windows.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/log.h"
#include "base/order.h"

#define LEAST_AROUND 10000           /* ns */
#define MOST_WAY (UINT64_C(1) << 62) /* of damaged times */
#define LEAST_LENGTH 250 /* ns; of calls that stay, where not all can */

const char detail_windows_shared_rows[] =
    "Single calls are not available: they need a row for each rank, and with "
    "this many ranks several share a row.  Select 1024 ranks or fewer with "
    "--ranks to see them.";

enum status detail_windows_create(struct detail_windows **out)
{
    struct detail_windows *windows = calloc(1, sizeof(*windows));

    if (windows == NULL)
        return log_fail(STATUS_NO_MEMORY, "windows of the time line");
    windows->budget = DETAIL_BUDGET;
    windows->memory = DETAIL_MEMORY;
    *out = windows;
    return STATUS_OK;
}

static void clear_list(struct detail_window_list *list)
{
    FREE_ALL(list->calls, list->messages, list->pauses);
    *list = (struct detail_window_list){ .rank = list->rank,
                                         .thread = list->thread };
}

static void clear_lists(struct detail_window *window)
{
    for (uint32_t k = 0; k < window->list_count; k++)
        clear_list(&window->lists[k]);
    free(window->lists);
}

void detail_windows_destroy(struct detail_windows *windows)
{
    if (windows == NULL)
        return;
    for (uint32_t i = 0; i < windows->count; i++) {
        clear_lists(&windows->items[i]);
        free(windows->items[i].places);
    }
    for (uint32_t i = 0; i < windows->tile_count; i++)
        clear_lists(&windows->tiles[i]);
    FREE_ALL(windows->tiles, windows->tile_order, windows->places,
             windows->measured);
    for (uint32_t i = 0; i < windows->thread_count; i++)
        free(windows->threads[i].stream);
    free(windows->threads);
    call_levels_clear(&windows->levels);
    for (uint32_t i = 0; i < windows->comm_count; i++)
        free(windows->comms[i]);
    free(windows->comms);
    ranklist_clear(&windows->shown);
    free(windows);
}

bool detail_windows_ask(struct detail_windows *windows, uint64_t from,
                        uint64_t to)
{
    if (windows->count == DETAIL_WINDOWS_ASKED)
        return false;
    windows->items[windows->count++] =
        (struct detail_window){ .from = from, .to = to, .asked = true };
    return true;
}

bool detail_windows_rows(struct detail_windows *windows, uint32_t ranks)
{
    enum status status = STATUS_OK;
    bool beyond;

    ranklist_clear(&windows->shown);
    if (windows->ranks != NULL)
        status = ranklist_parse_part(windows->ranks, (int)ranks,
                                     &windows->shown, &beyond);
    if (status == STATUS_OK &&
        (windows->ranks ? windows->shown.count : ranks) <= CHART_LINES)
        return true;
    windows->why = detail_windows_shared_rows;
    return false;
}

static bool is_shown(const struct detail_windows *windows, int64_t rank)
{
    return windows->ranks == NULL || ranklist_has(&windows->shown, (int)rank);
}

void detail_windows_begin(struct detail_windows *windows, uint32_t ranks,
                          uint64_t origin, uint64_t length)
{
    windows->rank_count = ranks;
    windows->origin = origin;
    windows->length = length;
    for (uint32_t i = 0; i < windows->count; i++)
        if (windows->items[i].to > length && windows->items[i].from < length)
            windows->items[i].to = length;
}

const struct detail_window *
detail_windows_behind(const struct detail_windows *windows)
{
    for (uint32_t i = 0; i < windows->count; i++)
        if (windows->items[i].from >= windows->length)
            return &windows->items[i];
    return NULL;
}

/* ---- rows ---- */

void detail_windows_thread(struct detail_windows *windows, uint32_t rank,
                           uint32_t thread, const char *stream)
{
    struct detail_thread row = { rank, thread, NULL };

    if (rank >= windows->rank_count || !is_shown(windows, rank))
        return;
    if (stream != NULL)
        row.stream = strdup(stream);
    if ((stream != NULL && row.stream == NULL) ||
        !ARRAY_ADD(windows->threads, windows->thread_count, row)) {
        free(row.stream);
        windows->failed = true;
        return;
    }
}

ORDER(compare_threads, struct detail_thread, UP(rank) UP(thread));

uint32_t detail_windows_row_count(const struct detail_windows *windows)
{
    return windows->rank_count + windows->thread_count;
}

uint32_t detail_windows_row_of(const struct detail_windows *windows,
                               uint32_t rank, uint32_t thread)
{
    const struct detail_thread key = { rank, thread, NULL }, *found;

    if (rank >= windows->rank_count)
        return DETAIL_WINDOW_NO_LIST;
    if (thread == 0)
        return rank;
    found = windows->thread_count == 0
                ? NULL
                : bsearch(&key, windows->threads, windows->thread_count,
                          sizeof(key), compare_threads);
    return found == NULL
               ? DETAIL_WINDOW_NO_LIST
               : windows->rank_count + (uint32_t)(found - windows->threads);
}

struct detail_thread detail_windows_row(const struct detail_windows *windows,
                                        uint32_t row)
{
    return row < windows->rank_count
               ? (struct detail_thread){ row, 0, NULL }
               : windows->threads[row - windows->rank_count];
}

static uint32_t *make_places(const struct detail_windows *windows)
{
    size_t bytes =
        (detail_windows_row_count(windows) + (size_t)1) * sizeof(uint32_t);
    uint32_t *places = malloc(bytes);

    if (places != NULL)
        memset(places, 0xff, bytes);
    return places;
}

/* The place of a row in tiles and levels; DETAIL_WINDOW_NO_LIST: none. */
static uint32_t place_of(const struct detail_windows *windows, uint32_t rank,
                         uint32_t thread)
{
    uint32_t row = detail_windows_row_of(windows, rank, thread);

    return row == DETAIL_WINDOW_NO_LIST || windows->places == NULL
               ? DETAIL_WINDOW_NO_LIST
               : windows->places[row];
}

void detail_windows_rows_end(struct detail_windows *windows)
{
    size_t cells = windows->budget / DETAIL_CELL_BYTES;

    if (windows->thread_count > 0)
        qsort(windows->threads, windows->thread_count,
              sizeof(*windows->threads), compare_threads);
    if (cells > DETAIL_CELLS)
        cells = DETAIL_CELLS;
    windows->places = make_places(windows);
    if (windows->places == NULL) {
        windows->failed = true;
        return;
    }
    for (uint32_t i = 0; i < detail_windows_row_count(windows); i++)
        if (is_shown(windows, detail_windows_row(windows, i).rank))
            windows->places[i] = windows->shown_count++;
    windows->measured =
        calloc(windows->shown_count + 1u, sizeof(*windows->measured));
    if (windows->measured == NULL ||
        !call_levels_init(&windows->levels, windows->shown_count,
                          windows->length, cells))
        windows->failed = true;
}

/* ---- the choice ---- */

static uint64_t since_origin(const struct detail_windows *windows,
                             uint64_t time)
{
    return time > windows->origin ? time - windows->origin : 0;
}

/* Gives a requested window the longest wait that begins there. */
static bool tell_asked(struct detail_windows *windows,
                       const struct long_wait *wait)
{
    bool told = false;

    for (uint32_t i = 0; i < windows->count; i++) {
        struct detail_window *window = &windows->items[i];

        if (!window->asked || wait->begin < window->from ||
            wait->begin >= window->to)
            continue;
        told = true;
        if (window->wait.ns == 0)
            window->wait = *wait;
    }
    return told;
}

/* The culprit's work meanwhile, and its consequences; no further than to the
 * next ones.  Returns false if the wait is in one of them. */
static bool place_window(const struct detail_windows *windows,
                         const struct long_wait *wait,
                         struct detail_window *window)
{
    uint64_t around = wait->ns / 2 + LEAST_AROUND;
    uint64_t end = wait->begin + wait->ns;

    window->from = wait->begin > around ? wait->begin - around : 0;
    window->to = end + around / 2;
    if (window->to > windows->length)
        window->to = windows->length;
    for (uint32_t i = 0; i < windows->count; i++) {
        const struct detail_window *other = &windows->items[i];

        if (wait->begin < other->to && end > other->from)
            return false;
        if (other->to <= wait->begin && other->to > window->from)
            window->from = other->to;
        if (other->from >= end && other->from < window->to)
            window->to = other->from;
    }
    return true;
}

void detail_windows_choose(struct detail_windows *windows,
                           const struct long_wait *waits, size_t count)
{
    uint32_t most = windows->count + DETAIL_WINDOWS_CHOSEN;

    for (size_t i = 0; i < count; i++) {
        struct detail_window window = { .wait = waits[i] };

        if (!is_shown(windows, waits[i].rank) &&
            !is_shown(windows, waits[i].culprit))
            continue;
        window.wait.begin = since_origin(windows, waits[i].begin);
        if (!tell_asked(windows, &window.wait) && windows->count < most &&
            place_window(windows, &window.wait, &window))
            windows->items[windows->count++] = window;
    }
}

/* ---- tiles ---- */

void detail_windows_count(struct detail_windows *windows, uint32_t rank,
                          uint32_t thread, uint32_t what, uint64_t begin,
                          uint64_t end)
{
    uint32_t place = place_of(windows, rank, thread);

    if (place == DETAIL_WINDOW_NO_LIST)
        return;
    windows->calls += what < CALL_LEVELS_PAUSE;
    call_levels_add(&windows->levels, place, what,
                    since_origin(windows, begin), since_origin(windows, end));
}

/* Reasons for a tile to get its calls. */
struct tile_worth {
    uint32_t tile;
    bool asked, waits; /* has a part of such a window */
    uint64_t mpi, calls;
};

ORDER(compare_worth, struct tile_worth,
      DOWN(asked) DOWN(waits) DOWN(mpi) UP(tile));

static void look_at_windows(const struct detail_windows *windows,
                            const struct detail_window *tile,
                            struct tile_worth *worth)
{
    for (uint32_t i = 0; i < windows->count; i++) {
        const struct detail_window *item = &windows->items[i];

        if (item->from >= tile->to || item->to <= tile->from)
            continue;
        worth->asked = worth->asked || item->asked;
        worth->waits = worth->waits || !item->asked;
    }
}

static struct tile_worth worth_of(const struct detail_windows *windows,
                                  uint32_t tile)
{
    const struct call_levels *levels = &windows->levels;
    uint32_t each = levels->bins / windows->tile_count;
    struct tile_worth worth = { .tile = tile };

    for (uint32_t bin = tile * each; bin < (tile + 1) * each; bin++)
        worth.calls += levels->calls[bin];
    for (uint32_t row = 0; row < detail_windows_row_count(windows); row++)
        if (windows->places[row] != DETAIL_WINDOW_NO_LIST &&
            detail_windows_row(windows, row).stream == NULL)
            for (uint32_t k = 0; k < CALL_CLASS_COUNT; k++)
                worth.mpi += call_levels_time(levels, windows->places[row],
                                              tile * each, each, k);
    look_at_windows(windows, &windows->tiles[tile], &worth);
    return worth;
}

/* A power of two, as is the number of bins. */
static uint32_t tiles_wanted(const struct detail_windows *windows)
{
    uint32_t count = 1;

    while (2 * count <= DETAIL_TILES && 2 * count <= windows->levels.bins &&
           (uint64_t)count * DETAIL_TILE_CALLS < windows->calls &&
           2 * count * windows->shown_count <= DETAIL_TILE_LISTS)
        count *= 2;
    return count;
}

static bool tile_open(struct detail_windows *windows, uint32_t tile)
{
    struct detail_window *into = &windows->tiles[tile];

    into->lists = calloc(windows->shown_count + 1u, sizeof(*into->lists));
    if (into->lists == NULL)
        return false;
    into->list_count = into->kept = windows->shown_count;
    for (uint32_t i = 0; i < detail_windows_row_count(windows); i++)
        if (into->places[i] != DETAIL_WINDOW_NO_LIST) {
            struct detail_thread row = detail_windows_row(windows, i);

            into->lists[into->places[i]].rank = row.rank;
            into->lists[into->places[i]].thread = row.thread;
        }
    return true;
}

/* As many as can have room in the page; one that has none is left out, and
 * smaller ones that come after it are not. */
static void open_tiles(struct detail_windows *windows,
                       struct tile_worth *worths)
{
    uint64_t room = windows->budget / DETAIL_TILE_BYTES;

    for (uint32_t i = 0; i < windows->tile_count; i++)
        worths[i] = worth_of(windows, i);
    qsort(worths, windows->tile_count, sizeof(*worths), compare_worth);
    for (uint32_t i = 0; i < windows->tile_count; i++) {
        windows->tile_order[i] = worths[i].tile;
        if (worths[i].calls > room)
            continue;
        room -= worths[i].calls;
        windows->needs += worths[i].calls * DETAIL_CALL_MEMORY;
        if (!tile_open(windows, worths[i].tile))
            windows->failed = true;
    }
}

bool detail_windows_in_memory(const struct detail_windows *windows)
{
    return windows->needs <= windows->memory;
}

size_t detail_windows_budget(const struct detail_windows *windows)
{
    return (size_t)(windows->memory / DETAIL_CALL_MEMORY * DETAIL_TILE_BYTES);
}

static void place_tiles(struct detail_windows *windows)
{
    uint64_t width =
        windows->levels.width * (windows->levels.bins / windows->tile_count);

    windows->tile_width = width;
    for (uint32_t i = 0; i < windows->tile_count; i++)
        windows->tiles[i] =
            (struct detail_window){ .from = i * width,
                                    .to = (i + 1) * width,
                                    .whole = true,
                                    .places = windows->places };
}

void detail_windows_choose_tiles(struct detail_windows *windows)
{
    uint32_t count = tiles_wanted(windows);
    struct tile_worth *worths = calloc(count, sizeof(*worths));

    if (windows->levels.bins > 0 && windows->calls > 0 && !windows->failed) {
        windows->tiles = calloc(count, sizeof(*windows->tiles));
        windows->tile_order = calloc(count, sizeof(*windows->tile_order));
        if (worths == NULL || windows->tiles == NULL ||
            windows->tile_order == NULL) {
            windows->failed = true;
        } else {
            windows->tile_count = count;
            place_tiles(windows);
            open_tiles(windows, worths);
        }
    }
    free(worths);
}

/* ---- lists ---- */

/* The next rank by its distance from both, starting with themselves; its other
 * threads follow it. */
static void put_rank(const struct detail_windows *windows,
                     struct detail_window *window, int64_t rank, uint32_t most)
{
    uint32_t row = (uint32_t)rank;

    if (rank < 0 || rank >= windows->rank_count ||
        window->places[rank] != DETAIL_WINDOW_NO_LIST ||
        !is_shown(windows, rank))
        return;
    for (uint32_t k = windows->rank_count;
         row != DETAIL_WINDOW_NO_LIST && window->list_count < most;) {
        struct detail_window_list *list = &window->lists[window->list_count];
        struct detail_thread thread = detail_windows_row(windows, row);

        list->rank = thread.rank;
        list->thread = thread.thread;
        window->places[row] = window->list_count++;
        row = DETAIL_WINDOW_NO_LIST;
        for (; k < detail_windows_row_count(windows) &&
               row == DETAIL_WINDOW_NO_LIST;
             k++)
            if (detail_windows_row(windows, k).rank == rank)
                row = k;
    }
}

static void order_ranks(const struct detail_windows *windows,
                        struct detail_window *window, uint32_t most)
{
    int64_t ranks = windows->rank_count;
    int64_t first = window->wait.ns > 0 ? window->wait.rank : 0;
    int64_t second = window->wait.ns > 0 ? window->wait.culprit : 0;

    for (int64_t away = 0; away < ranks && window->list_count < most; away++) {
        put_rank(windows, window, first - away, most);
        put_rank(windows, window, second - away, most);
        put_rank(windows, window, first + away, most);
        put_rank(windows, window, second + away, most);
    }
    window->kept = window->list_count;
}

bool detail_windows_open(struct detail_windows *windows)
{
    uint32_t rows = detail_windows_row_count(windows);
    uint32_t most = rows < DETAIL_WINDOW_LISTS ? rows : DETAIL_WINDOW_LISTS;

    if (windows->count == 0)
        return windows->tile_count > 0;
    windows->room = DETAIL_WINDOWS_ROOM / windows->count;
    for (uint32_t i = 0; i < windows->count; i++) {
        struct detail_window *window = &windows->items[i];

        window->lists = calloc(most + 1u, sizeof(*window->lists));
        window->places = make_places(windows);
        if (window->lists == NULL || window->places == NULL) {
            windows->failed = true;
            return false;
        }
        order_ranks(windows, window, most);
    }
    return true;
}

/* ---- what is in them ---- */

static uint32_t find_fullest(const struct detail_windows *windows,
                             const size_t *taken)
{
    uint32_t found = 0;

    for (uint32_t i = 1; i < windows->count; i++)
        if (taken[i] > taken[found])
            found = i;
    return found;
}

static size_t in_list(const struct detail_window_list *list)
{
    return list->call_count + list->message_count + list->pause_count;
}

static void drop_last(struct detail_window *window)
{
    struct detail_window_list *last = &window->lists[--window->kept];

    window->taken -= in_list(last);
    clear_list(last);
}

/* The list of a row; or NULL. */
static struct detail_window_list *list_of(const struct detail_windows *windows,
                                          const struct detail_window *window,
                                          uint32_t rank, uint32_t thread)
{
    uint32_t row = detail_windows_row_of(windows, rank, thread);
    uint32_t at = row == DETAIL_WINDOW_NO_LIST || window->places == NULL
                      ? DETAIL_WINDOW_NO_LIST
                      : window->places[row];

    return at < window->kept ? &window->lists[at] : NULL;
}

/* Where it belongs; NULL: nowhere.  A call that takes no time is where it
 * begins. */
static struct detail_window_list *
list_for(const struct detail_windows *windows, struct detail_window *window,
         uint32_t rank, uint32_t thread, uint64_t begin, uint64_t end)
{
    const struct detail_window_list *list =
        list_of(windows, window, rank, thread);
    size_t at;

    if (list == NULL || begin >= window->to ||
        (end <= window->from && begin < window->from))
        return NULL;
    at = (size_t)(list - window->lists);
    while (!window->whole && window->taken >= windows->room &&
           window->kept > 1)
        drop_last(window);
    return at < window->kept ? &window->lists[at] : NULL;
}

/* Only those that last long enough stay, half of them or fewer. */
static void thin_calls(struct detail_window *window,
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
    window->taken -= before - left;
}

static uint64_t way_of(const struct detail_window_message *message)
{
    return message->received > message->sent
               ? message->received - message->sent
               : 0;
}

static void thin_messages(struct detail_window *window,
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
    window->taken -= before - left;
}

static void put_call(struct detail_windows *windows,
                     struct detail_window *window,
                     const struct detail_window_call *call)
{
    struct detail_window_list *list = list_for(
        windows, window, call->rank, call->thread, call->begin, call->end);

    if (list == NULL || call->end - call->begin < list->least)
        return;
    if (!ARRAY_ADD(list->calls, list->call_count, *call)) {
        windows->failed = true;
        return;
    }
    window->taken++;
    if (list->call_count == DETAIL_WINDOW_LIST_ROOM && !window->whole)
        thin_calls(window, list);
}

static void put_message(struct detail_windows *windows,
                        struct detail_window *window,
                        const struct detail_window_message *message)
{
    struct detail_window_list *list =
        list_for(windows, window, message->to, message->to_thread,
                 message->sent, message->received);

    if (list == NULL || way_of(message) < list->least_way)
        return;
    if (!ARRAY_ADD(list->messages, list->message_count, *message)) {
        windows->failed = true;
        return;
    }
    window->taken++;
    if (list->message_count == DETAIL_WINDOW_LIST_ROOM && !window->whole)
        thin_messages(window, list);
}

/* If they are too many the last one grows. */
static void put_pause(struct detail_windows *windows,
                      struct detail_window *window, uint32_t rank,
                      const struct detail_window_pause *pause)
{
    struct detail_window_list *list =
        list_for(windows, window, rank, 0, pause->from, pause->to);

    if (list == NULL)
        return;
    if (list->pause_count == DETAIL_WINDOW_LIST_ROOM) {
        list->pauses[list->pause_count - 1].to = pause->to;
        list->pauses[list->pause_count - 1].ns += pause->ns;
        return;
    }
    if (!ARRAY_ADD(list->pauses, list->pause_count, *pause)) {
        windows->failed = true;
        return;
    }
    window->taken++;
}

/* The tiles that some time touches: from the first one to before the last. */
static void tiles_at(const struct detail_windows *windows, uint64_t begin,
                     uint64_t end, uint32_t *first, uint32_t *last)
{
    uint64_t width = windows->tile_width;
    uint32_t count = windows->tile_count;

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

static void measure_list(const struct detail_windows *windows,
                         struct detail_window *window, uint32_t rank,
                         uint64_t begin, uint64_t end)
{
    struct detail_window_list *list = list_of(windows, window, rank, 0);

    if (list == NULL)
        return;
    list->begin = since_origin(windows, begin);
    list->end = since_origin(windows, end);
}

void detail_windows_measured(struct detail_windows *windows, uint32_t rank,
                             uint64_t begin, uint64_t end)
{
    uint32_t place = place_of(windows, rank, 0);

    if (place != DETAIL_WINDOW_NO_LIST)
        windows->measured[place] =
            (struct detail_span){ since_origin(windows, begin),
                                  since_origin(windows, end) };
    for (uint32_t i = 0; i < windows->count; i++)
        measure_list(windows, &windows->items[i], rank, begin, end);
    for (uint32_t i = 0; i < windows->tile_count; i++)
        measure_list(windows, &windows->tiles[i], rank, begin, end);
}

void detail_windows_add_call(struct detail_windows *windows,
                             const struct detail_window_call *call)
{
    struct detail_window_call moved = *call;
    uint32_t first, last;

    moved.begin = since_origin(windows, call->begin);
    moved.end = since_origin(windows, call->end);
    for (uint32_t i = 0; i < windows->count; i++)
        put_call(windows, &windows->items[i], &moved);
    tiles_at(windows, moved.begin, moved.end, &first, &last);
    for (uint32_t i = first; i < last; i++)
        put_call(windows, &windows->tiles[i], &moved);
}

ORDER(by_start, struct detail_window_call, UP(begin) UP(end) UP(site));

static void sort_in(const struct detail_windows *windows,
                    const struct detail_window *window, uint32_t rank,
                    uint32_t thread)
{
    const struct detail_window_list *list =
        list_of(windows, window, rank, thread);

    if (list != NULL && list->call_count > 0)
        qsort(list->calls, list->call_count, sizeof(*list->calls), by_start);
}

void detail_windows_sort(struct detail_windows *windows, uint32_t rank,
                         uint32_t thread)
{
    for (uint32_t i = 0; i < windows->count; i++)
        sort_in(windows, &windows->items[i], rank, thread);
    for (uint32_t i = 0; i < windows->tile_count; i++)
        sort_in(windows, &windows->tiles[i], rank, thread);
}

void detail_windows_add_message(struct detail_windows *windows,
                                const struct detail_window_message *message)
{
    struct detail_window_message moved = *message;
    uint32_t first, last;

    moved.sent = since_origin(windows, message->sent);
    moved.received = since_origin(windows, message->received);
    for (uint32_t i = 0; i < windows->count; i++)
        put_message(windows, &windows->items[i], &moved);
    tiles_at(windows, moved.sent, moved.received, &first, &last);
    for (uint32_t i = first; i < last; i++)
        put_message(windows, &windows->tiles[i], &moved);
}

void detail_windows_add_pause(struct detail_windows *windows, uint32_t rank,
                              const struct detail_window_pause *pause)
{
    struct detail_window_pause moved = *pause;
    uint32_t first, last;

    moved.from = since_origin(windows, pause->from);
    moved.to = since_origin(windows, pause->to);
    for (uint32_t i = 0; i < windows->count; i++)
        put_pause(windows, &windows->items[i], rank, &moved);
    tiles_at(windows, moved.from, moved.to, &first, &last);
    for (uint32_t i = first; i < last; i++)
        put_pause(windows, &windows->tiles[i], rank, &moved);
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

static void wait_in(const struct detail_windows *windows,
                    struct detail_window *window,
                    const struct detail_window_call *call)
{
    struct detail_window_list *list =
        list_of(windows, window, call->rank, call->thread);

    if (list != NULL)
        add_wait(list, call, since_origin(windows, call->begin));
}

void detail_windows_add_wait(struct detail_windows *windows,
                             const struct detail_window_call *call)
{
    uint32_t first, last;

    for (uint32_t i = 0; i < windows->count; i++)
        wait_in(windows, &windows->items[i], call);
    tiles_at(windows, since_origin(windows, call->begin),
             since_origin(windows, call->end), &first, &last);
    for (uint32_t i = first; i < last; i++)
        wait_in(windows, &windows->tiles[i], call);
}

uint64_t detail_windows_end(const struct detail_windows *windows)
{
    uint64_t end = 0;

    for (uint32_t i = 0; i < windows->count; i++)
        if (windows->items[i].to > end)
            end = windows->items[i].to;
    for (uint32_t i = 0; i < windows->tile_count; i++)
        if (windows->tiles[i].kept > 0 && windows->tiles[i].to > end)
            end = windows->tiles[i].to;
    return windows->origin + end;
}

void detail_windows_fit(const struct detail_windows *windows, size_t room,
                        uint32_t *kept)
{
    size_t taken[DETAIL_WINDOWS_ASKED + DETAIL_WINDOWS_CHOSEN], all = 0;

    for (uint32_t i = 0; i < windows->count; i++) {
        kept[i] = windows->items[i].kept;
        taken[i] = windows->items[i].taken;
        all += taken[i];
    }
    while (all > room) {
        uint32_t i = find_fullest(windows, taken);
        size_t last = in_list(&windows->items[i].lists[--kept[i]]);

        taken[i] -= last;
        all -= last;
    }
}
