/* SPDX-License-Identifier: BSD-3-Clause */
#include "model/overhead.h"

bool overhead_is_known(const struct overhead *cost)
{
    return cost->calls > 0 || cost->function_events > 0 ||
           cost->region_events > 0 || cost->sample_ns > 0 ||
           cost->resource_ns > 0 || cost->finalize_ns > 0;
}

void overhead_encode(const struct overhead *cost, struct bytes_writer *out)
{
    PUT_NUMBERS(out, cost->calls, cost->function_events, cost->function_ns,
                cost->region_events, cost->region_ns, cost->sample_ns,
                cost->resource_ns, cost->finalize_ns);
}

void overhead_decode(struct bytes_reader *in, struct overhead *out)
{
    GET_NUMBERS(in, &out->calls, &out->function_events, &out->function_ns,
                &out->region_events, &out->region_ns, &out->sample_ns,
                &out->resource_ns, &out->finalize_ns);
    if (!overhead_is_known(out) || /* it would not be there */
        (out->function_events == 0 && out->function_ns > 0) ||
        (out->region_events == 0 && out->region_ns > 0))
        in->failed = true;
}
