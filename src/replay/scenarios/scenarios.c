/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay/scenarios/scenarios.h"

#include <stdlib.h>

#include "base/log.h"
#include "replay/replay_state.h"
#include "replay/scenarios/scenario_clocks.h"

static void add_rank(const struct location *master, uint32_t i,
                     struct scenario_result *result)
{
    uint64_t length = scenario_ended(master, i) - master->about->begin;
    uint64_t useful = master->clocks.useful[i];

    result->useful_sum += useful;
    if (useful > result->useful_most)
        result->useful_most = useful;
    if (length <= result->length)
        return;
    result->length = length;
    result->last = master->about->rank;
}

static void add_ranks(const struct replay_state *state, struct scenarios *out)
{
    for (uint32_t i = 0; i < state->profile->rank_count; i++) {
        const struct location *master = state->masters[i];

        if (master == NULL || !master->awake)
            continue;
        if (master->end - master->about->begin > out->measured)
            out->measured = master->end - master->about->begin;
        for (uint32_t k = 0; k < state->clocks->count; k++) {
            add_rank(master, k, &out->results[k]);
            out->changed[(size_t)k * state->profile->rank_count + i] =
                master->clocks.changed[k];
        }
    }
}

/* The path of the first scenario stands for the run's. */
static enum status scenarios_take(struct replay_state *state,
                                  struct scenarios *out)
{
    out->results = calloc(state->clocks->count, sizeof(*out->results));
    out->changed =
        calloc((size_t)state->clocks->count * state->profile->rank_count + 1,
               sizeof(*out->changed));
    if (out->results == NULL || out->changed == NULL)
        return log_fail(STATUS_NO_MEMORY, "replay of the trace");
    add_ranks(state, out);
    if (replay_state_result(state, &out->run) != STATUS_OK ||
        out->run->ranks == 0 || state->masters[out->results[0].last] == NULL)
        return state->status;
    return replay_state_path(state,
                             &state->masters[out->results[0].last]->path,
                             &out->path, &out->path_count);
}

enum status replay_scenarios(const struct replay_log *log,
                             const struct profile *profile,
                             const struct scenario *scenarios, uint32_t count,
                             const struct progress *progress,
                             struct scenarios *out)
{
    struct scenario_clocks clocks = { .scenarios = scenarios, .count = count };
    struct replay_state state = { .log = log,
                                  .profile = profile,
                                  .clocks = &clocks };
    enum status status = replay_state_run(&state, progress);

    *out = (struct scenarios){ .results = NULL };
    if (status == STATUS_OK)
        status = scenarios_take(&state, out);
    replay_state_clear(&state);
    return status;
}
