/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * messages.c - messages that are too small, too slow, not overlapped, or
 * tested for too often.
 */
#include "analyze/advice/looks.h"
#include "analyze/facts/say.h"
#include "analyze/wait_states/say_site.h"
#include "base/saturate.h"

#define DISTURBED_TIMES 2 /* as long as the shortest call */

bool advice_blocks_in_send(const char *name)
{
    static const char *const names[] = { "MPI_Send", "MPI_Ssend", "MPI_Rsend",
                                         NULL };

    return advice_is_one_of(name, names);
}

bool advice_only_receives(const char *name)
{
    static const char *const names[] = { "MPI_Recv", "MPI_Mrecv", NULL };

    return advice_is_one_of(name, names);
}

/* Does nothing but send, and does not wait for its receiver. */
static bool only_sends(const char *name)
{
    static const char *const names[] = { "MPI_Send",  "MPI_Isend",
                                         "MPI_Bsend", "MPI_Ibsend",
                                         "MPI_Rsend", "MPI_Irsend",
                                         NULL };

    return advice_is_one_of(name, names);
}

static bool only_sends_synchronously(const char *name)
{
    static const char *const names[] = { "MPI_Ssend", "MPI_Issend", NULL };

    return advice_is_one_of(name, names);
}

/* May wait for its receiver or a sender: without a trace nobody knows how long. */
static bool sends_and_waits(const char *name)
{
    static const char *const names[] = { "MPI_Sendrecv",
                                         "MPI_Sendrecv_replace", "MPI_Ssend",
                                         "MPI_Issend", NULL };

    return advice_is_one_of(name, names);
}

/* By the fitted network, if the site's cost is known. */
static void put_bound(const struct cost *cost, struct strbuf *out)
{
    double calls = (double)cost->calls;

    if (cost->bytes <= 0)
        strbuf_printf(out,
                      "  A call takes %s, all of it latency (table network).",
                      say_seconds(saturate_near(cost->latency / calls)).text);
    else
        strbuf_printf(
            out,
            "  In a call, latency takes %s and the bytes take %s (table "
            "network): the calls are %s-bound.",
            say_seconds(saturate_near(cost->latency / calls)).text,
            say_seconds(saturate_near(cost->bytes / calls)).text,
            cost_latency_share(cost) >= BOUND_SHARE ? "latency" : "bandwidth");
}

/* Packing messages saves latency only. */
static struct cure cure_of_small(const struct tally *site,
                                 const struct cost *cost, double mean)
{
    struct cure cure = { .kind = CURE_COST,
                         .site = site->key,
                         .latency = 1,
                         .packed = SMALL_MESSAGE_BYTES };
    double balance;

    if (cost != NULL) {
        cure.latency = cost_latency_share(cost);
        balance =
            cost_balance(cost, site->out_bytes) / (double)(site->out_calls);
        if (balance > cure.packed)
            cure.packed = balance;
    }
    cure.factor = 1 - cure.latency * (1 - mean / cure.packed);
    return cure;
}

/* Without a line: the time of the calls besides their waits and their bytes is latency,
 * but for long calls, which something disturbs. */
static struct cost measured_cost(const struct advice *advice,
                                 const struct scope *scope,
                                 const struct tally *site)
{
    uint64_t time = scope_stats(scope, &site->time).sum;
    uint64_t waited = wait_tallies_at(&advice->waits, site->key);
    double own = time > waited ? (double)(time - waited) : 0;
    double usual =
        DISTURBED_TIMES * (double)site->shortest * (double)site->calls;
    double latency = (usual < own ? usual : own) -
                     (double)(site->out_bytes + site->in_bytes) /
                         LARGE_BYTES_PER_SECOND * 1e9;

    if (latency < 0)
        latency = 0;
    return (struct cost){ .latency = latency,
                          .bytes = own - latency,
                          .own = own,
                          .calls = site->calls };
}

static struct cost cost_at(const struct advice *advice,
                           const struct scope *scope, const struct tally *site)
{
    const struct cost *fitted = costs_of(&advice->costs, site->key);

    return fitted != NULL ? *fitted : measured_cost(advice, scope, site);
}

