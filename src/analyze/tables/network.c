/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * network.c - latency and bandwidth, by procedure and hosts.
 */
#include "analyze/facts/analysis.h"
#include "analyze/facts/network.h"
#include "base/saturate.h"

static const struct column columns[] = {
    { "procedure", "procedure", CELL_TEXT, "Name of the MPI procedure." },
    { "between_hosts", "ranks", CELL_TEXT,
      "\"on one host\", or \"between hosts\" where a rank of the call is on "
      "another host." },
    { "calls", "calls", CELL_COUNT,
      "Calls of all ranks, in the selected regions, whose bytes are known: "
      "messages sent, received, started or completed, and blocking "
      "collectives.  From the trace, without calls that only test." },
    { "bytes_least", "min bytes", CELL_BYTES,
      "Minimum bytes of a call; a call that completes several messages "
      "counts all of them." },
    { "bytes_most", "max bytes", CELL_BYTES, "Maximum bytes of a call." },
    { "median_s", "median", CELL_NS,
      "Median time of a call without its wait states." },
    { "latency_s", "latency", CELL_NS,
      "Time of a call without bytes, by a line fitted to these times: latency "
      "+ bytes / bandwidth.  The line goes through the medians of all sizes, by "
      "the median of the slopes between them (Theil and Sen).  Empty: fewer "
      "than 10 calls, a single size above 256 bytes, or a deviation above 100 "
      "%." },
    { "bytes_per_s", "bytes per s", CELL_BYTES,
      "Bandwidth of a call by the same line.  Empty also where larger calls "
      "take no longer." },
    { "deviation", "deviation", CELL_RATIO,
      "How far calls are from the line: median of the longer of measured and "
      "fitted time / the shorter - 1." },
};

static const struct table_form forms[] = {
    TABLE_FORM("network", "Latency and bandwidth", SECTION_COMMUNICATION,
               columns),
};

static void add_fit(struct table *table, const struct scope *scope,
                    const struct network_fit *fit)
{
    table_text(table, scope_call_name(scope, fit->call));
    table_text(table, fit->apart ? "between hosts" : "on one host");
    TABLE_NUMBERS(table, fit->calls, fit->bytes_least, fit->bytes_most,
                  saturate_near(fit->median));
    table_number_if(table, fit->known, saturate_near(fit->cost.latency));
    table_number_if(table, fit->known && fit->cost.byte > 0,
                    fit->cost.byte > 0 ? saturate_near(1e9 / fit->cost.byte)
                                       : 0);
    table_real_if(table, fit->known, fit->off);
}

static enum status network_fill(struct table *table, const struct scope *scope,
                                const void *state)
{
    const struct network *network = state;

    for (size_t i = 0; i < network->count; i++)
        add_fit(table, scope, &network->items[i]);
    table_sort(table, (size_t)table_column(table, "calls"));
    return STATUS_OK;
}

static enum status network_finish(void *state, const struct scope *scope,
                                  struct report *report)
{
    struct network *network = state;
    enum status status;

    if (scope->profile->replay == NULL)
        return STATUS_OK;
    status = network_init(network, scope, scope->profile->replay);
    return status == STATUS_OK ? report_add_filled(report, &forms[0], scope,
                                                   network, network_fill)
                               : status;
}

static void network_drop(void *state)
{
    network_clear(state);
}

const struct analysis network_analysis = {
    .state_size = sizeof(struct network),
    .finish = network_finish,
    .clear = network_drop,
    FORMS(forms),
};
