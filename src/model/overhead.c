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
    out->calls = bytes_get_number(in);
    out->function_events = bytes_get_number(in);
    out->function_ns = bytes_get_number(in);
    out->region_events = bytes_get_number(in);
    out->region_ns = bytes_get_number(in);
    out->sample_ns = bytes_get_number(in);
    out->resource_ns = bytes_get_number(in);
    out->finalize_ns = bytes_get_number(in);
    if (!overhead_is_known(out) || /* it would not be there */
        (out->function_events == 0 && out->function_ns > 0) ||
        (out->region_events == 0 && out->region_ns > 0))
        in->failed = true;
}
