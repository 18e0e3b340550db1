/*
 * detail_windows.h - the single calls and messages of some windows of time of a
 * run, for the time line of a page.
 *
 * Shape: a window has a list for each rank that takes part.  Lists are in the
 * order in which ranks matter: who waits and whom for, then their neighbours,
 * as far as they are shown.  Where there is no room for all, the last ones go;
 * of a list that grows too long the short calls go.  A message is in the list
 * of its receiver.  Calls are those of a rank's first thread.  What is between
 * the calls of a list is useful time where its rank was measured and recording
 * was not off. Use: closeups_ask(), closeups_rows(), closeups_begin(),
 * closeups_choose(), closeups_open(), then closeups_measured() and
 * closeups_add_*(). Units: ns since the origin, which is when the first rank's
 * measured part begins.  Threads: one owner.  Memory: closeups_destroy(); about
 * CLOSEUPS_ROOM calls and messages.  Errors: stick in `failed'.
 */
#ifndef REPORT_DETAIL_WINDOWS_H
#define REPORT_DETAIL_WINDOWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/ranklist.h"
#include "replay/log/replay_result.h"

#define CLOSEUPS_CHOSEN 8     /* of the longest waits */
#define CLOSEUPS_ASKED 16     /* at most */
#define CLOSEUPS_ROOM 120000  /* calls and messages of all windows */
#define CLOSEUP_LISTS 2048    /* ranks of one */
#define CLOSEUP_LIST_ROOM 4000 /* calls, messages, and pauses of one list */
#define CLOSEUP_NO_LIST UINT32_MAX

struct closeup_call {
    uint64_t begin, end;
    uint32_t rank, site;
    uint64_t waited;         /* of it */
    uint32_t kind, culprit;  /* enum wait_kind; if it has waited */
    uint32_t comm;           /* index into the log's, of a collective */
    uint64_t instance;       /* which one there, from 1 on; 0: of none */
};

struct closeup_message {
    uint64_t sent, received; /* begin of the send, end of the receive */
    uint32_t from, to;
    uint64_t bytes;
};

/* Between calls, or of many between several: so much of it is not recorded. */
struct closeup_pause {
    uint64_t from, to, ns;
};

struct closeup_list {
    uint32_t rank;
    uint64_t begin, end; /* of what was measured of the rank */
    size_t call_count, call_room, message_count, message_room, pause_count,
        pause_room;
    struct closeup_call *calls;
    struct closeup_message *messages;
    struct closeup_pause *pauses;
    uint64_t least, least_way; /* shorter ones were left out */
};

struct closeup {
    uint64_t from, to;
    bool asked;              /* by --window */
    struct long_wait wait;   /* in it; ns 0: none is known */
    struct closeup_list *lists;
    uint32_t list_count, kept; /* kept: lists that have calls */
    uint32_t *places;        /* of ranks, in lists; or CLOSEUP_NO_LIST */
    size_t taken;            /* calls and messages */
};

struct closeups {
    uint64_t origin, length; /* origin: ns since the first event */
    uint32_t rank_count, count;
    struct closeup items[CLOSEUPS_ASKED + CLOSEUPS_CHOSEN];
    size_t room;             /* of each */
    char **comms;            /* names, by index of the log */
    uint32_t comm_count;
    bool filled;             /* all has been added */
    bool failed;
    const char *why;         /* not filled: a sentence, static; or NULL */
    const char *ranks;       /* that are shown, as in ranklist.h; NULL: all */
    struct ranklist shown;
};

/* Why there are none where several ranks share a row. */
extern const char closeups_shared_rows[];

enum status closeups_create(struct closeups **out);
void closeups_destroy(struct closeups *closeups); /* NULL does nothing */
/* False: too many. */
bool closeups_ask(struct closeups *closeups, uint64_t from, uint64_t to);
/* Of a run of so many ranks: whether each that is shown has a row of its own.
 * Else, and with a list that is badly written, there are none, and `why' says
 * it. */
bool closeups_rows(struct closeups *closeups, uint32_t ranks);
void closeups_begin(struct closeups *closeups, uint32_t ranks, uint64_t origin,
                    uint64_t length);
/* Windows around the longest waits of ranks that are shown, or for them, which
 * do not overlap. */
void closeups_choose(struct closeups *closeups, const struct long_wait *waits,
                     size_t count);
/* The first that begins after the run; NULL: there is none. */
const struct closeup *closeups_behind(const struct closeups *closeups);
/* Now calls are added; false: there is no window, or no memory. */
bool closeups_open(struct closeups *closeups);
/* From when to when its calls are known; ns since the first event. */
void closeups_measured(struct closeups *closeups, uint32_t rank, uint64_t begin,
                       uint64_t end);
/* Of all calls of the run, in the order of their ends; those in no window are
 * left out. */
void closeups_add_call(struct closeups *closeups,
                       const struct closeup_call *call);
void closeups_add_message(struct closeups *closeups,
                          const struct closeup_message *message);
void closeups_add_pause(struct closeups *closeups, uint32_t rank,
                        const struct closeup_pause *pause);
/* What a call that was added has waited, as is known later. */
void closeups_add_wait(struct closeups *closeups,
                       const struct closeup_call *call);
/* When the last one ends; ns since the first event. */
uint64_t closeups_end(const struct closeups *closeups);
/* How many lists of each are left where there is room for that many calls and
 * messages. */
void closeups_fit(const struct closeups *closeups, size_t room, uint32_t *kept);

#endif
