/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * archive_notes.c - notes which ranks were traced, the rules that left out
 * calls, and their number: as properties of the archive, which
 * otf2_source.c reads.
 */
#include "archive/definitions/archive.h"

#include "base/ranklist.h"
#include "base/text/escape.h"
#include "base/text/strbuf.h"
#include "model/notes/trace_note.h"

bool archive_note(OTF2_Archive *archive, const char *name, const char *value)
{
    return OTF2_Archive_SetProperty(archive, name, value, true) ==
           OTF2_SUCCESS;
}

bool archive_note_rules(OTF2_Archive *archive, const struct trace_rules *rules,
                        bool only, const char *calls)
{
    struct strbuf text = { 0 };
    struct strbuf shown = { 0 }; /* that is in a line of the anchor file */
    bool noted = true;

    trace_rules_print(rules, only, &text);
    escape_put(&shown, strbuf_text(&text));
    strbuf_clear(&text);
    if (shown.length > 0)
        noted =
            !shown.failed &&
            archive_note(archive, only ? TRACE_NOTE_ONLY : TRACE_NOTE_SKIP,
                         shown.text) &&
            archive_note(archive,
                         only ? TRACE_NOTE_ONLY_CALLS : TRACE_NOTE_SKIP_CALLS,
                         calls);
    strbuf_clear(&shown);
    return noted;
}

bool archive_note_ranks(OTF2_Archive *archive,
                        const struct archive_part *parts, uint32_t ranks)
{
    struct strbuf text = { 0 };
    struct ranklist_text traced = { .out = &text };
    size_t count;
    bool noted = true;

    for (uint32_t i = 0; i < ranks; i++)
        if (!parts[i].empty)
            ranklist_text_add(&traced, i);
    count = ranklist_text_end(&traced);
    if (count > 0 && count < ranks)
        noted =
            !text.failed && archive_note(archive, TRACE_NOTE_RANKS, text.text);
    strbuf_clear(&text);
    return noted;
}
