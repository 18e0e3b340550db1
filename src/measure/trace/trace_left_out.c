/*
 * trace_left_out.c - the archive says by which rules calls were left out, and
 * how many: as properties of the archive, which read_otf2.c reads.
 */
#include "measure/trace/trace_internal.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/log.h"
#include "model/trace_note.h"

static void set_property(struct trace *trace, const char *name,
                         const char *value)
{
    if (OTF2_Archive_SetProperty(trace->archive, name, value, true) !=
        OTF2_SUCCESS)
        log_warn("the trace does not say what was left out: no property %s",
                 name);
}

/* of: what that setting has left out. */
static void set_rules(struct trace *trace, bool only, uint64_t calls)
{
    struct strbuf text;
    char number[32];

    strbuf_init(&text);
    trace_rules_print(trace->rules, only, &text);
    if (text.length > 0 && !text.failed) {
        snprintf(number, sizeof(number), "%" PRIu64, calls);
        set_property(trace, only ? TRACE_NOTE_ONLY : TRACE_NOTE_SKIP,
                     text.text);
        set_property(trace,
                     only ? TRACE_NOTE_ONLY_CALLS : TRACE_NOTE_SKIP_CALLS,
                     number);
    }
    strbuf_clear(&text);
}

void trace_note_left_out(struct trace *trace,
                         const struct trace_totals *totals)
{
    if (trace->rules == NULL)
        return;
    set_rules(trace, false, totals->run_skipped);
    set_rules(trace, true, totals->run_not_only);
}
