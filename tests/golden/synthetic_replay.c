/* SPDX-License-Identifier: BSD-3-Clause */
#include "synthetic_replay.h"

#include <stdlib.h>
#include <string.h>

#define MS UINT64_C(1000000)
#define STEPS 100

/* Ids of synthetic.c's definitions. */
enum { IN_SOLVE = 2, IN_HALO, IN_RESIDUAL };
enum { SEND_PATH = 3, WAIT_PATH = 5, REDUCE_PATH };
enum { INIT, SEND_IN_SOLVE, SEND, WAITALL, ALLREDUCE, SITES };

static void add_sites(struct replay_result *replay)
{
    static const struct replay_site sites[] = {
        [INIT] = { SYNTHETIC_INIT, 0, 0 },
        [SEND_IN_SOLVE] = { SYNTHETIC_ISEND, IN_SOLVE, SEND_PATH },
        [SEND] = { SYNTHETIC_ISEND, IN_HALO, SEND_PATH },
        [WAITALL] = { SYNTHETIC_WAITALL, IN_HALO, WAIT_PATH },
        [ALLREDUCE] = { SYNTHETIC_ALLREDUCE, IN_RESIDUAL, REDUCE_PATH },
    };

    replay->sites = synthetic_zeroed(SITES, sizeof(*replay->sites));
    replay->activities = synthetic_zeroed(2 * SITES, sizeof(*replay->activities));
    replay->site_count = SITES;
    memcpy(replay->sites, sites, sizeof(sites));
}

static void add_row(struct replay_result *replay, enum wait_kind kind,
                    uint32_t rank, uint32_t site, uint64_t count, uint64_t ns)
{
    replay->rows[replay->row_count++] = (struct wait_row){
        .kind = kind, .rank = rank, .site = site, .ns = count * ns,
        .count = count, .most = ns
    };
}

static void add_cause(struct replay_result *replay,
                      const struct wait_cause *cause)
{
    replay->causes[replay->cause_count++] = *cause;
}

static void add_waits(struct replay_result *replay, uint32_t ranks)
{
    replay->rows = synthetic_zeroed(ranks + 2, sizeof(*replay->rows));
    replay->causes = synthetic_zeroed(4, sizeof(*replay->causes));
    replay->pairs = synthetic_zeroed(ranks, sizeof(*replay->pairs));
    for (uint32_t i = 0; i < ranks; i++) {
        uint64_t ns = i == SYNTHETIC_SLOW_RANK ? 1 * MS : 15 * MS;
        uint32_t culprit = i == SYNTHETIC_SLOW_RANK ? 1 : SYNTHETIC_SLOW_RANK;

        add_row(replay, WAIT_LATE_SENDER, i, WAITALL, STEPS, ns);
        if (i == 0)
            add_row(replay, WAIT_NXN, 0, ALLREDUCE, STEPS, MS / 2);
        if (i == 1)
            add_row(replay, WAIT_INIT_END, 1, INIT, 1, 250 * MS);
        replay->pairs[replay->pair_count++] =
            (struct wait_pair){ i, culprit, WAITALL, STEPS * ns, STEPS };
    }
    add_cause(replay, &(struct wait_cause){
        WAIT_LATE_SENDER, WAITALL, SYNTHETIC_SLOW_RANK, SEND,
        (ranks - 1) * STEPS * 15 * MS, (ranks - 1) * STEPS, 15 * MS });
    add_cause(replay, &(struct wait_cause){
        WAIT_LATE_SENDER, WAITALL, 1, SEND, STEPS * MS, STEPS, MS });
    add_cause(replay, &(struct wait_cause){
        WAIT_NXN, ALLREDUCE, 1, ALLREDUCE, STEPS * MS / 2, STEPS, MS / 2 });
    add_cause(replay, &(struct wait_cause){
        WAIT_INIT_END, INIT, 0, INIT, 250 * MS, 1, 250 * MS });
}

static void add_path(struct replay_result *replay, uint32_t ranks)
{
    replay->path = synthetic_zeroed(2, sizeof(*replay->path));
    replay->path[replay->path_count++] =
        (struct path_part){ SYNTHETIC_SLOW_RANK, 2 * SEND_IN_SOLVE, 3500 * MS };
    replay->path[replay->path_count++] =
        (struct path_part){ 0, 2 * ALLREDUCE + 1, 500 * MS };
    replay->path_length = 4000 * MS;
    replay->activities[2 * SEND_IN_SOLVE] =
        (3500 + (uint64_t)(ranks - 1) * 2000) * MS;
    replay->activities[2 * ALLREDUCE + 1] = (80 * (uint64_t)ranks - 50) * MS;
}

static void add_splits(struct replay_result *replay, uint32_t ranks)
{
    replay->splits = synthetic_zeroed(1, sizeof(*replay->splits));
    replay->split_count = 1;
    replay->splits[0] = (struct collective_split){
        ALLREDUCE, 0, STEPS * ranks, 50 * MS, 80 * (uint64_t)ranks * MS - 50 * MS
    };
}

static void add_delays(struct replay_result *replay, uint32_t ranks)
{
    replay->delays = synthetic_zeroed(2, sizeof(*replay->delays));
    replay->delays[replay->delay_count++] = (struct delay){
        SYNTHETIC_SLOW_RANK, 2 * SEND_IN_SOLVE, 1200 * MS,
        (ranks - 2) * 300 * MS
    };
    replay->delays[replay->delay_count++] =
        (struct delay){ 1, 2 * ALLREDUCE + 1, 100 * MS, 0 };
}

/* All stretches are alike: a 60th of the useful times and of T_ideal. */
static void add_stretches(struct replay_result *replay, uint32_t ranks)
{
    struct replay_stretches *stretches = &replay->stretches;
    bool slow = ranks > SYNTHETIC_SLOW_RANK;

    stretches->length = 4000 * MS;
    stretches->regions = synthetic_zeroed(2, sizeof(*stretches->regions));
    stretches->region_count = 2;
    stretches->regions[0].region = STRETCH_RUN;
    stretches->regions[1].region = IN_SOLVE;
    for (uint32_t i = 0; i < STRETCHES; i++) {
        stretches->ideal[i] = 3800 * MS / STRETCHES;
        stretches->regions[0].in[i] = (struct stretch_sum){
            (2200 * (uint64_t)ranks + (slow ? 1500 : 0)) * MS / STRETCHES,
            (slow ? 3700 : 2200) * MS / STRETCHES, 4000 * MS / STRETCHES
        };
        stretches->regions[1].in[i] = (struct stretch_sum){
            (2000 * (uint64_t)ranks + (slow ? 1500 : 0)) * MS / STRETCHES,
            (slow ? 3500 : 2000) * MS / STRETCHES,
            (slow ? 3510 : 2010) * MS / STRETCHES
        };
    }
}

enum status synthetic_replay(struct profile *profile)
{
    struct replay_result *replay = synthetic_zeroed(1, sizeof(*replay));
    uint32_t ranks = profile->rank_count;

    add_sites(replay);
    add_waits(replay, ranks);
    add_path(replay, ranks);
    add_delays(replay, ranks);
    add_splits(replay, ranks);
    add_stretches(replay, ranks);
    replay->ranks = ranks;
    replay->sends = replay->receives = replay->matched =
        (uint64_t)ranks * 2 * STEPS;
    replay->collectives = STEPS;
    replay->ideal = 3800 * MS;
    profile->replay = replay;
    return STATUS_OK;
}
