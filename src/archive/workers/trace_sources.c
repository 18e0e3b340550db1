/* SPDX-License-Identifier: BSD-3-Clause */
#include "archive/workers/trace_sources.h"

#include "archive/reader/otf2_source.h"
#include "base/text/affix.h"

static const struct trace_source *const sources[] = { &otf2_source };

const struct trace_source *trace_source_of(const char *path)
{
    for (size_t i = 0; i < sizeof(sources) / sizeof(*sources); i++)
        if (ends_with(path, sources[i]->suffix))
            return sources[i];
    return NULL;
}
