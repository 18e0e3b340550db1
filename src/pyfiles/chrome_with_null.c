/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * chrome_with_null.c - where jansson is missing.
 */
#include "pyfiles/chrome_with.h"

#include "base/log.h"

enum status chrome_with_look(const char *path, struct chrome_facts *out)
{
    *out = (struct chrome_facts){ .dated = false };
    return log_fail(STATUS_UNSUPPORTED,
                    "%s: is JSON, which this mpiprof cannot read: rebuild "
                    "mpiprof with jansson",
                    path);
}

enum status chrome_with_write(const char *path, const struct chrome_onto *onto)
{
    struct chrome_facts facts;

    (void)onto;
    return chrome_with_look(path, &facts);
}