/* Sums the costs of receiving all messages, as nobody knows which calls receive which.
 * Returns how many are sent. */
static double cost_to_receive(const struct advice *advice,
                              const struct scope *scope, struct cost *sum)
{
    double messages = 0;

    for (size_t i = 0; i < scope->sites.count; i++) {
        const struct tally *site = &scope->sites.items[i];
        struct cost cost = cost_at(advice, scope, site);

        if (only_sends(scope_call_name(scope, site_call(site->key))) ||
            only_sends_synchronously(
                scope_call_name(scope, site_call(site->key))))
            messages += (double)site->out_calls;
        if (!advice_receives_only(scope, site))
            continue;
        sum->latency += cost.latency;
        sum->bytes += cost.bytes;
        sum->own += cost.own;
    }
    return messages;
}

/* Costs of the messages sent at a site, to both sides. */
static struct cost cost_of_messages(const struct advice *advice,
                                    const struct scope *scope,
                                    const struct tally *site,
                                    const struct cost *receiving)
{
    struct cost cost = cost_at(advice, scope, site);
    double count = (double)site->out_calls;

    if (!only_sends(scope_call_name(scope, site_call(site->key))))
        return cost;
    cost.latency += count * receiving->latency;
    cost.bytes += count * receiving->bytes;
    cost.own += count * receiving->own;
    return cost;
}

static void put_receiving(const struct cost *receiving, struct strbuf *out)
{
    if (receiving->own >= 1)
        strbuf_printf(out, "  Receiving one takes %s, not counting waits.",
                      say_seconds(saturate_near(receiving->own)).text);
}

/* Without a fitted network small is what is often so. */
static bool is_small(const struct scope *scope, const struct tally *site,
                     const struct cost *cost, const struct cure *cure)
{
    double mean = (double)site->out_bytes / (double)site->out_calls;

    return mean < cure->packed &&
           (cost != NULL
                ? cost_latency_share(cost) >= BOUND_SHARE
                : advice_rate(scope, site->out_calls,
                              scope_stats(scope, &site->time).ranks) >=
                      SMALL_MESSAGES_PER_SECOND);
}

/* receiving: what one message costs its receiver. */
static void look_at_small(struct advice *advice, const struct scope *scope,
                          const struct tally *site,
                          const struct cost *receiving)
{
    const struct cost *fitted = costs_of(&advice->costs, site->key);
    struct cost both = cost_of_messages(advice, scope, site, receiving);
    const struct cost *cost = advice->simulates ? &both : fitted;
    struct rank_stats_result time = scope_stats(scope, &site->time);
    uint64_t waited = wait_tallies_at(&advice->waits, site->key);
    uint64_t own = time.sum > waited ? time.sum - waited : 0;
    double mean = site->out_calls == 0
                      ? 0
                      : (double)site->out_bytes / (double)site->out_calls;
    struct finding finding;

    finding_init(&finding, RULE_SMALL_MESSAGES);
    finding.cure = cure_of_small(site, cost, mean);
    if (site->out_calls == 0 || !is_small(scope, site, cost, &finding.cure))
        return;
    finding.gains = true;
    finding.gain = advice_within_mpi(
        advice, scope,
        saturate_near(scope_mean(scope, advice->simulates
                                            ? saturate_near(both.own)
                                            : own) *
                      (1 - finding.cure.factor)));
    say_site(&finding.where, scope, site->key);
    strbuf_printf(
        &finding.evidence,
        "%s send%s %s of %s on average, %.0f per second each, which "
        "take %s in total%s.",
        say_count(time.ranks, "rank").text, time.ranks == 1 ? "s" : "",
        say_count(site->out_calls, "message").text,
        say_bytes(saturate_near(mean)).text,
        advice_rate(scope, site->out_calls, time.ranks), say_seconds(own).text,
        waited > 0 ? ", not counting wait states" : "");
    if (fitted != NULL)
        put_bound(fitted, &finding.evidence);
    if (advice->simulates &&
        only_sends(scope_call_name(scope, site_call(site->key))))
        put_receiving(receiving, &finding.evidence);
    advice_take(advice, scope, &finding);
}

