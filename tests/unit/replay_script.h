/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * replay_script.h - made-up runs for a replay, call by call.
 *
 * script_begin(ranks), then rank 0's calls in order, for each other rank
 * on_rank() and its calls, then script_play().  Times are in ms, so that closed forms are short.  What
 * the replay found is in `played' until the next run begins.
 */
#ifndef TESTS_UNIT_REPLAY_SCRIPT_H
#define TESTS_UNIT_REPLAY_SCRIPT_H

#include "base/saturate.h"
#include "model/call.h"
#include "model/profile.h"
#include "replay/replay.h"
#include "unit.h"

#define MS 1000000ull
#define OPS_MOST 64

static struct script {
    struct replay_log *log;
    struct profile *profile;
    struct replay_comm comms[8];
    struct replay_op ops[OPS_MOST];
    uint32_t op_count, ranks, rank, region;
    uint64_t begin, end;
    bool on;
} script;
static struct replay_result *played;

__attribute__((destructor)) static void script_forget(void)
{
    replay_result_destroy(played);
    played = NULL;
}

/* Communicator 0 has all ranks. */
static inline void script_begin(uint32_t ranks)
{
    script_forget();
    memset(&script, 0, sizeof(script));
    script.ranks = ranks;
    script.comms[0] = (struct replay_comm){ .members = ranks };
    CU_ASSERT_EQUAL_FATAL(replay_log_create(&script.log), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(profile_create(&script.profile), STATUS_OK);
    profile_use_call_table(script.profile);
    script.profile->rank_count = ranks;
}

static inline void end_rank(void)
{
    if (script.on)
        replay_log_end(script.log, script.begin, script.end, false);
}

static inline void on_thread(uint32_t rank, uint32_t thread)
{
    end_rank();
    replay_log_begin(script.log, rank, thread);
    script.rank = rank;
    script.begin = script.end = 0;
    script.on = true;
}

static inline void on_rank(uint32_t rank)
{
    on_thread(rank, 0);
}

/* The rank leaves MPI_Init then, not at 0. */
static inline void on_late_rank(uint32_t rank, double begin)
{
    on_rank(rank);
    script.begin = saturate_near(begin * MS);
}

static inline void op(struct replay_op what)
{
    CU_ASSERT_FATAL(script.op_count < OPS_MOST);
    script.ops[script.op_count++] = what;
}

/* The call of all op()s since the last one. */
static inline uint64_t call(const char *name, double begin, double end)
{
    struct replay_site site = { .call = (uint32_t)call_find(name),
                                .region = script.region };
    struct replay_call made = { .begin = saturate_near(begin * MS),
                                .end = saturate_near(end * MS),
                                .site = replay_log_site(script.log, &site),
                                .op_count = script.op_count };
    uint64_t place;

    CU_ASSERT_FATAL(call_find(name) >= 0);
    if (!script.on)
        on_rank(0);
    place = replay_log_call(script.log, &made, script.ops);
    script.op_count = 0;
    script.end = made.end;
    return place;
}

static inline void send_op(uint8_t kind, uint32_t peer, uint32_t tag,
                           uint32_t bytes, uint32_t request)
{
    op((struct replay_op){ .kind = kind,
                           .flags = REPLAY_SETTLED,
                           .peer = peer,
                           .tag = tag,
                           .bytes = bytes,
                           .request = request });
}

static inline void sends(uint32_t to, double begin, double end)
{
    send_op(REPLAY_SEND, to, 1, 8, 0);
    call("MPI_Send", begin, end);
}

static inline void receives(uint32_t from, double begin, double end)
{
    send_op(REPLAY_RECV, from, 1, 8, 0);
    call("MPI_Recv", begin, end);
}

static inline void done_op(uint8_t kind, uint32_t request)
{
    op((struct replay_op){ .kind = kind, .request = request });
}

/* Posts a receive at 10 ms, and computes from then to the call that completes it,
 * from 400 to 406 ms. */
static inline void receives_after_work(uint32_t from)
{
    send_op(REPLAY_RECV_POST, from, 1, 8, 7);
    call("MPI_Irecv", 10, 11);
    done_op(REPLAY_RECV_DONE, 7);
    call("MPI_Wait", 400, 406);
}

static inline void collective_op(enum call_coll coll, uint8_t flags)
{
    op((struct replay_op){ .kind = REPLAY_COLLECTIVE,
                           .coll = (uint16_t)coll,
                           .flags = flags,
                           .peer = script.rank });
}

static inline void coll(enum call_coll what, uint8_t flags, double begin,
                        double end)
{
    collective_op(what, flags);
    call("MPI_Allreduce", begin, end);
}

static inline void begin_nonblocking(double at)
{
    op((struct replay_op){ .kind = REPLAY_COLLECTIVE_POST,
                           .request = 1,
                           .coll = CALL_COLL_BARRIER,
                           .flags = REPLAY_SETTLED });
    call("MPI_Ibarrier", at, at + 1);
}

static inline void barrier(double begin, double end)
{
    collective_op(CALL_COLL_BARRIER, 0);
    call("MPI_Barrier", begin, end);
}

/* No more calls: the log can be played. */
static inline void script_open(void)
{
    end_rank();
    CU_ASSERT_EQUAL_FATAL(replay_log_finish(script.log, script.comms, 8),
                          STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(replay_log_open(script.log), STATUS_OK);
}

static inline void script_play(void)
{
    script_open();
    CU_ASSERT_EQUAL_FATAL(
        replay_run(script.log, script.profile, NULL, &played), STATUS_OK);
    replay_log_destroy(script.log);
    profile_destroy(script.profile);
}

/* ---- what came of it, in ms ---- */

#define IS(actual, expected) CU_ASSERT_DOUBLE_EQUAL(actual, expected, 1e-6)

static inline double waited(enum wait_kind kind, uint32_t rank)
{
    uint64_t ns = 0;

    for (size_t i = 0; i < played->row_count; i++)
        if (played->rows[i].kind == kind && played->rows[i].rank == rank)
            ns += played->rows[i].ns;
    return (double)ns / MS;
}

/* All waits of all kinds. */
static inline double waited_in_all(void)
{
    uint64_t ns = 0;

    for (size_t i = 0; i < played->row_count; i++)
        ns += played->rows[i].ns;
    return (double)ns / MS;
}

static inline double blamed(enum wait_kind kind, uint32_t rank)
{
    uint64_t ns = 0;

    for (size_t i = 0; i < played->cause_count; i++)
        if (played->causes[i].kind == kind && played->causes[i].rank == rank)
            ns += played->causes[i].ns;
    return (double)ns / MS;
}

/* Of the critical path, on that rank. */
static inline double on_path(uint32_t rank, bool inside)
{
    uint64_t ns = 0;

    for (size_t i = 0; i < played->path_count; i++)
        if (played->path[i].rank == rank &&
            played->path[i].activity % 2 == inside)
            ns += played->path[i].ns;
    return (double)ns / MS;
}

static inline double direct(uint32_t rank, bool inside)
{
    uint64_t ns = 0;

    for (size_t i = 0; i < played->delay_count; i++)
        if (played->delays[i].rank == rank &&
            played->delays[i].activity % 2 == inside)
            ns += played->delays[i].direct;
    return (double)ns / MS;
}

static inline double passed_on(uint32_t rank, bool inside)
{
    uint64_t ns = 0;

    for (size_t i = 0; i < played->delay_count; i++)
        if (played->delays[i].rank == rank &&
            played->delays[i].activity % 2 == inside)
            ns += played->delays[i].passed_on;
    return (double)ns / MS;
}

/* The one wait of all: that rank's, on account of the culprit. */
static inline void only_waits(enum wait_kind kind, uint32_t rank,
                              uint32_t culprit, double ms)
{
    IS(waited(kind, rank), ms);
    IS(waited_in_all(), ms);
    IS(blamed(kind, culprit), ms);
}

#endif
