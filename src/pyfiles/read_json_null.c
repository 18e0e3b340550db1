/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * read_json_null.c - where jansson is missing.
 */
#include "pyfiles/content.h"

static void refuse_json(struct content *content)
{
    content_fail(content, "is JSON, which this mpiprof cannot read: rebuild "
                          "mpiprof with jansson");
}

void content_read_stacks(struct content *content, const char *data,
                         size_t size)
{
    (void)data;
    (void)size;
    refuse_json(content);
}

void content_read_chrome(struct content *content, const char *data,
                         size_t size)
{
    (void)data;
    (void)size;
    refuse_json(content);
}