static bool is_collective(const struct scope *scope, const struct tally *site)
{
    return scope_call_class(scope, site_call(site->key)) ==
           CALL_CLASS_COLLECTIVE;
}

/* Whether a call serves only to move its bytes. */
static bool has_large_messages(const struct scope *scope,
                               const struct tally *site)
{
    uint8_t class = scope_call_class(scope, site_call(site->key));

    return (class == CALL_CLASS_P2P || class == CALL_CLASS_WAIT ||
            class == CALL_CLASS_COLLECTIVE) &&
           site->calls > 0 &&
           (site->out_bytes + site->in_bytes) / site->calls >=
               LARGE_MESSAGE_BYTES;
}

/* How long a collective takes for its bytes depends on the algorithm: only a line of
 * its own says so.  Most of its bytes are needed, so that a small gain is no cause. */
static bool is_costly(const struct scope *scope, const struct cost *cost,
                      const struct finding *finding)
{
    return cost != NULL &&
           cost->own <= SLOWER_LEAST * (cost->latency + cost->bytes) &&
           scope_share(finding->gain, scope->run_ns) >= LARGE_COLLECTIVE_LEAST;
}

/* Time that the calls would take: with half of the bytes, if the network
 * bounds them; as long as other calls like them, if they are slower than
 * these; and at 1 GB/s, if nothing is fitted. */
static double needed_of(const struct cost *cost, uint64_t bytes,
                        struct finding *finding)
{
    if (cost == NULL)
        return (double)bytes / LARGE_BYTES_PER_SECOND * 1e9;
    if (cost->own > SLOWER_LEAST * (cost->latency + cost->bytes)) {
        finding->phrase = "as fast as other calls of this procedure";
        return cost->latency + cost->bytes;
    }
    finding->phrase = "with half of the bytes";
    finding->remedy =
        "Move fewer bytes (smaller types, only what has changed, "
        "ranks on the same host), or move them while the ranks "
        "work (MPI_Isend, MPI_Irecv).";
    return cost->own / (cost->latency + cost->bytes) *
           (cost->latency + cost->bytes / 2);
}

static void look_at_bandwidth(struct advice *advice, const struct scope *scope,
                              const struct tally *site)
{
    const struct cost *cost = costs_of(&advice->costs, site->key);
    struct rank_stats_result time = scope_stats(scope, &site->time);
    uint64_t waited = wait_tallies_at(&advice->waits, site->key);
    uint64_t bytes = site->out_bytes + site->in_bytes;
    double needed, moved = (double)time.sum - (double)waited;
    struct finding finding;

    finding_init(&finding, RULE_BANDWIDTH);
    needed = needed_of(cost, bytes, &finding);
    if (!has_large_messages(scope, site) || moved <= needed ||
        (cost != NULL && cost_latency_share(cost) >= BOUND_SHARE))
        return;
    finding.cure = (struct cure){ .kind = CURE_COST,
                                  .site = site->key,
                                  .factor = needed / moved };
    finding.gains = true;
    finding.gain = advice_within_mpi(
        advice, scope, saturate_near((moved - needed) / scope->rank_count));
    if (is_collective(scope, site)) {
        if (!is_costly(scope, cost, &finding))
            return;
        finding.remedy =
            "Move fewer bytes (smaller types, only what has changed, only to "
            "the ranks that need it), or move them while the ranks work "
            "(MPI_Iallgather, MPI_Ialltoall and the like).";
    }
    say_site(&finding.where, scope, site->key);
    strbuf_printf(&finding.evidence,
                  "%s move%s %s in %s in total, not counting wait states: %s "
                  "per second.",
                  say_count(site->calls, "call").text,
                  site->calls == 1 ? "s" : "", say_bytes(bytes).text,
                  say_seconds(saturate_near(moved)).text,
                  say_bytes(saturate_near((double)bytes * 1e9 / moved)).text);
    if (cost != NULL)
        put_bound(cost, &finding.evidence);
    advice_take(advice, scope, &finding);
}

