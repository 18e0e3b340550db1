/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * detail_windows.h - single calls and messages of some time windows of a run,
 * for the time line of the HTML report.
 *
 * Shape: a window has a list for each participating rank.  Lists are ordered by
 * importance: waiting and delaying ranks first, then their neighbours, as far
 * as these are shown.  If space runs out, the last lists are dropped; a list
 * that grows too long drops its short calls.  A message is in the receiver's
 * list.  Calls are from a rank's first thread.  Time between the calls of a
 * list is useful time while the rank was measured and recording was on. Use:
 * detail_windows_ask(), detail_windows_rows(), detail_windows_begin(),
 * detail_windows_choose(), detail_windows_open(), then
 * detail_windows_measured() and detail_windows_add_*().
 *
 * Tiles are windows that cover the whole run side by side, with a list for each
 * rank and thread shown and all its calls: detail_windows_thread() and
 * detail_windows_rows_end() before the windows are chosen, then
 * detail_windows_count() of each call of the run, then
 * detail_windows_choose_tiles().  They get calls if the run has no more than
 * the page may hold; of a larger run those do in which most time was spent in
 * MPI, and `levels' tells of the rest.
 *
 * Units: ns since the origin, the start of the first rank's measured part.
 * Threads: one owner.  Memory: detail_windows_destroy(); about
 * DETAIL_WINDOWS_ROOM calls and messages; in tiles a call that begins there for
 * each DETAIL_TILE_BYTES of the budget, with its messages, again in each tile
 * that it reaches into; and `levels'.  Errors: stick in `failed'.
 */
#ifndef REPORT_DETAIL_WINDOWS_H
#define REPORT_DETAIL_WINDOWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/ranklist.h"
#include "replay/log/replay_result.h"
#include "report/call_levels.h"

#define CHART_LINES 1024 /* rows of a page; more ranks share them, charts.h */
#define DETAIL_WINDOWS_CHOSEN 8      /* windows around the longest waits */
#define DETAIL_WINDOWS_ASKED 16      /* limit on windows given by --window */
#define DETAIL_WINDOWS_ROOM 120000   /* calls and messages of all windows */
#define DETAIL_WINDOW_LISTS 2048     /* ranks per window */
#define DETAIL_WINDOW_LIST_ROOM 4000 /* calls, messages, and pauses per list */
#define DETAIL_WINDOW_NO_LIST UINT32_MAX
#define DETAIL_TILES 256u        /* limit */
#define DETAIL_TILE_CALLS 4000   /* calls of a tile, in a small run */
#define DETAIL_TILE_LISTS 65536u /* of all tiles */
#define DETAIL_TILE_BYTES 2      /* of the page: hardly a call has fewer */
#define DETAIL_CELL_BYTES 6      /* of a bin of a row, about */
#define DETAIL_CELLS 1048576     /* bins of all rows, at most */
#define DETAIL_BUDGET 3000000    /* bytes of a page, unless chosen */
#define DETAIL_CALL_MEMORY 140   /* bytes, while the page is made */
#define DETAIL_MEMORY (UINT64_C(2) << 30) /* for all calls, at most */

struct detail_window_call {
    uint64_t begin, end;
    uint32_t rank, site;
    uint32_t thread;        /* 0: the lead thread */
    uint64_t waited;        /* waiting time within the call */
    uint32_t kind, culprit; /* kind: enum wait_kind; both: if waited > 0 */
    uint32_t comm;          /* index into the log's communicators, for a
                              * collective */
    uint64_t instance;      /* number of the collective on comm, from 1; 0:
                              * none */
};

struct detail_window_message {
    uint64_t sent, received; /* start of the send, end of the receive */
    uint32_t from, to;
    uint32_t from_thread, to_thread;
    uint64_t bytes;
};

/* Unrecorded time of `ns' between two calls, or summed over several gaps. */
struct detail_window_pause {
    uint64_t from, to, ns;
};

struct detail_window_list {
    uint32_t rank, thread;
    uint64_t begin, end; /* the rank's measured part */
    size_t call_count, message_count, pause_count;
    struct detail_window_call *calls;
    struct detail_window_message *messages;
    struct detail_window_pause *pauses;
    uint64_t least, least_way; /* shorter calls and messages were left out */
};

struct detail_window {
    uint64_t from, to;
    bool asked;            /* given by --window */
    bool whole;            /* a tile: nothing is left out */
    struct long_wait wait; /* wait in the window; ns 0: none known */
    struct detail_window_list *lists;
    uint32_t list_count, kept; /* kept: lists that have calls */
    uint32_t *places;          /* list of each row; or DETAIL_WINDOW_NO_LIST */
    size_t taken;              /* calls and messages */
};

/* Another thread of a rank, or a stream of its accelerator; its row comes behind
 * those of all ranks. */
struct detail_thread {
    uint32_t rank, thread;
    char *stream; /* its name; NULL: a thread */
};

struct detail_span {
    uint64_t begin, end;
};

