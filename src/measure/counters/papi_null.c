/* SPDX-License-Identifier: BSD-3-Clause */
/* papi_null.c - without PAPI: it counts nothing. */
#include "measure/counters/source.h"

static void nothing(void)
{
}

static const char *refuse(const char *name)
{
    (void)name;
    return "built without PAPI";
}

static void list_nothing(counters_listed *each, void *context)
{
    each(papi_source.name, "PAPI", "built without PAPI", context);
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
