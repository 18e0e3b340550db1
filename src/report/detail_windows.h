/*
 * detail_windows.h - single calls and messages of some time windows of a run,
 * for the time line of the HTML report.
 *
 * Shape: a window has a list for each participating rank.  Lists are ordered
 * by importance: waiting and delaying ranks first, then their neighbours, as
 * far as these are shown.  If space runs out, the last lists are dropped; a
 * list that grows too long drops its short calls.  A message is in the
 * receiver's list.  Calls are from a rank's first thread.  Time between the
 * calls of a list is useful time while the rank was measured and recording was
 * on.
 * Use: closeups_ask(), closeups_rows(), closeups_begin(), closeups_choose(),
 * closeups_open(), then closeups_measured() and closeups_add_*().  Units: ns
 * since the origin, the start of the first rank's measured part.  Threads: one
 * owner.  Memory: closeups_destroy(); about CLOSEUPS_ROOM calls and messages.
 * Errors: stick in `failed'.
 */
#ifndef REPORT_DETAIL_WINDOWS_H
#define REPORT_DETAIL_WINDOWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/ranklist.h"
#include "replay/log/replay_result.h"

#define CLOSEUPS_CHOSEN 8     /* windows around the longest waits */
#define CLOSEUPS_ASKED 16     /* limit on windows given by --window */
#define CLOSEUPS_ROOM 120000  /* calls and messages of all windows */
#define CLOSEUP_LISTS 2048    /* ranks per window */
#define CLOSEUP_LIST_ROOM 4000 /* calls, messages, and pauses per list */
#define CLOSEUP_NO_LIST UINT32_MAX

struct closeup_call {
    uint64_t begin, end;
    uint32_t rank, site;
    uint64_t waited;         /* waiting time within the call */
    uint32_t kind, culprit;  /* kind: enum wait_kind; culprit: if waited > 0 */
    uint32_t comm;           /* index into the log's communicators, for a
                              * collective */
    uint64_t instance;       /* number of the collective on comm, from 1; 0:
                              * none */
};

struct closeup_message {
    uint64_t sent, received; /* start of the send, end of the receive */
    uint32_t from, to;
    uint64_t bytes;
};

/* Unrecorded time of `ns' between two calls, or summed over several gaps. */
struct closeup_pause {
    uint64_t from, to, ns;
};

struct closeup_list {
    uint32_t rank;
    uint64_t begin, end; /* the rank's measured part */
    size_t call_count, call_room, message_count, message_room, pause_count,
        pause_room;
    struct closeup_call *calls;
    struct closeup_message *messages;
    struct closeup_pause *pauses;
    uint64_t least, least_way; /* shorter calls and messages were left out */
};

struct closeup {
    uint64_t from, to;
    bool asked;              /* given by --window */
    struct long_wait wait;   /* wait in the window; ns 0: none known */
    struct closeup_list *lists;
    uint32_t list_count, kept; /* kept: lists that have calls */
    uint32_t *places;        /* list of each rank; or CLOSEUP_NO_LIST */
    size_t taken;            /* calls and messages */
};

struct closeups {
    uint64_t origin, length; /* origin: ns since the first event */
    uint32_t rank_count, count;
    struct closeup items[CLOSEUPS_ASKED + CLOSEUPS_CHOSEN];
    size_t room;             /* calls and messages per window */
    char **comms;            /* names, by index in the log */
    uint32_t comm_count;
    bool filled;             /* everything has been added */
    bool failed;
    const char *why;         /* reason for not being filled: a static sentence;
                              * or NULL */
    const char *ranks;       /* ranks shown, as in ranklist.h; NULL: all */
    struct ranklist shown;
};

/* Reason why there are no windows if several ranks share a row. */
extern const char closeups_shared_rows[];

enum status closeups_create(struct closeups **out);
void closeups_destroy(struct closeups *closeups); /* NULL does nothing */
/* Adds a window; false if there are too many. */
bool closeups_ask(struct closeups *closeups, uint64_t from, uint64_t to);
/* Whether, in a run of `ranks' ranks, each rank shown has a row of its own.
 * If not, or if the list is malformed, there are no windows, and `why' gives
 * the reason. */
bool closeups_rows(struct closeups *closeups, uint32_t ranks);
void closeups_begin(struct closeups *closeups, uint32_t ranks, uint64_t origin,
                    uint64_t length);
/* Chooses windows that do not overlap around the longest waits of, or for, the
 * ranks shown. */
void closeups_choose(struct closeups *closeups, const struct long_wait *waits,
                     size_t count);
/* Returns the first window that starts after the end of the run, or NULL. */
const struct closeup *closeups_behind(const struct closeups *closeups);
/* Starts adding calls; false if there is no window, or no memory. */
bool closeups_open(struct closeups *closeups);
/* Sets the time span in which the rank's calls are known; ns since the first
 * event. */
void closeups_measured(struct closeups *closeups, uint32_t rank, uint64_t begin,
                       uint64_t end);
/* Add all calls of the run, ordered by their ends; calls outside all windows
 * are ignored. */
void closeups_add_call(struct closeups *closeups,
                       const struct closeup_call *call);
void closeups_add_message(struct closeups *closeups,
                          const struct closeup_message *message);
void closeups_add_pause(struct closeups *closeups, uint32_t rank,
                        const struct closeup_pause *pause);
/* Sets the waiting time of a call already added. */
void closeups_add_wait(struct closeups *closeups,
                       const struct closeup_call *call);
/* Returns the end of the last window; ns since the first event. */
uint64_t closeups_end(const struct closeups *closeups);
/* Computes how many lists each window keeps if there is room for `room' calls
 * and messages. */
void closeups_fit(const struct closeups *closeups, size_t room, uint32_t *kept);

#endif
