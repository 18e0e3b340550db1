#include "model/overhead.h"

bool own_cost_is_known(const struct own_cost *cost)
{
    return cost->calls > 0 || cost->function_events > 0 ||
           cost->region_events > 0 || cost->sample_ns > 0 ||
           cost->resource_ns > 0 || cost->finalize_ns > 0;
}

void own_cost_encode(const struct own_cost *cost, struct bytes_writer *out)
{
    bytes_put_number(out, cost->calls);
    bytes_put_number(out, cost->function_events);
    bytes_put_number(out, cost->function_ns);
    bytes_put_number(out, cost->region_events);
    bytes_put_number(out, cost->region_ns);
    bytes_put_number(out, cost->sample_ns);
    bytes_put_number(out, cost->resource_ns);
    bytes_put_number(out, cost->finalize_ns);
}

void own_cost_decode(struct bytes_reader *in, struct own_cost *out)
{
    out->calls = bytes_get_number(in);
    out->function_events = bytes_get_number(in);
    out->function_ns = bytes_get_number(in);
    out->region_events = bytes_get_number(in);
    out->region_ns = bytes_get_number(in);
    out->sample_ns = bytes_get_number(in);
    out->resource_ns = bytes_get_number(in);
    out->finalize_ns = bytes_get_number(in);
    if (!own_cost_is_known(out) || /* it would not be there */
        (out->function_events == 0 && out->function_ns > 0) ||
        (out->region_events == 0 && out->region_ns > 0))
        in->failed = true;
}
