#include "replay/slice.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "replay/replay_state.h"

struct slice {
    struct player player;
};

/* In a path: it begins at the begin of the slice, on that location. */
static uint64_t root_key(uint32_t location)
{
    return (uint64_t)location << 32 | UINT32_MAX;
}

static bool is_root(uint64_t key)
{
    return (uint32_t)key == UINT32_MAX;
}

/* ---- playing ---- */

static void forget_sums(struct player *player)
{
    sums_clear(&player->rows);
    sums_clear(&player->causes);
    sums_clear(&player->pairs);
    sums_clear(&player->splits);
    sums_clear(&player->overlaps);
    player->longest = (struct longest){ .count = 0 };
    memset(player->activities, 0, 2 * (size_t)player->log->site_count *
                                      sizeof(*player->activities));
    player->collectives.begun = player->collectives.whole = 0;
    player->collectives.odd = 0;
}

/* All ranks have been in that call, and nothing else. */
static bool is_opened(const struct player *player)
{
    for (uint32_t i = 0; i < player->log->location_count; i++) {
        const struct location *location = &player->locations[i];

        if (location->about->thread == 0 &&
            (!location->awake || location->in_call))
            return false;
    }
    return player->calls == player->profile->rank_count &&
           player->collectives.odd == 0 && player->messages.sends == 0 &&
           player->messages.receives == 0;
}

void slice_open(struct player *player)
{
    player->slice.opening = false;
    if (!is_opened(player)) {
        player->slice.unclean = true;
        return;
    }
    forget_sums(player);
    if (!delays_restart(&player->delays))
        player->delays.failed = player->delays.told = true;
    for (uint32_t i = 0; i < player->log->location_count; i++) {
        struct location *location = &player->locations[i];

        if (location->about->thread != 0)
            continue;
        location->ideal = 0;
        path_end_clear(&location->path);
        path_go(&player->paths, &location->path, root_key(i), 1);
    }
}

enum status slice_play(const struct replay_log *log,
                       const struct profile *profile, bool begins,
                       bool goes_on, const struct progress *progress,
                       struct slice **out)
{
    struct slice *slice = calloc(1, sizeof(*slice));
    enum status status;

    if (slice == NULL)
        return log_fail(STATUS_NO_MEMORY, "replay of the trace");
    slice->player = (struct player){
        .log = log, .profile = profile,
        .slice = { .opening = begins, .goes_on = goes_on }
    };
    status = player_run(&slice->player, progress);
    if (status == STATUS_OK)
        *out = slice;
    else
        slice_destroy(slice);
    return status;
}

void slice_destroy(struct slice *slice)
{
    if (slice == NULL)
        return;
    free(slice->player.slice.before);
    free(slice->player.slice.costs);
    player_clear(&slice->player);
    free(slice);
}

/* In the meeting at its end nothing is open. */
static bool is_over(const struct player *player)
{
    return player->slice.stopped == player->profile->rank_count &&
           player->messages.queue_count == 0 && player->requests.count == 0 &&
           player->collectives.open.count == 0 &&
           epochs_are_over(&player->epochs) &&
           locks_are_free(&player->locks);
}

bool slice_is_clean(const struct slice *slice)
{
    const struct player *player = &slice->player;

    return !player->slice.unclean && !player->slice.opening &&
           !player->delays.reaches_back &&
           (!player->slice.goes_on || is_over(player));
}

/* ---- what it says ---- */

static void put_list(struct bytes_writer *out, const void *items,
                     size_t count, size_t size)
{
    bytes_put_number(out, count);
    if (count > 0)
        bytes_put(out, items, count * size);
}

/* A copy, or NULL. */
static void *get_list(struct bytes_reader *in, size_t *count, size_t size)
{
    void *items;

    *count = bytes_get_count(in, size);
    items = malloc(*count * size + 1);
    if (items != NULL && *count > 0)
        memcpy(items, bytes_get(in, *count * size), *count * size);
    return items;
}

/* The first five are sums. */
static struct sums *sums_at(struct player *player, int i)
{
    struct sums *all[] = { &player->rows, &player->causes, &player->pairs,
                           &player->splits, &player->overlaps };

    return all[i];
}

#define SUMS 5

static void put_locations(const struct player *player,
                          struct bytes_writer *out)
{
    for (uint32_t i = 0; i < player->log->location_count; i++) {
        const struct location *location = &player->locations[i];

        bytes_put_number(out, location->ideal);
        bytes_put_number(out, location->end);
        bytes_put_number(out, location->awake);
    }
    bytes_put_number(out, player->slice.goes_on);
    if (!player->slice.goes_on)
        bytes_put(out, player->finals,
                  player->profile->rank_count * sizeof(*player->finals));
}

static void put_counts(const struct player *player, struct bytes_writer *out)
{
    const uint64_t counts[] = {
        player->messages.sends, player->messages.receives,
        player->messages.matched, player->collectives.begun,
        player->collectives.whole, player->collectives.odd,
        player->violations, player->violation_most
    };

    bytes_put(out, counts, sizeof(counts));
}

void slice_put(const struct slice *slice, struct bytes_writer *out)
{
    struct player *player = (struct player *)&slice->player;

    for (int i = 0; i < SUMS; i++) {
        const struct sums *sums = sums_at(player, i);

        put_list(out, sums->items, sums->count, sizeof(*sums->items));
    }
    put_list(out, player->activities, 2 * (size_t)player->log->site_count,
             sizeof(*player->activities));
    put_list(out, player->longest.items, player->longest.count,
             sizeof(player->longest.items[0]));
    put_counts(player, out);
    put_locations(player, out);
}

