/*
 * replay_script.h - made-up runs for a replay, call by call.
 *
 * script_begin(ranks), then for each rank on_rank() and its calls in order,
 * then script_play().  Times are in ms, so that closed forms are short.
 */
#ifndef TESTS_REPLAY_SCRIPT_H
#define TESTS_REPLAY_SCRIPT_H

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
    uint32_t op_count, ranks, rank;
    uint64_t end;
    bool on;
} script;

/* Communicator 0 has all ranks. */
static inline void script_begin(uint32_t ranks)
{
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
        replay_log_end(script.log, 0, script.end, false);
}

static inline void on_thread(uint32_t rank, uint32_t thread)
{
    end_rank();
    replay_log_begin(script.log, rank, thread);
    script.rank = rank;
    script.end = 0;
    script.on = true;
}

static inline void on_rank(uint32_t rank)
{
    on_thread(rank, 0);
}

static inline void op(struct replay_op what)
{
    CU_ASSERT_FATAL(script.op_count < OPS_MOST);
    script.ops[script.op_count++] = what;
}

/* The call of all op()s since the last one. */
static inline uint64_t call(const char *name, double begin, double end)
{
    struct replay_site site = { .call = (uint32_t)call_find(name) };
    struct replay_call made = { .begin = saturate_near(begin * MS),
                                .end = saturate_near(end * MS),
                                .site = replay_log_site(script.log, &site),
                                .op_count = script.op_count };
    uint64_t place = replay_log_call(script.log, &made, script.ops);

    CU_ASSERT_FATAL(call_find(name) >= 0);
    script.op_count = 0;
    script.end = made.end;
    return place;
}

static inline void send_op(uint8_t kind, uint32_t peer, uint32_t tag,
                           uint32_t bytes, uint32_t request)
{
    op((struct replay_op){ .kind = kind, .flags = REPLAY_SETTLED,
                           .peer = peer, .tag = tag, .bytes = bytes,
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

static inline void collective_op(enum call_coll coll, uint8_t flags)
{
    op((struct replay_op){ .kind = REPLAY_COLLECTIVE, .coll = (uint16_t)coll,
                           .flags = flags, .peer = script.rank });
}

static inline void barrier(double begin, double end)
{
    collective_op(CALL_COLL_BARRIER, 0);
    call("MPI_Barrier", begin, end);
}

static inline struct replay_result *script_play(void)
{
    struct replay_result *result = NULL;

    end_rank();
    CU_ASSERT_EQUAL_FATAL(replay_log_finish(script.log, script.comms, 8),
                          STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(replay_log_open(script.log), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(replay_run(script.log, script.profile, NULL,
                                     &result), STATUS_OK);
    replay_log_destroy(script.log);
    profile_destroy(script.profile);
    return result;
}

/* ---- what came of it, in ms ---- */

static inline double waited(const struct replay_result *result,
                            enum wait_kind kind, uint32_t rank)
{
    uint64_t ns = 0;

    for (size_t i = 0; i < result->row_count; i++)
        if (result->rows[i].kind == kind && result->rows[i].rank == rank)
            ns += result->rows[i].ns;
    return (double)ns / MS;
}

/* All waits of all kinds. */
static inline double waited_in_all(const struct replay_result *result)
{
    uint64_t ns = 0;

    for (size_t i = 0; i < result->row_count; i++)
        ns += result->rows[i].ns;
    return (double)ns / MS;
}

static inline double blamed(const struct replay_result *result,
                            enum wait_kind kind, uint32_t rank)
{
    uint64_t ns = 0;

    for (size_t i = 0; i < result->cause_count; i++)
        if (result->causes[i].kind == kind && result->causes[i].rank == rank)
            ns += result->causes[i].ns;
    return (double)ns / MS;
}

/* Of the critical path, on that rank. */
static inline double on_path(const struct replay_result *result,
                             uint32_t rank, bool inside)
{
    uint64_t ns = 0;

    for (size_t i = 0; i < result->path_count; i++)
        if (result->path[i].rank == rank &&
            result->path[i].activity % 2 == inside)
            ns += result->path[i].ns;
    return (double)ns / MS;
}

static inline double direct(const struct replay_result *result,
                            uint32_t rank, bool inside)
{
    uint64_t ns = 0;

    for (size_t i = 0; i < result->delay_count; i++)
        if (result->delays[i].rank == rank &&
            result->delays[i].activity % 2 == inside)
            ns += result->delays[i].direct;
    return (double)ns / MS;
}

static inline double passed_on(const struct replay_result *result,
                               uint32_t rank, bool inside)
{
    uint64_t ns = 0;

    for (size_t i = 0; i < result->delay_count; i++)
        if (result->delays[i].rank == rank &&
            result->delays[i].activity % 2 == inside)
            ns += result->delays[i].passed_on;
    return (double)ns / MS;
}

#define IS(actual, expected) CU_ASSERT_DOUBLE_EQUAL(actual, expected, 1e-6)

#endif
