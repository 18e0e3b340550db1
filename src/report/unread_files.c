/* SPDX-License-Identifier: BSD-3-Clause */
#include "report/unread_files.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/log.h"
#include "base/ranklist.h"
#include "base/text/strbuf.h"

#define SENTENCES_MOST 20

enum status unread_files_add(struct unread_files *files, enum status why,
                             int rank, const char *path, const char *problem)
{
    struct strbuf text = { 0 };

    if (why == STATUS_NO_MEMORY)
        return log_fail(why, "%s", path);
    log_fail(why, "%s: %s", path, problem);
    strbuf_printf(&text, "%s (rank %d): %s", path, rank, problem);
    if (text.failed || !ARRAY_ADD(files->texts, files->count, text.text)) {
        strbuf_clear(&text);
        return log_fail(STATUS_NO_MEMORY, "%s", path);
    }
    return why;
}

void unread_files_say(const struct unread_files *files, const char *missing,
                      const char *side, struct report *report)
{
    struct strbuf ranks = { 0 };

    if (missing != NULL) {
        ranklist_say(&ranks, missing);
        report_completeness(report,
                            strpbrk(missing, ",-") == NULL
                                ? "%sRank %s has no file."
                                : "%sRanks %s have no file.",
                            side, strbuf_text(&ranks));
    }
    strbuf_clear(&ranks);
    for (size_t i = 0; i < files->count && i < SENTENCES_MOST; i++)
        report_completeness(report, "%sNot read: %s.", side, files->texts[i]);
    if (files->count > SENTENCES_MOST)
        report_completeness(report, "%s%zu more files could not be read.",
                            side, files->count - SENTENCES_MOST);
}

void unread_files_clear(struct unread_files *files)
{
    for (size_t i = 0; i < files->count; i++)
        free(files->texts[i]);
    free(files->texts);
    *files = (struct unread_files){ 0 };
}
