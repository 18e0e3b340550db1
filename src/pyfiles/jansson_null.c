/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * jansson_null.c - what reads JSON, where jansson is missing.
 */
#include "base/log.h"
#include "pyfiles/chrome_with.h"
#include "pyfiles/content.h"

#define PROBLEM \
    "is JSON, which this mpiprof cannot read: rebuild mpiprof with jansson"

enum status chrome_with_look(const char *path, struct chrome_facts *out)
{
    *out = (struct chrome_facts){ .dated = false };
    return log_fail(STATUS_UNSUPPORTED, "%s: " PROBLEM, path);
}

enum status chrome_with_write(const char *path, const struct chrome_onto *onto)
{
    struct chrome_facts facts;

    (void)onto;
    return chrome_with_look(path, &facts);
}

void content_read_stacks(struct content *content, const char *data,
                         size_t size)
{
    (void)data;
    (void)size;
    content_fail(content, PROBLEM);
}

void content_read_chrome(struct content *content, const char *data,
                         size_t size)
{
    content_read_stacks(content, data, size);
}