static void put_work_between(const struct tally *overlap, struct strbuf *out)
{
    strbuf_puts(out, "; between start and completion, the ranks ");
    if (overlap->mpi == 0)
        strbuf_puts(out, "did no work.");
    else
        strbuf_printf(out, "worked for only %s.",
                      say_seconds(overlap->mpi).text);
}

/* Ranks of which now one is late and now another may wait less, too, if they wait
 * later. */
static void put_collective_overlap(const struct tally *overlap, uint64_t time,
                                   bool simulates, struct finding *finding)
{
    finding->cure.half = simulates;
    if (simulates)
        finding->phrase =
            "with half of these waits hidden behind the work that follows";
    finding->remedy =
        "Wait later: put work that does not need the result between starting "
        "the collective and waiting for it; most libraries progress only "
        "inside MPI calls, so call MPI_Test now and then.";
    strbuf_printf(
        &finding->evidence, "%s that complete collectives take %s in total",
        say_count(overlap->out_calls, "call").text, say_seconds(time).text);
}

/* Tests are no waits: only what completes requests for good is looked at. */
static void look_at_overlap(struct advice *advice, const struct scope *scope,
                            const struct tally *site)
{
    const struct tally *overlap = tallies_find(&advice->overlaps, site->key);
    struct rank_stats_result time = scope_stats(scope, &site->time);
    uint64_t waited = wait_tallies_at(&advice->waits, site->key);
    bool collective =
        overlap != NULL && overlap->out_calls > overlap->calls / 2;
    uint64_t own = time.sum > waited ? time.sum - waited : 0;
    struct finding finding;

    if (collective && advice->simulates)
        own = time.sum;
    if (overlap == NULL ||
        (double)overlap->mpi >= LITTLE_OVERLAP * (double)time.sum)
        return;
    if (own > scope->useful_ns)
        own = scope->useful_ns;
    if (own > overlap->exclusive)
        own = overlap->exclusive;
    finding_init(&finding, RULE_OVERLAP);
    finding.cure = (struct cure){ .kind = CURE_OVERLAP, .site = site->key };
    finding.gains = true;
    finding.gain = advice_within_mpi(advice, scope, own / scope->rank_count);
    say_site(&finding.where, scope, site->key);
    if (collective)
        put_collective_overlap(overlap, time.sum, advice->simulates, &finding);
    else
        strbuf_printf(
            &finding.evidence,
            "%s that complete requests take %s in total, of which %s is not "
            "waiting",
            say_count(overlap->calls, "call").text, say_seconds(time.sum).text,
            say_seconds(time.sum > waited ? time.sum - waited : 0).text);
    put_work_between(overlap, &finding.evidence);
    advice_take(advice, scope, &finding);
}

/* ---- transfers during which no rank works ---- */

bool advice_is_transfer(const struct advice *advice, const struct scope *scope,
                        const struct tally *site, uint64_t *own)
{
    const struct cost *cost = costs_of(&advice->costs, site->key);
    uint64_t time = scope_stats(scope, &site->time).sum;
    uint64_t waited = wait_tallies_at(&advice->waits, site->key);

    *own = time > waited ? time - waited : 0;
    return scope_call_class(scope, site_call(site->key)) == CALL_CLASS_P2P &&
           site->in_bytes > 0 && *own > waited &&
           site->out_bytes >= SMALL_MESSAGE_BYTES * site->out_calls &&
           site->out_calls > 0 &&
           (cost == NULL || cost_latency_share(cost) < BOUND_SHARE);
}

