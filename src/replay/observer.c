#include "replay/observer.h"

#include "replay/replay_state.h"

static bool is_seen(const struct player *player,
                    const struct location *location)
{
    return player->witness.by != NULL &&
           location->call.begin <= player->witness.by->until;
}

void witness_begin(struct player *player, const struct location *location)
{
    if (is_seen(player, location))
        player->witness.open++;
}

void witness_pause(struct player *player, const struct location *location,
                   uint64_t ns)
{
    struct closeup_pause pause = { .from = location->about->begin,
                                   .to = location->call.begin, .ns = ns };

    if (pause.from < location->last_end)
        pause.from = location->last_end;
    if (location->about->thread == 0 && ns > 0 && pause.to > pause.from)
        player->witness.by->pause(player->witness.by->context,
                                  location->about->rank, &pause);
}

void witness_send(struct player *player, const struct location *location)
{
    if (is_seen(player, location))
        player->witness.under_way++;
}

bool witness_is_over(const struct player *player,
                     const struct location *location)
{
    return player->witness.by != NULL && player->witness.open == 0 &&
           player->witness.under_way == 0 &&
           !location->in_call &&
           location->call.begin > player->witness.by->until;
}

static void see_message(struct player *player,
                        const struct location *location,
                        const struct replay_op *op,
                        const struct message *message)
{
    struct closeup_message seen = {
        .sent = message->send.at, .received = location->call.end,
        .from = message->send.rank, .to = location->about->rank,
        .bytes = (uint64_t)op->coll << 32 | op->bytes
    };

    if (!message->send.here || seen.sent > player->witness.by->until)
        return;
    if (player->witness.under_way > 0)
        player->witness.under_way--;
    player->witness.by->message(player->witness.by->context, &seen);
}

static void see_collective(struct player *player,
                           const struct arrival *arrival)
{
    player->witness.comm = arrival->of->comm;
    /* its lower half is which one it is there */
    player->witness.instance = (uint32_t)arrival->of->number + UINT64_C(1);
}

void witness_ops(struct player *player, const struct location *location)
{
    if (player->witness.by == NULL)
        return;
    player->witness.instance = 0;
    for (uint32_t i = 0; i < location->call.op_count; i++) {
        const struct replay_op *op = &location->ops[i];
        const union held *held = &location->held[i];

        if ((op->kind == REPLAY_RECV || op->kind == REPLAY_RECV_DONE) &&
            held->message != NULL)
            see_message(player, location, op, held->message);
        else if ((op->kind == REPLAY_COLLECTIVE ||
                  op->kind == REPLAY_COLLECTIVE_DONE) &&
                 held->arrival != NULL)
            see_collective(player, held->arrival);
    }
}

void witness_end(struct player *player, const struct location *location,
                 const struct wait *wait)
{
    struct closeup_call seen = {
        .begin = location->call.begin, .end = location->call.end,
        .rank = location->about->rank, .site = location->call.site,
        .waited = wait->ns, .kind = (uint32_t)wait->kind,
        .culprit = wait->rank, .comm = player->witness.comm,
        .instance = player->witness.instance
    };

    if (!is_seen(player, location))
        return;
    player->witness.open--;
    if (location->about->thread == 0)
        player->witness.by->call(player->witness.by->context, &seen);
}

void witness_late_wait(struct player *player, const struct arrival *arrival,
                       const struct wait *wait)
{
    struct closeup_call seen = {
        .begin = arrival->begin, .end = arrival->end, .rank = arrival->rank,
        .site = arrival->site, .waited = wait->ns,
        .kind = (uint32_t)wait->kind, .culprit = wait->rank
    };

    if (player->witness.by != NULL && wait->ns > 0 &&
        arrival->here->about->thread == 0)
        player->witness.by->late_wait(player->witness.by->context, &seen);
}

enum status replay_witnessed(const struct replay_log *log,
                         const struct profile *profile,
                         const struct replay_witness *witness,
                         const struct progress *progress)
{
    struct player player = { .log = log, .profile = profile,
                             .witness.by = witness };
    enum status status = player_run(&player, progress);

    player_clear(&player);
    return status;
}
