/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/advice/costs.h"

#include "base/log.h"

static bool add_transfer(struct costs *costs, const struct transfer *transfer,
                         uint64_t site, struct network_cost line)
{
    struct cost *cost =
        map_get(&costs->items_map, sizeof(*cost), &site, sizeof(site));
    double calls = (double)transfer->calls;

    if (cost == NULL)
        return false;
    cost->latency += calls * line.latency;
    cost->bytes += calls * line.byte * (double)transfer->bytes;
    cost->own += (double)transfer->ns;
    cost->calls += transfer->calls;
    if (line.latency <= 0 && line.byte <= 0)
        cost->unknown += transfer->calls;
    return true;
}

static void add_apart(struct costs *costs, const struct network *network,
                      const struct transfer *transfer, uint32_t call)
{
    struct network_cost apart = network_cost_of(network, call, 1);
    struct network_cost inside = network_cost_of(network, call, 0);
    double calls = (double)transfer->calls, bytes = (double)transfer->bytes;

    if (transfer->apart == 0 || apart.latency + apart.byte <= 0 ||
        inside.latency + inside.byte <= 0)
        return;
    costs->apart += calls * (apart.latency + apart.byte * bytes);
    costs->inside += calls * (inside.latency + inside.byte * bytes);
}

enum status costs_init(struct costs *costs, const struct scope *scope,
                       const struct wait_tallies *waits)
{
    const struct replay_result *replay = waits->replay;
    struct network network;
    enum status status = network_init(&network, scope, replay);
    bool fits = status == STATUS_OK;

    for (size_t i = 0; fits && replay != NULL && i < replay->transfer_count;
         i++) {
        const struct transfer *transfer = &replay->transfers[i];
        uint32_t site = transfer->site;

        add_apart(costs, &network, transfer, replay->sites[site].call);
        if (wait_site_inside(scope, replay, site))
            fits = add_transfer(
                costs, transfer, wait_place_site(waits, waits->places[site]),
                network_cost_of(&network, replay->sites[site].call,
                                transfer->apart));
    }
    network_clear(&network);
    return fits || status != STATUS_OK
               ? status
               : log_fail(STATUS_NO_MEMORY, "suggestions");
}

void costs_clear(struct costs *costs)
{
    map_clear(&costs->items_map);
}

const struct cost *costs_of(const struct costs *costs, uint64_t site)
{
    const struct cost *cost =
        map_find(&costs->items_map, sizeof(*cost), &site, sizeof(site));

    return cost == NULL || cost->unknown > 0 ? NULL : cost;
}

double costs_inside(const struct costs *costs)
{
    if (costs->apart <= 0)
        return -1;
    return costs->inside < costs->apart ? costs->inside / costs->apart : 1;
}

double cost_latency_share(const struct cost *cost)
{
    double sum = cost->latency + cost->bytes;

    return sum > 0 ? cost->latency / sum : 1;
}

double cost_balance(const struct cost *cost, uint64_t bytes)
{
    return cost->bytes > 0 ? (double)bytes * cost->latency / cost->bytes : 0;
}
