/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * otf2_source.h - OTF2 archives as a source of events.
 *
 * Also reads archives of other writers (Score-P), as far as they have the
 * standard records.  Without OTF2 (otf2_source_null.c) none can be opened.
 * Threads: one owner of each reading.  Memory: the reading's, until close.
 */
#ifndef ARCHIVE_READER_OTF2_SOURCE_H
#define ARCHIVE_READER_OTF2_SOURCE_H

#include "archive/events/trace_source.h"

extern const struct trace_source otf2_source;

#endif
