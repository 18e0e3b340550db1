#include "replay/replay.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "replay/replay_state.h"
#include "replay/slice.h"

/* How long after a call its message may come, by clocks that differ. */
#define GRACE_NS 10000000u
#define TELL_CALLS (1u << 20)

void player_no_memory(struct player *player)
{
    if (player->status == STATUS_OK)
        player->status = log_fail(STATUS_NO_MEMORY, "replay of the trace");
}

void player_violation(struct player *player, uint64_t ns)
{
    player->violations++;
    if (ns > player->violation_most)
        player->violation_most = ns;
}

/* ---- locations ---- */

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static void work(struct player *player, struct location *location,
                 uint32_t site, uint64_t ns)
{
    if (player->witness.by != NULL)
        return;
    if (location->about->thread == 0) {
        player->activities[2 * site] += ns;
        delays_work(&player->delays, location->about->rank, 2 * site, ns);
    }
    path_go(&player->paths, &location->path,
            path_key(location->about->rank, site, false), ns);
}

/* What was before a thread's first call is the way of the master, as far as
 * that has come; from there on the thread is taken to have worked. */
static void come_from(struct player *player, struct location *location,
                      struct location *master)
{
    uint64_t reached = master->about->begin;
    struct path_node *mark;

    if (master->awake)
        reached = master->in_call ? master->call.begin : master->last_end;
    if (reached > location->last_end)
        return;
    mark = player_mark(player, master);
    if (mark != NULL)
        path_jump(&location->path, mark);
    path_drop(mark);
    work(player, location, location->call.site, location->last_end - reached);
}

/* A thread begins where the master is. */
static void wake(struct player *player, struct location *location)
{
    struct location *master = player->masters[location->about->rank];
    uint64_t begin = location->about->begin;

    location->awake = true;
    location->last_end = later(location->last_end, begin);
    if (location->about->thread == 0 || master == NULL) {
        location->ideal = location->last_end;
        return;
    }
    location->last_end = later(location->call.begin, begin);
    come_from(player, location, master);
    if (!master->awake) {
        location->ideal = location->last_end;
        return;
    }
    location->ideal = master->ideal;
    if (location->last_end > master->last_end)
        location->ideal += location->last_end - master->last_end;
}

static uint64_t pause_of(const struct location *location)
{
    uint64_t ns = 0;

    for (uint32_t i = 0; i < location->call.op_count; i++)
        if (location->ops[i].kind == REPLAY_PAUSE)
            ns += location->ops[i].time;
    return ns;
}

/* Work in other regions than that of the call; what is left. */
static uint64_t work_elsewhere(struct player *player,
                               struct location *location, uint64_t ns)
{
    for (uint32_t i = 0; i < location->call.op_count; i++) {
        const struct replay_op *op = &location->ops[i];
        uint64_t part = op->time < ns ? op->time : ns;

        if (op->kind != REPLAY_WORK || op->comm >= player->log->site_count)
            continue;
        work(player, location, op->comm, part);
        ns -= part;
    }
    return ns;
}

/* What the program did since the last call. */
static void compute(struct player *player, struct location *location)
{
    uint64_t pause = pause_of(location), ns = 0;

    if (location->call.begin > location->last_end)
        ns = location->call.begin - location->last_end;
    ns = ns > pause ? ns - pause : 0;
    location->ideal += ns;
    location->worked += ns;
    work(player, location, location->call.site,
         work_elsewhere(player, location, ns));
}

/* The measured part ends with the begin of MPI_Finalize. */
static void finalize(struct player *player, struct location *location)
{
    location->over = true;
    location->end = location->call.begin;
    player->finals[location->about->rank] = location->call;
}

/* In a meeting of all, which the next slice begins with. */
static void stop_slice(struct player *player, const struct location *location)
{
    struct player_slice *slice = &player->slice;

    if (location->about->thread != 0)
        return;
    slice->unclean = slice->unclean || location->over ||
                     (slice->stopped > 0 && slice->last_turn != slice->turns);
    slice->last_turn = slice->turns;
    slice->stopped++;
}

static void stop(struct player *player, struct location *location)
{
    if (player->slice.goes_on)
        stop_slice(player, location);
    if (location->over || player->slice.goes_on)
        return;
    location->over = true;
    location->end = location->about->end;
    if (location->awake && location->end > location->last_end)
        location->ideal += location->end - location->last_end;
}

/* The end of the last session is no part of the run. */
static bool is_behind(const struct location *location)
{
    return location->about->thread == 0 &&
           location->call.begin >= location->about->end &&
           location->call.end > location->about->end;
}

static void advance(struct player *player, struct location *location)
{
    struct replay_stream *stream = &location->stream;

    if (replay_stream_next(stream, &location->call, &location->ops)) {
        if (player->witness.by != NULL)
            witness_pause(player, location, pause_of(location));
        schedule_put(&player->schedule, location->number,
                     location->call.begin);
        return;
    }
    if (stream->failed)
        player->status = log_fail(STATUS_IO, "the temporary file of the "
                                  "trace's calls cannot be read");
    stop(player, location);
}

static void start(struct player *player, struct location *location)
{
    uint8_t flags = player->sites[location->call.site];

    player->calls++;
    if (location->over || location->call.end <= location->about->begin) {
        if (flags & SITE_INIT)
            player->inits[location->about->rank] = location->call;
        advance(player, location);
        return;
    }
    if (!location->awake)
        wake(player, location);
    compute(player, location);
    if (flags & SITE_FINALIZE) {
        finalize(player, location);
        advance(player, location);
        return;
    }
    if (is_behind(location)) {
        location->over = true;
        location->end = location->about->end;
        advance(player, location);
        return;
    }
    player_begin_call(player, location);
}

