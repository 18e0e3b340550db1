/* SPDX-License-Identifier: BSD-3-Clause */
/* papi_null.c - without PAPI: it counts nothing. */
#include "measure/counters/source.h"

static void nothing(void)
{
}

static struct counter_refusal refuse(const char *name)
{
    (void)name;
    return (struct counter_refusal){ .kind = COUNTER_NO_PAPI };
}

static void list_nothing(counters_listed *each, void *context)
{
    each(papi_source.name, "PAPI", refuse("PAPI"), context);
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
    "PAPI",  nothing, refuse,       list_nothing, start_nothing,
    nothing, nothing, read_nothing, NULL,
};