static void look_at_transfers(struct advice *advice, const struct scope *scope)
{
    uint64_t sum = 0, most = 0, bytes = 0, calls = 0, own;
    struct finding finding;

    finding_init(&finding, RULE_TRANSFERS);
    finding.gains = true;
    finding.cure.kind = CURE_TRANSFERS;
    for (size_t i = 0; i < scope->sites.count; i++) {
        const struct tally *site = &scope->sites.items[i];

        if (!advice_is_transfer(advice, scope, site, &own))
            continue;
        sum += own;
        bytes += site->out_bytes;
        calls += site->calls;
        if (own <= most)
            continue;
        most = own;
        finding.cure.site = site->key;
    }
    if (sum == 0)
        return;
    finding.gain = advice_within_mpi(
        advice, scope,
        (sum < scope->useful_ns ? sum : scope->useful_ns) / scope->rank_count);
    say_site(&finding.where, scope, finding.cure.site);
    strbuf_printf(
        &finding.evidence,
        "%s send and receive %s in %s in total, not counting wait "
        "states, and the ranks that call them do not work meanwhile.",
        say_count(calls, "call").text, say_bytes(bytes).text,
        say_seconds(sum).text);
    advice_take(advice, scope, &finding);
}

void look_at_messages(struct advice *advice, const struct scope *scope)
{
    bool whole = advice_knows_waits(scope);
    struct cost receiving = { .calls = 0 };
    double messages = cost_to_receive(advice, scope, &receiving);

    if (messages > 0)
        receiving = (struct cost){ .latency = receiving.latency / messages,
                                   .bytes = receiving.bytes / messages,
                                   .own = receiving.own / messages };
    if (whole && advice->simulates)
        look_at_transfers(advice, scope);
    for (size_t i = 0; i < scope->sites.count; i++) {
        const struct tally *site = &scope->sites.items[i];
        const char *name = scope_call_name(scope, site_call(site->key));

        if (only_sends(name) || (whole && sends_and_waits(name)))
            look_at_small(advice, scope, site, &receiving);
        if (!whole)
            continue;
        look_at_bandwidth(advice, scope, site);
        if (!advice_only_tests(name))
            look_at_overlap(advice, scope, site);
    }
}

/* ---- tests ---- */

/* The cost of tests besides waiting is known from a trace alone. */
static void put_tests_gain(struct advice *advice, const struct scope *scope,
                           const struct tally *site, uint64_t least,
                           struct finding *finding)
{
    uint64_t waited = wait_tallies_at(&advice->waits, site->key);
    uint64_t mean = waited / scope->rank_count;

    if (!advice_knows_waits(scope)) {
        strbuf_puts(&finding->evidence,
                    "  How much of that is waiting, which would remain, is "
                    "unknown.");
        return;
    }
    finding->cure = (struct cure){ .kind = CURE_COST, .site = site->key };
    finding->phrase = "without the cost of these tests apart from waiting";
    finding->gains = true;
    finding->gain =
        advice_within_mpi(advice, scope, least > mean ? least - mean : 0);
}

static void look_at_test(struct advice *advice, const struct scope *scope,
                         const struct tally *site)
{
    struct rank_stats_result time = scope_stats(scope, &site->time);
    struct finding finding;

    if (site->calls <= (uint64_t)TESTS_PER_RANK * time.ranks ||
        !advice_worth(scope, advice_within_mpi(advice, scope, time.min)))
        return;
    finding_init(&finding, RULE_SPINNING);
    say_site(&finding.where, scope, site->key);
    strbuf_printf(&finding.evidence,
                  "%s, %.0f per second on each of %s, take %s in total and "
                  "at least %s on each rank.",
                  say_count(site->calls, "call").text,
                  advice_rate(scope, site->calls, time.ranks),
                  say_count(time.ranks, "rank").text,
                  say_seconds(time.sum).text, say_seconds(time.min).text);
    put_tests_gain(advice, scope, site, time.min, &finding);
    advice_take(advice, scope, &finding);
}

void look_at_tests(struct advice *advice, const struct scope *scope)
{
    for (size_t i = 0; i < scope->sites.count; i++) {
        const struct tally *site = &scope->sites.items[i];

        if (advice_only_tests(scope_call_name(scope, site_call(site->key))))
            look_at_test(advice, scope, site);
    }
}
