/*
 * recover_rank.h - the tables of one rank out of its file.
 *
 * left_rank_open() takes in the names, left_rank_collect() the numbers: the
 * tables are copied first, since their process may still be writing, and then
 * completed as MPI_Finalize would have done.  Ids are the rank's own.
 * Units: ticks of the rank's clock.  Memory: freed by left_rank_close().
 * Errors: logged, with the file's name.
 */
#ifndef RECOVER_RECOVER_RANK_H
#define RECOVER_RECOVER_RANK_H

#include "base/kept.h"
#include "model/definitions.h"
#include "model/journal.h"
#include "model/kept_file.h"
#include "model/rank_collect.h"

#define LEFT_MOST_RANKS (1u << 24)
#define LEFT_LONGEST_TICKS (1ull << 58)

struct left_handle {
    uint64_t handle, fortran;
    uint32_t comm;
};

struct left_module {
    uint64_t low, high, bias;
    char *path, *build_id;
};

struct left_fact {
    char *name, *value;
};

struct left_rank {
    struct kept_file file;
    struct kept_head head; /* a copy */
    struct definitions *definitions;
    struct left_handle *handles;
    struct left_handle *windows; /* comm: that it is on */
    struct left_module *modules;
    struct left_fact *facts;
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

enum status left_rank_open(const char *path, struct left_rank *out);
void left_rank_close(struct left_rank *rank);
/* Its process was there at those ticks: without an end that is known it has
 * ended no earlier. */
void left_rank_seen(struct left_rank *rank, uint64_t ticks);
/* The last thing that any of its threads did, in ticks. */
uint64_t left_rank_last_sign(const struct left_rank *rank);
/* Times of a damaged file, which may be any, as a number that there can be. */
uint64_t left_rank_whole(double number);
/* The first of that name, or NULL. */
const char *left_rank_fact(const struct left_rank *rank, const char *name);

/* The last segment of that kind and owner (while a table grows there are two
 * for a moment); NULL: none. */
const void *left_rank_table(const struct left_rank *rank, uint32_t kind,
                            uint32_t owner, size_t *bytes);

/* The next one of its threads, from *at on, which is 0 at first; NULL: there is
 * none.  A thread may come twice. */
const struct kept_thread *left_rank_thread(const struct left_rank *rank,
                                           uint32_t *at, uint32_t *owner);

/* left_collect.c: numbers and ending; times in out->ending are ticks still. */
enum status left_rank_collect(struct left_rank *rank, struct rank_data *out);

/* left_samples.c: what was sampled; nothing: source SAMPLE_NONE. */
enum status left_rank_samples(const struct left_rank *rank,
                              struct samples *out);

/* left_call.c: the call that a thread is in, and whom it waits for. */
void left_call_describe(struct left_rank *rank,
                        const struct kept_thread *thread,
                        struct rank_ending *ending);

#endif
