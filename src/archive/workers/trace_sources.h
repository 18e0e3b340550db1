/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * trace_sources.h - the formats of traces that can be read.
 */
#ifndef ARCHIVE_WORKERS_TRACE_SOURCES_H
#define ARCHIVE_WORKERS_TRACE_SOURCES_H

#include "archive/events/trace_source.h"

/* Returns the format of a path, by its suffix; NULL: not a trace. */
const struct trace_source *trace_source_of(const char *path);

#endif