static bool take_sums(struct sums *sums, struct bytes_reader *in)
{
    size_t count;
    struct sum *items = get_list(in, &count, sizeof(*items));
    bool fits = items != NULL;

    for (size_t i = 0; fits && i < count; i++)
        fits = sums_join(sums, &items[i]);
    free(items);
    return fits;
}

static bool take_activities(struct player *player, struct bytes_reader *in)
{
    size_t count;
    uint64_t *items = get_list(in, &count, sizeof(*items));

    for (size_t i = 0; items != NULL && i < count; i++)
        player->activities[i] += items[i];
    free(items);
    return items != NULL;
}

static bool take_longest(struct player *player, struct bytes_reader *in)
{
    size_t count;
    struct long_wait *items = get_list(in, &count, sizeof(*items));

    for (size_t i = 0; items != NULL && i < count; i++)
        longest_add(&player->longest, &items[i]);
    free(items);
    return items != NULL;
}

static void take_counts(struct player *player, struct bytes_reader *in)
{
    uint64_t counts[8] = { 0 };
    const void *data = bytes_get(in, sizeof(counts));

    if (data == NULL)
        return;
    memcpy(counts, data, sizeof(counts));
    player->messages.sends += counts[0];
    player->messages.receives += counts[1];
    player->messages.matched += counts[2];
    player->collectives.begun += counts[3];
    player->collectives.whole += counts[4];
    player->collectives.odd += counts[5];
    player->violations += counts[6];
    if (counts[7] > player->violation_most)
        player->violation_most = counts[7];
}

/* Ideal times go on from those of the meeting, which are the same for all. */
static bool take_locations(struct player *player, struct bytes_reader *in)
{
    const void *finals;

    for (uint32_t i = 0; i < player->log->location_count; i++) {
        struct location *location = &player->locations[i];

        location->ideal += bytes_get_number(in);
        location->end = bytes_get_number(in);
        location->awake = (bytes_get_number(in) != 0) | location->awake;
    }
    player->slice.goes_on = bytes_get_number(in) != 0;
    if (player->slice.goes_on)
        return !in->failed;
    finals = bytes_get(in, player->profile->rank_count *
                               sizeof(*player->finals));
    if (finals != NULL)
        memcpy(player->finals, finals, player->profile->rank_count *
                                           sizeof(*player->finals));
    return finals != NULL;
}

bool slice_take(struct slice *slice, struct bytes_reader *in)
{
    struct player *player = &slice->player;
    bool fits = true;

    for (int i = 0; i < SUMS; i++)
        fits = take_sums(sums_at(player, i), in) && fits;
    fits = take_activities(player, in) && fits;
    fits = take_longest(player, in) && fits;
    take_counts(player, in);
    return take_locations(player, in) && fits && !in->failed;
}

/* ---- the critical path ---- */

void slice_put_path(struct slice *slice, uint32_t location,
                    struct bytes_writer *out)
{
    struct player *player = &slice->player;
    struct bag sum = { 0 };

    path_sum(&player->paths, &player->locations[location].path, &sum);
    out->failed = out->failed || player->paths.failed;
    bytes_put_number(out, sum.count);
    for (struct bag_item *item = NULL; (item = bag_next(&sum, item)) != NULL;)
        bytes_put(out, item, sizeof(*item));
    bag_clear(&sum);
}

uint32_t slice_path_end(const struct slice *slice)
{
    const struct location *last = player_last(&slice->player);

    return last == NULL ? 0 : last->number;
}

bool slice_take_path(struct slice *slice, struct bytes_reader *in,
                     uint32_t *location)
{
    struct player_slice *own = &slice->player.slice;
    size_t count, kept = own->before_count;
    struct bag_item *items = get_list(in, &count, sizeof(*items));
    struct bag_item *all = realloc(own->before,
                                   (kept + count + 1) * sizeof(*all));
    bool rooted = false;

    if (all != NULL)
        own->before = all;
    for (size_t i = 0; items != NULL && all != NULL && i < count; i++)
        if (is_root(items[i].key)) {
            *location = (uint32_t)(items[i].key >> 32);
            rooted = *location < slice->player.log->location_count;
        } else {
            all[kept++] = items[i];
        }
    own->before_count = kept;
    free(items);
    if (rooted)
        own->last = &slice->player.locations[*location];
    return rooted;
}

/* ---- costs of delays ---- */

static bool take_costs(struct slice *slice, struct bytes_reader *later)
{
    struct player_slice *own = &slice->player.slice;

    if (later == NULL)
        return true;
    own->costs = get_list(later, &own->cost_count, sizeof(*own->costs));
    return own->costs != NULL && !later->failed;
}

bool slice_put_costs(struct slice *slice, struct bytes_reader *later,
                     struct bytes_writer *out)
{
    struct player_slice *own = &slice->player.slice;
    bool sound = take_costs(slice, later) &&
                 delays_costs(&slice->player.delays, &own->costs,
                              &own->cost_count);

    if (sound)
        put_list(out, own->costs, own->cost_count, sizeof(*own->costs));
    return sound;
}

enum status slice_result(struct slice *slice, struct bytes_reader *later,
                         struct replay_result **out)
{
    struct player *player = &slice->player;

    if (!take_costs(slice, later))
        return log_fail(STATUS_NO_MEMORY, "replay of the trace");
    player_charge_ends(player);
    return player_result(player, out);
}
