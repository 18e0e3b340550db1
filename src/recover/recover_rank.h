/*
 * recover_rank.h - the tables of one rank out of its file.
 *
 * recover_rank_open() takes in the names, recover_rank_collect() the numbers:
 * the tables are copied first, since their process may still be writing, and
 * then completed as MPI_Finalize would have done.  Ids are the rank's own.
 * Units: ticks of the rank's clock.  Memory: freed by recover_rank_close().
 * Errors: logged, with the file's name.
 */
#ifndef RECOVER_RECOVER_RANK_H
#define RECOVER_RECOVER_RANK_H

#include "live/persist.h"
#include "model/definitions.h"
#include "live/journal.h"
#include "live/persist_file.h"
#include "live/rank_collect.h"

#define RECOVER_MOST_RANKS (1u << 24)
#define RECOVER_LONGEST_TICKS (1ull << 58)

struct recover_handle {
    uint64_t handle, fortran;
    uint32_t comm;
};

struct recover_module {
    uint64_t low, high, bias;
    char *path, *build_id;
};

struct recover_fact {
    char *name, *value;
};

struct recover_rank {
    struct persist_file file;
    struct persist_head head; /* a copy */
    struct definitions *definitions;
    struct recover_handle *handles;
    struct recover_handle *windows; /* comm: that it is on */
    struct recover_module *modules;
    struct recover_fact *facts;
    size_t handle_count, window_count, module_count, fact_count;
    struct profile_call *calls;
    size_t call_count;
    double ticks_per_ns; /* the best that is known */
    uint64_t end;        /* of the measured part */
    uint64_t taken;      /* when its process made this copy; 0: it is none */
    uint64_t gone;       /* when the process ended, or did something last */
    enum ending_kind how;
    bool end_known;
    bool not_asked;      /* whether it still runs: on another host, or in
                          * another container */
    bool windows_unsure; /* what they are on was not kept for all */
    bool damaged;        /* not all of the names could be read */
    bool failed;         /* no memory */
};

enum status recover_rank_open(const char *path, struct recover_rank *out);
void recover_rank_close(struct recover_rank *rank);
/* Its process was there at those ticks: without an end that is known it has
 * ended no earlier. */
void recover_rank_seen(struct recover_rank *rank, uint64_t ticks);
/* The last thing that any of its threads did, in ticks. */
uint64_t recover_rank_last_sign(const struct recover_rank *rank);
/* Times of a damaged file, which may be any, as a number that there can be. */
uint64_t recover_rank_whole(double number);
/* The first of that name, or NULL. */
const char *recover_rank_fact(const struct recover_rank *rank,
                              const char *name);

/* The last segment of that kind and owner (while a table grows there are two
 * for a moment); NULL: none. */
const void *recover_rank_table(const struct recover_rank *rank, uint32_t kind,
                               uint32_t owner, size_t *bytes);

/* The next one of its threads, from *at on, which is 0 at first; NULL: there is
 * none.  A thread may come twice. */
const struct persist_thread *
recover_rank_thread(const struct recover_rank *rank, uint32_t *at,
                    uint32_t *owner);

/* recover_collect.c: numbers and ending; times in out->ending are ticks still.
 * */
enum status recover_rank_collect(struct recover_rank *rank,
                                 struct rank_data *out);

/* recover_samples.c: what was sampled; nothing: source SAMPLE_NONE. */
enum status recover_rank_samples(const struct recover_rank *rank,
                                 struct samples *out);

/* recover_call.c: the call that a thread is in, and whom it waits for. */
void recover_call_describe(struct recover_rank *rank,
                           const struct persist_thread *thread,
                           struct rank_ending *ending);

#endif