struct detail_windows {
    uint64_t origin, length; /* origin: ns since the first event */
    uint32_t rank_count, count;
    struct detail_thread *threads; /* by rank and thread */
    uint32_t thread_count;
    size_t budget;          /* bytes of the page */
    uint64_t memory, needs; /* limit for the calls of tiles, and what they
                             * need; 0: there are no tiles */
    uint32_t *places;       /* list of each row in tiles and levels; or
                       * DETAIL_WINDOW_NO_LIST */
    uint32_t shown_count;   /* such rows */
    struct detail_span *measured; /* of such rows; of threads: nothing */
    struct call_levels levels;    /* of the whole run */
    struct detail_window *tiles;  /* of equal lengths; without lists: not
                                  * chosen */
    uint32_t tile_count;
    uint32_t *tile_order; /* the most telling first */
    uint64_t tile_width;
    uint64_t calls; /* of the run, in rows shown */
    struct detail_window items[DETAIL_WINDOWS_ASKED + DETAIL_WINDOWS_CHOSEN];
    size_t room;  /* calls and messages per window */
    char **comms; /* names, by index in the log */
    uint32_t comm_count;
    bool filled; /* everything has been added */
    bool failed;
    const char *why;   /* reason for not being filled: a static sentence;
                              * or NULL */
    const char *ranks; /* ranks shown, as in ranklist.h; NULL: all */
    struct ranklist shown;
};

/* Reason why there are no windows if several ranks share a row. */
extern const char detail_windows_shared_rows[];

enum status detail_windows_create(struct detail_windows **out);
void detail_windows_destroy(
    struct detail_windows *windows); /* NULL does nothing */
/* Adds a window; false if there are too many. */
bool detail_windows_ask(struct detail_windows *windows, uint64_t from,
                        uint64_t to);
/* Whether, in a run of `ranks' ranks, each rank shown has a row of its own.
 * If not, or if the list is malformed, there are no windows, and `why' gives
 * the reason. */
bool detail_windows_rows(struct detail_windows *windows, uint32_t ranks);
void detail_windows_begin(struct detail_windows *windows, uint32_t ranks,
                          uint64_t origin, uint64_t length);
/* Another thread of a rank; stream: its name, which is copied, or NULL. */
void detail_windows_thread(struct detail_windows *windows, uint32_t rank,
                           uint32_t thread, const char *stream);
/* All threads are known: makes levels, for detail_windows_count(). */
void detail_windows_rows_end(struct detail_windows *windows);
/* Counts a call of the run, or a pause, in any order; what: as in
 * call_levels.h; ns since the first event. */
void detail_windows_count(struct detail_windows *windows, uint32_t rank,
                          uint32_t thread, uint32_t what, uint64_t begin,
                          uint64_t end);
/* Call after detail_windows_choose(): tiles with windows come first. */
void detail_windows_choose_tiles(struct detail_windows *windows);
/* Whether the calls of the tiles fit into `memory'; if not, the page is not
 * made. */
bool detail_windows_in_memory(const struct detail_windows *windows);
/* The largest budget whose calls fit, however many there are. */
size_t detail_windows_budget(const struct detail_windows *windows);
/* Chooses windows that do not overlap around the longest waits of, or for, the
 * ranks shown. */
void detail_windows_choose(struct detail_windows *windows,
                           const struct long_wait *waits, size_t count);
/* Returns the first window that starts after the end of the run, or NULL. */
const struct detail_window *
detail_windows_behind(const struct detail_windows *windows);
/* Starts adding calls; false if there is no window, or no memory. */
bool detail_windows_open(struct detail_windows *windows);
/* Sets the time span in which the rank's calls are known; ns since the first
 * event. */
void detail_windows_measured(struct detail_windows *windows, uint32_t rank,
                             uint64_t begin, uint64_t end);
/* Add all calls of the run, ordered by their ends, those of a stream in any
 * order; calls outside all windows are ignored. */
void detail_windows_add_call(struct detail_windows *windows,
                             const struct detail_window_call *call);
void detail_windows_add_message(struct detail_windows *windows,
                                const struct detail_window_message *message);
void detail_windows_add_pause(struct detail_windows *windows, uint32_t rank,
                              const struct detail_window_pause *pause);
/* All calls of a stream have been added: puts them in the order of their starts,
 * by which they are found although some overlap. */
void detail_windows_sort(struct detail_windows *windows, uint32_t rank,
                         uint32_t thread);
/* Sets the waiting time of a call already added. */
void detail_windows_add_wait(struct detail_windows *windows,
                             const struct detail_window_call *call);
/* Returns the end of the last window; ns since the first event. */
uint64_t detail_windows_end(const struct detail_windows *windows);
/* Ranks, then other threads: each has a row, shown or not. */
uint32_t detail_windows_row_count(const struct detail_windows *windows);
/* DETAIL_WINDOW_NO_LIST: there is no such thread. */
uint32_t detail_windows_row_of(const struct detail_windows *windows,
                               uint32_t rank, uint32_t thread);
struct detail_thread detail_windows_row(const struct detail_windows *windows,
                                        uint32_t row);
/* Computes how many lists each window keeps if there is room for `room' calls
 * and messages. */
void detail_windows_fit(const struct detail_windows *windows, size_t room,
                        uint32_t *kept);

#endif
