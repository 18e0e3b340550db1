/* SPDX-License-Identifier: BSD-3-Clause */
/* papi_null.c - without PAPI: it counts nothing. */
#include "measure/counters/source.h"

static void do_nothing(void)
{
}

static struct counter_refusal refuse_counter(const char *name)
{
    (void)name;
    return (struct counter_refusal){ .kind = COUNTER_NO_PAPI };
}

static void list_nothing(counters_listed *each, void *context)
{
    each(papi_source.name, "PAPI", refuse_counter("PAPI"), context);
}

static bool start_nothing(void)
{
    return true;
}

static void read_nothing(uint64_t *values)
{
    (void)values;
}

const struct counter_source papi_source = {
    "PAPI",     do_nothing, refuse_counter, list_nothing, start_nothing,
    do_nothing, do_nothing, read_nothing,   NULL,
};
