/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * trace_left_out.c - notes in the archive what it leaves out.
 */
#include "measure/trace/trace_internal.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/log.h"

static bool note_rules(struct trace *trace, bool only, uint64_t calls)
{
    char number[32];

    snprintf(number, sizeof(number), "%" PRIu64, calls);
    return archive_note_rules(trace->archive, trace->rules, only, number);
}

void trace_note_left_out(struct trace *trace,
                         const struct trace_totals *totals)
{
    bool noted = archive_note_ranks(trace->archive, trace->parts,
                                    (uint32_t)trace->collective.size);

    if (trace->rules != NULL) {
        noted &= note_rules(trace, false, totals->run_skipped);
        noted &= note_rules(trace, true, totals->run_not_only);
    }
    if (!noted)
        log_fail(STATUS_IO, "the trace does not say what was left out");
}
