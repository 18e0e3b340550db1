/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * recover_rank.h - rebuilds the tables of one rank from its file.
 *
 * recover_rank_open() reads the names, recover_rank_collect() the numbers: the
 * tables are copied first, since their process may still be writing, and then
 * completed as MPI_Finalize would have done.  Ids are the rank's own.
 * Units: ticks of the rank's clock.  Memory: freed by recover_rank_close().
 * Errors: logged, with the file's name.
 */
#ifndef RECOVER_RECOVER_RANK_H
#define RECOVER_RECOVER_RANK_H

#include "live/persist.h"
#include "model/definitions.h"
#include "live/journal.h"
#include "live/persist_file.h"
#include "live/persist_thread.h"
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
    struct recover_handle *windows; /* comm: communicator of the window */
    struct recover_module *modules;
    struct recover_fact *facts;
    size_t handle_count, window_count, module_count, fact_count;
    struct profile_call *calls;
    size_t call_count;
    double ticks_per_ns; /* best known value */
    uint64_t end;        /* end of the measured part */
    uint64_t taken;      /* time at which the process wrote this snapshot; 0:
                          * not a snapshot */
    uint64_t gone;       /* time at which the process ended, or last did
                          * anything */
    enum ending_kind how;
    bool end_known;
    bool in_finalize;    /* waiting there: `end' is its start */
    bool not_asked;      /* process state unknown: on another host, or in
                          * another container */
    bool windows_unsure; /* communicators of some windows were not recorded */
    bool damaged;        /* some names could not be read */
    bool failed;         /* out of memory */
};

enum status recover_rank_open(const char *path, struct recover_rank *out);
void recover_rank_close(struct recover_rank *rank);
/* The process was alive at that tick: with an unknown end, it ended no
 * earlier. */
void recover_rank_seen(struct recover_rank *rank, uint64_t ticks);
/* Last action of any thread, in ticks. */
uint64_t recover_rank_last_sign(const struct recover_rank *rank);
/* Limits a time from a damaged file, which can be anything, to a valid
 * number. */
uint64_t recover_rank_whole(double number);
/* Returns the first fact with that name, or NULL. */
const char *recover_rank_fact(const struct recover_rank *rank,
                              const char *name);

/* Returns the last segment with that kind and owner (a growing table briefly
 * has two); NULL: none. */
const void *recover_rank_table(const struct recover_rank *rank, uint32_t kind,
                               uint32_t owner, size_t *bytes);

/* Returns the next thread, from *at on, which starts at 0; NULL past the last.
 * A thread may come twice. */
const struct persist_thread *
recover_rank_thread(const struct recover_rank *rank, uint32_t *at,
                    uint32_t *owner);

/* recover_collect.c: numbers and ending; times in out->ending remain ticks. */
enum status recover_rank_collect(struct recover_rank *rank,
                                 struct rank_data *out);

/* recover_samples.c: the rank's samples; SAMPLE_NONE without any. */
enum status recover_rank_samples(const struct recover_rank *rank,
                                 struct samples *out);

/* recover_call.c: the call that a thread is in, and the ranks it waits for. */
void recover_call_describe(struct recover_rank *rank,
                           const struct persist_thread *thread,
                           struct rank_ending *ending);

#endif