static void end_call(struct player *player, struct location *location)
{
    player_end_call(player, location);
    location->last_end = location->call.end;
    advance(player, location);
}

void player_release(struct player *player, struct location *location)
{
    uint64_t end = location->call.end;

    if (location->starting)
        return;
    if (location->needs > 0 || location->hopes > 0) {
        schedule_put(&player->schedule, location->number,
                     location->needs > 0 ? end + GRACE_NS : end);
        return;
    }
    schedule_remove(&player->schedule, location->number);
    end_call(player, location);
}

/* ---- the run ---- */

static uint8_t site_flags(const struct profile_call *call)
{
    const char *name = call->name;

    if (strncmp(name, "MPI_Test", 8) == 0 ||
        strcmp(name, "MPI_Win_test") == 0)
        return SITE_TESTS;
    if (strncmp(name, "MPI_Ssend", 9) == 0 ||
        strncmp(name, "MPI_Issend", 10) == 0)
        return SITE_SYNCHRONOUS;
    if (strncmp(name, "MPI_Init", 8) == 0 && call->class == CALL_CLASS_SETUP)
        return SITE_INIT;
    return strcmp(name, "MPI_Finalize") == 0 ? SITE_FINALIZE : 0;
}

static bool init_sites(struct player *player)
{
    uint32_t count = player->log->site_count;

    player->sites = calloc(count + 1u, sizeof(*player->sites));
    player->activities = calloc(2 * (size_t)count + 1,
                                sizeof(*player->activities));
    if (player->sites == NULL || player->activities == NULL)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (player->log->sites[i].call >= player->profile->call_count)
            return false;
    for (uint32_t i = 0; i < count; i++)
        player->sites[i] =
            site_flags(&player->profile->calls[player->log->sites[i].call]);
    return true;
}

static bool init_locations(struct player *player)
{
    uint32_t count = player->log->location_count;
    uint32_t ranks = player->profile->rank_count;

    player->locations = calloc(count + 1u, sizeof(*player->locations));
    player->masters = calloc(ranks + 1u, sizeof(*player->masters));
    player->inits = calloc(ranks + 1u, sizeof(*player->inits));
    player->finals = calloc(ranks + 1u, sizeof(*player->finals));
    if (player->locations == NULL || player->masters == NULL ||
        player->inits == NULL || player->finals == NULL)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        struct location *location = &player->locations[i];

        location->about = &player->log->locations[i];
        if (location->about->rank >= ranks)
            return false;
        location->number = i;
        replay_stream_init(&location->stream, player->log, i);
        if (location->about->thread == 0 && location->about->calls > 0)
            player->masters[location->about->rank] = location;
    }
    return true;
}

void player_clear(struct player *player)
{
    for (uint32_t i = 0;
         player->locations != NULL && i < player->log->location_count; i++) {
        replay_stream_clear(&player->locations[i].stream);
        path_end_clear(&player->locations[i].path);
        free(player->locations[i].held);
    }
    free(player->locations);
    free(player->masters);
    free(player->inits);
    free(player->finals);
    free(player->sites);
    free(player->activities);
    schedule_clear(&player->schedule);
    messages_clear(&player->messages);
    collectives_clear(&player->collectives);
    epochs_clear(&player->epochs);
    locks_clear(&player->locks);
    lookup_clear(&player->requests);
    delays_clear(&player->delays);
    sums_clear(&player->rows);
    sums_clear(&player->causes);
    sums_clear(&player->pairs);
    sums_clear(&player->splits);
    sums_clear(&player->overlaps);
}

static uint64_t count_calls(const struct replay_log *log)
{
    uint64_t calls = 0;

    for (uint32_t i = 0; i < log->location_count; i++)
        calls += log->locations[i].calls;
    return calls;
}

static void play(struct player *player, const struct progress *progress)
{
    uint64_t all = count_calls(player->log), told = 0;
    uint32_t next;

    for (uint32_t i = 0; i < player->log->location_count; i++)
        advance(player, &player->locations[i]);
    while (player->status == STATUS_OK && !player->paths.failed &&
           !player->delays.failed &&
           (next = schedule_next(&player->schedule)) != SCHEDULE_NONE) {
        struct location *location = &player->locations[next];

        if (witness_is_over(player, location))
            break;
        if (location->in_call)
            end_call(player, location);
        else
            start(player, location);
        player->slice.turns++;
        if (player->slice.opening && player->collectives.whole > 0)
            slice_open(player);
        if (player->calls >= told + TELL_CALLS) {
            told = player->calls;
            progress_tell(progress, told, all);
        }
    }
    if (player->delays.told)
        player->status = STATUS_IO;
    if (player->paths.failed || player->delays.failed)
        player_no_memory(player);
}

enum status player_run(struct player *player,
                       const struct progress *progress)
{
    uint32_t ranks = player->profile->rank_count;

    collectives_init(&player->collectives, player->log, ranks);
    if (!init_sites(player) || !init_locations(player) ||
        !schedule_init(&player->schedule, player->log->location_count) ||
        !messages_init(&player->messages, ranks) ||
        !epochs_init(&player->epochs, ranks) ||
        !locks_init(&player->locks, ranks) ||
        !delays_init(&player->delays, player->log, ranks))
        player_no_memory(player);
    if (player->status == STATUS_OK)
        play(player, progress);
    return player->status;
}

enum status replay_run(const struct replay_log *log,
                       const struct profile *profile,
                       const struct progress *progress,
                       struct replay_result **out)
{
    struct player player = { .log = log, .profile = profile };
    enum status status = player_run(&player, progress);

    if (status == STATUS_OK)
        player_charge_ends(&player);
    status = player.status;
    if (status == STATUS_OK)
        status = player_result(&player, out);
    player_clear(&player);
    return status;
}
